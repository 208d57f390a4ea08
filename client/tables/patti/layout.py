"""Where everything on the table goes, for any size. All numbers are cells."""

from dataclasses import dataclass
from typing import Final

SIDE_ROWS: Final = 5
"""The fewest rows of a seat: its frame, a line of cards, its coins, its news."""


@dataclass(frozen=True)
class Layout:
    """Three columns and three bands, the pot in the middle, and the acts below.

    `side` and `middle` are the columns' widths, `seat` the height of a seat and `own` that of the seat at the bottom;
    `gap` are blank rows between the bands, `head` those above, `acts` those of the acts.
    """

    side: int
    middle: int
    margin: int
    seat: int
    own: int
    gap: int
    head: int
    acts: int

    @property
    def felt(self) -> int:
        """The rows of everything but the acts."""
        return self.head + 2 * self.seat + 2 * self.gap + self.own


def layout(width: int, height: int) -> Layout:
    """The layout that uses a size best."""
    acts = 3 if height >= 21 else 1
    room = height - acts
    seat = 8 if room >= 26 else 7 if room >= 24 else SIDE_ROWS
    own = min(9, room - 2 * seat)
    spare = max(0, room - 2 * seat - own)
    gap = min(2, spare // 3)
    side = min(34, width // 3)
    middle = min(44, width - 2 * side)
    return Layout(
        side=side,
        middle=middle,
        margin=(width - 2 * side - middle) // 2,
        seat=seat,
        own=own,
        gap=gap,
        head=max(0, (spare - 2 * gap) // 2),
        acts=acts,
    )
