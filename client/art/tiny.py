"""A card in one line: each symbol in three cells, whose ends say the shape and whose middle says the shading."""

from functools import lru_cache
from typing import Final

from rich.segment import Segment

from client.art.cells import Row
from client.art.palette import Look, style

_ENDS: Final = {"squiggle": "~~", "oval": "()", "diamond": "<>"}
_MIDDLES: Final = {"solid": ("█", "#"), "striped": ("│", "|"), "open": (" ", " ")}

_THREE: Final = len("(█) (█) (█)")


@lru_cache(maxsize=1024)
def tiny(slot: str, cols: int, ground: str, look: Look) -> Row:
    """A slot's card as one row of `cols` cells; where three symbols do not fit side by side, its number and one.

    So all cards of a width have one form.
    """
    fill = style("", ground)
    words = slot.split(" ")
    if len(words) == 1:
        mark = {"-": "(/)" if look.ascii else "∅", "?": "?"}.get(slot, "")
        parts = [Segment(mark, style(look.palette.dim, ground))]
    else:
        number, color, shape, shading = words
        letter = color[0].upper() if look.lettered else ""
        ends, middle = _ENDS[shape], _MIDDLES[shading][look.ascii]
        if middle == " " and ends[0] == ends[1]:
            middle = ends[0]  # What is between two symbols is blank, too.
        ink = style(look.palette.ink(color), ground, bold=True)
        striped = style(look.palette.ink(color), look.palette.tint(color), bold=True)
        inside = Segment(middle, striped if shading == "striped" else ink)
        one = [Segment(ends[0], ink), inside, Segment(ends[1], ink)]
        gap, head = Segment(" ", fill), f"{letter} " if letter else ""
        if len(head) + _THREE <= cols:
            parts = [Segment(head, ink), *[part for _ in range(int(number)) for part in (*one, gap)][:-1]]
        else:
            parts = [Segment(f"{number}{letter}", ink), *one]
    width = sum(part.cell_length for part in parts)
    if width > cols:
        return (Segment(" " * cols, fill),)
    left = (cols - width) // 2
    row = (Segment(" " * left, fill), *parts, Segment(" " * (cols - width - left), fill))
    return tuple(part for part in row if part.text)
