"""Where everything on the table goes, for any size. All numbers are cells."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from textual.geometry import Region

from client.art.cards import drawn, tallest, widest

NARROWEST: Final = 14
"""The fewest columns in which a scoreboard says all it has to."""

BESIDE_NAME: Final = 5
"""The columns of a scoreboard beside a name: a mark, the points, and what is blank."""

HINT_COLS: Final = 19
"""The columns of the hint panel at least: its sentence in a frame, or in a bar with a column beside it."""

BOXES_COLS: Final = (45, 39)
"""The columns in which the boxes of the card interval stand in one line, each with its key apart from its words; and
with shorter words, beside a hint."""

TOLD_COLS: Final = 40
"""The columns in which what is told of a claim has names uncut, as a rule."""

LEAST_SHARE: Final = 3 / 4
"""How much of its width a symbol keeps where names take some of it."""

SMALLEST_CARD: Final = (9, 11)
"""The columns and rows from which a card shows all that it is."""

LEGIBLE_ROWS: Final = 15
"""The rows of a table from which its cards are that high."""


FRAME_ROWS: Final = 3
"""The rows of a window that the table has not: heading, message and keys."""

REVIEW_ROWS: Final = 16
"""The rows of a table from which there is room for a review besides."""


@dataclass(frozen=True)
class Layout:
    """The parts of a table from top to bottom: a bar, the review of a claim, the scoreboard beside the board, a bar.

    The board is `arrow` rows higher than its cards. `margin` is left free at the left and at the right; `above` and
    `below` are blank rows under the first bar and over the last, which end the table at the top and at the bottom. The
    review has `chips` rows of traits and `laid` rows of cards, or none. With `beside` its traits stand at the left of
    Claim's last row, and the bar has a row less than Claim.
    """

    margin: int
    above: int
    below: int
    score_cols: int
    card_cols: int
    card_rows: int
    arrow: int
    top_rows: int
    low_rows: int
    slots: int
    chips: int = 0
    laid: int = 0
    beside: bool = False

    @property
    def bar_rows(self) -> int:
        """The height of the clock and of what is told of a claim."""
        return self.top_rows - self.beside

    @property
    def legible(self) -> bool:
        """Whether every card can be told from every other."""
        return self.card_cols >= SMALLEST_CARD[0] and self.card_rows >= SMALLEST_CARD[1]

    @property
    def board_cols(self) -> int:
        """The width of all slots."""
        return self.slots * self.card_cols

    @property
    def slots_place(self) -> Region:
        """Where the cards lie in the table."""
        above = self.bar_rows + self.above + self.chips + self.laid
        return Region(self.margin + self.score_cols, above, self.board_cols, self.card_rows)

    @property
    def play_cols(self) -> int:
        """The width of scoreboard and board."""
        return self.score_cols + self.board_cols

    @property
    def clock_cols(self) -> int:
        """The width of the clock: that of the scoreboard under it, where enough is left for what is told of a claim."""
        told = self.play_cols - self.score_cols - self.claim_cols
        return max(14 if self.play_cols < 72 else 16, self.score_cols if told >= TOLD_COLS else 0)

    def low_left(self, *, hint: bool) -> int:
        """Where the boxes under the cards begin, beside the hint panel if there is one: with the cards.

        In one line they begin before narrow cards, so that no key stands against its word.
        """
        lack = max(0, BOXES_COLS[hint] - self.board_cols) if self.low_rows < 3 else 0
        begin = max(0, self.score_cols - lack)
        return max(begin, min(HINT_COLS, self.score_cols)) if hint else begin

    @property
    def hint_cols(self) -> int:
        """The width of the hint panel, which stands under the scoreboard and ends with it if that is wide enough."""
        return max(HINT_COLS, self.low_left(hint=True) - 1)

    @property
    def claim_cols(self) -> int:
        """The width of the Claim control with its move icon; it says why it cannot be used, too."""
        return 20 if self.play_cols < 72 else 22

    @property
    def play_rows(self) -> int:
        """The height of the board with its arrow."""
        return self.card_rows + self.arrow


@lru_cache(maxsize=64)
def layout(width: int, height: int, slots: int, *, review: bool = False, names: int = 0, hint: bool = False) -> Layout:
    """The layout that uses a size best: cards first, then what stands around them. `names` are the longest one's cells.

    With a review, which is only there where cards stay legible beside it, the bars are lower; in the fewest rows the
    arrow is not there, as the next slot has its outline. A hint has the scoreboard's columns if cards leave them.
    """
    chips, laid = _review(height) if review else (0, 0)
    beside = chips == 1 and width >= 80
    room = height - laid if beside else height - chips - laid - bool(chips)
    top = 3 if room >= 16 else 2 if room >= 12 else 1
    low = 3 if room >= 20 else 1
    arrow = 2 if room >= 21 or room in {17, 19} else 1 if room >= 14 else 0
    bars = top - beside + low + arrow + chips + laid
    room = max(3, height - bars)
    narrowest = NARROWEST if width < 80 else NARROWEST + 1
    if hint and (width - HINT_COLS) // slots >= SMALLEST_CARD[0]:
        narrowest = HINT_COLS
    # A review that takes a row or two leaves the cards as wide as they were.
    most = max(3, min((width - narrowest) // slots, widest(max(room, 13) if chips else room)))
    cols = _card_cols(most, room, (width - names - BESIDE_NAME) // slots)
    rows = min(room, tallest(cols))
    spare = height - bars - rows
    score = max(1, min(width - slots * cols, 26))
    return Layout(
        margin=max(0, (width - score - slots * cols) // 2),
        above=(spare + 1) // 2,
        below=spare // 2,
        score_cols=score,
        card_cols=cols,
        card_rows=rows,
        arrow=arrow,
        top_rows=top,
        low_rows=low,
        slots=slots,
        chips=chips,
        laid=laid,
        beside=beside,
    )


def _card_cols(most: int, room: int, wanted: int) -> int:
    """The columns of a card: as few as leave names what they want, but with symbols as high, and about as wide."""
    wide, high = drawn(most, min(room, tallest(most)))
    cols = most
    while cols > max(wanted, SMALLEST_CARD[0]):
        less, low = drawn(cols - 1, min(room, tallest(cols - 1)))
        if low < high or less < wide * LEAST_SHARE:
            break
        cols -= 1
    return cols


def _review(height: int) -> tuple[int, int]:
    """The rows of a review's traits, framed or not, and of its cards: drawn, in a line within a frame, in a line."""
    chips = 3 if height >= 30 else 1 if height >= REVIEW_ROWS else 0
    laid = SMALLEST_CARD[1] if height >= 46 else 3 if height >= 30 else min(1, chips)
    return chips, laid
