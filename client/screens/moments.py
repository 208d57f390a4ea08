"""What a message line tells of the player's own keys, for a moment only."""

from collections.abc import Callable
from typing import Final

ASIDE: Final = 2_500
"""So long (ms) stands what is said of the player's own keys."""


class Moments:
    """Knows until when something may stand; `clock` is this process's monotonic clock in ms."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._aside, self._aside_until = "", 0.0

    def say(self, words: str) -> None:
        """Say something about the player's own keys."""
        self._aside, self._aside_until = words, self._clock() + ASIDE

    @property
    def aside(self) -> str:
        """What is said of the player's own keys just now."""
        return self._aside if self._clock() < self._aside_until else ""
