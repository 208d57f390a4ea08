"""Card faces: a slot's text, at a size, as finished strips."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from client.art.cells import Row, Shading, half_blocks, symbol
from client.art.palette import Look, style
from client.art.shapes import QUESTION, Shape, dots, scaled
from client.art.tiny import tiny

EMPTY: Final = "-"
HIDDEN: Final = "?"
UNDEALT: Final = ""

_DRAWN: Final = 3
"""The rows inside a frame from which symbols are drawn; with fewer they stand in one line."""
_NARROW: Final = 12
"""The columns up to which a card needs its whole width for its caption."""
_WIDE: Final = 5
"""How many columns a symbol may have for each of its rows; cells are about twice as high as wide."""
_LEGIBLE: Final = 7
"""The columns from which a card of one line shows anything."""
_BRIEF: Final = {"solid": "sol", "striped": "str", "open": "opn"}
_NICK: Final = {"squiggle": "squig", "oval": "oval", "diamond": "diam"}
_LEAST: Final = 9
"""The rows inside a frame that the symbols take before the caption may have a second line."""
_CAPTIONS: Final = (
    (25, ("{number} {color} {shading} {shape}{plural}",)),
    (17, ("{number} {color} {shape}{plural}", "{shading}")),
    (13, ("{number} {shape}{plural}", "{color} {shading}")),
    (9, ("{number} {color}", "{shading}", "{shape}{plural}")),
    (12, ("{number}{letter} {nick} {brief}",)),
    (9, ("{number}{letter} {short} {brief}",)),
    (7, ("{number}{letter} {short}{Shading:.2}",)),
    (6, ("{number}{letter}{short}{Shading:.2}",)),
)
"""The forms of a caption with the columns of their longest line, so that all cards of a size have one form."""

Shade = Literal["normal", "lit", "dimmed"]
"""How a review shows a card: as ever, as one that counts, or as one that does not."""


@dataclass(frozen=True)
class Face:
    """What is drawn of one slot, in cells. `place` counts from 1, a lone card's is 0; `coming` is the next card's.

    Where something covers it but for its `bare` first rows, a hidden card has its question mark there.
    """

    slot: str
    place: int
    cols: int
    rows: int
    newest: bool = False
    coming: bool = False
    shade: Shade = "normal"
    bare: int = 0


def tallest(cols: int) -> int:
    """The rows beyond which a card of this width gains nothing but margins."""
    return 3 * _highest(cols) + 6


def widest(rows: int) -> int:
    """The columns beyond which a card of this height gains nothing but margins."""
    return max(9, _WIDE * ((rows - 4) // 3) + 6)


def drawn(cols: int, rows: int) -> tuple[int, int]:
    """How large the symbols are on a card of this size, beside its caption: their columns and half rows."""
    lines = len(caption("1 red oval solid", _caption_cols(cols), rows - 2 - _LEAST + 1)) or 1
    width, height, _, tight = measure(cols - 2, rows - 1 - lines)
    return width, 2 * height - tight


def _highest(cols: int) -> int:
    """The most rows that a symbol may have, so that it stays wider than it is high."""
    return max(3, 5 * cols // 16)


@lru_cache(maxsize=4096)
def card(face: Face, look: Look) -> tuple[Strip, ...]:
    """The face as `rows` strips of `cols` cells."""
    if face.cols < 3 or face.rows < 3:
        return _line(face, look)
    ground = look.palette.newest if face.newest else look.palette.card
    cols, rows = face.cols - 2, face.rows - 2
    *above, below = caption(face.slot, _caption_cols(face.cols), rows - _LEAST + 1) or ("",)
    high = face.bare - 1 if face.bare and face.slot == HIDDEN else rows - len(above)
    inner = _inner(face.slot, cols, high, ground, look)
    inner += ((Segment(" " * cols, style("", ground)),),) * (rows - len(above) - high)
    if face.shade == "dimmed":
        inner = tuple(_dimmed(row, look) for row in inner)
    return _framed(face, (*inner, *_words(above, face, cols, ground, look)), below, ground, look)


def _words(lines: Sequence[str], face: Face, cols: int, ground: str, look: Look) -> tuple[Row, ...]:
    """The lines of a caption that stand above the frame's bottom row."""
    text = _caption_style(face, ground, look)
    return tuple((Segment(line.center(cols), text),) for line in lines)


def _caption_style(face: Face, ground: str, look: Look) -> Style:
    """How words look on a card: bright where something happens."""
    bright = (face.newest or face.coming) and face.shade != "dimmed"
    return style(look.palette.text if bright else look.palette.dim, ground, bold=bright)


