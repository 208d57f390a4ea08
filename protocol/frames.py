"""Frames: a body's length in 4 bytes, big-endian, and then the body. No body is empty or longer than the cap."""

from collections.abc import Iterator
from typing import Final

from protocol.errors import LocalProtocolError, RemoteProtocolError

HEADER: Final = 4
"""Bytes of a frame that say how long its body is."""

FROM_CLIENT: Final = 64 * 1024
"""The longest body that a client may send, in bytes."""

FROM_SERVER: Final = 1024 * 1024
"""The longest body that a server may send, in bytes."""


def framed(body: bytes, cap: int) -> bytes:
    """The body as a frame.

    Raises:
        LocalProtocolError: the body is empty or has more bytes than `cap`.
    """
    length = len(body)
    if not 0 < length <= cap:
        raise LocalProtocolError(f"a body of {length} bytes, but a frame takes 1 to {cap}")
    return length.to_bytes(HEADER, "big") + body


class FrameReader:
    """Takes bytes as they come and gives whole bodies.

    It keeps no more than one unfinished header or body, so at most the cap, and its work is linear in the bytes that it
    takes, however they are cut.
    """

    def __init__(self, cap: int) -> None:
        self._cap = cap
        self._kept = bytearray()
        self._missing = HEADER
        self._in_body = False

    def __len__(self) -> int:
        """How many bytes of an unfinished frame have come."""
        return len(self._kept) + HEADER * self._in_body

    def feed(self, chunk: bytes) -> Iterator[bytes | bytearray]:
        """The bodies that these bytes complete, in order; they are read no further than bodies are asked for.

        Raises:
            RemoteProtocolError: a length is 0 or over the cap. It is judged before a byte of its body is kept.
        """
        if (
            not (self._kept or self._in_body)
            and HEADER < len(chunk) == HEADER + int.from_bytes(chunk[:HEADER], "big") <= HEADER + self._cap
        ):
            # Mostly one whole frame comes at a time.
            yield chunk[HEADER:]
            return
        rest = memoryview(chunk)
        while rest:
            part, rest = rest[: self._missing], rest[self._missing :]
            self._kept += part
            self._missing -= len(part)
            if self._missing:
                break
            if self._in_body:
                body = self._kept
                self._begin(HEADER, in_body=False)
                yield body
            else:
                self._begin(self._length(), in_body=True)

    def _begin(self, size: int, *, in_body: bool) -> None:
        self._kept, self._missing, self._in_body = bytearray(), size, in_body

    def _length(self) -> int:
        length = int.from_bytes(self._kept, "big")
        if not 0 < length <= self._cap:
            self._kept.clear()
            raise RemoteProtocolError("frame_size", f"A frame must hold 1 to {self._cap} bytes.")
        return length
