"""The clock of one game: it runs with the house, stands while the game cannot go on, and lets a game be taken up."""

import math

from server.clock import HouseClock


class Pace:
    """Whole ms since the game's start, by a clock that can stand still.

    A game that goes on after it stood still does so with a count-down: the clock is set back, and nothing may happen
    before it has come to `resumes` again.
    """

    def __init__(self, house: HouseClock, at: int = 0) -> None:
        self.resumes = 0
        """The ms at which the game goes on, or went on the last time."""
        self._house = house
        self._zero = house.now() - at / 1000
        self._stood: int | None = None

    @property
    def now(self) -> int:
        """The ms at this moment."""
        return self.at(None)

    @property
    def stands(self) -> bool:
        """Whether the clock stands still."""
        return self._stood is not None

    def at(self, moment: float | None) -> int:
        """The ms at a moment of Trio's clock that is past (None: now)."""
        running = self._house.now() if moment is None else self._house.at(moment)
        # A microsecond is added, since a timer that wakes exactly on time must not read one ms less.
        ms = max(0, math.floor((running - self._zero) * 1000 + 0.001))
        return ms if self._stood is None else min(ms, self._stood)

    def wake_time(self, due: int | None) -> float:
        """The time of Trio's clock at which an ms will be reached; never while the clock stands."""
        if due is None or self._stood is not None:
            return math.inf
        return self._house.wake_time(self._zero + max(due, self.resumes) / 1000)

    def stand(self, at: int) -> None:
        """Stand still at an ms."""
        self._stood = self.resumes = at

    def go_on(self, at: int, countdown: int) -> None:
        """Run again, `countdown` ms before the one at which it goes on."""
        self._stood, self.resumes = None, at
        self._zero = self._house.now() - (at - countdown) / 1000
