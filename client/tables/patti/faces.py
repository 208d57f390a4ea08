"""Cards of the French suits in cells: small ones within a line, and large ones in a frame."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rich.segment import Segment

from client.art.cells import Row
from client.art.palette import Look, style
from client.art.signs import signs

SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
BACK: Final = "?"
"""A card that lies face down."""

LEAST_ROWS: Final = 3
"""The fewest rows of a card in a frame."""


def small_cols(look: Look) -> int:
    """The width of a card within a line."""
    return 5 if look.lettered and not look.ascii else 4


def ink(card: str, look: Look) -> str:
    """The colour of a card's suit: two of them for the four suits, or four."""
    palette = look.palette
    if look.suits == "four":
        return {"s": palette.text, "h": palette.red, "d": palette.blue, "c": palette.green}[card[1]]
    return palette.red if card[1] in "hd" else palette.text


def rank(card: str) -> str:
    """A card's rank as it is printed."""
    return "10" if card[0] == "T" else card[0]


def suit(card: str, look: Look) -> str:
    """A card's suit as it is printed: its sign, its letter, or both."""
    if look.ascii:
        return card[1]
    return SUITS[card[1]] + (card[1] if look.lettered else "")


def printed(hand: Sequence[str], look: Look) -> str:
    """A hand within a sentence, as its cards are printed: "Q♦ 10♦ K♦"."""
    return " ".join(rank(card) + suit(card, look) for card in hand)


@lru_cache(maxsize=256)
def small(card: str, look: Look, *, faint: bool = False) -> Segment:
    """A card within a line; a `faint` one belongs to a hand that is out."""
    palette, cols = look.palette, small_cols(look)
    if card == BACK:
        return Segment(
            (":" if look.ascii else "▒") * cols, style(palette.border if faint else palette.blue, palette.card)
        )
    text = f"{rank(card):>2}{suit(card, look)}".ljust(cols)
    return Segment(text, style(palette.dim if faint else ink(card, look), palette.newest, bold=not faint))


@lru_cache(maxsize=256)
def large(card: str, cols: int, rows: int, look: Look, *, faint: bool = False) -> tuple[Row, ...]:
    """A card in its frame, `cols` by `rows` cells; a `faint` one belongs to a hand that is out."""
    palette, chars = look.palette, signs(look).frame
    ground = palette.card if faint else palette.newest
    edge = style(palette.border if faint else palette.dim, ground)
    wide, high = cols - 2, rows - 2
    if card == BACK:
        texts = [(":" if look.ascii else "▒") * wide] * high
        tone = style(palette.border if faint else palette.blue, ground)
    else:
        texts = _face(card, wide, high, look)
        tone = style(palette.dim if faint else ink(card, look), ground, bold=not faint)
    inner = [Segment(text, tone) for text in texts]
    top = (Segment(chars[0] + chars[1] * wide + chars[2], edge),)
    low = (Segment(chars[5] + chars[6] * wide + chars[7], edge),)
    left, right = Segment(chars[3], edge), Segment(chars[4], edge)
    middle = [(left, line, right) for line in inner]
    return (top, *middle, low)


def _face(card: str, wide: int, high: int, look: Look) -> list[str]:
    """The rank at the upper left and the lower right, the suit between them, as far as there are lines."""
    name, sign = rank(card), suit(card, look)
    if high == 1:
        return [f"{name}{sign}".center(wide)]
    if high == 2:
        return [f" {name}".ljust(wide), f"{sign} ".rjust(wide)]
    blank = " " * wide
    above = (high - 3) // 2
    return [
        f" {name}".ljust(wide),
        *[blank] * above,
        sign.center(wide),
        *[blank] * (high - 3 - above),
        f"{name} ".rjust(wide),
    ]


def hand_rows(hand: Sequence[str], width: int, rows: int, look: Look, *, faint: bool = False) -> list[Row]:
    """A hand in at most `width` by `rows` cells: framed cards where there is room for them, else small ones."""
    ground = style(look.palette.text, look.palette.ground)
    cols = min(9, (width - 2) // 3, 2 * rows - 1)
    cols -= 1 - cols % 2
    if rows < LEAST_ROWS or cols < 5:
        parts: list[Segment] = []
        for card in hand:
            parts += [Segment(" ", ground), small(card, look, faint=faint)]
        return [tuple(parts[1:])]
    cards = [large(card, cols, rows, look, faint=faint) for card in hand]
    gap = Segment(" ", ground)
    return [tuple(part for card in cards for part in (gap, *card[y]))[1:] for y in range(rows)]
