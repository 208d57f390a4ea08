"""What a message line tells for a moment only."""

from collections.abc import Callable
from typing import Final

from protocol.messages import Line

ASIDE: Final = 2_500
"""So long (ms) stands what is said of the player's own keys."""
NOTICE: Final = 10_000
"""So long (ms) stands a notice of the room: who was put out, who hosts, that the server was restarted."""


class Moments:
    """Knows until when something may stand; `clock` is this process's monotonic clock in ms."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._aside, self._aside_until = "", 0.0
        self._line: Line | None = None
        self._line_until = 0.0

    def say(self, words: str) -> None:
        """Say something about the player's own keys."""
        self._aside, self._aside_until = words, self._clock() + ASIDE

    @property
    def aside(self) -> str:
        """What is said of the player's own keys just now."""
        return self._aside if self._clock() < self._aside_until else ""

    def pass_over(self, lines: tuple[Line, ...]) -> None:
        """What the server has said so far is told better already: it will not stand any more."""
        self._line, self._line_until = lines[-1] if lines else None, self._clock()

    def newest(self, lines: tuple[Line, ...]) -> Line | None:
        """The newest line of chat, if it may still stand: what people say does until somebody says more."""
        line = lines[-1] if lines else None
        if line is not self._line:
            self._line, self._line_until = line, self._clock() + NOTICE
        return line if line is not None and (line.name or self._clock() < self._line_until) else None
