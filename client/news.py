"""What was said in a room and is news still, whatever screens come and go."""

import time
from collections.abc import Callable
from typing import Final

from protocol.messages import Line

NOTICE: Final = 10_000
"""So long (ms) stands a notice of the room: who was put out, who hosts, that the server was restarted."""
SPOKEN: Final = 30_000
"""So long (ms) stands what somebody said."""
TOLD: Final = 2
"""So many notices at most: in one line more could not be read."""


class News:
    """Knows which lines of a room's chat stand, and until when: each once, from the moment it was said.

    Args:
        today: The time of day, in Unix seconds. Only lines that were not heard when they were said are held against
            it: the server's may be another.
    """

    def __init__(self, today: Callable[[], float] = time.time) -> None:
        self.today = today
        self._heard: Line | None = None
        self._silent = False
        """Whether nothing had been said yet when this client listened last."""
        self._standing: tuple[tuple[Line, float], ...] = ()
        """The lines that stand, and until when (ms)."""

    def listen(self) -> None:
        """A screen begins to tell the news: what was said while there was none was not heard."""
        self._silent = False

    def hear(self, lines: tuple[Line, ...], now: float) -> None:
        """Hear what was said so far; `now` is this process's monotonic clock in ms."""
        at = next((n for n in reversed(range(len(lines))) if lines[n] is self._heard), None)
        if at is not None or self._silent:
            fresh = [(line, 0.0) for line in lines[0 if at is None else at + 1 :]]
        else:  # these lines came all at once, some of them perhaps for the second time
            at = next((n for n in reversed(range(len(lines))) if lines[n] == self._heard), -1)
            fresh = [(line, 1000 * abs(self.today() - line.at)) for line in lines[at + 1 :]]
        self._standing += tuple((line, now + (SPOKEN if line.name else NOTICE) - age) for line, age in fresh)
        self._heard, self._silent = (lines[-1], False) if lines else (None, True)

    def pass_over(self) -> None:
        """What was heard so far is told better already: it will not stand any more."""
        self._standing = ()

    def newest(self, now: float) -> tuple[Line, ...]:
        """The lines that stand: what somebody said last, or the notices, so that none takes another's place."""
        self._standing = tuple(one for one in self._standing if now < one[1])
        standing = [line for line, _ in self._standing]
        if standing and standing[-1].name:
            return (standing[-1],)
        return tuple(line for line in standing if not line.name)[-TOLD:]
