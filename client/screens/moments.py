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
        self._true: Callable[[], bool] = lambda: True

    def say(self, words: str, true: Callable[[], bool] = lambda: True) -> None:
        """Say something about the player's own keys, for as long as it is `true`."""
        self._aside, self._aside_until, self._true = words, self._clock() + ASIDE, true

    def pass_over(self) -> None:
        """What was said is of no use any more."""
        self._aside = ""

    @property
    def aside(self) -> str:
        """What is said of the player's own keys just now."""
        return self._aside if self._aside and self._clock() < self._aside_until and self._true() else ""
