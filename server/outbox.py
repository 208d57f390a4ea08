"""What waits to be read by one client: bounded, and with old pictures replaced by newer ones."""

from collections.abc import Hashable
from typing import Protocol

LONGEST_WRITE = 65_536
"""Frames are joined up to this size (bytes) for one write."""


class Overflow(Exception):  # noqa: N818  # what happened
    """More waits than one client may have waiting."""


class Seal(Protocol):
    """What encrypts frames, once it is ready."""

    ready: bool

    def seal(self, text: bytes) -> bytes:
        """The bytes for the socket."""


class Outbox:
    """What a socket did not take, in order. A frame with a `key` replaces an unsent one, which would only be outdated.

    A client that keeps up has nothing in here, and so sees every step.
    """

    def __init__(self, limit: int, seal: Seal | None = None) -> None:
        self.limit = limit
        """The most bytes that may wait."""
        self.size = 0
        """The bytes that wait."""
        self.held_up = False
        """Whether the socket was full."""
        self._seal = seal
        self._frames: dict[Hashable, bytes] = {}
        self._rest = b""

    def __bool__(self) -> bool:
        """Whether the socket can be given anything now: frames wait for the end of a handshake."""
        return self.size > 0 and (bool(self._rest) or self._seal is None or self._seal.ready)

    def put(self, frame: bytes, key: Hashable = None) -> None:
        """Add a frame at the end, in the place of an unsent one with the same key.

        Raises:
            Overflow: with it more than the limit would wait; it was not added.
        """
        size = self.size + len(frame) - (0 if key is None else len(self._frames.get(key, b"")))
        if size > self.limit:
            raise Overflow
        self._frames.pop(key, None)
        self._frames[object() if key is None else key] = frame
        self.size = size

    def add(self, frame: bytes) -> None:
        """Add a frame at the end, whatever waits already."""
        self._frames[object()] = frame
        self.size += len(frame)

    def clear(self) -> None:
        """Forget what has not been handed to the socket. The write that stopped half-way stays: half a frame is out."""
        self._frames.clear()
        self.size = len(self._rest)

    def take(self) -> bytes:
        """The next bytes to write, if any; whatever cannot be written of them comes back with `put_back`."""
        if self._rest:
            chunk, self._rest = self._rest, b""
            self.size -= len(chunk)
        elif self._seal is None or self._seal.ready:
            frames = self._first()
            chunk = frames if self._seal is None or not frames else self._seal.seal(frames)
            self.size -= len(frames)
        else:
            return b""  # frames wait for the end of a handshake
        if not self.size:
            self.held_up = False
        return chunk

    def put_back(self, rest: bytes) -> None:
        """Return what the socket did not take: the client has fallen behind."""
        self._rest = rest
        self.size += len(rest)
        self.held_up = True

    def put_sealed(self, raw: bytes) -> None:
        """Add bytes that go to the socket as they are, before all frames that are not sealed yet."""
        self._rest += raw
        self.size += len(raw)

    def _first(self) -> bytes:
        """As many frames as one write takes."""
        frames, size = [], 0
        while self._frames and size < LONGEST_WRITE:
            frames.append(self._frames.pop(next(iter(self._frames))))
            size += len(frames[-1])
        return b"".join(frames)
