"""A card in one line: each symbol in three cells, whose ends say the shape and whose middle says the shading."""

from functools import lru_cache
from typing import Final

from rich.segment import Segment

from client.art.cells import Row
from client.art.palette import Look, style

_ENDS: Final = {"squiggle": "{}", "oval": "()", "diamond": "<>"}
_MIDDLES: Final = {"solid": ("█", "#"), "striped": ("│", "|"), "open": (" ", " ")}


@lru_cache(maxsize=1024)
def tiny(slot: str, cols: int, ground: str, look: Look) -> Row:
    """A slot's card as one row of `cols` cells; where its symbols do not fit side by side, their number and one."""
    fill = style("", ground)
    words = slot.split(" ")
    if len(words) == 1:
        mark = {"-": "(/)", "?": "?"}.get(slot, "")
        parts = [Segment(mark, style(look.palette.dim, ground))]
    else:
        number, color, shape, shading = words
        letter = color[0].upper() if look.lettered else ""
        ends, middle = _ENDS[shape], _MIDDLES[shading][look.ascii]
        ink = style(look.palette.ink(color), ground, bold=True)
        striped = style(look.palette.ink(color), look.palette.tint(color), bold=True)
        inside = Segment(middle, striped if shading == "striped" else ink)
        one = [Segment(ends[0], ink), inside, Segment(ends[1], ink)]
        gap = Segment(" ", fill)
        parts = [Segment(f"{letter} ", ink)] if letter else []
        parts += [part for _ in range(int(number)) for part in (*one, gap)][:-1]
        if sum(part.cell_length for part in parts) > cols:
            parts = [Segment(f"{number}{letter}", ink), *one]
    width = sum(part.cell_length for part in parts)
    if width > cols:
        return (Segment(" " * cols, fill),)
    left = (cols - width) // 2
    row = (Segment(" " * left, fill), *parts, Segment(" " * (cols - width - left), fill))
    return tuple(part for part in row if part.text)
