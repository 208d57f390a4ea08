"""Every type of Patti 24 that may cross the wire or stand in a store. Cards by name, as "Qs" or "Td"."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from engines.contract import Seat

if TYPE_CHECKING:
    from engines.chance import Chance

Temper: TypeAlias = Literal["cautious", "balanced", "bold"]
Ended: TypeAlias = Literal["rounds", "last", "deserted"]

Won: TypeAlias = Literal["last", "show", "all in", "boot", "deserted"]
"""How a round ended: one left in, a show, somebody all in, the boot took all coins, no human left."""

Did: TypeAlias = Literal["bet", "blind", "all in", "show", "side show"]
"""What a player paid for."""

Gone: TypeAlias = Literal["drop", "timeout", "side show", "left", "removed"]
"""Why a player is not in any more."""

Refusing: TypeAlias = Literal["accepted", "declined", "timeout", "off"]
"""What came of a side show; off when one of the two left."""

Turn: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
Three: TypeAlias = tuple[str, str, str]


class Settings(Struct, frozen=True, tag="patti"):
    """One session's settings. `factor` in tenths; `patience` is the operator's, in ms."""

    cards: Literal[24, 20] = 24
    boot: Literal[10, 20, 50, 100] = 10
    factor: Literal[15, 20] = 15
    rounds: Literal[10, 30, 50, 100] = 30
    bots: Literal[0, 1, 2, 3, 4, 5, 6, 7] = 0
    temper: Literal["cautious", "balanced", "bold", "mixed"] = "mixed"
    patience: Annotated[int, Meta(ge=30_000, le=3_600_000)] = 600_000


# Commands: what a seat wishes. `turn` is the number of the turn for which it was meant.


class See(Struct, frozen=True, tag="patti.see"):
    """Look at one's own cards."""


class Bet(Struct, frozen=True, tag="patti.bet"):
    """Pay the bet, or half of it while blind."""

    turn: Turn


class AllIn(Struct, frozen=True, tag="patti.all_in"):
    """Put in everything left, which is less than the price."""

    turn: Turn


class Drop(Struct, frozen=True, tag="patti.drop"):
    """Give up the hand."""

    turn: Turn


class SideShow(Struct, frozen=True, tag="patti.side_show"):
    """Ask the player who acted before to compare hands in private."""

    turn: Turn


class Answer(Struct, frozen=True, tag="patti.answer"):
    """Accept or decline the side show that one was asked for."""

    turn: Turn
    accept: bool


class Show(Struct, frozen=True, tag="patti.show"):
    """Pay for the showdown of the last two."""

    turn: Turn


class Hold(Struct, frozen=True, tag="patti.hold"):
    """The host holds the next round, or lets it go on."""

    on: bool


Command: TypeAlias = See | Bet | AllIn | Drop | SideShow | Answer | Show | Hold


class Legal(Struct, frozen=True):
    """What a seat may do now.

    `bet` and `all_in` are the coins that they would cost, `full` what a show and a side show would. `side_show` is the
    seat that would be asked. `hold` is what the host may choose.
    """

    turn: Turn = 0
    see: bool = False
    bet: int | None = None
    all_in: int | None = None
    drop: bool = False
    show: bool = False
    side_show: Seat | None = None
    full: int = 0
    answer: bool = False
    hold: bool | None = None

    def __contains__(self, command: object) -> bool:
        return command in tuple(self)

    def __iter__(self) -> Iterator[Command]:
        if self.see:
            yield See()
        if self.bet is not None:
            yield Bet(self.turn)
        if self.all_in is not None:
            yield AllIn(self.turn)
        if self.drop:
            yield Drop(self.turn)
        if self.show:
            yield Show(self.turn)
        if self.side_show is not None:
            yield SideShow(self.turn)
        if self.answer:
            yield Answer(self.turn, True)
            yield Answer(self.turn, False)
        if self.hold is not None:
            yield Hold(self.hold)

    def sample(self, chance: "Chance") -> tuple[Command | None, "Chance"]:
        """One of the legal commands, every one equally likely, and the stream after the draw."""
        commands = tuple(self)
        if not commands:
            return None, chance
        pick, after = chance.below(len(commands))
        return commands[pick], after


# Events: what happened. None of them holds a card: those are in the views of whoever may see them.


class Dealt(Struct, frozen=True, tag="patti.dealt"):
    """A round began: the players, from the dealer's left, have paid the boot and have three cards each."""

    round: int
    dealer: Seat
    players: tuple[Seat, ...]


class Saw(Struct, frozen=True, tag="patti.saw"):
    """A player looked at the own cards."""

    seat: Seat


class Paid(Struct, frozen=True, tag="patti.paid"):
    """A player put coins into the pot."""

    seat: Seat
    what: Did
    amount: int


class Dropped(Struct, frozen=True, tag="patti.dropped"):
    """A player is not in any more."""

    seat: Seat
    why: Gone