def _line(face: Face, look: Look) -> tuple[Strip, ...]:
    """The face where there is no room for a frame: between its sides in its first row."""
    ground = look.palette.card
    blank = Strip([Segment(" " * face.cols, style("", ground))], face.cols)
    if face.cols < _LEGIBLE or not face.slot:
        return (blank,) * face.rows
    row = tiny(face.slot, face.cols - 2, ground, look)
    color, chars = _frame(face, look)
    edge = style(color, ground, bold=face.shade == "lit")
    inner = _dimmed(row, look) if face.shade == "dimmed" else row
    first = Strip([Segment(chars[3], edge), *inner, Segment(chars[4], edge)], face.cols)
    return (first, *(blank,) * (face.rows - 1))


def _framed(face: Face, inner: tuple[Row, ...], below: str, ground: str, look: Look) -> tuple[Strip, ...]:
    """The face within its frame. The outline of the next slot takes the frame's own cells, so nothing moves."""
    edge, chars = _frame(face, look)
    frame = style(edge, ground, bold=face.coming or face.shade == "lit")
    text = _caption_style(face, ground, look)
    if face.coming:  # Its words stand on the outline, which stays closed.
        text = style(ground, edge, bold=True, reverse=look.palette.plain)
    top = _titled(_title(face, look), face.cols, chars[:3], frame, text, at=2)
    bottom = _titled(below, face.cols, chars[5:], frame, text)
    left, right = Segment(chars[3], frame), Segment(chars[4], frame)
    return tuple(Strip(row, face.cols) for row in (top, *((left, *line, right) for line in inner), bottom))


def _frame(face: Face, look: Look) -> tuple[str, str]:
    """The frame's colour, and its characters: the top row's three, left and right, and the bottom row's three."""
    if face.coming:
        return look.palette.next, "#=###" + "#=#" if look.ascii else "█▀███" + "█▄█"
    if face.shade == "lit":
        return look.palette.gold, "*=***" + "*=*" if look.ascii else "╔═╗║║╚═╝"
    return look.palette.border, "+-+||" + "+-+" if look.ascii else "┌─┐││└─┘"


def _title(face: Face, look: Look) -> str:
    if not face.place:
        return ""
    mark = ("*" if look.ascii else "•") if face.newest else ""
    words = ("next",) if face.coming else ("newest", "new") if face.newest else ("",)
    number = f"{face.place} ?" if face.bare and face.slot == HIDDEN else f"{face.place}"
    for text in (*(f"{number} {word}" for word in words), f"{number}{mark}"):
        if len(text.strip()) + 5 <= face.cols:
            return text.strip()
    return ""


def _caption_cols(cols: int) -> int:
    """The columns for a caption's longest line: a piece of the frame stays at its side, but for the narrowest cards."""
    return cols - 3 if cols > _NARROW else cols - 2


def caption(slot: str, cols: int, lines: int = 1) -> tuple[str, ...]:
    """The words for a slot, in the first form of which every card's fit into `lines` lines of `cols` cells."""
    if slot == EMPTY:
        return _longest(("empty card", "empty", "0"), cols)
    if slot == HIDDEN:
        return _longest(("face down", "hidden", "?"), cols)
    if slot == UNDEALT:
        return ()
    number, color, shape, shading = slot.split(" ")
    form = next((form for longest, form in _CAPTIONS if longest <= cols and len(form) <= lines), ())
    words = {
        "number": number,
        "color": color,
        "shape": shape,
        "shading": shading,
        "plural": "" if number == "1" else "s",
        "letter": color[0].upper(),
        "brief": _BRIEF[shading],
        "nick": _NICK[shape],
        "short": shape.capitalize()[:2],
        "Shading": shading.capitalize(),
    }
    return tuple(line.format_map(words) for line in form)


def _longest(texts: tuple[str, ...], cols: int) -> tuple[str, ...]:
    return next(((text,) for text in texts if len(text) <= cols), ())


def _titled(words: str, cols: int, chars: str, frame: Style, text: Style, *, at: int | None = None) -> Row:
    """One row of a frame with words in it, in the middle or at a column; spaces around where the frame still shows."""
    room = cols - 2
    padded = f" {words} " if words and len(words) + (4 if at is None else 2) <= room else words
    left = (room - len(padded)) // 2 if at is None else min(at, room - len(padded)) - 1
    left = max(0, left)
    right = room - left - len(padded)
    return (
        Segment(chars[0] + chars[1] * left, frame),
        Segment(padded, text),
        Segment(chars[1] * right + chars[2], frame),
    )


