"""A toy kind of days: two seats write letters in turns, with three days for each, whether anybody is there or not.

A letter that does not come is missed, and the turn goes over. After so many letters and misses the post closes. Two
seats that one program plays are for it what they are for any kind: two connections.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from engines.chance import Chance
from engines.contract import (
    Away,
    Back,
    Host,
    Illegal,
    Leave,
    Outcome,
    Seat,
    SeatInfo,
    SeatResult,
    Step,
    Viewer,
)
from tests.server.toys import Formless, Toy

TURN = 72 * 3_600_000


class Settings(Struct, frozen=True, tag="letters"):
    """How many letters and misses there are."""

    turns: int = 5


class Write(Struct, frozen=True, tag="letters.write"):
    """Write a letter."""


class Break(Struct, frozen=True, tag="letters.break"):
    """Let the rules stumble when the turn runs out."""


class Posted(Struct, frozen=True, tag="letters.posted"):
    """A letter was written, or missed."""

    seat: Seat
    at: int
    missed: bool


class Legal(Struct, frozen=True):
    """Whether it is the seat's turn."""

    turn: bool

    def __contains__(self, command: object) -> bool:
        return self.turn and isinstance(command, Write | Break)

    def __iter__(self) -> Iterator[Write]:
        return iter([Write()] if self.turn else [])

    def sample(self, chance: Chance) -> tuple[Write | None, Chance]:
        """The one letter."""
        return (Write() if self.turn else None), chance


class Shared(Struct, frozen=True, tag="letters.shared"):
    """Everything: there are no secrets."""

    turn: Seat
    until: int
    posted: tuple[Posted, ...]
    away: tuple[Seat, ...]
    over: bool


class Own(Struct, frozen=True, tag="letters.own"):
    """What a seat may do."""

    legal: Legal


class Game(Struct, frozen=True):
    """Letters so far, and whose turn it is until when."""

    turns: int
    turn: Seat = 0
    until: int = TURN
    posted: tuple[Posted, ...] = ()
    away: tuple[Seat, ...] = ()
    left: bool = False
    broken: bool = False

    @property
    def deadline(self) -> int | None:
        """When the turn runs out."""
        return None if self.outcome else self.until

    @property
    def outcome(self) -> Outcome | None:
        """A point for each letter."""
        if not self.left and len(self.posted) < self.turns:
            return None
        points = [sum(one.seat == seat and not one.missed for one in self.posted) for seat in (0, 1)]
        results = tuple(SeatResult(seat, points[seat], 1 + (points[1 - seat] > points[seat])) for seat in (0, 1))
        return Outcome("letters", results, rated=False, record=Settings(self.turns))

    @property
    def hushed(self) -> frozenset[Seat]:
        """Nobody."""
        return frozenset()

    @property
    def vacant(self) -> tuple[Seat, ...]:
        """None."""
        return ()

    def legal(self, seat: Seat) -> Legal:
        """A letter in one's turn."""
        return Legal(self.outcome is None and seat == self.turn)

    def apply(self, seat: Seat | None, command: Any, now: int) -> Step:
        """A letter, or what the room tells."""
        match command:
            case Away(seat=one):
                return Step(replace(self, away=(*self.away, one)))
            case Back(seat=one):
                return Step(replace(self, away=tuple(other for other in self.away if other != one)))
            case Host():
                return Step(self)
            case Leave():
                return Step(replace(self, left=True))
            case Break() if seat == self.turn:
                return Step(replace(self, broken=True))
            case Write() if seat == self.turn and self.outcome is None:
                return self._passed(Posted(seat, now, missed=False))
        raise Illegal("turn", "It is not your turn.")

    def expire(self, deadline: int) -> Step:
        """The turn runs out."""
        if self.broken:
            raise ZeroDivisionError("planted in the clock")
        return self._passed(Posted(self.turn, deadline, missed=True))

    def _passed(self, posted: Posted) -> Step:
        after = replace(self, turn=1 - self.turn, until=posted.at + TURN, posted=(*self.posted, posted))
        return Step(after, (posted,))

    def audience(self, viewer: Viewer, *, testing: bool = False) -> str:
        """All see the same."""
        return "table"

    def shared(self, audience: str) -> Shared:
        """Everything."""
        return Shared(self.turn, self.until, self.posted, self.away, self.outcome is not None)

    def own(self, seat: Seat) -> Own:
        """What may be done."""
        return Own(self.legal(seat))

    def seen(self, event: Posted, audience: str) -> Posted:
        """Everything."""
        return event


class Setup(Formless):
    """How a room of it begins."""

    def defaults(self) -> Settings:
        """Five letters."""
        return Settings()

    def summary(self, settings: Settings) -> str:
        """How many letters."""
        return f"{settings.turns} letters"


class Letters(Toy):
    """The kind."""

    name: ClassVar[str] = "letters"
    title: ClassVar[str] = "Letters"
    clock: ClassVar[Literal["room", "wall"]] = "wall"
    settings: ClassVar[type[Struct]] = Settings
    commands: ClassVar[Any] = Write | Break
    setup: ClassVar[Setup] = Setup()

    def humans(self, settings: Settings) -> tuple[int, int]:
        """Two."""
        return 2, 2

    def new(self, settings: Settings, seats: tuple[SeatInfo, ...], key: bytes) -> Game:
        """The first seat's turn."""
        return Game(settings.turns)

    def bot(self, settings: Settings, seats: tuple[SeatInfo, ...], seat: Seat, key: bytes) -> Any:
        """None plays."""
        raise AssertionError("there are no bots")

    def rate(
        self, outcome: Outcome, seats: tuple[SeatInfo, ...], ratings: Mapping[Seat, float]
    ) -> Mapping[Seat, float]:
        """Nothing changes."""
        return ratings


LETTERS = {"letters": Letters()}
