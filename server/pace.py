"""The clock of one game: it runs with the house, stands while the game cannot go on, and lets a game be taken up."""

import math

from server.clock import HouseClock


class Pace:
    """Whole ms since the game's start, by a clock that can stand still.

    A game that goes on after it stood still does so with a count-down: the clock is set back, and nothing may happen
    before it has come to where it stood.
    """

    def __init__(self, house: HouseClock, at: int = 0) -> None:
        self._resumes: int | None = None
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
