"""Frames: a length of 4 big-endian bytes, then as many bytes of body.

The length is judged before a byte of the body is kept, so a hostile one costs nothing.
"""

from typing import Final

from protocol.errors import LocalProtocolError, RemoteProtocolError

HEADER: Final = 4
FROM_CLIENT: Final = 64 * 1024
FROM_SERVER: Final = 1024 * 1024


def framed(body: bytes, cap: int) -> bytes:
    """The body with its length in front.

    Raises:
        LocalProtocolError: the body is empty or longer than `cap` bytes.
    """
    if not 0 < len(body) <= cap:
        raise LocalProtocolError(f"a frame of {len(body)} bytes does not fit into {cap}")
    return len(body).to_bytes(HEADER, "big") + body


class FrameReader:
    """Takes bytes as they come and gives whole bodies. It never keeps more than one unfinished frame."""

    def __init__(self, cap: int) -> None:
        self._cap = cap
        self._kept = bytearray()

    def __len__(self) -> int:
        """How many bytes of an unfinished frame are kept."""
        return len(self._kept)

    def feed(self, chunk: bytes) -> list[bytes]:
        """The bodies that these bytes complete, in order.

        Raises:
            RemoteProtocolError: a length is 0 or over the cap.
        """
        kept = self._kept
        kept += chunk
        bodies: list[bytes] = []
        at = 0
        while len(kept) - at >= HEADER:
            size = int.from_bytes(kept[at : at + HEADER], "big")
            if not 0 < size <= self._cap:
                kept.clear()
                raise RemoteProtocolError("frame_size", f"A frame must hold 1 to {self._cap} bytes.")
            if len(kept) - at - HEADER < size:
                break
            at += HEADER
            bodies.append(bytes(kept[at : at + size]))
            at += size
        if at:
            del kept[:at]
        return bodies
