"""One property of the sample card, with all its values as the claimant would see them, and the card itself."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip

from client.art.cards import Face, card
from client.art.cells import Row
from client.art.chips import PICTURE, chip
from client.art.palette import Look, style
from client.art.signs import signs
from client.widgets.painted import Painted, boxed, fitted

LABEL_COLS: Final = 10
"""Cells from the start of a property to its first value: the cursor and the name."""

LONGEST: Final = 8
"""Cells of the longest value's word."""

_BESIDE: Final = PICTURE[0] + LONGEST + 3
"""Cells of a value from which its word stands beside its picture."""

_FIXED: Final = (
    ("", " the same on every card:", " not a trait to choose here", ""),
    (" the same on every", " card: not a trait", " to choose here", ""),
)
"""Why there is no other value, and the same in fewer columns."""

_CELL: Final = 20
_NUMBER: Final = 7


@dataclass(frozen=True)
class PropertyFace:
    """A property's name, its values, and the one that the card has. A `fixed` one is the same in the whole deck."""

    name: str
    values: tuple[str, ...]
    current: str
    fixed: bool = False

    @property
    def counts(self) -> bool:
        """Whether the values are numbers, which need no picture."""
        return self.values[0].isdigit()


class PropertyRow(Painted[PropertyFace]):
    """The values side by side, the card's own highlighted. Left and right, Space or the mouse choose another one."""

    FOCUS_ON_CLICK: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Change", key_display="←→"),
        Binding("right", "step(1)", "Change", show=False),
        Binding("space,enter", "turn", "Next", key_display="Space", show=False),
    ]

    class Chosen(Message):
        """The card is to have another value."""

        def __init__(self, value: str) -> None:
            super().__init__()
            self.value = value

    def __init__(self, look: Look, content: PropertyFace) -> None:
        super().__init__(look, content)
        self.can_focus = not content.fixed
        self.set_class(content.counts, "counts")

    def wear(self, current: str) -> None:
        """Highlight another value."""
        self.show(replace(self.content, current=current))

    def choose(self, number: int) -> None:
        """Choose a value by its number from 0. The one that the card has cannot be chosen."""
        face = self.content
        if not face.fixed and 0 <= number < len(face.values) and face.values[number] != face.current:
            self.wear(face.values[number])
            self.post_message(self.Chosen(face.values[number]))

    def action_step(self, by: int) -> None:
        """The neighbour, if there is one."""
        self.choose(self.content.values.index(self.content.current) + by)

    def action_turn(self) -> None:
        """The next value; after the last, the first."""
        values = self.content.values
        self.choose((values.index(self.content.current) + 1) % len(values))

    def on_click(self, event: events.Click) -> None:
        """The value under the mouse."""
        if not self.content.fixed and event.x >= LABEL_COLS:
            self.focus(scroll_visible=False)
            self.choose((event.x - LABEL_COLS) // self._cols(self.size.width))

    def _cols(self, width: int) -> int:
        """The width of a value."""
        face = self.content
        return _NUMBER if face.counts else max(LONGEST + 2, min(_CELL, (width - LABEL_COLS) // 3))

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """The name, and the values; of a fixed property the only one, and why there is no other."""
        palette, face = self.look.palette, self.content
        cols = self._cols(width)
        shown = (face.current,) if face.fixed else face.values
        cells = [self._number(value) if face.counts else self._value(value, cols) for value in shown]
        brief = width < LABEL_COLS + cols + max(map(len, _FIXED[0]))
        notes = _FIXED[brief] if face.fixed else ("",) * len(cells[0])
        faint = style(palette.dim, palette.ground)
        labels = self._labels()
        return [
            fitted([*labels[y], *(p for cell in cells for p in cell[y]), Segment(notes[y], faint)], width, self.ground)
            for y in range(len(cells[0]))
        ][:height]

    def _labels(self) -> list[list[Segment]]:
        palette, face = self.look.palette, self.content
        ink = palette.next if self.has_focus else palette.dim if face.fixed else palette.text
        name = style(ink, palette.ground, bold=self.has_focus)
        mark = signs(self.look).cursor if self.has_focus else " "
        blank = Segment(" " * LABEL_COLS, self.ground)
        return [[blank], [Segment(f"{mark} {face.name}".ljust(LABEL_COLS), name)], [blank], [blank]]

    def _style(self, value: str, color: str) -> Style:
        chosen = value == self.content.current
        return style(self.look.palette.gold if chosen else color, self.look.palette.ground, bold=chosen)

    def _value(self, value: str, cols: int) -> list[list[Segment]]:
        """A value's picture and its word beside it, or beneath it in few columns; a frame around what the card has."""
        palette, glyphs = self.look.palette, signs(self.look)
        chosen = value == self.content.current
        edge, word = self._style(value, palette.ground), self._style(value, palette.text)
        frame = glyphs.chosen if chosen else " " * 8
        picture: list[Row] = list(chip(value, palette.ground, self.look))
        if cols < _BESIDE:
            picture.append((Segment(value.center(PICTURE[0]), word),))
            texts: tuple[str, ...] = (frame[1], " ", " ", " " * (len(value) <= PICTURE[0]))
        else:
            texts = (frame[1] * (len(value) + 1), f" {value}", frame[6] * (len(value) + 1))
        sides = ((frame[0], frame[2]), *((frame[3], frame[4]),) * (len(texts) - 2), (frame[5], frame[7]))
        inks = (edge, *(word,) * (len(texts) - 2), edge)
        lines = [
            [Segment(left, edge), *row, Segment(text, ink), Segment(right, edge)]
            for (left, right), row, text, ink in zip(sides, picture, texts, inks, strict=True)
        ]
        return [list(fitted(line, cols, self.ground)) for line in lines]

    def _number(self, value: str) -> list[list[Segment]]:
        """A number in its box."""
        palette, glyphs = self.look.palette, signs(self.look)
        chosen = value == self.content.current
        edge, word = self._style(value, palette.border), self._style(value, palette.text)
        line = Strip([Segment(value.center(_NUMBER - 3), word)])
        box = boxed([line], _NUMBER - 1, glyphs.chosen if chosen else glyphs.frame, edge)
        return [[*strip, Segment(" ", self.ground)] for strip in box]


class Sample(Painted[str]):
    """The sample card, as large as its place."""

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """The card's face."""
        return card(Face(self.content, 0, width, height), self.look)
