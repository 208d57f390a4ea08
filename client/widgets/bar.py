"""A bar that drains towards a deadline."""

from rich.segment import Segment

from client.art.palette import Look, style
from client.art.signs import signs

URGENT = 1 / 3
"""The share of the time from which the bar turns to the colour of alarm. Its length says the same."""


def bar(share: float, cells: int, ground: str, look: Look) -> list[Segment]:
    """A bar of `cells` cells, `share` (0 to 1) of it full, in steps of half a cell."""
    palette, glyphs = look.palette, signs(look)
    halves = min(2 * cells, max(0, -int(-share * 2 * cells // 1)))
    full, half = divmod(halves, 2)
    ink = style(palette.bad if share <= URGENT else palette.next, ground, bold=palette.plain)
    rest = style(palette.border, ground)
    return [
        Segment(glyphs.full * full + glyphs.half * half, ink),
        Segment(glyphs.trough * (cells - full - half), rest),
    ]


def steps(now: float, start: float, end: float, cells: int) -> float:
    """The share of the time that is left, in the steps that a bar of `cells` cells can show, and a few more."""
    if end <= start:
        return 0.0
    parts = max(1, 2 * cells)
    share = min(1.0, max(0.0, (end - now) / (end - start)))
    return -int(-share * parts // 1) / parts
