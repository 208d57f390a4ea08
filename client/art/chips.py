"""Trait chips: one small picture for a trait, the same wherever the trait is named."""

from functools import lru_cache
from typing import Final

from rich.segment import Segment

from client.art.cells import Row, symbol
from client.art.palette import Look, style

TRAIT_TYPES: Final[dict[str, tuple[str, str, str]]] = {
    "color": ("red", "green", "blue"),
    "shape": ("squiggle", "oval", "diamond"),
    "shading": ("solid", "striped", "open"),
}
_INLINE: Final = {"squiggle": "~~~", "oval": "( )", "diamond": "< >", "striped": "│││", "open": "[ ]", "solid": "███"}

PICTURE: Final = (7, 3)
"""The columns and rows of a trait's picture where it stands by itself: among the answers, and where they are learnt."""

INLINE_COLS: Final = 3
"""The width of a chip within a line of text, in cells."""


@lru_cache(maxsize=512)
def chip(trait: str, ground: str, look: Look) -> tuple[Row, ...]:
    """A trait's picture, as large as `PICTURE`: a colour's swatch, a shape's outline, a neutral swatch shaded.

    The lower half of the last row stays free, so that pictures below one another do not touch.

    Raises:
        ValueError: there is no such trait.
    """
    cols, rows = PICTURE
    match trait:
        case "red" | "green" | "blue":
            return symbol("box", "solid", trait, cols, rows, ground, look, tight=True)
        case "squiggle" | "oval" | "diamond":
            return symbol(trait, "open", "", cols, rows, ground, look, tight=True)
        case "solid" | "striped" | "open":
            return symbol("box", trait, "", cols, rows, ground, look, tight=True)
        case _:
            raise ValueError(f"there is no trait {trait[:20]!r}")


@lru_cache(maxsize=256)
def inline(trait: str, ground: str, look: Look, *, faded: bool = False, alone: bool = False) -> Segment:
    """A trait's picture within a line of text, `INLINE_COLS` cells wide; a `faded` one is hardly more than a hint.

    Where one stands `alone`, without its word, a colour has its letter, and solid an edge: a block would be a colour.
    """
    palette = look.palette
    if faded:
        return _faded(trait, ground, look)
    if trait in TRAIT_TYPES["color"]:
        letter = trait[0].upper()
        if look.ascii:
            return Segment(f"[{letter}]", style(palette.ink(trait), ground, bold=True))
        text = f" {letter} " if look.lettered or alone else "   "
        return Segment(text, style(palette.card, palette.ink(trait), bold=True, reverse=palette.plain))
    text = _text(trait, look)
    if alone and trait == "solid":
        text = f"[{text[1]}]"
    return Segment(text, style(palette.text, palette.panel if trait == "striped" else ground, bold=True))


def _faded(trait: str, ground: str, look: Look) -> Segment:
    """The same in the colour of a border; a colour's swatch is its tint, with its letter where tints are not seen."""
    palette = look.palette
    if trait in TRAIT_TYPES["color"]:
        letter = trait[0].upper()
        return Segment(f"[{letter}]" if look.ascii else f" {letter} ", style(palette.border, palette.tint(trait)))
    return Segment(_text(trait, look), style(palette.border, ground))


def _text(trait: str, look: Look) -> str:
    text = _INLINE[trait]
    return text.replace("█", "#").replace("│", "|") if look.ascii else text
