"""Messages to bytes and back.

What comes in is unpacked with every limit that msgpack has, then fitted to one of two closed unions: any bytes at all
give a message or one `RemoteProtocolError`. What goes out is a Struct of ours and needs no check but its length.
"""

from typing import Any, Final, TypeVar, cast

import msgpack
import msgspec

from protocol.errors import RemoteProtocolError
from protocol.frames import FROM_CLIENT, FROM_SERVER, framed
from protocol.messages import ClientMessage, ServerMessage

T = TypeVar("T")

_encoder: Final = msgspec.msgpack.Encoder()

_BROKEN: Final = (
    ValueError,
    TypeError,
    OverflowError,
    RecursionError,
    msgpack.UnpackException,
    msgspec.ValidationError,
)
"""All that a hostile body can raise in msgpack or msgspec."""


def _without_twins(pairs: list[tuple[Any, Any]]) -> dict[str, Any]:
    """A map as a dict. msgpack would let a key in bytes pass, and let the last of two equal keys win."""
    fields = dict(pairs)
    if len(fields) != len(pairs) or not all(type(key) is str for key in fields):
        raise ValueError("a map has a key twice, or a key that is no text")
    return fields


def _unpacked(body: bytes, *, longest: int) -> object:
    return msgpack.unpackb(
        body,
        raw=False,
        use_list=False,
        strict_map_key=True,
        object_pairs_hook=_without_twins,
        max_str_len=longest,
        max_bin_len=0,
        max_ext_len=0,
        max_array_len=longest,
        max_map_len=64,
    )


def from_client(body: bytes) -> ClientMessage:
    """The message that a client sent.

    Raises:
        RemoteProtocolError: it is none.
    """
    message: ClientMessage = _read(body, ClientMessage, FROM_CLIENT)
    return message


def from_server(body: bytes) -> ServerMessage:
    """The message that a server sent.

    Raises:
        RemoteProtocolError: it is none.
    """
    message: ServerMessage = _read(body, ServerMessage, FROM_SERVER)
    return message


def _read(body: bytes, union: Any, longest: int) -> Any:
    try:
        return msgspec.convert(_unpacked(body, longest=longest), union)
    except _BROKEN:
        # Not chained and without a word of the body: a message of the library may quote what the peer sent.
        raise RemoteProtocolError("bad_message", "That is no message of this protocol.") from None


def prepared(view: T) -> T:
    """A view encoded once, to stand in any number of messages.

    It is bytes that only pretend to have the view's type: the encoder copies them as they are. So one view for a whole
    audience is encoded once, however many look at it.
    """
    return cast("T", msgspec.Raw(_encoder.encode(view)))


def frame(message: ClientMessage | ServerMessage, cap: int = FROM_SERVER) -> bytes:
    """A message of ours as a frame of at most `cap` bytes.

    Raises:
        LocalProtocolError: it is longer than the other end accepts.
    """
    return framed(_encoder.encode(message), cap)
