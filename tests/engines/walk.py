"""A random walk through any game: legal commands, forbidden ones, time, and connections that come and go."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest

from engines.chance import Chance
from engines.contract import Away, Back, Host, Illegal, Leave, Reset, Seat, SeatInfo, Sit
from tests.engines.drive import Table

Chooser = Callable[[Table, Seat, Chance], tuple[Any, Chance]]
"""Chooses a command for a seat, None for none."""


def any_legal(table: Table, seat: Seat, chance: Chance) -> tuple[Any, Chance]:
    """Whatever the seat may do, every command as likely as another."""
    return table.game.legal(seat).sample(chance)


def anybody(table: Table, seat: Seat) -> Seat:
    """Whoever was drawn."""
    return seat


@dataclass(frozen=True)
class Habits:
    """How a walk goes: what chooses commands, and who acts where a seat was drawn; how often (percent) time passes, and
    a connection that is lost is lost for good.
    """

    choose: Chooser = any_legal
    who: Callable[[Table, Seat], Seat] = anybody
    time: int = 40
    leaves: int = 5


@dataclass
class Walker:
    """Walks one table. `chance` makes every choice, so that a walk is its key."""

    table: Table
    chance: Chance
    habits: Habits = field(default_factory=Habits)

    def __post_init__(self) -> None:
        self.gone: set[Seat] = set()
        self.tried: list[Any] = []

    def walk(self, acts: int) -> None:
        """So many acts, or until a little after the end."""
        for _ in range(acts):
            self.step()
            if self.table.over:
                assert self.table.game.deadline is None
                self._forbidden()
                self._system()
                return

    def step(self) -> None:
        """One act: time passes, a seat commands, something forbidden is tried, or the room has something to tell."""
        self.table.advance(self.table.now)
        roll = self._below(100)
        if roll < self.habits.time:
            self._time()
        elif roll < 85:
            self._command()
        elif roll < 94:
            self._forbidden()
        else:
            self._system()

    def _below(self, n: int) -> int:
        value, self.chance = self.chance.below(n)
        return value

    def _time(self) -> None:
        table, deadline = self.table, self.table.game.deadline
        match self._below(8):
            case 0 if deadline is not None and deadline - 1 > table.now:
                table.advance(deadline - 1)
            case 1:
                table.advance(table.now + self._below(50))
            case 2 | 3:
                table.advance(table.now + self._below(2000), most=20)
            case 4:
                table.advance(table.now + 11_000, most=12)
            case 5:
                table.pass_deadlines(1 + self._below(5))
            case _:
                table.pass_deadlines(1)

    def _command(self) -> None:
        seat = self.habits.who(self.table, self.table.humans[self._below(len(self.table.humans))])
        command, self.chance = self.habits.choose(self.table, seat, self.chance)
        if command is None:
            return
        assert command in self.table.game.legal(seat)
        self.tried.append(command)
        self.table.act(seat, command)

    def _forbidden(self) -> None:
        """Commands that were fine for somebody at some time, and are not for this seat now."""
        game, seat = self.table.game, self._below(len(self.table.seats))
        known = [*self.tried[-3:], *(command for other in self.table.humans for command in game.legal(other))]
        for command in known:
            if command not in game.legal(seat):
                with pytest.raises(Illegal) as refused:
                    self.table.act(seat, command)
                assert refused.value.code
                assert refused.value.text
        assert self.table.game is game  # a frozen value: it is the same one, so it is unchanged

    def _system(self) -> None:
        if self.table.game.vacant and self._below(2):
            self._newcomer()
            return
        seat = self.table.humans[self._below(len(self.table.humans))]
        if self._below(100) < self.habits.leaves:
            self.table.act(None, Leave(seat))
        elif seat in self.gone:
            self.gone.remove(seat)
            self.table.act(None, Back(seat))
        else:
            self.gone.add(seat)
            self.table.act(None, Away(seat))

    def _newcomer(self) -> None:
        """What happens in a room that people can join while it plays: somebody sits down, hosts, or resets the book."""
        table, vacant = self.table, self.table.game.vacant
        match self._below(4):
            case 0:
                self._host()
            case 1:
                self._reset()
            case _:
                seat = vacant[self._below(len(vacant))]
                known = seat < len(table.seats)
                info = table.accounts[seat] if known else SeatInfo(balance=table.kind.opening)
                table.act(None, Sit(seat, info))
                self.gone.discard(seat)

    def _host(self) -> None:
        self.table.act(None, Host(self.table.humans[self._below(len(self.table.humans))]))

    def _reset(self) -> None:
        """The game says whether this is a time for it."""
        game = self.table.game
        with suppress(Illegal):
            self.table.act(None, Reset())
            return
        assert self.table.game is game
