"""The messages about what is over: profiles, histories and replays. They belong to the unions in `messages`."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.parts import Event, GameId, NameText, Own, Ref, Settings, Shared

MOST_ROWS = 50
"""The most games that one `History` lists."""

# From the client.


class LookUp(Struct, frozen=True, tag="look_up"):
    """Ask for the `Profile` of an account; without a name, of the own one."""

    ref: Ref
    name: NameText | None = None


class Recall(Struct, frozen=True, tag="recall"):
    """Ask for the `History` of the own account: the newest games, or those older than the game `before`."""

    ref: Ref
    before: GameId | None = None
    limit: Annotated[int, Meta(ge=1, le=MOST_ROWS)] = 20


class Replay(Struct, frozen=True, tag="replay"):
    """Ask for the `Steps` of a finished game, from the step `start` on."""

    ref: Ref
    game: GameId
    start: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 0


# From the server. Each answers the request with the same `ref`, and stands before its `Accepted`.


class KindTally(Struct, frozen=True):
    """An account and one kind of game. `won` counts first places with nobody beside; `rating` is None without one."""

    kind: str
    rating: float | None
    games: int
    won: int


class Profile(Struct, frozen=True, tag="profile"):
    """An account as everybody may know it. `since` is when it was made, in Unix seconds."""

    ref: int
    name: str
    since: int
    kinds: tuple[KindTally, ...]


class PlayedSeat(Struct, frozen=True):
    """Who sat at a seat, in the order of the seats, and how it ended. The ratings are None where none changed."""

    name: str
    bot: bool
    points: int
    place: int
    before: float | None
    after: float | None


class GameRow(Struct, frozen=True):
    """A finished game in short. `ended` in Unix seconds, `how` in the game's own word.

    `you` is the receiver's seat. `replay` says whether this server can show the game again.
    """

    game: str
    kind: str
    ended: int
    how: str
    rated: bool
    you: int | None
    seats: tuple[PlayedSeat, ...]
    replay: bool


class History(Struct, frozen=True, tag="history"):
    """Finished games, the newest first. `more` says that there are older ones."""

    ref: int
    rows: tuple[GameRow, ...]
    more: bool


class ReplayStep(Struct, frozen=True):
    """One step of a finished game as the receiver was entitled to see it, `time` ms after the start."""

    time: int
    shared: Shared
    own: Own | None
    events: tuple[Event, ...] = ()


class Steps(Struct, frozen=True, tag="steps"):
    """Some steps of a finished game, from the step `start` of `total` on. A longer game takes several of these."""

    ref: int
    row: GameRow
    settings: Settings
    start: int
    total: int
    steps: tuple[ReplayStep, ...]