def _inner(slot: str, cols: int, rows: int, ground: str, look: Look) -> tuple[Row, ...]:
    blank: Row = (Segment(" " * cols, style("", ground)),)
    if slot == UNDEALT:
        return (blank,) * rows
    if rows < _DRAWN:
        return (tiny(slot, cols, ground, look), *(blank,) * (rows - 1))
    if slot == EMPTY:
        return _centred((_empty(cols, rows, ground, look),), 0, cols, rows, ground)
    if slot == HIDDEN:
        return _centred((_question(cols, rows, ground, look),), 0, cols, rows, ground)
    number, color, shape, shading = slot.split(" ")
    width, height, gap, tight = measure(cols, rows)
    if height < 1 or width < 1:
        return (blank,) * rows
    one = symbol(_shape(shape), _shading(shading), color, width, height, ground, look, tight=tight)
    return _centred((one,) * int(number), gap, cols, rows, ground)


def measure(cols: int, rows: int) -> tuple[int, int, int, bool]:
    """A symbol's width and height, the rows between symbols, and whether these are half rows, for a card's inside."""
    highest = _highest(cols + 2)
    height = min(highest, (rows - 2) // 3)
    if height >= 3:
        gap, tight = max(1, min(2, (rows - 3 * height) // 4)), False
    else:
        height, gap, tight = min(highest, rows // 3), 0, True
    width = min(cols - 2 if cols > 8 else cols, _WIDE * height)
    return width - (cols - width) % 2, height, gap, tight


def _centred(blocks: tuple[tuple[Row, ...], ...], gap: int, cols: int, rows: int, ground: str) -> tuple[Row, ...]:
    """Blocks below one another in the middle of the inside."""
    fill = style("", ground)
    blank: Row = (Segment(" " * cols, fill),)
    lines: list[Row] = []
    for number, block in enumerate(blocks):
        lines += [blank] * gap if number else []
        for row in block:
            width = sum(len(segment.text) for segment in row)
            left = (cols - width) // 2
            lines.append((Segment(" " * left, fill), *row, Segment(" " * (cols - width - left), fill)))
    top = max(0, (rows - len(lines)) // 2)
    return (*[blank] * top, *lines, *[blank] * (rows - top - len(lines)))[:rows]


def _empty(cols: int, rows: int, ground: str, look: Look) -> tuple[Row, ...]:
    """A ring with a stroke: ∅, drawn."""
    ink = style(look.palette.dim, ground)
    if look.ascii:
        lines: tuple[str, ...] = (" .--./", "(   / )", "(  /  )", "( /   )", " /'--'") if cols >= 7 else ("(/)",)
        width = max(map(len, lines))
        return tuple((Segment(line.ljust(width), ink),) for line in lines)
    size = max(1, min(cols - 2 if cols > 8 else cols, 2 * rows - 2, 20))
    size -= (cols - size) % 2
    return tuple((Segment(line, ink),) for line in half_blocks(dots("void", size, size)))


def _question(cols: int, rows: int, ground: str, look: Look) -> tuple[Row, ...]:
    """A question mark as large as fits, to three times its smallest; in a cell where that does not fit."""
    ink = style(look.palette.dim, ground)
    if cols < 5 or rows < (len(QUESTION) if look.ascii else -(-len(QUESTION) // 2)):
        return ((Segment("?", ink),),)
    if look.ascii:
        wide = 2 if cols >= 10 else 1
        lines = tuple("".join(("?" if dot else " ") * wide for dot in row) for row in QUESTION)
    else:
        factor = max(1, min(3, cols // 6, 2 * rows // 9))
        lines = half_blocks(scaled(QUESTION, factor))
    return tuple((Segment(line, ink),) for line in lines)


def _dimmed(row: Row, look: Look) -> Row:
    """The same drawing, darker."""
    return tuple(Segment(part.text, _faint(part.style or Style(), look)) for part in row)


def _faint(bright: Style, look: Look) -> Style:
    ink, ground = (look.palette.faint(color.name) if color else "" for color in (bright.color, bright.bgcolor))
    return style(ink, ground, reverse=bool(bright.reverse))


def _shape(word: str) -> Shape:
    shapes: dict[str, Shape] = {"squiggle": "squiggle", "oval": "oval", "diamond": "diamond"}
    return shapes[word]


def _shading(word: str) -> Shading:
    shadings: dict[str, Shading] = {"solid": "solid", "striped": "striped", "open": "open"}
    return shadings[word]
