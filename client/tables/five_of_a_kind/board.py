"""The board: the slots with their cards, and the arrow that points to the slot the next card takes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip

from client.art.cards import UNDEALT, Face, Shade, card
from client.art.palette import Look, style
from client.art.signs import signs
from client.widgets.painted import Painted
from engines.five_of_a_kind.board import Found, board_of, contributors
from engines.five_of_a_kind.model import Settings, Shared


@dataclass(frozen=True)
class BoardFace:
    """What the board shows. `pointer` is the next card's slot, None when no card will come; `newest` the last one's.

    `lit` are the slots that a selected answer counts, None where none is selected: then no card is dimmed. `bare` are
    the first rows of the cards while the answers cover the others, else 0.
    """

    slots: tuple[str, ...] = ()
    pointer: int | None = None
    newest: int | None = None
    card_cols: int = 16
    card_rows: int = 13
    lit: frozenset[int] | None = None
    bare: int = 0


def board_face(shared: Shared, card_cols: int, card_rows: int, bare: int = 0) -> BoardFace:
    """The board of a view, at a card size in cells, perhaps covered but for `bare` rows."""
    last = (shared.pointer - 1) % len(shared.slots)
    return BoardFace(
        slots=shared.slots,
        pointer=None if shared.final else shared.pointer,
        newest=last if shared.slots[last] != UNDEALT else None,
        card_cols=card_cols,
        card_rows=card_rows,
        bare=bare,
    )


def lit(slots: Iterable[str], settings: Settings, answer: Found | None) -> frozenset[int] | None:
    """The slots whose cards count towards a selected answer; None without a selection."""
    if answer is None:
        return None
    counted = contributors(board_of(slots), settings, answer)
    return frozenset(place for place, counts in enumerate(counted) if counts)


class Board(Painted[BoardFace]):
    """The slots side by side, each as large as the others, outlined or not."""

    def show(self, content: BoardFace) -> None:
        """Show another board. Only the columns of slots that changed are painted, and the arrow when it moves."""
        before, self.content = self.content, content
        sizes = (before.card_cols, before.card_rows, len(before.slots))
        if sizes != (content.card_cols, content.card_rows, len(content.slots)):
            self.refresh()
            return
        cols, rows = content.card_cols, content.card_rows
        for place in range(len(content.slots)):
            if _face(before, place) != _face(content, place):
                self.refresh(Region(place * cols, 0, cols, rows))
        if before.pointer != content.pointer:
            self.refresh(Region(0, rows, cols * len(content.slots), max(0, self.size.height - rows)))

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of a part. Only cards in it are asked; each is drawn once for its face, its size and the look."""
        board, cols = self.content, self.content.card_cols
        first = crop.x // cols
        places = range(first, min(-(-crop.right // cols), len(board.slots)))
        cards = [card(_face(board, place), self.look) for place in places]
        start, end = crop.x - first * cols, crop.right - first * cols
        strips = (
            self._joined([face[y] for face in cards]).crop(start, end)
            if y < board.card_rows
            else self.filtered(self._arrow(y - board.card_rows)).crop(crop.x, crop.right)
            for y in crop.line_range
        )
        return [strip.adjust_cell_length(crop.width, self.ground) for strip in strips]

    def _joined(self, parts: Sequence[Strip]) -> Strip:
        """A line of the cards side by side. A card's own strips stay what they are, with all that is known of them."""
        strips = [self.filtered(part) for part in parts]
        return strips[0] if len(strips) == 1 else Strip.join(strips)

    def _arrow(self, line: int) -> Strip:
        board = self.content
        span = board.card_cols * len(board.slots)
        if board.pointer is None:
            return Strip.blank(span, self.ground)
        last = self.size.height - board.card_rows - 1
        text = (
            arrow(board.pointer, len(board.slots), board.card_cols, last + 1, self.look)[line] if line <= last else ""
        )
        ink = style(self.look.palette.next, self.look.palette.ground, bold=True)
        return Strip([Segment(text.ljust(span), ink)], span)


def arrow(pointer: int, slots: int, cols: int, rows: int, look: Look) -> tuple[str, ...]:
    """An arrow in one or two rows of text, from under the middle of all slots to under the middle of slot `pointer`."""
    glyphs = signs(look)
    start, end = (slots * cols - 1) // 2, pointer * cols + (cols - 1) // 2
    left, right = min(start, end), max(start, end)
    shaft = glyphs.shaft * (right - left - 1)
    if rows < 2:
        ends = (glyphs.head_up, glyphs.origin) if end < start else (glyphs.origin, glyphs.head_up)
        line = " " * left + (ends[0] + shaft + ends[1] if left < right else glyphs.head_up)
        return (line,) * rows
    head = " " * end + glyphs.head_up
    blank = [""] * (rows - 2)
    if left == right:
        return (head, " " * left + glyphs.origin, *blank)
    tail = glyphs.bend[0] + shaft + glyphs.origin if end < start else glyphs.origin + shaft + glyphs.bend[1]
    return (head, " " * left + tail, *blank)


def _face(board: BoardFace, place: int) -> Face:
    shade: Shade = "normal"
    if board.lit is not None:
        shade = "lit" if place in board.lit else "dimmed"
    return Face(
        slot=board.slots[place],
        place=place + 1,
        cols=board.card_cols,
        rows=board.card_rows,
        newest=place == board.newest,
        coming=place == board.pointer,
        shade=shade,
        bare=board.bare,
    )
