"""What goes into the store and comes out of it, as typed values. Times of day are Unix milliseconds."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from msgspec import Struct

from engines.contract import Seat

Rate: TypeAlias = Callable[[Mapping[Seat, float]], Mapping[Seat, float]]
"""The new ratings from those that the accounts' seats have at the moment of closing. Pure; called in a thread."""


class StoredAccount(Struct, frozen=True):
    """An account with what only the server may know: its password's hash."""

    id: int
    name: str
    password_hash: str
    rating: float
    created: int


class Spent(Struct, frozen=True):
    """How much of a rate was `left` at a time, for whom or what `key` is a digest of."""

    rate: str
    key: bytes
    left: float
    at: int


class TimedCommand(Struct, frozen=True):
    """One command of a game: at `time` ms of the game's own clock, from `seat` (None: the room's system command)."""

    time: int
    seat: Seat | None
    command: bytes


class Holding(Struct, frozen=True):
    """What a book holds of somebody; `waited` counts the rounds sat out for want of coins."""

    balance: int
    waited: int = 0


class BookEntry(Struct, frozen=True):
    """Coins that moved in a book, from one holder to another, at `time` ms of a game and `at` Unix ms."""

    book: str
    room: str
    game: str
    giver: str
    taker: str
    amount: int
    why: str
    time: int
    at: int


class BookWait(Struct, frozen=True):
    """How long a holder has sat out by now."""

    book: str
    holder: str
    waited: int


class BookReset(Struct, frozen=True):
    """The owner of a book has set it back, in one of its rooms."""

    book: str
    room: str
    account: int
    at: int


BookNote: TypeAlias = BookEntry | BookWait | BookReset


class Page(Struct, frozen=True):
    """What one room has to write down at one time.

    `state` is what the room is now, None where that is written already; `checkpoint` the game as a whole, after all
    `entries`, of which the first has the number `first`; `notes` belong into books. A room that is `over` is forgotten.

    With a state goes whether the room sleeps: then `rest` is what is known of it meanwhile, and `wakes` the Unix ms at
    which something is due in its game. A room that cannot go on has `failed` at a Unix ms.

    The entries are news; or they are `filed` into their places, the room's older news among them.
    """

    room: str
    state: bytes | None
    checkpoint: bytes | None
    first: int
    entries: tuple[bytes, ...]
    over: bool = False
    notes: tuple[BookNote, ...] = ()
    rest: bytes | None = None
    wakes: int | None = None
    failed: int | None = None
    filed: bool = False


class News(Struct, frozen=True, array_like=True):
    """Entries of one room that are not in their place yet, of which the first has the number `first`."""

    room: str
    first: int
    entries: tuple[bytes, ...]


class StoredRoom(Struct, frozen=True):
    """A room as it was written down: what it is, its latest checkpoint, and all entries of its journal.

    The checkpoint stands after the first `covered` entries.
    """

    room: str
    state: bytes
    checkpoint: bytes | None
    covered: int
    entries: tuple[bytes, ...]


class Sleeper(Struct, frozen=True):
    """A room that sleeps on disk, and what is known of it meanwhile."""

    room: str
    rest: bytes


class FinishedSeat(Struct, frozen=True):
    """Who sat at a seat and how it ended. Only the store fills in the ratings, and only in a rated game.

    `info` is what the game was told of the seat at its start, a `SeatInfo` as msgpack. Newcomers have none, of whom the
    commands tell, and nobody in games of old.
    """

    seat: Seat
    name: str
    points: int
    place: int
    account: int | None = None
    bot: bool = False
    rating_before: float | None = None
    rating_after: float | None = None
    info: bytes | None = None


class FinishedGame(Struct, frozen=True):
    """A whole game: with its `commands` and the `key` of its deals it can be played again, move by move.

    `rules` is the version of the kind's rules; `settings` and `record` are msgpack, in the kind's own types. Without
    `moves` the game is so old that its commands are not kept any more.
    """

    id: str
    kind: str
    rules: int
    settings: bytes
    key: bytes
    how: str
    record: bytes
    started: int
    ended: int
    rated: bool
    seats: tuple[FinishedSeat, ...]
    commands: tuple[TimedCommand, ...] = ()
    moves: bool = True


class PlayedGame(Struct, frozen=True):
    """One line of an account's history: the game in short, and which of its `seats` the account had."""

    id: str
    kind: str
    rules: int
    how: str
    started: int
    ended: int
    rated: bool
    moves: bool
    mine: Seat
    seats: tuple[FinishedSeat, ...]


class Tally(Struct, frozen=True):
    """An account's finished games of one kind, and how many of them it won: the first place, with nobody beside it."""

    kind: str
    games: int
    won: int
