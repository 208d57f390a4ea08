"""A row of traits that are correct answers: each a chip, one of which can be selected to see which cards it counts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip

from client.art.chips import INLINE_COLS, inline
from client.art.palette import Look, style
from client.art.signs import signs
from client.widgets.painted import Painted, boxed, fitted
from engines.five_of_a_kind.board import Found

_FORMS: Final = (
    ("not ", True, True),
    ("!", True, True),
    ("not ", False, True),
    ("not ", True, False),
    ("!", True, False),
)
"""What of a chip is left where there is less and less room: how it says "not", and whether it has picture and words."""
BOXED_ROWS: Final = 3
"""The rows from which every chip stands in a frame; with fewer only the selected one has its frame's sides."""

_EDGES: Final = 3
"""The columns of a chip beside what stands in it: one for the cursor, and the sides of its frame."""


@dataclass(frozen=True)
class TraitsFace:
    """The correct answers, the selected one, and the one under the cursor; `negative` says "not" before each.

    Without a board that could have answers, they are not `known`, and the row is blank.
    """

    traits: tuple[Found, ...] = ()
    negative: bool = False
    selected: Found | None = None
    cursor: int = 0
    known: bool = True


class Traits(Painted[TraitsFace]):
    """The chips side by side: arrows and Enter, or the mouse select one.

    A selection stands until `clear` or `offer` ends it. A press of the mouse on a chip goes no further: a screen that
    calls `clear` for every press that reaches it clears by a click anywhere else. Its Esc should do the same.
    """

    can_focus = True
    FOCUS_ON_CLICK: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", "Trait", key_display="←→"),
        Binding("right", "move(1)", "Trait", show=False),
        Binding("enter,space", "take", "Select", key_display="Enter"),
    ]

    class Selected(Message):
        """Another answer is selected, or none any more."""

        def __init__(self, traits: "Traits", trait: Found | None) -> None:
            super().__init__()
            self.traits = traits
            self.trait: Found | None = trait

        @property
        def control(self) -> "Traits":
            """The row."""
            return self.traits

    def __init__(self, look: Look, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(look, TraitsFace(), id=id)

    def offer(self, traits: tuple[Found, ...] | None, *, negative: bool = False) -> None:
        """Show the answers of another board, or of none; nothing is selected. Without any there is nothing to go to."""
        self.show(TraitsFace(traits or (), negative, known=traits is not None))
        self.can_focus = bool(traits)
        if self.has_focus and not traits:
            self.blur()

    @property
    def selected(self) -> Found | None:
        """The answer that is selected."""
        return self.content.selected

    def select(self, number: int) -> None:
        """Select an answer by its number from 0."""
        face = self.content
        if 0 <= number < len(face.traits):
            self._choose(replace(face, cursor=number, selected=face.traits[number]))

    def clear(self) -> None:
        """Select nothing."""
        self._choose(replace(self.content, selected=None))

    def _choose(self, face: TraitsFace) -> None:
        changed = face.selected != self.content.selected
        self.show(face)
        if changed:
            self.post_message(self.Selected(self, face.selected))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where there is no answer, none can be selected."""
        return bool(self.content.traits)

    def action_move(self, by: int) -> None:
        """Move the cursor; it stops at the ends."""
        face = self.content
        self.show(replace(face, cursor=min(max(0, face.cursor + by), max(0, len(face.traits) - 1))))

    def action_take(self) -> None:
        """Select the answer under the cursor."""
        self.select(self.content.cursor)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A press on a chip selects it; one beside the chips is none of theirs."""
        number = self._at(event.x, event.y)
        if number is not None:
            event.stop()
            self.select(number)

    def _at(self, x: int, y: int) -> int | None:
        """The number of the chip under a cell."""
        rows = BOXED_ROWS if self.size.height >= BOXED_ROWS else 1
        end = 0
        for number, cell in enumerate(self._cells(self.size.width)):
            start, end = end, end + cell.cell_length + _EDGES
            if start <= x < end and y < rows:
                return number
        return None

    def _cells(self, width: int) -> list[Strip]:
        """What stands in each chip's frame: picture and words, or one of them, at last with "!" for "not"."""
        numbers = range(len(self.content.traits))
        cells: list[Strip] = []
        for negation, picture, words in _FORMS:
            cells = [self._cell(number, negation, picture=picture, words=words) for number in numbers]
            if sum(cell.cell_length + _EDGES for cell in cells) <= width:
                break
        return cells

    def _cell(self, number: int, negation: str, *, picture: bool, words: bool) -> Strip:
        face, palette = self.content, self.look.palette
        trait = face.traits[number]
        chosen, under = trait == face.selected, self.has_focus and number == face.cursor
        text = style(palette.text, palette.newest if chosen else palette.ground, bold=chosen or under, underline=under)
        said = negation if face.negative else ""
        return tag(trait, text, self.look, negation=said, picture=picture, words=words)

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """The chips in their frames; a row that has none says so."""
        face, palette = self.content, self.look.palette
        framed = height >= BOXED_ROWS
        if not face.known:
            return []
        if not face.traits:
            none = fitted([Segment(" None", style(palette.dim, palette.ground))], width, self.ground)
            return [fitted([], width, self.ground), none] if framed else [none]
        chips = [self._chip(number, cell, framed=framed) for number, cell in enumerate(self._cells(width))]
        return [fitted([part for chip in chips for part in chip[y]], width, self.ground) for y in range(len(chips[0]))]

    def _chip(self, number: int, cell: Strip, *, framed: bool) -> list[Strip]:
        """One chip: a thin frame, or the gold one of what is selected; without room for that, its sides alone.

        The cursor stands before it. No sign of either is one that a picture is made of.
        """
        face, palette, glyphs = self.content, self.look.palette, signs(self.look)
        chosen = face.traits[number] == face.selected
        edge = style(palette.gold if chosen else palette.border, palette.ground, bold=chosen)
        chars = glyphs.chosen if chosen else glyphs.frame if framed else " " * len(glyphs.frame)
        lines = boxed([cell], cell.cell_length + 2, chars, edge)
        marks = [" ", glyphs.cursor if self.has_focus and number == face.cursor else " ", " "]
        under = style(palette.next, palette.ground, bold=True)
        rows = [Strip([Segment(mark, under), *line]) for mark, line in zip(marks, lines, strict=True)]
        return rows if framed else rows[1:2]


def tag(
    answer: Found, text: Style, look: Look, *, negation: str = "", picture: bool = True, words: bool = True
) -> Strip:
    """What a chip shows of an answer, wherever one is named: its picture and its words in the style `text`."""
    ground = text.bgcolor.name if text.bgcolor else ""
    parts = [Segment(negation, text)] if negation else []
    if picture and answer == "anything":
        parts.append(Segment("5".center(INLINE_COLS), style(look.palette.next, ground, bold=True)))
    elif picture:
        parts.append(inline(answer, ground, look, alone=not words))
    if picture and words:
        parts.append(Segment(" ", style("", ground)))
    if words:
        parts.append(Segment("Anything" if answer == "anything" else answer, text))
    return Strip(parts)