class Asked(Struct, frozen=True, tag="patti.asked"):
    """A side show was asked for."""

    asker: Seat
    asked: Seat


class Answered(Struct, frozen=True, tag="patti.answered"):
    """A side show was accepted, declined, or is off."""

    asker: Seat
    asked: Seat
    how: Refusing


class Raised(Struct, frozen=True, tag="patti.raised"):
    """A lap is complete, and the bet rose."""

    lap: int
    bet: int


class Ending(Struct, frozen=True, tag="patti.ending"):
    """A round is over."""

    round: int
    how: Won


class Sat(Struct, frozen=True, tag="patti.sat"):
    """Somebody sat down."""

    seat: Seat


class Left(Struct, frozen=True, tag="patti.left"):
    """Somebody left by will, or was removed and paid a fine."""

    seat: Seat
    removed: bool
    fine: int


class Reloaded(Struct, frozen=True, tag="patti.reloaded"):
    """A player without coins has some again."""

    seat: Seat
    coins: int


class Cleared(Struct, frozen=True, tag="patti.cleared"):
    """The book was reset: everybody's balance is as at first."""


class Held(Struct, frozen=True, tag="patti.held"):
    """The host holds the next round, or lets it go on."""

    on: bool


class Over(Struct, frozen=True, tag="patti.over"):
    """The session ended."""

    how: Ended


Event: TypeAlias = (
    Dealt | Saw | Paid | Dropped | Asked | Answered | Raised | Ending | Sat | Left | Reloaded | Cleared | Held | Over
)


# Views: what a viewer may know.


class Revealed(Struct, frozen=True):
    """A hand that the viewer may see, in words, with the salts that open its commitments."""

    seat: Seat
    cards: Three
    salts: Three
    name: str


class Share(Struct, frozen=True):
    """What one winner of a round got."""

    seat: Seat
    amount: int


class Result(Struct, frozen=True):
    """How a round ended: the pot, who won how much of it, and the hands that were revealed."""

    how: Won
    pot: int
    winners: tuple[Share, ...]
    revealed: tuple[Revealed, ...]


class Committed(Struct, frozen=True):
    """The commitments to a seat's three cards."""

    seat: Seat
    places: Three


class Row(Struct, frozen=True):
    """One seat at the table; one that is not `seated` was left, and goes with the next deal; `removed` says that the
    rules have put its player out.

    `playing` says that the seat was dealt in, `inside` that it is in still. `due` says that it has yet to act in this
    lap; `did` is its last act of the round, `gone` why it is not in. `waits` counts the rounds until a reload, for
    whoever sits out for want of coins. `away` is the ms since when there is no connection.
    """

    seat: Seat
    coins: int
    net: int
    won: int
    bot: bool
    seated: bool
    away: int | None
    waits: int | None = None
    playing: bool = False
    inside: bool = False
    seen: bool = False
    blinds: int = 0
    paid: int = 0
    due: bool = False
    did: Did | None = None
    gone: Gone | None = None
    removed: bool = False


class Ask(Struct, frozen=True):
    """A side show that waits for its answer."""

    asker: Seat
    asked: Seat


class Tally(Struct, frozen=True):
    """A seat's row in the final table. `best` is the best hand it revealed, in words."""

    seat: Seat
    place: int
    net: int
    won: int
    played: int
    best: str | None


class Record(Struct, frozen=True, tag="patti.record"):
    """A finished session's account."""

    how: Ended
    rounds: int
    duration: int  # ms
    house: int
    table: tuple[Tally, ...]


class Shared(Struct, frozen=True, tag="patti.shared"):
    """What everybody sees.

    `rows` stand in the order of the table, each the neighbour on the left of the one before. `round` counts the rounds
    dealt. `turn` is the seat on turn, `began` and `deadline` the ms of its turn (or of the answer to `ask`), `stopped`
    says that its clock stopped for a short stack. `raised` is the bet of the next lap. `next_deal` is the ms of the
    next round, None while one runs or too few can play; `held` says that the host holds it. `stacked` says that a
    server under test has stacked a deck. `compared` is the round's newest side show that is over, until one of its two
    bets again.
    """

    round: int
    rows: tuple[Row, ...]
    host: Seat | None
    dealer: Seat | None
    pot: int
    bet: int
    raised: int
    lap: int
    turn: Seat | None
    began: int | None
    deadline: int | None
    stopped: bool
    ask: Ask | None
    result: Result | None
    commitments: tuple[Committed, ...]
    next_deal: int | None
    held: bool
    stacked: bool
    final: Record | None = None
    compared: Answered | None = None


class Own(Struct, frozen=True, tag="patti.own"):
    """What only one seat sees: its hand once it has looked, hands shown to it in side shows, and what it may do."""

    seat: Seat
    hand: Revealed | None
    others: tuple[Revealed, ...]
    legal: Legal
