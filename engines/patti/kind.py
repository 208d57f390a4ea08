"""Patti 24 as a kind of game: what the server must know to run it."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from msgspec import Struct

from engines.bounds import frozen_in
from engines.contract import Bot, BotSeat, Outcome, Seat, SeatInfo, Setup
from engines.patti import bot as bots
from engines.patti import game
from engines.patti.model import Command, Settings
from engines.patti.presence import OPENING
from engines.patti.setup import PLACES, SETUP, tempers


class Patti:
    """Three cards each, a bet that rises by itself, and hands that are played unseen."""

    name: ClassVar[str] = "patti"
    title: ClassVar[str] = "Patti 24"
    rules: ClassVar[int] = 3
    clock: ClassVar[Literal["room", "wall"]] = "room"
    book: ClassVar[Literal["none", "host", "bankroll"]] = "host"
    opening: ClassVar[int] = OPENING
    rating: ClassVar[Literal["none", "elo"]] = "none"
    guests: ClassVar[Literal["alone", "admitted"]] = "admitted"
    reveals: ClassVar[bool] = False
    settings: ClassVar[type[Struct]] = Settings
    commands: ClassVar[Any] = Command
    setup: ClassVar[Setup] = SETUP

    def humans(self, settings: Settings) -> tuple[int, int]:
        """Two players at least, bots among them, and one human; as many as the deck serves (R1)."""
        return max(1, 2 - settings.bots), PLACES[settings.cards] - settings.bots

    def bots(self, settings: Settings) -> tuple[BotSeat, ...]:
        """The bots that the settings ask for, by number and temper."""
        return tuple(BotSeat(f"Bot {number} ({temper.title()})") for number, temper in enumerate(tempers(settings), 1))

    def bounded(self, settings: Settings, bounds: Mapping[str, int]) -> Settings:
        """The settings with the operator's "patience" (ms) with a short stack (R24), or the usual one.

        Raises:
            ValueError: a bound of another name, or one out of range.
        """
        return frozen_in(settings, {"patience": Settings().patience}, bounds)

    def new(self, settings: Settings, seats: tuple[SeatInfo, ...], key: bytes) -> game.Game:
        """A new session at time 0.

        Raises:
            ValueError: the settings contradict themselves, or too few or too many want to play.
        """
        problems = SETUP.problems(settings)
        if problems:
            raise ValueError(problems[0])
        least, most = self.humans(settings)
        humans = sum(not seat.bot for seat in seats)
        if not least <= humans <= most or len(seats) - humans != settings.bots:
            raise ValueError(f"{least} to {most} humans and {settings.bots} bots play")
        return game.new(settings, seats, key)

    def bot(self, settings: Settings, seats: tuple[SeatInfo, ...], seat: Seat, key: bytes) -> Bot:
        """The bot that plays `seat`."""
        return bots.new_bot(settings, seats, seat, key)

    def rate(
        self, outcome: Outcome, seats: tuple[SeatInfo, ...], ratings: Mapping[Seat, float]
    ) -> Mapping[Seat, float]:
        """Coins are what counts here: nobody is rated."""
        return {}
