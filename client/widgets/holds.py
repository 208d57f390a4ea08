"""A key that is held down is pressed once."""

from typing import Final

HELD: Final = 300
"""A key counts again after so many ms without it: a terminal reports a held key as one press after another."""


class Holds:
    """Tells the presses of a key from its repeats while it is held down.

    Many terminals begin to repeat only after half a second or more, and that first repeat looks like a second press: it
    counts as one. To wait for what follows it would put a tenth of a second on a true second press, and in a race that
    is the worse fault. No hold gives two claims that count: an accepted one opens the answers, which take no Space, and
    they stay open until the quicker repeats have set in or another key has ended them.
    """

    def __init__(self) -> None:
        self._last: dict[str, float] = {}
        self.fresh = True
        """Whether the key that was reported last was pressed, and not only held."""

    def report(self, key: str, now: float) -> None:
        """The terminal reports a key at `now` (ms)."""
        self.fresh = now - self._last.get(key, float("-inf")) >= HELD
        self._last[key] = now
