"""The clock of one game: it runs with the house, stands while the game cannot go on, and lets a game be taken up.

Games of days have another one, which goes by the time of day.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

import trio

from server.clock import DayClock, HouseClock

LONGEST_SLEEP: Final = 60.0
"""A game of days looks at the time of day this often (s): Trio's clock may stand where that one goes on."""


class _Clock(ABC):
    """What the clocks of all games have in common: whole ms since the game's start, and a place to stand still."""

    def __init__(self) -> None:
        self._stood: int | None = None

    @property
    def now(self) -> int:
        """The ms at this moment."""
        return self.at(None)

    @property
    def stands(self) -> bool:
        """Whether the clock stands still."""
        return self._stood is not None

    @property
    def resumes(self) -> int:
        """In a count-down the ms at which it ends, else 0."""
        return 0

    @abstractmethod
    def at(self, moment: float | None) -> int:
        """The ms at a moment of Trio's clock that is past (None: now)."""

    def rest(self, moment: int) -> int:
        """How many ms of a count-down are left at an ms of this clock; 0 where the game goes on."""
        return 0


class Pace(_Clock):
    """Whole ms since the game's start, by a clock that can stand still.

    A game that goes on after it stood still does so with a count-down: the clock is set back, and nothing may happen
    before it has come to where it stood.
    """

    def __init__(self, house: HouseClock, at: int = 0) -> None:
        super().__init__()
        self._resumes: int | None = None
        self._house = house
        self._zero = house.now() - at / 1000

    @property
    def resumes(self) -> int:
        """In a count-down the ms at which it ends, else 0."""
        return 0 if self._resumes is None or self._resumes <= self.now else self._resumes

    def at(self, moment: float | None) -> int:
        """The ms at a moment of Trio's clock that is past (None: now)."""
        running = self._house.now() if moment is None else self._house.at(moment)
        # A microsecond is added, since a timer that wakes exactly on time must not read one ms less.
        ms = math.floor((running - self._zero) * 1000 + 0.001)
        return ms if self._stood is None else self._stood

    def rest(self, moment: int) -> int:
        """How many ms of a count-down are left at an ms of this clock; 0 where the game goes on."""
        return 0 if self._resumes is None else max(0, self._resumes - moment)

    def wake_time(self, due: int | None) -> float:
        """The time of Trio's clock at which an ms will be reached; never while the clock stands."""
        if due is None or self._stood is not None:
            return math.inf
        return self._house.wake_time(self._zero + max(due, self._resumes or due) / 1000)

    def stand(self, at: int) -> None:
        """Stand still at an ms, at which the game will go on."""
        self._stood = self._resumes = at

    def go_on(self, at: int, countdown: int) -> None:
        """Run again, `countdown` ms before the one at which it goes on."""
        self._stood, self._resumes = None, at
        self._zero = self._house.now() - (at - countdown) / 1000


class DayPace(_Clock):
    """The same for a game of days: whole ms of the time of day since its start, also while nobody is there.

    It needs no count-down. Instead, in the grace it does not come to a `deadline` that was set before people could
    act again, so that an act counts which comes in time by that.
    """

    def __init__(self, day: DayClock, started: int, deadline: Callable[[], int | None], *, fresh: bool) -> None:
        super().__init__()
        self._day, self._started, self._deadline = day, started, deadline
        self._set = deadline(), day.now() if fresh else 0
        """The game's deadline, and when (Unix ms) it was first seen: what was there before is older than anything."""

    def at(self, moment: float | None) -> int:
        """The ms at a moment of Trio's clock that is past (None: now)."""
        if self._stood is not None:
            return self._stood
        ms, spared = self._day.at(moment) - self._started, self._spared()
        return ms if spared is None else min(ms, spared - 1)

    def wake_time(self, due: int | None) -> float:
        """The time of Trio's clock at which an ms will be reached, or before it, in time to look again."""
        if due is None or self._stood is not None:
            return math.inf
        spared, day = self._spared(), self._started + due
        if spared is not None and due >= spared:
            day = max(day, self._day.grace_ends)
        return trio.current_time() + min((day - self._day.now()) / 1000, LONGEST_SLEEP)

    def stand(self, at: int) -> None:
        """Stand still at an ms."""
        self._stood = at

    def _spared(self) -> int | None:
        """The deadline that must not come yet, if there is one."""
        now, due = self._day.now(), self._deadline()
        if due != self._set[0]:
            self._set = due, now
        if due is None or now >= self._day.grace_ends:
            return None
        return due if self._set[1] < self._day.able or self._started + due <= self._day.able else None
