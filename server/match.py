"""One game at play, without a clock of its own and without a network: it judges commands in the order of time.

This is where the order of things at a table is decided: first what time does, then people's acts, then the bots'.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from engines.contract import Bot, Game, Kind, Outcome, Plan, Seat, SeatInfo, Sit, Step
from server.entries import Acted, Checkpoint, Passed, command_of, encoded
from server.store.records import TimedCommand
from server.views import seen_events

Told = Callable[[Step, int], None]
"""What is told of every step: the step, and the ms at which it was taken."""

Record = Callable[[Acted | Passed], None]
"""Writes down what happened."""


def unrecorded(_: Acted | Passed) -> None:
    """Nobody needs it."""


def _untold(_: Step, _at: int) -> None:
    """Nobody looks."""


class Match:
    """A game from its start to its end, with its bots and its commands.

    Args:
        kind: The kind of game.
        settings: The room's settings.
        seats: Who sits where.
        key: 32 bytes that decide everything left to chance.
        told: Called with every step, as soon as it was taken.
        record: Called with every command, and with how far time has come when it alone did something.
    """

    def __init__(
        self,
        kind: Kind,
        settings: Any,
        seats: tuple[SeatInfo, ...],
        key: bytes,
        told: Told,
        record: Record = unrecorded,
    ) -> None:
        self.kind, self.settings, self.key = kind, settings, key
        self.seats = seats
        """Who sat down at each seat, newcomers behind those of the start."""
        self.game: Game = kind.new(settings, seats, key)
        self.now = 0
        """The ms of the latest thing that happened. Nothing can happen before it any more."""
        self.commands: list[TimedCommand] = []
        self.bots: dict[Seat, Bot] = {
            seat: kind.bot(settings, seats, seat, key) for seat, info in enumerate(seats) if info.bot
        }
        self.sent: dict[Seat, Plan[Any]] = {}
        """The plan of each bot that was carried out, or could not be, last."""
        self._told, self._record = told, record
        self._unrecorded = False
        self._show_bots(())

    @property
    def outcome(self) -> Outcome | None:
        """None until the end."""
        return self.game.outcome

    @property
    def due(self) -> int | None:
        """The ms at which something happens without anybody's doing."""
        due, plan = self.game.deadline, self._next_plan() if self.bots else None
        if plan is not None and (due is None or plan[0].at < due):
            due = plan[0].at
        return None if due is None else max(self.now, due)

    def deadline(self) -> int | None:
        """The ms at which the game itself does something next."""
        return self.game.deadline

    def mute(self) -> None:
        """Tell and record nothing any more."""
        self._told, self._record = _untold, unrecorded

    def act(self, seat: Seat | None, command: Any, at: int) -> None:
        """A command of a seat, or a system command from none, that came in at `at` ms.

        Raises:
            Illegal: the rules do not allow it; nothing changed but what was due before it.
        """
        at = max(at, self.now)
        try:
            self._advance(at, bots_before=at)
            self._apply(seat, command, at)
        finally:
            self._record_time()

    def advance(self, to: int) -> None:
        """Let everything happen that is due up to `to` ms."""
        try:
            self._advance(max(to, self.now), bots_before=to + 1)
        finally:
            self._record_time()

    def relive(self, entry: Acted | Passed) -> None:
        """Let happen once more what was recorded; bots are shown it, and do nothing that is not recorded.

        Raises:
            Illegal: the rules do not allow it; only what was due before it has happened.
            ValueError: it holds no command.
        """
        command = command_of(entry.command) if isinstance(entry, Acted) else None
        while self.outcome is None and self.game.deadline is not None and self.game.deadline <= entry.time:
            self._take(self.game.expire(self.game.deadline), self.game.deadline)
        self.now = max(self.now, entry.time)
        tried = entry.time if isinstance(entry, Acted) else entry.time + 1
        for seat, bot in self.bots.items():
            # What a bot planned for earlier was carried out, or the rules did not allow it then.
            mine = isinstance(entry, Acted) and entry.seat == seat and bot.plan and bot.plan.command == command
            if bot.plan is not None and (mine or bot.plan.at < tried):
                self.sent[seat] = bot.plan
        if isinstance(entry, Acted):
            self._carry_out(entry.seat, command, entry.command, entry.time)
        self._unrecorded = False

    def checkpoint(self) -> Checkpoint:
        """The game and its bots as they are now."""
        bots = {seat: encoded(bot) for seat, bot in self.bots.items()}
        sent = tuple(
            seat for seat, bot in self.bots.items() if bot.plan is not None and bot.plan is self.sent.get(seat)
        )
        return Checkpoint(self.kind.rules, self.now, encoded(self.game), bots, sent)

    def take_up(self, checkpoint: Checkpoint, commands: list[TimedCommand]) -> None:
        """Go on from a checkpoint, before which there were these commands.

        Raises:
            ValueError: it does not fit the rules as they are now.
        """
        self.game = msgspec.msgpack.decode(checkpoint.game, type=type(self.game))
        self.now, self.commands = checkpoint.time, commands
        for one in commands:
            if one.seat is None:
                self._seat(command_of(one.command))
        for seat, written in checkpoint.bots.items():
            bot = self.bots[seat] = msgspec.msgpack.decode(written, type=type(self.bots[seat]))
            if bot.plan is not None and seat in checkpoint.sent:
                self.sent[seat] = bot.plan

    def _advance(self, to: int, bots_before: int) -> None:
        while self.game.outcome is None:
            deadline, plan = self.game.deadline, self._next_plan() if self.bots else None
            if deadline is not None and deadline <= to and (plan is None or deadline <= plan[0].at):
                self._take(self.game.expire(deadline), deadline)
                self._unrecorded = True
            elif plan is not None and plan[0].at < bots_before:
                self._play(*plan)
            else:
                break
        self.now = max(self.now, to)

    def _apply(self, seat: Seat | None, command: Any, at: int) -> None:
        written = encoded(command)
        self._carry_out(seat, command, written, at)
        self._record(Acted(at, seat, written))
        self._unrecorded = False

    def _carry_out(self, seat: Seat | None, command: Any, written: bytes, at: int) -> None:
        step = self.game.apply(seat, command, at)
        self.commands.append(TimedCommand(at, seat, written))
        self._seat(command)
        self._take(step, at)

    def _seat(self, command: Any) -> None:
        """Who comes back is known; a newcomer has the next seat."""
        if isinstance(command, Sit) and command.seat == len(self.seats):
            self.seats = (*self.seats, command.info)

    def _record_time(self) -> None:
        """A restart must not take back what time has done."""
        if self._unrecorded:
            self._record(Passed(self.now))
            self._unrecorded = False

    def _take(self, step: Step, at: int) -> None:
        self.game, self.now = step.game, max(self.now, at)
        if self.bots:
            self._show_bots(step.events)
        self._told(step, at)

    def _next_plan(self) -> tuple[Plan[Any], Seat] | None:
        if self.outcome is not None:
            return None
        waiting = [
            (bot.plan, seat)
            for seat, bot in self.bots.items()
            if bot.plan is not None and bot.plan is not self.sent.get(seat)
        ]
        return min(waiting, key=lambda one: (one[0].at, one[1]), default=None)

    def _play(self, plan: Plan[Any], seat: Seat) -> None:
        """Carry out what a bot planned. A refusal is the bot's bad luck, as it would be a person's."""
        self.sent[seat] = plan
        at = max(plan.at, self.now)
        if plan.command in self.game.legal(seat):
            self._apply(seat, plan.command, at)

    def _show_bots(self, events: tuple[Any, ...]) -> None:
        shown: dict[str, tuple[Any, tuple[Any, ...]]] = {}
        for seat, bot in self.bots.items():
            audience = self.game.audience(seat)
            if audience not in shown:
                shown[audience] = self.game.shared(audience), seen_events(self.game, events, audience)
            shared, seen = shown[audience]
            self.bots[seat] = bot.see(shared, self.game.own(seat), seen, self.now)
