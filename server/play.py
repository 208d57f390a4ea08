"""A game at play: one task that owns its time, from Start until its result is safe on disk.

It knows the contract and nothing of any game. A fault in a game ends here: the room is told, and nobody else.
"""

import math
from collections.abc import Sequence
from typing import Any, Protocol

import structlog
import trio

from engines.contract import Game, Illegal, Kind, Removed, Seat, Step, System
from server.entries import Acted, Checkpoint, Deal, Entry, Said
from server.house import House
from server.journal import RoomLog
from server.match import Match
from server.pace import DayPace, Pace
from server.store.errors import StoreError
from server.store.records import FinishedGame, Rate, TimedCommand

LOG = structlog.get_logger()
SLOW = 2.0
"""When storing a result takes longer than this (s), the players are told why nothing happens."""
LONGEST_WAIT = 5.0
"""Between two tries to store a result (s)."""


class Stage(Protocol):
    """The room, as its game's task needs it. All of these are called inside a batch."""

    def show(self, step: Step) -> None:
        """Everybody may see what the step made."""

    def took(self, step: Step, at: int) -> None:
        """A step was taken; what it means for the book is written down before anybody learns of it."""

    def put_out(self, removed: tuple[Removed, ...]) -> None:
        """The game has put these players out. It is not called in the middle of a step."""

    def closing_account(self, play: "Play") -> FinishedGame:
        """The finished game as it is to be stored."""

    def waits_for_store(self) -> None:
        """The result cannot be stored yet."""

    def finished(self, stored: FinishedGame) -> None:
        """The result is safe: the last step may be seen, and what it did to the ratings."""

    def fail(self, fault: BaseException) -> None:
        """Something is wrong inside; the room has to end."""


