"""The answer choice: the enabled traits in a grid, with the time to choose draining above them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip

from client.art.chips import TRAIT_TYPES, inline
from client.art.palette import style
from client.art.signs import signs
from client.tables.five_of_a_kind.painted import Painted, boxed, fitted
from client.tables.five_of_a_kind.status import bar
from client.tables.five_of_a_kind.words import said
from engines.five_of_a_kind.model import Settings, Trait

ROW = 3
"""Traits in a row: the values of one type."""


@dataclass(frozen=True)
class Choices:
    """The traits that can be chosen, which one is under the cursor, which one was sent, and the time left (1 to 0)."""

    traits: tuple[Trait, ...]
    settings: Settings
    at: int = 0
    sent: Trait | None = None
    rest: float = 1.0


class Chosen(Message):
    """The player chose a trait."""

    def __init__(self, trait: Trait) -> None:
        super().__init__()
        self.trait: Trait = trait


def in_rows(traits: Sequence[Trait]) -> tuple[Trait, ...]:
    """The traits in the order of the grid: color, shape, shading, each with its three values."""
    order = [trait for values in TRAIT_TYPES.values() for trait in values]
    return tuple(sorted(traits, key=order.index))


class Answers(Painted[Choices], can_focus=True):
    """A key for each answer, arrows with Enter, and the mouse. Space does nothing: it may still be held down."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1,2,3,4,5,6,7,8,9", "digit", "Choose", key_display="1-9"),
        Binding("left", "move(-1)", "Move", key_display="←→↑↓"),
        Binding("right", "move(1)", "Move", show=False),
        Binding("up", "move(-3)", "Move", show=False),
        Binding("down", "move(3)", "Move", show=False),
        Binding("enter", "choose", "Take"),
        Binding("space", "nothing", show=False),
    ]

    def rows_for(self, height: int) -> int:
        """How many rows each answer may take of a height in cells."""
        rows = -(-len(self.content.traits) // ROW)
        return 3 if height >= 3 * rows + 3 else 1

    def measure(self, width: int, height: int) -> tuple[int, int]:
        """The cells that the choice takes of so many."""
        rows = -(-len(self.content.traits) // ROW)
        return min(width, 60), min(height, self.rows_for(height) * rows + 3)

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """A frame with the bar, then a row of answers for each trait type."""
        palette, glyphs, shown = self.look.palette, signs(self.look), self.content
        blank = style("", palette.ground)
        inner = width - 2
        cols, each = inner // ROW, self.rows_for(height)
        lines = [fitted([Segment(" ", blank), *bar(shown.rest, inner - 2, self.look)], inner, blank)]
        for first in range(0, len(shown.traits), ROW):
            boxes = [self._answer(n, cols, each) for n in range(first, min(first + ROW, len(shown.traits)))]
            lines += [fitted([s for part in row for s in part], inner, blank) for row in zip(*boxes, strict=True)]
        edge = style(palette.gold, palette.ground, bold=True)
        return boxed(lines, width, glyphs.frame, edge, "Which trait?", style(palette.gold, palette.ground, bold=True))

    def _answer(self, number: int, cols: int, rows: int) -> list[Strip]:
        palette, glyphs, shown = self.look.palette, signs(self.look), self.content
        trait = shown.traits[number]
        here, sent = number == shown.at, trait == shown.sent
        ink = style(palette.gold if sent or here else palette.text, palette.ground, bold=here or sent)
        words = said(trait, shown.settings) + (f" {glyphs.more}" if sent else "")
        parts = [
            Segment(glyphs.cursor if here and rows == 1 else " ", ink),
            Segment(str(number + 1), style(palette.next, palette.ground, bold=True)),
            Segment(" ", ink),
            inline(trait, palette.ground, self.look),
            Segment(f" {words}", ink),
        ]
        if rows < 3:
            return [fitted(parts, cols, ink)]
        chars = glyphs.chosen if here else glyphs.frame
        edge = style(palette.gold if here or sent else palette.border, palette.ground, bold=here)
        return boxed([fitted(parts, cols - 2, ink)], cols, chars, edge)

    def action_digit(self) -> None:
        """Handled by `on_key`, which knows which digit it was."""

    def action_nothing(self) -> None:
        """Space was for the claim."""

    def on_key(self, event: events.Key) -> None:
        """A digit chooses at once."""
        if event.character is not None and event.character in "123456789":
            event.stop()
            event.prevent_default()
            self._choose(int(event.character) - 1)

    def action_move(self, by: int) -> None:
        """Move the cursor, within the grid."""
        to = self.content.at + by
        if 0 <= to < len(self.content.traits):
            self.show(Choices(self.content.traits, self.content.settings, to, self.content.sent, self.content.rest))

    def action_choose(self) -> None:
        """Take what is under the cursor."""
        self._choose(self.content.at)

    def on_click(self, event: events.Click) -> None:
        """Take what was clicked."""
        each = self.rows_for(self.size.height)
        row, column = (event.y - 2) // each, (event.x - 1) // max(1, (self.size.width - 2) // ROW)
        if event.y >= 2 and 0 <= column < ROW:
            self._choose(row * ROW + column)

    def _choose(self, number: int) -> None:
        if self.content.sent is None and 0 <= number < len(self.content.traits):
            self.post_message(Chosen(self.content.traits[number]))
