"""How often somebody may do something: a token bucket."""

import trio


class Allowance:
    """Up to `burst` at once, and `rate` a second in the long run."""

    __slots__ = ("_burst", "_left", "_rate", "_since")

    def __init__(self, burst: float, rate: float) -> None:
        self._burst, self._rate = burst, rate
        self._left, self._since = burst, trio.current_time()

    def spend(self) -> bool:
        """Whether once more is allowed now; if so, it is counted."""
        now = trio.current_time()
        self._left = min(self._burst, self._left + (now - self._since) * self._rate)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
