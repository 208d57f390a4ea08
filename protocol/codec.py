"""Messages to bytes and back, with every limit that keeps foreign bytes from costing more than their length.

What comes in is unpacked under limits, and then fitted to one of two closed unions: any bytes at all give a message or
one `RemoteProtocolError`. A client's message that is written as ours are is read at once. What goes out is a Struct of
ours and needs no check but its length.
"""

import re
from typing import Any, Final, TypeVar, cast

import msgpack
import msgspec
from msgspec import Struct

from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.frames import FROM_CLIENT, FROM_SERVER, framed
from protocol.messages import ClientMessage, ServerMessage

Part = TypeVar("Part")

_BROKEN: Final = (ValueError, TypeError, OverflowError, RecursionError, msgpack.UnpackException, msgspec.MsgspecError)
"""All that hostile bytes can raise in msgpack or msgspec, and a value that cannot be written."""

_CONTAINERS: Final = frozenset((dict, tuple))
_known: dict[type[Struct], frozenset[str]] = {}
_NIL: Final = b"\xc0"
_encoder = msgspec.msgpack.Encoder()
_client_message: Final = msgspec.msgpack.Decoder(ClientMessage)
_PATH = re.compile(r" - at `\$\.message((?:\.\w+|\[\.\.\.\])+)`$")


class Limits(Struct, frozen=True):
    """What one body may hold: bytes in a text, entries in a map or an array, and maps and arrays in all.

    `walk` says to look first whether everything that is announced is there.
    """

    text: int
    entries: int
    containers: int
    walk: bool


FROM_CLIENT_LIMITS: Final = Limits(text=FROM_CLIENT, entries=64, containers=32, walk=False)
FROM_SERVER_LIMITS: Final = Limits(text=FROM_CLIENT, entries=8192, containers=65536, walk=True)


# `msgspec.convert` keeps what it learns about a Struct, not about a union: a field makes it forty times faster.
class _FromClient(Struct):
    message: ClientMessage


class _FromServer(Struct):
    message: ServerMessage


def from_client(body: bytes | bytearray) -> ClientMessage:
    """The message that a client sent.

    Raises:
        RemoteProtocolError: it is none, or says more than such a message holds: that would be a client which believes
            that it was understood.
    """
    # Mostly a message encodes to these very bytes again. Then they hold nothing else, and no key twice.
    try:
        message = _client_message.decode(body)
        if _encoder.encode(message) == body:
            return message
    except _BROKEN:
        pass
    return _looked_into(body)


def _looked_into(body: bytes | bytearray) -> ClientMessage:
    """The message in a body that is written in another way, or that is none."""
    unpacked = _unpacked(body, FROM_CLIENT_LIMITS)
    try:
        message = msgspec.convert({"message": unpacked}, _FromClient).message
    except _BROKEN as fault:
        raise _bad(_place(fault)) from None
    if _has_strangers(unpacked, message):
        raise _bad()
    return message


def from_server(body: bytes | bytearray) -> ServerMessage:
    """The message that a server sent. Fields that this side does not know are passed over.

    Raises:
        RemoteProtocolError: it is none.
    """
    unpacked = _unpacked(body, FROM_SERVER_LIMITS)
    try:
        return msgspec.convert({"message": unpacked}, _FromServer).message
    except _BROKEN as fault:
        raise _bad(_place(fault)) from None


def prepared(part: Part) -> Part:
    """A view, or another part of messages, encoded once to stand in any number of messages.

    It is bytes that only pretend to have the part's type: the encoder copies them as they are, and there is nothing in
    them to read. So one view for a whole audience is encoded once, however many look at it.

    Raises:
        LocalProtocolError: it cannot be written.
    """
    return cast("Part", msgspec.Raw(_encoded(part)))


def begun(message: ServerMessage) -> bytes:
    """All of a message but its last field, which is None here: the same bytes begin the frames of many receivers.

    Raises:
        LocalProtocolError: it cannot be written.
    """
    body = _encoded(message)
    if body[-1:] != _NIL:
        raise AssertionError("the last field is None")
    return body[:-1]


def completed(start: bytes, last: object) -> bytes:
    """The frame of a message that was begun, with what its last field is for one receiver.

    Raises:
        LocalProtocolError: it is longer than the other end accepts, or cannot be written.
    """
    return framed(start + _encoded(last), FROM_SERVER)


def frame(message: ClientMessage | ServerMessage, cap: int = FROM_SERVER) -> bytes:
    """A message of ours as a frame of at most `cap` bytes.

    Raises:
        LocalProtocolError: it is longer than the other end accepts, or cannot be written.
    """
    return framed(_encoded(message), cap)


def _encoded(value: object) -> bytes:
    try:
        return _encoder.encode(value)
    except _BROKEN as fault:
        # A lone surrogate in a text, a number of more than 64 bits, a type that is none of ours.
        raise LocalProtocolError(f"{type(value).__name__} cannot be written ({type(fault).__name__})") from None


def _bad(place: str = "") -> RemoteProtocolError:
    return RemoteProtocolError("bad_message", f"That is no message of this protocol{place}.")


def _place(fault: Exception) -> str:
    """Where in a message something is wrong: its path and no more, as a validator's words may quote the payload."""
    found = _PATH.search(str(fault)) if isinstance(fault, msgspec.ValidationError) else None
    return f", for what stands at {found[1].removeprefix('.')}" if found else ""


def _unpacked(body: bytes | bytearray, limits: Limits) -> dict[str, Any]:
    left = limits.containers

    def array(items: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise ValueError
        return items

    def mapping(pairs: list[tuple[Any, Any]]) -> dict[str, Any]:
        nonlocal left
        left -= 1
        made = dict(pairs)
        # A key twice, or a key of bytes (only an empty one passes the limits): two readers could read two things.
        if left < 0 or len(made) != len(pairs) or b"" in made:
            raise ValueError
        return made

    try:
        if limits.walk:
            _check_whole(body)
        unpacked = msgpack.unpackb(
            body,
            raw=False,
            use_list=False,
            strict_map_key=True,
            list_hook=array,
            object_pairs_hook=mapping,
            max_str_len=limits.text,
            max_array_len=limits.entries,
            max_map_len=limits.entries,
            max_bin_len=0,
            max_ext_len=0,
        )
    except _BROKEN:
        raise _bad() from None
    if type(unpacked) is not dict:
        raise _bad()
    return unpacked


def _check_whole(body: bytes | bytearray) -> None:
    """Walk over a body without making anything of it.

    Room for an array is made when its length is read: a thousand nested arrays of 8192 entries that never come would
    take 64 MiB. With short arrays that is no matter.

    Raises:
        UnpackException: the body ends before what it announces, or is no msgpack.
    """
    unpacker = msgpack.Unpacker(read_size=4096, max_buffer_size=FROM_SERVER)
    unpacker.feed(body)
    unpacker.skip()


def _has_strangers(unpacked: Any, made: Any) -> bool:
    """Whether a map held keys that its Struct does not have, at any depth."""
    if type(unpacked) is tuple:
        return any(map(_has_strangers, unpacked, made))
    if type(unpacked) is not dict:
        return False
    if not _keys(type(made)).issuperset(unpacked):
        return True
    return any(
        _has_strangers(value, getattr(made, key)) for key, value in unpacked.items() if type(value) in _CONTAINERS
    )


def _keys(struct: type[Struct]) -> frozenset[str]:
    keys = _known.get(struct)
    if keys is None:
        tag = struct.__struct_config__.tag_field
        keys = _known[struct] = frozenset((*struct.__struct_encode_fields__, *((tag,) if tag else ())))
    return keys
