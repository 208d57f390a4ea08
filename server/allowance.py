"""How often somebody may do something: a token bucket."""

import trio

from server.config import Frequency


class Allowance:
    """What is left of a rate. `left` may come from an earlier life of the server; without it everything is left."""

    __slots__ = ("_clock", "_left", "_rate", "_since")

    def __init__(self, rate: Frequency, left: float | None = None) -> None:
        self._rate = rate
        self._clock = trio.lowlevel.current_clock()
        self._left = float(rate.burst) if left is None else left
        self._since = self._clock.current_time()

    @property
    def left(self) -> float:
        """How many times are allowed now."""
        return self._left_at(self._clock.current_time())

    @property
    def untouched(self) -> bool:
        """Whether everything is left, as if nothing had ever been done."""
        return self.left >= self._rate.burst

    @property
    def wait(self) -> float:
        """After how many seconds once more is allowed; 0 if it is now."""
        return max(0.0, (1 - self.left) * self._rate.every)

    def spend(self, at: float) -> bool:
        """Whether once more is allowed at a moment of Trio's clock, about now; if so, it is counted."""
        if self._left_at(at) < 1:
            return False
        self._left -= 1
        return True

    def give_back(self) -> None:
        """What was counted last does not count."""
        self._left = min(float(self._rate.burst), self._left + 1)

    def _left_at(self, moment: float) -> float:
        if moment > self._since:
            self._left = min(float(self._rate.burst), self._left + (moment - self._since) / self._rate.every)
            self._since = moment
        return self._left
