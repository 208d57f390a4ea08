"""The house clock: seconds that this process was running, by which all rooms live."""

import time

import trio

BEAT = 0.5
"""Somebody must read the clock at least this often (s) while the process runs; `HouseClock.beat` sees to that."""

LONGEST_GAP = 2.0
"""A longer silence (s) between two readings means that the process was suspended: that time never happened."""


class HouseClock:
    """Trio's clock without the time in which the process was suspended.

    A process that wakes after an hour must not deal an hour of cards in one burst. Whoever reads the clock first after
    the gap notices it, so that no timer can act on the time that was lost.
    """

    def __init__(self) -> None:
        self._read = trio.current_time()
        self._lost = 0.0
        self._gap = (self._read, self._read)

    def now(self) -> float:
        """The running time in seconds."""
        now = trio.current_time()
        if now - self._read > LONGEST_GAP:
            self._gap = (self._read, now)
            self._lost += now - self._read
        self._read = now
        return now - self._lost

    def at(self, moment: float) -> float:
        """The running time of a moment of Trio's clock that is past. A moment in the latest gap is its beginning."""
        self.now()
        start, end = self._gap
        if moment < end:
            return min(moment, start) - (self._lost - (end - start))
        return moment - self._lost

    def wake_time(self, running: float) -> float:
        """The time of Trio's clock at which the running time will be reached, if nothing is lost until then."""
        return running + self._lost

    async def beat(self) -> None:
        """Read the clock for ever, so that only a real suspension makes a gap."""
        while True:
            self.now()
            await trio.sleep(BEAT)


def unix_ms() -> int:
    """The time of day in Unix ms."""
    return time.time_ns() // 1_000_000
