"""Five of a Kind as a kind of game: what the server must know to run it."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from msgspec import Struct

from engines import ratings as elo
from engines.bounds import frozen_in
from engines.contract import Bot, BotSeat, Outcome, Seat, SeatInfo, Setup
from engines.five_of_a_kind import bot as bots
from engines.five_of_a_kind import game
from engines.five_of_a_kind.model import Command, Settings
from engines.five_of_a_kind.setup import SETUP, label

MOST_HUMANS = 8


class FiveOfAKind:
    """The flagship: cards appear one by one, and the first to see five of a kind claims."""

    name: ClassVar[str] = "five_of_a_kind"
    title: ClassVar[str] = "Five of a Kind"
    rules: ClassVar[int] = 1
    clock: ClassVar[Literal["room", "wall"]] = "room"
    book: ClassVar[Literal["none", "host", "bankroll"]] = "none"
    opening: ClassVar[int] = 0
    rating: ClassVar[Literal["none", "elo"]] = "elo"
    guests: ClassVar[Literal["alone", "admitted"]] = "alone"
    reveals: ClassVar[bool] = True
    settings: ClassVar[type[Struct]] = Settings
    commands: ClassVar[Any] = Command
    setup: ClassVar[Setup] = SETUP

    def humans(self, settings: Settings) -> tuple[int, int]:
        """Solo play is allowed; eight at most."""
        return 1, MOST_HUMANS

    def bots(self, settings: Settings) -> tuple[BotSeat, ...]:
        """The one bot that the settings may ask for."""
        return (BotSeat(f"Bot ({label(settings, 'difficulty')})"),) if settings.bot else ()

    def bounded(self, settings: Settings, bounds: Mapping[str, int]) -> Settings:
        """The settings with the operator's "floor" and "ceiling" of the card interval (ms), or with none.

        Raises:
            ValueError: a bound of another name, or one out of range.
        """
        return frozen_in(settings, {"floor": None, "ceiling": None}, bounds)

    def new(self, settings: Settings, seats: tuple[SeatInfo, ...], key: bytes) -> game.Game:
        """A new game at time 0.

        Raises:
            ValueError: the settings contradict themselves, or too few or too many want to play.
        """
        problems = SETUP.problems(settings)
        if problems:
            raise ValueError(problems[0])
        automatic = sum(seat.bot for seat in seats)
        if not 1 <= len(seats) - automatic <= MOST_HUMANS or automatic > 1:
            raise ValueError(f"1 to {MOST_HUMANS} humans and at most one bot play")
        return game.new(settings, seats, key)

    def bot(self, settings: Settings, seats: tuple[SeatInfo, ...], seat: Seat, key: bytes) -> Bot:
        """The bot that plays `seat`."""
        return bots.new_bot(settings, seats, seat, key)

    def rate(
        self, outcome: Outcome, seats: tuple[SeatInfo, ...], ratings: Mapping[Seat, float]
    ) -> Mapping[Seat, float]:
        """The human seats' new ratings from their points; none where the game is not rated."""
        if not outcome.rated:
            return {}
        points = {result.seat: result.points for result in outcome.results}
        humans = [seat for seat, info in enumerate(seats) if not info.bot]
        automatic = [seat for seat, info in enumerate(seats) if info.bot]
        old, won = [ratings[seat] for seat in humans], [points[seat] for seat in humans]
        new = elo.with_bot(old, won, points[automatic[0]]) if automatic else elo.humans_only(old, won)
        return dict(zip(humans, new, strict=True))
