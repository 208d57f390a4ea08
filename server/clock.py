"""The house clock: seconds that this process was running, by which rooms live; the time of day for games of days."""

import time

import trio

BEAT = 0.5
"""Somebody must read the clock at least this often (s) while the process runs; `beat` sees to that."""

LONGEST_GAP = 2.0
"""A longer silence (s) between two readings means that the process was suspended: that time never happened."""

LONGEST_NAP = 60_000
"""A longer silence (ms) of the time of day means that the process was suspended: nobody could act meanwhile."""


class HouseClock:
    """Trio's clock without the time in which the process was suspended.

    A process that wakes after an hour must not deal an hour of cards in one burst. Whoever reads the clock first after
    the gap notices it, so that no timer can act on the time that was lost.
    """

    def __init__(self) -> None:
        self._clock = trio.lowlevel.current_clock()
        self._read = trio.current_time()
        self._lost = 0.0
        self._gap = (self._read, self._read)

    def now(self) -> float:
        """The running time in seconds."""
        return self.at(self._clock.current_time())

    def at(self, moment: float) -> float:
        """The running time of a moment of Trio's clock that is not to come: in a gap that of its beginning."""
        if moment > self._read:
            if moment - self._read > LONGEST_GAP:
                self._gap = (self._read, moment)
                self._lost += moment - self._read
            self._read = moment
        start, end = self._gap
        if moment < end:
            return min(moment, start) - (self._lost - (end - start))
        return moment - self._lost

    def wake_time(self, running: float) -> float:
        """The time of Trio's clock at which the running time will be reached, if nothing is lost until then."""
        return running + self._lost


class DayClock:
    """The time of day (Unix ms), by which games of days go, whatever becomes of the process meanwhile.

    Nobody could act while the server was not there, could not write, or was suspended. Afterwards there is a `grace`
    (ms), in which no time runs out that had begun to run before.
    """

    def __init__(self, grace: int) -> None:
        self._grace = grace
        self._seen = self.able = unix_ms()
        """`able` is since when people can act again."""

    @property
    def grace_ends(self) -> int:
        """Until when nobody's time runs out that began before the server came back."""
        return self.able + self._grace

    def now(self) -> int:
        """The time of day. Somebody must ask at least every `LONGEST_NAP` ms while the process runs."""
        now = unix_ms()
        if now - self._seen > LONGEST_NAP:
            self.able = now
        self._seen = now
        return now

    def at(self, moment: float | None) -> int:
        """The time of day at a moment of Trio's clock that is past: now (None) at the latest."""
        now = self.now()
        return now if moment is None else min(now, now - round((trio.current_time() - moment) * 1000))

    def resume(self) -> None:
        """Until now nobody could act."""
        self.able = self.now()


async def beat(*clocks: HouseClock | DayClock) -> None:
    """Read clocks for ever, so that only a real suspension makes a gap."""
    while True:
        for clock in clocks:
            clock.now()
        await trio.sleep(BEAT)


def unix_ms() -> int:
    """The time of day in Unix ms."""
    return time.time_ns() // 1_000_000
