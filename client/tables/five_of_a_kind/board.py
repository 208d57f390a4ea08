"""The slots side by side, and under them the arrow from their middle to the next one."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment
from textual.strip import Strip

from client.art.cards import Face, Shade, card
from client.art.palette import Look, style
from client.art.signs import signs
from client.tables.five_of_a_kind.layout import Layout
from client.tables.five_of_a_kind.painted import Painted


@dataclass(frozen=True)
class Slots:
    """What the board shows: the slots' texts, the newest card's place and the next one's (from 0), and the shades."""

    slots: tuple[str, ...]
    newest: int | None
    pointer: int | None
    place: Layout
    shades: tuple[Shade, ...] = ()


class Board(Painted[Slots]):
    """Line by line from finished card strips: a new card costs one card's drawing, or none if it was drawn before."""

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """The cards' rows, then the arrow's."""
        shown, place = self.content, self.content.place
        faces = [
            card(
                Face(
                    slot,
                    number + 1,
                    place.card_cols,
                    place.card_rows,
                    newest=number == shown.newest,
                    coming=number == shown.pointer,
                    shade=shown.shades[number] if shown.shades else "normal",
                ),
                self.look,
            )
            for number, slot in enumerate(shown.slots)
        ]
        rows = [Strip.join(row) for row in zip(*faces, strict=True)]
        if shown.pointer is not None:
            rows += arrow(shown.pointer, len(shown.slots), place, self.look)
        return rows


def arrow(pointer: int, slots: int, place: Layout, look: Look) -> list[Strip]:
    """The arrow's rows: a head under the next slot, and with two rows a shaft to it from the middle of all slots."""
    glyphs = signs(look)
    ink, blank = style(look.palette.next, look.palette.ground, bold=True), style("", look.palette.ground)
    head = pointer * place.card_cols + place.card_cols // 2
    middle = slots * place.card_cols // 2
    width = place.board_cols
    tip = Strip([Segment(" " * head, blank), Segment(glyphs.head_up, ink), Segment(" " * (width - head - 1), blank)])
    if place.arrow < 2:
        return [tip][: place.arrow]
    line = [" "] * width
    for x in range(min(head, middle), max(head, middle)):
        line[x] = glyphs.shaft
    line[head] = glyphs.bend[0] if head < middle else glyphs.bend[1]
    line[middle] = glyphs.origin
    return [tip, Strip([Segment("".join(line), ink)])]
