"""What a room's journal is made of: what the room is, what happened in it, and its game as a whole every so often.

Times of a game are ms of its clock; times of day are Unix seconds.
"""

from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from engines.contract import Seat, SeatInfo, System
from protocol.messages import Command, Line, RatingChange, RoomRow
from protocol.parts import Joining


class Acted(Struct, frozen=True, tag="act"):
    """A command that the game accepted: from a seat, a person's or a bot's, or (None) from the room."""

    time: int
    seat: Seat | None
    command: bytes


class Passed(Struct, frozen=True, tag="time"):
    """Time has done what it does up to this ms."""

    time: int


class Said(Struct, frozen=True, tag="line"):
    """A line of chat, or a notice of the room."""

    line: Line


Entry: TypeAlias = Acted | Passed | Said


class Checkpoint(Struct, frozen=True):
    """A running game as a whole, after the entries before it, as the rules of a version left it.

    `sent` are the bots whose present plan is carried out.
    """

    rules: int
    time: int
    game: bytes
    bots: dict[Seat, bytes]
    sent: tuple[Seat, ...]


class Deal(Struct, frozen=True):
    """What a game was begun with, at Start: with its commands it is the game. `rules` is that version."""

    id: str
    rules: int
    seats: tuple[SeatInfo, ...]
    key: bytes
    started: int


class Somebody(Struct, frozen=True):
    """A person; of the token that shows who it is only the digest is kept. Guests have no `account`."""

    name: str
    account: int | None
    digest: bytes


class MemberState(Struct, frozen=True):
    """A member of a room. `lost` is since when there is no connection; `held` the chat that is not to be read yet.

    `out` says why the game's rules have made a player a watcher.
    """

    id: int
    name: str
    person: Somebody | None
    role: Literal["player", "watcher"]
    seat: Seat | None
    ready: bool
    lost: int | None
    gone: bool
    held: tuple[Line, ...]
    out: str = ""


class MembersState(Struct, frozen=True):
    """All members, those who left their seat among them; the number of the host, and the greatest number so far."""

    people: tuple[MemberState, ...]
    bots: tuple[MemberState, ...]
    host: int | None
    last: int


class DoorState(Struct, frozen=True):
    """Who has asked to join, by number; who was sent away; who has tried wrong passcodes, how many and when.

    `last` is the greatest number of an asker so far.
    """

    askers: tuple[tuple[int, Somebody], ...]
    last: int
    removed: tuple[str, ...]
    tries: tuple[tuple[str, int, float], ...]


class RoomState(Struct, frozen=True):
    """What a room is, but for its game's position and its chat. A room that `failed` is kept, and not opened again.

    `admits` says that guests may join, where the kind takes any; `owner` is the account that made the room, and
    `owner_name` its name.
    """

    kind: str
    settings: bytes
    guests: bool
    joining: Joining
    passcode: str | None
    phase: Literal["waiting", "playing", "over"]
    members: MembersState
    door: DoorState
    deal: Deal | None
    ratings: tuple[RatingChange, ...]
    successor: str | None
    failed: bool
    admits: bool = True
    owner: int | None = None
    owner_name: str | None = None


class Rest(Struct, frozen=True):
    """What is known of a room while it sleeps: its row in the list, its members, and which accounts have a seat.

    `lender` is the account from whose book others play.
    """

    row: RoomRow
    people: tuple[Somebody, ...]
    accounts: tuple[int, ...]
    lender: int | None = None


_ENCODER: Final = msgspec.msgpack.Encoder()
_COMMAND: Final = msgspec.msgpack.Decoder(Command | System)
_ENTRY: Final = msgspec.msgpack.Decoder(Entry)
_STATE: Final = msgspec.msgpack.Decoder(RoomState)
_REST: Final = msgspec.msgpack.Decoder(Rest)
_CHECKPOINT: Final = msgspec.msgpack.Decoder(Checkpoint)


def encoded(value: Any) -> bytes:
    """A value as it is written down."""
    return _ENCODER.encode(value)


def command_of(written: bytes) -> Any:
    """A command, a seat's or the room's, as it was written.

    Raises:
        ValueError: it is none.
    """
    return _COMMAND.decode(written)


def entry_of(written: bytes) -> Entry:
    """An entry as it was written.

    Raises:
        ValueError: it is none.
    """
    return _ENTRY.decode(written)


def state_of(written: bytes) -> RoomState:
    """A state as it was written.

    Raises:
        ValueError: it is none.
    """
    return _STATE.decode(written)


def checkpoint_of(written: bytes) -> Checkpoint:
    """A checkpoint as it was written.

    Raises:
        ValueError: it is none.
    """
    return _CHECKPOINT.decode(written)


def rest_of(written: bytes) -> Rest:
    """A rest as it was written.

    Raises:
        ValueError: it is none.
    """
    return _REST.decode(written)