class Play:
    """A running game and its clock. `shown` is the latest position that anybody has seen.

    The final position is held back until the store has it: what is told of an end is true for ever.
    """

    def __init__(self, house: House, stage: Stage, log: RoomLog, kind: Kind, settings: Any, deal: Deal) -> None:
        self.deal = deal
        self._house, self._stage = house, stage
        self._last_step: Step | None = None
        self._removed: tuple[Removed, ...] = ()
        self._paused = ""
        self._life = trio.CancelScope()
        self._sleep = trio.CancelScope()
        self.match = Match(kind, settings, deal.seats, deal.key, self._told, log.append)
        self._pace = self._day_pace(fresh=True) if self.of_days else Pace(house.clock)
        self.shown: Game = self.match.game

    @property
    def of_days(self) -> bool:
        """Whether the game goes by the time of day, also while nobody is there."""
        return self.match.kind.clock == "wall"

    @property
    def resumes(self) -> int:
        """In a count-down the ms at which the game goes on, else 0."""
        return self._pace.resumes

    @property
    def paused(self) -> str:
        """Why the game stands still, in a sentence; "" while it does not."""
        return self._paused

    @property
    def time(self) -> int:
        """The game's clock now, in whole ms. In a count-down it comes up to what has happened already."""
        now = self._pace.now
        return now if self._pace.rest(now) else max(self.match.now, now)

    def act(self, seat: Seat | None, command: Any, at: float | None = None) -> None:
        """Judge a command that came in at a moment of Trio's clock (now, if left out).

        Raises:
            Illegal: it is refused.
        """
        moment = self._pace.at(at)
        if seat is not None:
            self._demand_running(moment)
        try:
            self.match.act(seat, command, moment)
        finally:
            self._put_out()
            self._set_alarm()

    def tell(self, command: System) -> None:
        """Tell the game what happened to a player. Once it has ended, nothing does any more."""
        if self.match.outcome is None:
            self.act(None, command)

    def take_up(self, checkpoint: Checkpoint, entries: Sequence[Entry], covered: int) -> int:
        """Come to where the game was: from a checkpoint, which `covered` so many of the entries, through the others.

        Gives how many acts had to be dropped because newer rules do not know or allow them.

        Raises:
            Illegal: the same rules do not allow what they allowed.
            ValueError: the journal is damaged.
        """
        acts = [entry for entry in entries[:covered] if isinstance(entry, Acted)]
        self.match.take_up(checkpoint, [TimedCommand(act.time, act.seat, act.command) for act in acts])
        self.shown, dropped = self.match.game, 0
        for entry in entries[covered:]:
            if not isinstance(entry, Said):
                try:
                    self.match.relive(entry)
                except (Illegal, ValueError):
                    if checkpoint.rules == self.match.kind.rules:
                        raise
                    dropped += 1
        self._removed = ()  # what the room made of it is in its state
        return dropped

    def pause(self, why: str) -> None:
        """Stand still: no time passes, and nothing is judged. Everybody reads `why`."""
        self._paused = why
        self._pace.stand(self.resumes or self.time)
        self._sleep.deadline = self._wake_time()

    def go_on(self) -> None:
        """Go on after a restart or a pause, with a count-down; a game of days goes by the time of day."""
        self._paused = ""
        if isinstance(self._pace, Pace):
            countdown = round(self._house.config.server.countdown_seconds * 1000)
            self._pace.go_on(max(self.match.now, self._pace.now), countdown)
        else:
            self._pace = self._day_pace(fresh=False)
        self._sleep.deadline = self._wake_time()

    def catch_up(self, to: int | None = None) -> None:
        """Let time do what is due up to an ms (now, if left out), unless the game stands still."""
        moment = self._pace.now if to is None else to
        if not self._pace.rest(moment) and not self._pace.stands:
            self.match.advance(moment)
            self._put_out()

    def end(self) -> None:
        """Stop, whatever is unfinished."""
        self._life.cancel()

    async def run(self) -> None:
        """Own the game's time until its result is stored."""
        with self._life:
            try:
                await self._pass_time()
                stored = await self._stored()
                with self._house.hub.batch():
                    if self._last_step is not None:
                        self._show(self._last_step)
                    self._stage.finished(stored)
            except Exception as fault:
                with self._house.hub.batch():
                    self._stage.fail(fault)

    async def _pass_time(self) -> None:
        while self.match.outcome is None:
            with trio.CancelScope(deadline=self._wake_time()) as self._sleep:
                await trio.sleep_forever()
            due = self._sleep.deadline
            if not -math.inf < due <= trio.current_time():
                # An act came before the alarm: it ended the game, or all that was due has happened before it.
                continue
            # Whoever pressed a key before that moment is heard before time, or a bot, does anything.
            heard = await self._house.hub.hear(due)
            with self._house.hub.batch():
                self.catch_up(self._pace.at(heard))

    async def _stored(self) -> FinishedGame:
        account = self._stage.closing_account(self)
        with self._house.storing():
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._explain_wait)
                stored = await self._store_at_last(account)
                nursery.cancel_scope.cancel()
        return stored

    async def _store_at_last(self, account: FinishedGame) -> FinishedGame:
        wait = 0.25
        while True:
            try:
                # First what led to the result: nothing of it may be undone once it is told.
                await self._house.journal.flush()
                return await self._house.store.finish(account, self._rate())
            except StoreError as error:
                LOG.warning("a result is not stored yet", game=account.id, reason=error, next_try_in_s=wait)
            await trio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)

    def _rate(self) -> Rate:
        outcome, kind, seats = self.match.outcome, self.match.kind, self.match.seats
        if outcome is None:
            raise AssertionError("only a finished game is rated")
        return lambda ratings: kind.rate(outcome, seats, ratings)

    async def _explain_wait(self) -> None:
        await trio.sleep(SLOW)
        with self._house.hub.batch():
            self._stage.waits_for_store()

    def _put_out(self) -> None:
        """Once time and acts have had their say, the room learns whom the game has put out."""
        removed, self._removed = self._removed, ()
        if removed:
            self._stage.put_out(removed)

    def _told(self, step: Step, at: int) -> None:
        self._removed += step.removed
        self._stage.took(step, at)
        if step.game.outcome is not None:
            self._last_step = step
        else:
            self._show(step)

    def _show(self, step: Step) -> None:
        self.shown = step.game
        self._stage.show(step)

    def _demand_running(self, moment: int) -> None:
        if self._pace.stands:
            raise Illegal("paused", "The game stands still until the server can go on.")
        rest = self._pace.rest(moment)
        if rest:
            raise Illegal("resuming", f"The game goes on in {math.ceil(rest / 1000)} s.")

    def _day_pace(self, *, fresh: bool) -> DayPace:
        return DayPace(self._house.day, self.deal.started, self.match.deadline, fresh=fresh)

    def _set_alarm(self) -> None:
        """Wake up for what is due next. Most acts do not change that, and Trio takes its time to move a deadline."""
        wake_time = self._wake_time()
        if wake_time != self._sleep.deadline:
            self._sleep.deadline = wake_time

    def _wake_time(self) -> float:
        due = self.match.due
        return -math.inf if due is None and self.match.outcome is not None else self._pace.wake_time(due)
