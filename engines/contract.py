"""What every game offers and what a room may ask of it.

A game is a frozen value. A room holds one, asks it what is legal, applies commands, lets time pass, and hands on
views. It never looks inside. All times are whole milliseconds on the game's own clock, which starts at 0.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Protocol, Self, TypeAlias, TypeVar

from msgspec import Struct

if TYPE_CHECKING:
    from engines.chance import Chance

Seat: TypeAlias = int
"""A place at a table, counted from 0."""

Viewer: TypeAlias = Seat | None
"""Who looks: a seat, or None for someone who watches."""

Scalar: TypeAlias = bool | int | str
"""The value of one setting."""


class SeatInfo(Struct, frozen=True):
    """Who sits down: a person or a bot, with what rating, and with what the book holds of the player.

    `waited` counts the rounds that the player has sat out for want of coins.
    """

    bot: bool = False
    guest: bool = False
    rating: float = 1500.0
    balance: int = 0
    waited: int = 0


class Away(Struct, frozen=True, tag="system.away"):
    """System command: the player at `seat` has no connection any more."""

    seat: Seat


class Back(Struct, frozen=True, tag="system.back"):
    """System command: the player at `seat` is connected again."""

    seat: Seat


class Leave(Struct, frozen=True, tag="system.leave"):
    """System command: the player at `seat` left the room for good."""

    seat: Seat


class Sit(Struct, frozen=True, tag="system.sit"):
    """System command: somebody takes `seat`, one of those that `Game.vacant` names, while the game runs."""

    seat: Seat
    info: SeatInfo


class Host(Struct, frozen=True, tag="system.host"):
    """System command: the player at `seat` is the room's host now. At the start the first human seat is the host's."""

    seat: Seat


class Reset(Struct, frozen=True, tag="system.reset"):
    """System command: the book's owner sets all balances back to what the kind's book starts with."""


class Stack(Struct, frozen=True, tag="system.stack"):
    """System command of a server under test: the next deal begins with these cards."""

    cards: tuple[str, ...]


System: TypeAlias = Away | Back | Leave | Sit | Host | Reset | Stack
"""What the room tells a game that no seat wished. The game decides what it means, and may refuse it."""


class Illegal(Exception):  # noqa: N818  # the contract's word: a command that the rules do not allow now
    """A refused command. It changed nothing and cost nothing.

    `code` is for programs; `text` is a sentence for the player, in which ``{player}`` stands for the name of the
    player at `seat`.
    """

    def __init__(self, code: str, text: str, seat: Seat | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.text = text
        self.seat = seat


Purse: TypeAlias = Seat | Literal["pot", "house", "mint"]
"""Where coins lie: with a seat, in the pot, or with the house. What comes from the mint is new in its book, and what
goes there leaves it."""


class Transfer(Struct, frozen=True):
    """One entry of a book: coins that move, at least one, and why."""

    giver: Purse
    taker: Purse
    amount: int
    why: str


class Account(Struct, frozen=True):
    """What the book holds of a seat's player from now on; the balance is the one before with the step's transfers."""

    seat: Seat
    balance: int
    waited: int


class SeatResult(Struct, frozen=True):
    """How one seat ended: its points and its place (1 is best, equal places possible)."""

    seat: Seat
    points: int
    place: int


class Outcome(Struct, frozen=True):
    """How a game ended. `record` is the game's own typed account of it, which the store keeps.

    `rated` says whether ratings change (the kind's `rate` computes how). `absent` are the seats whose players were gone
    before they could play anything: it counts as no game of theirs.
    """

    how: str
    results: tuple[SeatResult, ...]
    rated: bool
    record: Struct
    absent: tuple[Seat, ...] = ()


class Removed(Struct, frozen=True):
    """A seat whose player the game has put out, and why and at what price, in words that go on after a colon."""

    seat: Seat
    why: str


class Step(Struct, frozen=True):
    """What an accepted command or the passing of time made: the next game, what happened, what was paid.

    A game with a book names in `accounts` every seat of which the book holds something else now; the room stores these
    and the transfers together with the act. `removed` are those whom the game has put out: to the room they
    have left, and whoever hosted hosts no more.
    """

    game: "Game"
    events: tuple[Struct, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    accounts: tuple[Account, ...] = ()
    removed: tuple[Removed, ...] = ()


class Legal(Protocol):
    """The commands that one seat may send now. It travels in the seat's own view."""

    def __contains__(self, command: object) -> bool:
        """Whether `apply` would accept the command now."""

    def __iter__(self) -> Iterator[Any]:
        """Every legal command where they are finitely many."""

    def sample(self, chance: "Chance") -> tuple[Struct | None, "Chance"]:
        """One legal command at random (None where there is none), and the stream after the draw."""


class Game(Protocol):
    """One immutable position of a game."""

    @property
    def deadline(self) -> int | None:
        """The millisecond at which `expire` does something next; None when time does nothing, and after the end."""

    @property
    def outcome(self) -> Outcome | None:
        """None until the end."""

    @property
    def hushed(self) -> frozenset[Seat]:
        """Seats that must not read what others write just now (their chat is delivered afterwards)."""

    @property
    def vacant(self) -> tuple[Seat, ...]:
        """Seats that one may take while the game runs: those that were left, each by whoever left it, and at most one
        new seat, the last. Empty where nobody can join.
        """

    def legal(self, seat: Seat) -> Legal:
        """What `seat` may do now."""

    def apply(self, seat: Seat | None, command: Any, now: int) -> Step:
        """Carry out a seat's command, or a `System` command from no seat, at `now`.

        The caller has run every `expire` that was due at or before `now`.

        Raises:
            Illegal: the rules do not allow it; nothing changed.
        """

    def expire(self, deadline: int) -> Step:
        """Do what time does at `deadline`, which is `self.deadline`."""

    def audience(self, viewer: Viewer, *, testing: bool = False) -> str:
        """The group of viewers that share one view with this one ("table", "claimant" …)."""

    def shared(self, audience: str) -> Struct:
        """The part of the view that is the same for a whole audience."""

    def own(self, seat: Seat) -> Struct:
        """The part of the view that only `seat` may know, with its `legal`."""

    def seen(self, event: Any, audience: str) -> Struct | None:
        """The event as that audience may know it; None when it may not know that it happened."""


C = TypeVar("C")


class Plan(Struct, Generic[C], frozen=True):
    """What a bot wishes to do, and at which millisecond. The room sends it for the bot's seat then.

    A bot is written down between two moves, so it says of which types its commands are.
    """

    command: C
    at: int


class Bot(Protocol):
    """A computer player: a frozen value that knows what its seat was shown, and nothing else."""

    @property
    def plan(self) -> Plan[Any] | None:
        """What it wishes now; a new plan replaces the old one, None cancels it."""

    def see(self, shared: Any, own: Any, events: tuple[Any, ...], now: int) -> Self:
        """The bot after it was shown a view and the events that led to it."""


class Choice(Struct, frozen=True):
    """One value that a setting can have, with the words for it."""

    value: Scalar
    label: str


class Field(Struct, frozen=True):
    """One setting as a form shows it.

    `group` is a box in the form that holds several fields. In a `one_of` group only the field used last is in effect;
    the others are faded and blank, and remember their values. `preview` names what a table may draw beside it;
    `help` says in at most 78 characters what it means.
    """

    name: str
    label: str
    choices: tuple[Choice, ...]
    group: str = ""
    one_of: bool = False
    preview: str = ""
    help: str = ""


class Shown(Struct, frozen=True):
    """How a form shows a field for given settings.

    `choices` are those offered now. A field that is not `enabled` cannot be changed; a `blank` one shows no value; a
    `faded` one is not in effect (but may be used, which puts it in effect).
    """

    choices: tuple[Choice, ...]
    enabled: bool = True
    blank: bool = False
    faded: bool = False


class Setup(Protocol):
    """A kind's settings: what a form, a lobby line and the server's check are made of. Pure."""

    fields: tuple[Field, ...]

    def defaults(self) -> Any:
        """The settings that a new room starts from."""

    def shown(self, settings: Any, name: str) -> Shown:
        """How the field `name` looks under these settings."""

    def adjusted(self, settings: Any, name: str, value: Scalar) -> Any:
        """The settings after the field `name` was set to `value`, with everything that follows from it."""

    def problems(self, settings: Any) -> tuple[str, ...]:
        """Sentences that say why a room cannot be made with these settings; empty when it can."""

    def headline(self, settings: Any) -> str:
        """A live line under the form ("Deck: 81 cards")."""

    def summary(self, settings: Any) -> str:
        """The settings in at most 52 characters, for a row in the lobby."""

    def facts(self, settings: Any) -> tuple[tuple[str, str], ...]:
        """Every setting by name, label and value, for Room info."""


class BotSeat(Struct, frozen=True):
    """A bot that the settings ask for, with the name that the table shows."""

    name: str


class Kind(Protocol):
    """One kind of game: everything the server must know to run it without knowing it."""

    name: ClassVar[str]
    title: ClassVar[str]
    rules: ClassVar[int]
    clock: ClassVar[Literal["room", "wall"]]
    book: ClassVar[Literal["none", "host", "bankroll"]]
    opening: ClassVar[int]  # the balance with which a player's account in the book begins; 0 without a book
    rating: ClassVar[Literal["none", "elo"]]
    guests: ClassVar[Literal["alone", "admitted"]]
    reveals: ClassVar[bool]  # whether every card may be known after the end, and with them the game's key
    settings: ClassVar[type[Struct]]
    commands: ClassVar[Any]  # the union of what seats may send
    setup: ClassVar[Setup]

    def humans(self, settings: Any) -> tuple[int, int]:
        """The least and the most human players a room takes."""

    def bots(self, settings: Any) -> tuple[BotSeat, ...]:
        """The bots that sit down when the game starts, after the humans."""

    def bounded(self, settings: Any, bounds: Mapping[str, int]) -> Any:
        """The settings with the operator's bounds frozen in, by name, whatever a client wrote there.

        Raises:
            ValueError: the bounds are not such as this kind knows.
        """

    def new(self, settings: Any, seats: tuple[SeatInfo, ...], key: bytes) -> Game:
        """A new game at time 0. `key` (32 bytes) decides everything that is left to chance."""

    def bot(self, settings: Any, seats: tuple[SeatInfo, ...], seat: Seat, key: bytes) -> Bot:
        """The bot that plays `seat`, with a stream of its own, apart from the deal's."""

    def rate(
        self, outcome: Outcome, seats: tuple[SeatInfo, ...], ratings: Mapping[Seat, float]
    ) -> Mapping[Seat, float]:
        """The human seats' new ratings, from those they have at this moment."""
