"""What the messages of a room are made of."""

from typing import Literal

from msgspec import Struct


class Member(Struct, frozen=True):
    """Somebody in a room. A player has a `seat` once the game began; `away` is the time (Unix seconds) of the loss.

    `balance` is what the room's book held of a player when this was made, where the kind keeps one.
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
