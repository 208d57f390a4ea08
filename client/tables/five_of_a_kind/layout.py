"""Where everything on the table goes, for any size. All numbers are cells."""

from dataclasses import dataclass
from typing import Final

from client.art.cards import tallest, widest

NARROWEST: Final = 14
"""The fewest columns in which a scoreboard says all it has to."""

HINT_COLS: Final = 20

SMALLEST_CARD: Final = (9, 11)
"""The columns and rows from which a card shows all that it is."""


@dataclass(frozen=True)
class Layout:
    """The parts of a table from top to bottom: a bar, the scoreboard beside the board, a bar.

    The board is `arrow` rows higher than its cards. `margin` is left free at the left and `head` above everything;
    `gap` are blank rows between the parts.
    """

    margin: int
    head: int
    gap: int
    score_cols: int
    card_cols: int
    card_rows: int
    arrow: int
    top_rows: int
    low_rows: int
    slots: int

    @property
    def legible(self) -> bool:
        """Whether every card can be told from every other."""
        return self.card_cols >= SMALLEST_CARD[0] and self.card_rows >= SMALLEST_CARD[1]

    @property
    def board_cols(self) -> int:
        """The width of all slots."""
        return self.slots * self.card_cols

    @property
    def play_cols(self) -> int:
        """The width of scoreboard and board."""
        return self.score_cols + self.board_cols

    @property
    def clock_cols(self) -> int:
        """The width of the clock, which stands over the scoreboard."""
        return max(14 if self.play_cols < 72 else 16, self.margin + min(self.score_cols, 20))

    @property
    def claim_cols(self) -> int:
        """The width of the Claim control, which says why it cannot be used, too."""
        return 18 if self.play_cols < 72 else 20

    @property
    def play_rows(self) -> int:
        """The height of the board with its arrow."""
        return self.card_rows + self.arrow


def layout(width: int, height: int, slots: int) -> Layout:
    """The layout that uses a size best: cards first, then what stands around them."""
    top = 3 if height >= 15 else 2 if height >= 12 else 1
    low = 3 if height >= 20 else 1
    arrow = 2 if height >= 21 or height in {17, 19} else 1 if height >= 12 else 0
    room = max(3, height - top - low - arrow)
    narrowest = NARROWEST if width < 80 else NARROWEST + 1 if width < 100 else 18
    cols = max(3, min((width - narrowest) // slots, widest(room)))
    rows = min(room, tallest(cols))
    spare = height - top - low - arrow - rows
    gap = 1 if spare >= 4 else 0
    score = max(1, min(width - slots * cols, 26))
    return Layout(
        margin=max(0, (width - score - slots * cols) // 2),
        head=max(0, (spare - 2 * gap) // 3),
        gap=gap,
        score_cols=score,
        card_cols=cols,
        card_rows=rows,
        arrow=arrow,
        top_rows=top,
        low_rows=low,
        slots=slots,
    )
