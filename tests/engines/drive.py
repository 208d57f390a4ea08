"""A room without a network, for any kind of game: it runs what is due, lets the bots act, and keeps a journal."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace

from engines.contract import Bot, Game, Kind, Plan, Seat, SeatInfo, Sit, Step, Viewer

ENCODER = msgspec.msgpack.Encoder()


@dataclass(frozen=True)
class Act:
    """One line of the journal: a seat's command, a bot's among them, or from no seat a system command."""

    at: int
    seat: Seat | None
    command: Any


@dataclass(frozen=True)
class Frame:
    """The bytes that one viewer gets after one step: the view of its audience, its own view, the events it saw."""

    shared: bytes
    own: bytes
    events: bytes


Watcher = Callable[["Table", Step, Act | None], None]
"""Told of every step after it was taken, and of the act that made it (None where time did)."""


@dataclass
class Table:
    """One game as a room runs it. Time events come first, then people's acts, then the bots'.

    `first` are those who sat at the start, `accounts` what the book holds of every seat's player now.
    """

    kind: Kind
    settings: Any
    seats: tuple[SeatInfo, ...]
    key: bytes
    bots_act: bool = True
    watchers: list[Watcher] = field(default_factory=list)
    now: int = 0
    journal: list[Act] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.game: Game = self.kind.new(self.settings, self.seats, self.key)
        self.first, self.accounts = self.seats, list(self.seats)
        self.bots: dict[Seat, Bot] = {
            seat: self.kind.bot(self.settings, self.seats, seat, self.key)
            for seat, info in enumerate(self.seats)
            if info.bot
        }
        self._sent: dict[Seat, Plan[Any]] = {}
        self._tell_bots(())

    @property
    def humans(self) -> tuple[Seat, ...]:
        """The seats where people sit."""
        return tuple(seat for seat, info in enumerate(self.seats) if not info.bot)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.outcome is not None

    def act(self, seat: Seat | None, command: Any) -> Step:
        """A command now; `Illegal` where it is refused."""
        self.advance(self.now)
        step = self.game.apply(seat, command, self.now)
        act = Act(self.now, seat, command)
        self.journal.append(act)
        if isinstance(command, Sit):
            self._sit(command)
        self._take(step, act)
        return step

    def advance(self, to: int, most: int | None = None) -> None:
        """Let time pass up to `to` (ms), or until `most` time events have happened and no more are due that moment."""
        happened = 0
        while True:
            deadline, plan = self.game.deadline, self._next_plan()
            limit = self.now if most is not None and happened >= most else to
            if deadline is not None and deadline <= limit and (plan is None or deadline <= plan[0].at):
                self.now = deadline
                self._take(self.game.expire(deadline), None)
                happened += 1
            elif plan is not None and plan[0].at < limit:
                self._play(*plan)
            else:
                self.now = limit
                return

    def pass_deadlines(self, most: int) -> None:
        """Let time pass until that many time events have happened, or none is left to come."""
        for _ in range(most):
            if self.game.deadline is not None:
                self.advance(self.game.deadline, most=1)

    def _next_plan(self) -> tuple[Plan[Any], Seat] | None:
        if not self.bots_act or not self.bots:
            return None
        plans = [
            (bot.plan, seat) for seat, bot in self.bots.items() if bot.plan and bot.plan is not self._sent.get(seat)
        ]
        return min(plans, key=lambda pair: (pair[0].at, pair[1]), default=None)

    def _play(self, plan: Plan[Any], seat: Seat) -> None:
        self.now = plan.at
        self._sent[seat] = plan
        self.journal.append(Act(plan.at, seat, plan.command))
        self._take(self.game.apply(seat, plan.command, plan.at), self.journal[-1])

    def _sit(self, command: Sit) -> None:
        if command.seat == len(self.seats):
            self.seats = (*self.seats, command.info)
            self.accounts.append(command.info)
        self.accounts[command.seat] = command.info

    def _take(self, step: Step, act: Act | None) -> None:
        self.game = step.game
        for account in step.accounts:
            info = self.accounts[account.seat]
            self.accounts[account.seat] = replace(info, balance=account.balance, waited=account.waited)
        self._tell_bots(step.events)
        for watcher in self.watchers:
            watcher(self, step, act)

    def _tell_bots(self, events: tuple[Any, ...]) -> None:
        shown: dict[str, tuple[Any, tuple[Any, ...]]] = {}
        for seat, bot in self.bots.items():
            audience = self.game.audience(seat)
            if audience not in shown:
                shown[audience] = self.game.shared(audience), seen_events(self.game, events, audience)
            shared, seen = shown[audience]
            self.bots[seat] = bot.see(shared, self.game.own(seat), seen, self.now)


def seen_events(game: Game, events: Iterable[Any], audience: str) -> tuple[Any, ...]:
    """The events as an audience may know them."""
    return tuple(seen for event in events if (seen := game.seen(event, audience)) is not None)


def frames(step: Step, viewers: Iterable[Viewer]) -> dict[Viewer, Frame]:
    """What each of these viewers gets after a step, byte for byte."""
    game = step.game
    parts: dict[str, tuple[bytes, bytes]] = {}
    made: dict[Viewer, Frame] = {}
    for viewer in viewers:
        audience = game.audience(viewer)
        if audience not in parts:
            events = seen_events(game, step.events, audience)
            parts[audience] = ENCODER.encode(game.shared(audience)), ENCODER.encode(events)
        shared, events_seen = parts[audience]
        own = b"" if viewer is None else ENCODER.encode(game.own(viewer))
        made[viewer] = Frame(shared, own, events_seen)
    return made


class Recorder:
    """A watcher that keeps what every seat and a watcher got at every step, for comparing two runs."""

    def __init__(self) -> None:
        self.shown: list[tuple[int, dict[Viewer, Frame]]] = []

    def __call__(self, table: Table, step: Step, act: Act | None) -> None:
        self.shown.append((table.now, frames(step, (None, *range(len(table.seats))))))


def replay(table: Table, *watchers: Watcher) -> Table:
    """The same game again, from nothing but the settings, the seats, the key and the journal."""
    again = Table(table.kind, table.settings, table.first, table.key, bots_act=False, watchers=list(watchers))
    for act in table.journal:
        again.advance(act.at)
        again.act(act.seat, act.command)
    again.advance(table.now)
    return again
