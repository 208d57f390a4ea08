"""Dots and cells: a shape in a shading as rows of segments, in half blocks or in ASCII."""

from functools import lru_cache
from typing import Final, Literal, TypeAlias

from rich.segment import Segment
from rich.style import Style

from client.art.palette import Look, style
from client.art.shapes import EDGE, INSIDE, OUTSIDE, Dots, Shape, dots

Shading: TypeAlias = Literal["solid", "striped", "open"]
Row: TypeAlias = tuple[Segment, ...]

_LOW: Final = 3
"""A symbol of so many rows has no room for an outline and stripes within it: it is made of bars."""


@lru_cache(maxsize=2048)
def symbol(
    shape: Shape, shading: Shading, color: str, width: int, height: int, ground: str, look: Look, *, tight: bool = False
) -> tuple[Row, ...]:
    """One symbol as `height` rows of `width` cells.

    `color` is red, green or blue; anything else draws in the neutral ink and without a letter. A `tight` symbol leaves
    the lower half of its last row free, so that symbols without a row between them do not touch.
    """
    letter = color[0].upper() if look.lettered and color in {"red", "green", "blue"} else ""
    ink, tint = look.palette.ink(color), look.palette.tint(color)
    if look.ascii:
        return _ascii(shape, shading, letter, width, height, style(ink, ground, bold=look.palette.plain))
    grid = dots(shape, width, 2 * height - tight)
    barred = shading == "striped" and height <= _LOW
    chars = half_blocks(grid, "solid" if barred else shading)
    seat = _letter_seat(grid, width, height, central=barred) if letter else None
    cells: list[list[Segment]] = []
    for y in range(height):
        row = []
        bars = _bars(chars[y], lettered=seat is not None and seat[1] == y)
        for x in range(width):
            if (x, y) == seat:
                row.append(Segment(letter, _letter_style(shading, ink, ground, tint)))
            elif barred and x not in bars:
                row.append(_between(chars[y][x], tint, ground))
            else:
                tinted = shading == "striped" and not barred and INSIDE in _pair(grid, x, y)
                row.append(Segment(chars[y][x], style(ink, tint if tinted else ground)))
        cells.append(row)
    return tuple(tuple(Segment.simplify(row)) for row in cells)


def _bars(line: str, *, lettered: bool) -> set[int]:
    """The cells of a solid symbol's row that are its bars: every second one from the middle, and both its ends.

    So left and right are alike, and the ends say the shape. In the middle of a `lettered` row is only the letter.
    """
    last = len(line) - 1
    ends = {len(line) - len(line.lstrip()), len(line.rstrip()) - 1}
    bars = {x for x in range(len(line)) if (min(x, last - x) - last // 2) % 2 == 0} | ends
    return bars - {last // 2, last - last // 2} if lettered else bars


def _between(char: str, tint: str, ground: str) -> Segment:
    """A cell between two bars: as much of it as the symbol covers is tinted, where tints are to be seen."""
    if char == "█" or tint == ground:
        return Segment(" ", style("", tint if char == "█" else ground))
    return Segment(char, style(tint, ground))


def _letter_style(shading: Shading, ink: str, ground: str, tint: str) -> Style:
    if shading == "solid":
        return style(ground, ink, bold=True) if ink else style(bold=True, reverse=True)
    return style(ink, tint if shading == "striped" else ground, bold=True)


def _pair(grid: Dots, x: int, y: int) -> tuple[int, int]:
    """The upper and the lower dot of a cell."""
    return grid[2 * y][x], grid[2 * y + 1][x] if 2 * y + 1 < len(grid) else OUTSIDE


def half_blocks(grid: Dots, shading: Shading = "solid") -> tuple[str, ...]:
    """The dots as lines of text: the edge in blocks, the inside full, striped or empty."""
    rows, columns = range((len(grid) + 1) // 2), range(len(grid[0]))
    return tuple("".join(_block(*_pair(grid, x, y), shading) for x in columns) for y in rows)


def _block(upper: int, lower: int, shading: Shading) -> str:
    if upper == lower == INSIDE and shading == "striped":
        return "│"
    full = {EDGE, INSIDE} if shading == "solid" else {EDGE}
    return " ▄▀█"[2 * (upper in full) + (lower in full)]


def _letter_seat(grid: Dots, width: int, height: int, *, central: bool) -> tuple[int, int]:
    """The cell for the letter: the `central` one, or the one nearest to it that is wholly inside, or else covered."""
    middle = ((width - 1) // 2, (height - 1) // 2)
    if central:
        return middle

    def badness(cell: tuple[int, int]) -> tuple[int, int]:
        return -sum(_pair(grid, *cell)), abs(cell[0] - middle[0]) + width * abs(cell[1] - middle[1])

    return min(((x, y) for y in range(height) for x in range(width)), key=badness)


def _ascii(shape: Shape, shading: Shading, letter: str, width: int, height: int, ink: Style) -> tuple[Row, ...]:
    lines = [list(line) for line in ascii_lines(shape, shading, width, height)]
    if letter:
        middle = lines[(height - 1) // 2]
        filled = [x for x, char in enumerate(middle) if char != " "] or [0, width]
        middle[sum((filled[0], filled[-1])) // 2] = letter
    return tuple((Segment("".join(line), ink),) for line in lines)


@lru_cache(maxsize=512)
def ascii_lines(shape: Shape, shading: Shading, width: int, height: int) -> tuple[str, ...]:
    """A symbol as lines of ASCII: ends and edges say the shape; `#`, `|` or nothing inside the shading."""
    grid = dots(shape, width, height)
    return tuple(_ascii_line(shape, shading, grid, y) for y in range(height))


_EDGES: Final = {"oval": "-", "diamond": "-", "squiggle": "~", "box": "-", "void": "-"}


def _ascii_line(shape: Shape, shading: Shading, grid: Dots, y: int) -> str:
    covered = [x for x, dot in enumerate(grid[y]) if dot]
    if not covered:
        return " " * len(grid[y])
    line = [" "] * len(grid[y])
    for x in covered:
        line[x] = _ascii_inner(shape, shading, grid, x, y)
    ends = _ascii_ends(shape, grid, y)
    line[covered[0]], line[covered[-1]] = ends[0], ends[1]
    return "".join(line)


def _ascii_inner(shape: Shape, shading: Shading, grid: Dots, x: int, y: int) -> str:
    fill = {"solid": "#", "striped": "|", "open": " "}[shading]
    last = len(grid) - 1
    outer = y in {0, last}
    # A squiggle steps from row to row, and the steps are edges too; three rows have no room for that.
    step = shape == "squiggle" and last > 2 and not outer and not (grid[y - 1][x] and grid[y + 1][x])
    return _EDGES[shape] if (outer or step) and shading != "solid" else fill


def _ascii_ends(shape: Shape, grid: Dots, y: int) -> str:
    """The first and the last character of a row: what leans outwards above the middle, inwards below."""
    last = len(grid) - 1
    half = 2 * y - last
    if shape == "diamond":
        return "/\\" if half < 0 else "\\/" if half > 0 else "<>"
    if shape == "box":
        return "++" if y in {0, last} else "||"
    if y in {0, last}:
        return ".." if y == 0 else "''"
    width = sum(map(bool, grid[y]))
    if shape == "squiggle" or width == max(sum(map(bool, row)) for row in grid):
        return "()"
    return "/\\" if half < 0 else "\\/"
