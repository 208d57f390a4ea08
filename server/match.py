"""One game at play, without a clock of its own and without a network: it judges commands in the order of time.

This is where the order of things at a table is decided: first what time does, then people's acts, then the bots'.
"""

from collections.abc import Callable
from typing import Any

from engines.contract import Bot, Game, Kind, Outcome, Plan, Seat, SeatInfo, Step
from server.store.records import TimedCommand
from server.views import command_bytes, seen_events

Told = Callable[[Step, int], None]
"""What is told of every step: the step, and the ms at which it was taken."""


class Match:
    """A game from its start to its end, with its bots and its journal.

    Args:
        kind: The kind of game.
        settings: The room's settings.
        seats: Who sits where.
        key: 32 bytes that decide everything left to chance.
        told: Called with every step, as soon as it was taken.
    """

    def __init__(self, kind: Kind, settings: Any, seats: tuple[SeatInfo, ...], key: bytes, told: Told) -> None:
        self.kind, self.settings, self.seats, self.key = kind, settings, seats, key
        self.game: Game = kind.new(settings, seats, key)
        self.now = 0
        """The ms of the latest thing that happened. Nothing can happen before it any more."""
        self.journal: list[TimedCommand] = []
        self._told = told
        self._bots: dict[Seat, Bot] = {
            seat: kind.bot(settings, seats, seat, key) for seat, info in enumerate(seats) if info.bot
        }
        self._sent: dict[Seat, Plan] = {}
        self._show_bots(())

    @property
    def outcome(self) -> Outcome | None:
        """None until the end."""
        return self.game.outcome

    @property
    def due(self) -> int | None:
        """The ms at which something happens without anybody's doing."""
        plan = self._next_plan()
        times = [at for at in (self.game.deadline, plan[0].at if plan else None) if at is not None]
        return None if self.outcome or not times else max(self.now, min(times))

    def act(self, seat: Seat | None, command: Any, at: int) -> None:
        """A command of a seat, or a system command from none, that came in at `at` ms.

        Raises:
            Illegal: the rules do not allow it; nothing changed but what was due before it.
        """
        at = max(at, self.now)
        self._advance(at, bots_before=at)
        self._apply(seat, command, at)

    def advance(self, to: int) -> None:
        """Let everything happen that is due up to `to` ms."""
        self._advance(max(to, self.now), bots_before=to + 1)

    def _advance(self, to: int, bots_before: int) -> None:
        while self.outcome is None:
            deadline, plan = self.game.deadline, self._next_plan()
            if deadline is not None and deadline <= to and (plan is None or deadline <= plan[0].at):
                self._take(self.game.expire(deadline), deadline)
            elif plan is not None and plan[0].at < bots_before:
                self._play(*plan)
            else:
                break
        self.now = max(self.now, to)

    def _apply(self, seat: Seat | None, command: Any, at: int) -> None:
        step = self.game.apply(seat, command, at)
        self.journal.append(TimedCommand(at, seat, command_bytes(command)))
        self._take(step, at)

    def _take(self, step: Step, at: int) -> None:
        self.game, self.now = step.game, max(self.now, at)
        self._show_bots(step.events)
        self._told(step, at)

    def _next_plan(self) -> tuple[Plan, Seat] | None:
        waiting = [
            (bot.plan, seat)
            for seat, bot in self._bots.items()
            if bot.plan is not None and bot.plan is not self._sent.get(seat)
        ]
        return min(waiting, key=lambda one: (one[0].at, one[1]), default=None)

    def _play(self, plan: Plan, seat: Seat) -> None:
        """Carry out what a bot planned. A refusal is the bot's bad luck, as it would be a person's."""
        self._sent[seat] = plan
        at = max(plan.at, self.now)
        if plan.command in self.game.legal(seat):
            self._apply(seat, plan.command, at)

    def _show_bots(self, events: tuple[Any, ...]) -> None:
        shown: dict[str, tuple[Any, tuple[Any, ...]]] = {}
        for seat, bot in self._bots.items():
            audience = self.game.audience(seat)
            if audience not in shown:
                shown[audience] = self.game.shared(audience), seen_events(self.game, events, audience)
            shared, seen = shown[audience]
            self._bots[seat] = bot.see(shared, self.game.own(seat), seen, self.now)
