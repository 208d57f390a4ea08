"""Every type of Five of a Kind that may cross the wire or stand in a store.

A slot on the wire is a text: ``""`` no card dealt yet, ``"-"`` an empty card, ``"?"`` a card that this viewer may not
see, else a card by name, as ``"2 red oval solid"`` (number, color, shape, shading).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from engines.contract import Seat

if TYPE_CHECKING:
    from engines.chance import Chance

Trait: TypeAlias = Literal["red", "green", "blue", "squiggle", "oval", "diamond", "solid", "striped", "open"]
"""A value of one of the three trait types, as an answer names it."""

VoteFor: TypeAlias = Literal["slower", "faster", "none"]
Counting: TypeAlias = Literal["matching", "non_matching", "anything"]
Difficulty: TypeAlias = Literal["adaptive", "beginner", "intermediate", "expert"]
End: TypeAlias = Literal["time", "rounds", "points"]
ClaimOutcome: TypeAlias = Literal["correct", "incorrect", "timeout", "resignation", "game deadline"]
Ended: TypeAlias = Literal["time", "rounds", "points", "abandoned"]

Revision: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]


class Settings(Struct, frozen=True, tag="five_of_a_kind"):
    """One room's settings; fixed when the room is created. Times in milliseconds unless named otherwise."""

    color: bool = True
    shape: bool = True
    shading: bool = True
    slots: Literal[3, 4, 5] = 4
    previous: Literal["keep", "mask"] = "keep"
    empty: Literal[0, 2, 5, 10, 20] = 2  # percent
    counting: Counting = "matching"
    hint: Literal["none", "availability"] = "none"
    interval: Literal[1000, 2000, 3000] = 1000
    choose: Literal[2000, 3000, 5000] = 3000
    lockout: Literal[0, 1, 2, 3, 4, 5] = 2  # rounds
    end: End = "time"
    minutes: Literal[1, 3, 5, 10] = 3
    rounds: Literal[10, 30, 50, 100] = 30
    points: Literal[20, 30, 50] = 30
    bot: bool = False
    difficulty: Difficulty = "adaptive"
    floor: Annotated[int, Meta(ge=1, le=3_600_000)] | None = None  # an operator's bounds of the interval
    ceiling: Annotated[int, Meta(ge=1, le=3_600_000)] | None = None


# Commands: what a seat wishes.


class Claim(Struct, frozen=True, tag="five_of_a_kind.claim"):
    """Claim that the board holds an answer. `card` is the revision of the newest card that the player has seen."""

    card: Revision


class Answer(Struct, frozen=True, tag="five_of_a_kind.answer"):
    """The trait that the claimant chooses."""

    trait: Trait


class Vote(Struct, frozen=True, tag="five_of_a_kind.vote"):
    """Vote for a slower or faster card interval, or for neither."""

    choice: VoteFor


class Resign(Struct, frozen=True, tag="five_of_a_kind.resign"):
    """Stop taking part for the rest of the game."""


Command: TypeAlias = Claim | Answer | Vote | Resign


class Legal(Struct, frozen=True):
    """What a seat may do now.

    `claim` is the revision that a claim must name, None when no claim is possible; `answers` are the traits that the
    claimant may choose (empty for everybody else); `votes` are the boxes that may be selected.
    """

    claim: Revision | None = None
    answers: tuple[Trait, ...] = ()
    votes: tuple[VoteFor, ...] = ()
    resign: bool = False

    def __contains__(self, command: object) -> bool:
        match command:
            case Claim(card=card):
                return card == self.claim
            case Answer(trait=trait):
                return trait in self.answers
            case Vote(choice=choice):
                return choice in self.votes
            case Resign():
                return self.resign
            case _:
                return False

    def __iter__(self) -> Iterator[Command]:
        if self.claim is not None:
            yield Claim(self.claim)
        yield from map(Answer, self.answers)
        yield from map(Vote, self.votes)
        if self.resign:
            yield Resign()

    def sample(self, chance: "Chance") -> tuple[Command | None, "Chance"]:
        """One of the legal commands, every one equally likely, and the stream after the draw."""
        commands = tuple(self)
        if not commands:
            return None, chance
        pick, after = chance.below(len(commands))
        return commands[pick], after


# Events: what happened.


class Dealt(Struct, frozen=True, tag="five_of_a_kind.dealt"):
    """A card was dealt to a slot."""

    slot: int
    card: str


class Claimed(Struct, frozen=True, tag="five_of_a_kind.claimed"):
    """A claim was accepted, `reaction` ms after the newest card was dealt."""

    seat: Seat
    reaction: int


class Resolved(Struct, frozen=True, tag="five_of_a_kind.resolved"):
    """A claim was settled."""

    seat: Seat
    outcome: ClaimOutcome
    trait: Trait | None


