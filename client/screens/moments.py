"""What a message line tells for a moment only."""

from collections.abc import Callable
from typing import Final

from protocol.messages import Line

ASIDE: Final = 2_500
"""So long (ms) stands what is said of the player's own keys."""
NOTICE: Final = 10_000
"""So long (ms) stands a notice of the room: who was put out, who hosts, that the server was restarted."""

TOLD: Final = 2
"""So many of them at most: in one line more could not be read."""


class Moments:
    """Knows until when something may stand; `clock` is this process's monotonic clock in ms."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._aside, self._aside_until = "", 0.0
        self._seen: Line | None = None
        self._standing: tuple[tuple[Line, float], ...] = ()
        """The server's lines that stand, and until when (ms)."""

    def say(self, words: str) -> None:
        """Say something about the player's own keys."""
        self._aside, self._aside_until = words, self._clock() + ASIDE

    @property
    def aside(self) -> str:
        """What is said of the player's own keys just now."""
        return self._aside if self._clock() < self._aside_until else ""

    def pass_over(self, lines: tuple[Line, ...]) -> None:
        """What the server has said so far is told better already: it will not stand any more."""
        self._seen, self._standing = lines[-1] if lines else None, ()

    def newest(self, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        """The lines of chat that stand: what people say does until somebody says more.

        What the server says stands for a while, so that of two notices one does not take the other's place.
        """
        if lines and lines[-1] is not self._seen:
            fresh = _after(lines, self._seen)
            notices = [line for line in fresh if not line.name]
            until = self._clock() + NOTICE
            self._standing = (*self._standing, *((line, until) for line in notices))
        self._seen = lines[-1] if lines else None
        self._standing = tuple(one for one in self._standing if self._clock() < one[1])
        if self._seen is not None and self._seen.name:
            return (self._seen,)
        return tuple(line for line, _ in self._standing[-TOLD:])


def _after(lines: tuple[Line, ...], seen: Line | None) -> tuple[Line, ...]:
    """The lines that came after one; where that one is not among them, the last."""
    return next((lines[n + 1 :] for n in range(len(lines) - 1, -1, -1) if lines[n] is seen), lines[-1:])
