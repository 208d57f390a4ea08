"""What the messages of a room, and of the list of rooms, are made of."""

from typing import Literal

from msgspec import Struct

from protocol.parts import Joining


class Member(Struct, frozen=True):
    """Somebody in a room. A player has a `seat` once the game began; `away` is the time (Unix seconds) of the loss.

    `balance` is what the room's book held of a player when this was made, where the kind keeps one. `out` says why the
    game's rules have made a player a watcher.
    """

    member: int
    name: str
    account: Literal["registered", "guest", "bot"]
    role: Literal["player", "watcher"]
    seat: int | None
    ready: bool
    away: int | None
    rating: float | None
    balance: int | None = None
    out: str = ""


class Asker(Struct, frozen=True):
    """Somebody who has asked the host to join; `asker` is what the host's decision names."""

    asker: int
    name: str
    account: Literal["registered", "guest"]
    rating: float | None


class RatingChange(Struct, frozen=True):
    """A seat's rating before and after a rated game, in full precision."""

    seat: int
    before: float
    after: float


class Line(Struct, frozen=True):
    """A line of chat, or with an empty `name` a notice of the room. `at` in Unix seconds."""

    name: str
    text: str
    at: int


class RoomRow(Struct, frozen=True, tag="row"):
    """One room in the list. `players` are the names of those seated, `seats` how many humans it takes at most.

    `joinable` says that an account can become a player there now, in the way that `joining` says, and `guests` that a
    guest can too.
    """

    room: str
    kind: str
    host: str
    summary: str
    players: tuple[str, ...]
    bots: int
    seats: int
    watchers: int
    phase: Literal["waiting", "playing", "over"]
    joinable: bool
    joining: Joining = "open"
    guests: bool = False