class IntervalChanged(Struct, frozen=True, tag="five_of_a_kind.interval"):
    """The votes changed the card interval from `before` to `after` ms."""

    before: int
    after: int


class Relieved(Struct, frozen=True, tag="five_of_a_kind.relieved"):
    """Everybody would have been locked out: `rounds` were taken off all their lockouts."""

    rounds: int


class Resigned(Struct, frozen=True, tag="five_of_a_kind.resigned"):
    """A player resigned, by will or by the server for want of life."""

    seat: Seat


class Over(Struct, frozen=True, tag="five_of_a_kind.over"):
    """The game ended."""

    how: Ended


Event: TypeAlias = Dealt | Claimed | Resolved | IntervalChanged | Relieved | Resigned | Over


# The record of claims, public once the game is over.


class ClaimRecord(Struct, frozen=True):
    """One accepted claim. `reaction` and `selection` in ms; `selection` is None where nobody selected in time."""

    round: int
    seat: Seat
    at: int
    reaction: int
    selection: int | None
    outcome: ClaimOutcome
    trait: Trait | None


class Record(Struct, frozen=True, tag="five_of_a_kind.record"):
    """A finished game's account: what was dealt, what could have been claimed and what was."""

    dealt: int
    opportunities: int
    missed: int
    duration: int  # ms
    claims: tuple[ClaimRecord, ...]


# Views: what a viewer may know.


class PlayerRow(Struct, frozen=True):
    """One row of the scoreboard. `away` is the ms since when the player has no connection."""

    seat: Seat
    points: int
    lockout: int
    resigned: bool
    away: int | None
    bot: bool = False


class Pending(Struct, frozen=True):
    """A claim that waits for its answer. `deadline` is when time runs out; `at` is when it was accepted."""

    seat: Seat
    at: int
    deadline: int


class Result(Struct, frozen=True):
    """The latest settled claim. `number` counts the game's claims from 1.

    With Keep shown, `snapshot` is the board as it was claimed and `traits` every correct answer; with Mask both are
    None. In an Anything room `traits` is empty and `trait` None.
    """

    number: int
    round: int
    seat: Seat
    outcome: ClaimOutcome
    trait: Trait | None
    reaction: int
    at: int
    snapshot: tuple[str, ...] | None
    traits: tuple[Trait, ...] | None


class RangeShare(Struct, frozen=True):
    """One range of reaction times: whole percents of all of a player's claims, each rounded by itself."""

    total: int
    correct: int
    unsuccessful: int


class ReactionRow(Struct, frozen=True):
    """A player's reaction times: the number of claims, and their shares under 0.5 s, 1 s, 2 s, and from 2 s."""

    seat: Seat
    claims: int
    ranges: tuple[RangeShare, RangeShare, RangeShare, RangeShare]


class Final(Struct, frozen=True):
    """What is shown when the game is over."""

    how: Ended
    dealt: int
    opportunities: int
    missed: int
    reactions: tuple[ReactionRow, ...]
    claims: tuple[ClaimRecord, ...]


class BotNumbers(Struct, frozen=True):
    """A bot's three numbers in full precision: reaction in ms, the two probabilities in percent."""

    reaction: float
    correct: float
    false_claim: float


class Testing(Struct, frozen=True):
    """What only a server under test shows: the current answers (in an Anything room `it_is`), and the bot."""

    traits: tuple[Trait, ...]
    it_is: bool
    bot: BotNumbers | None


class Shared(Struct, frozen=True, tag="five_of_a_kind.shared", omit_defaults=True):
    """What a whole audience sees. `final` before the end, and `testing` always but under test, are not even named.

    `players` stand in the scoreboard's order. `pointer` is the slot, from 0, that the next card will take, and
    `next_card` the ms at which it appears (None while a claim waits for its answer). `open` says whether the round can
    still be claimed. `hint` is None where the settings give none. `relieved` is the latest number of rounds taken off
    all lockouts, with the round it happened in.
    """

    revision: int
    round: int
    open: bool
    slots: tuple[str, ...]
    pointer: int
    interval: int
    next_card: int | None
    ends_at: int | None
    players: tuple[PlayerRow, ...]
    claim: Pending | None
    result: Result | None
    hint: bool | None
    slower: int
    faster: int
    eligible: int
    relieved: tuple[int, int] | None
    final: Final | None = None
    testing: Testing | None = None


class Own(Struct, frozen=True, tag="five_of_a_kind.own"):
    """What only one seat sees: its vote, what it may do, and for a bot's seat the bot's numbers."""

    seat: Seat
    vote: VoteFor
    legal: Legal
    bot: BotNumbers | None = None
