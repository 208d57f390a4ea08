"""A toy kind that no package knows: two seats call a coin toss in secret, and whoever is right alone wins.

It shows that the server runs any game that keeps the contract, and what it does with one that breaks.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from engines.chance import Chance
from engines.contract import (
    Away,
    Back,
    BotSeat,
    Illegal,
    Leave,
    Outcome,
    Plan,
    Seat,
    SeatInfo,
    SeatResult,
    Step,
    Viewer,
)
from tests.server.toys import Formless, Toy

PATIENCE = 5_000
"""The ms after which a game without all calls ends."""

Side = Literal["heads", "tails"]


class Settings(Struct, frozen=True, tag="toss"):
    """Whether a bot plays against one human instead of another human."""

    bot: bool = False


class Call(Struct, frozen=True, tag="toss.call"):
    """Call a side."""

    side: Side


class Break(Struct, frozen=True, tag="toss.break"):
    """A command on which the rules stumble."""


class Explode(Struct, frozen=True, tag="toss.explode"):
    """A command after which time stumbles."""


class Called(Struct, frozen=True, tag="toss.called"):
    """Somebody has called; nobody else learns what."""

    seat: Seat
    side: Side | None


class Legal(Struct, frozen=True):
    """The calls that are left."""

    calls: tuple[Call, ...] = ()

    def __contains__(self, command: object) -> bool:
        return command in self.calls or isinstance(command, Break | Explode)

    def __iter__(self) -> Iterator[Call]:
        return iter(self.calls)

    def sample(self, chance: Chance) -> tuple[Call | None, Chance]:
        """A call at random."""
        pick, after = chance.below(2)
        return (self.calls[pick], after) if self.calls else (None, chance)


class Shared(Struct, frozen=True, tag="toss.shared"):
    """Who has called, and after the end how the coin fell."""

    called: tuple[bool, ...]
    away: tuple[Seat, ...]
    coin: Side | None


class Own(Struct, frozen=True, tag="toss.own"):
    """The own call."""

    seat: Seat
    side: Side | None
    legal: Legal


class Record(Struct, frozen=True, tag="toss.record"):
    """How the coin fell, and what everybody called."""

    coin: Side
    calls: tuple[Side | None, ...]


class Game(Struct, frozen=True):
    """One toss. The coin has fallen before anybody calls, but nobody may see it."""

    coin: Side
    calls: tuple[Side | None, ...]
    away: tuple[Seat, ...] = ()
    exploding: int | None = None
    ended: bool = False

    @property
    def deadline(self) -> int | None:
        """When patience ends."""
        return None if self.ended else self.exploding or PATIENCE

    @property
    def outcome(self) -> Outcome | None:
        """One point for whoever was right."""
        if not self.ended:
            return None
        points = [int(call == self.coin) for call in self.calls]
        results = tuple(
            SeatResult(seat, point, 1 + sum(other > point for other in points)) for seat, point in enumerate(points)
        )
        return Outcome("called", results, rated=True, record=Record(self.coin, self.calls))

    @property
    def hushed(self) -> frozenset[Seat]:
        """Whoever has not called must not be told what to call, once somebody has."""
        if self.ended or not any(self.calls):
            return frozenset()
        return frozenset(seat for seat, call in enumerate(self.calls) if call is None)

    @property
    def vacant(self) -> tuple[Seat, ...]:
        """Nobody joins later."""
        return ()

    def legal(self, seat: Seat) -> Legal:
        """Both sides, once."""
        free = self.calls[seat] is None and not self.ended
        return Legal((Call("heads"), Call("tails")) if free else ())

    def apply(self, seat: Seat | None, command: Any, now: int) -> Step:
        """A call, or what the room tells."""
        match command:
            case Away(seat=one):
                return Step(replace(self, away=(*self.away, one)))
            case Back(seat=one):
                return Step(replace(self, away=tuple(other for other in self.away if other != one)))
            case Leave():
                return Step(replace(self, ended=True))
            case Break():
                raise ZeroDivisionError("planted in the rules")
            case Explode():
                return Step(replace(self, exploding=now + 1_000))
            case Call(side=side) if seat is not None and command in self.legal(seat):
                calls = tuple(side if other == seat else call for other, call in enumerate(self.calls))
                return Step(replace(self, calls=calls, ended=all(calls)), (Called(seat, side),))
        first = next((other for other in range(len(self.calls)) if other != seat and self.calls[other]), None)
        raise Illegal("called", "It is too late; {player} has called." if first is not None else "Too late.", first)

    def expire(self, deadline: int) -> Step:
        """Patience ends."""
        if self.exploding is not None:
            raise ZeroDivisionError("planted in the clock")
        return Step(replace(self, ended=True))

    def audience(self, viewer: Viewer, *, testing: bool = False) -> str:
        """All see the same."""
        return "table"

    def shared(self, audience: str) -> Shared:
        """What all see."""
        return Shared(tuple(call is not None for call in self.calls), self.away, self.coin if self.ended else None)

    def own(self, seat: Seat) -> Own:
        """What one seat sees besides."""
        return Own(seat, self.calls[seat], self.legal(seat))

    def seen(self, event: Any, audience: str) -> Called:
        """That somebody called, not what."""
        return Called(event.seat, None)


class Bot(Struct, frozen=True):
    """Calls heads a second after it has sat down."""

    plan: Plan[Call] | None = Plan(Call("heads"), 1_000)

    def see(self, shared: Any, own: Any, events: tuple[Any, ...], now: int) -> "Bot":
        """It looks at nothing."""
        return self


class Setup(Formless):
    """How a room of it begins."""

    def defaults(self) -> Settings:
        """No bot."""
        return Settings()

    def summary(self, settings: Settings) -> str:
        """One coin."""
        return "one coin"


class Toss(Toy):
    """The kind."""

    name: ClassVar[str] = "toss"
    title: ClassVar[str] = "Coin Toss"
    rules: ClassVar[int] = 3
    rating: ClassVar[Literal["none", "elo"]] = "elo"
    settings: ClassVar[type[Struct]] = Settings
    commands: ClassVar[Any] = Call | Break | Explode
    setup: ClassVar[Setup] = Setup()

    def humans(self, settings: Settings) -> tuple[int, int]:
        """Two, or one and a bot."""
        return (1, 1) if settings.bot else (2, 2)

    def bots(self, settings: Settings) -> tuple[BotSeat, ...]:
        """The bot, if it plays."""
        return (BotSeat("Coin bot"),) if settings.bot else ()

    def new(self, settings: Settings, seats: tuple[SeatInfo, ...], key: bytes) -> Game:
        """The coin falls."""
        heads, _ = Chance(key).percent(50)
        return Game("heads" if heads else "tails", (None,) * len(seats))

    def bot(self, settings: Settings, seats: tuple[SeatInfo, ...], seat: Seat, key: bytes) -> Bot:
        """The bot."""
        return Bot()

    def rate(
        self, outcome: Outcome, seats: tuple[SeatInfo, ...], ratings: Mapping[Seat, float]
    ) -> Mapping[Seat, float]:
        """Ten a point, for accounts."""
        points = {result.seat: result.points for result in outcome.results}
        return {seat: rating + 10 * points[seat] for seat, rating in ratings.items()}


TOSS = {"toss": Toss()}
