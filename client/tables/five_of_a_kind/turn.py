"""How Claim and the answers change places: the one shrinks to nothing while the others grow from nothing."""

from dataclasses import dataclass
from typing import Final

LENGTH: Final = 180
"""How long it takes (ms)."""


@dataclass(frozen=True)
class Turn:
    """The way to the answers when `open`, else the way back; begun at `since` (ms) from the share `before`."""

    open: bool = False
    since: float = float("-inf")
    before: float = 0.0

    def share(self, now: float) -> float:
        """How much of the answers is there: 0 is Claim alone, 1 the answers alone. Claim has the rest."""
        way = min(1.0, max(0.0, (now - self.since) / LENGTH))
        return self.before + (self.open - self.before) * way

    def towards(self, *, open: bool, now: float, moving: bool) -> "Turn":  # noqa: A002
        """The way to the answers or back from what is there now; at once where nothing shall move."""
        if open == self.open:
            return self
        return Turn(open, now, self.share(now)) if moving else Turn(open, before=float(open))


def shrunk(place: tuple[int, int, int, int], share: float) -> tuple[int, int, int, int]:
    """A share of a place (left, top, columns, rows) around its middle; at the least one cell."""
    left, top, cols, rows = place
    width, height = max(1, round(cols * share)), max(1, round(rows * share))
    return left + (cols - width) // 2, top + (rows - height) // 2, width, height
