"""Widgets that draw themselves line by line: what they show is one frozen value, and only a new one is drawn anew."""

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import BLACK
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from client.art.palette import Look, style

T = TypeVar("T")


class Bare(Widget):
    """A widget without border, padding and tint, so that Textual's work for these is left out."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of a part, `filtered`."""
        raise NotImplementedError

    def render_line(self, y: int) -> Strip:
        """One line."""
        return self.render_lines(Region(0, y, self.outer_size.width, 1))[0]

    def filtered(self, strip: Strip) -> Strip:
        """A line as this terminal can show it. Nothing in such a widget is dimmed against what lies under it."""
        for one in self.app.get_line_filters():
            strip = strip.apply_filter(one, BLACK)
        return strip


class Painted(Bare, Generic[T]):
    """A widget whose strips are a pure function of what it shows, its size, its focus and the look."""

    def __init__(self, look: Look, content: T, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.look = look
        self.content = content
        self._strips: tuple[object, Sequence[Strip]] = (None, ())

    def show(self, content: T) -> None:
        """Show something else; the same again costs nothing."""
        if content != self.content:
            self.content = content
            self.refresh()

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """The strips for a size in cells. Missing lines stay blank."""
        raise NotImplementedError

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of a part, from the strips painted last where they still hold."""
        width, height = self.outer_size
        key = (self.content, self.look, width, height, self.has_focus)
        if self._strips[0] != key:
            strips = [strip.adjust_cell_length(width, self.ground) for strip in self.paint(width, height)[:height]]
            strips += [Strip.blank(width, self.ground)] * (height - len(strips))
            self._strips = (key, [self.filtered(strip) for strip in strips])
        return [self._strips[1][y].crop(crop.x, crop.right) for y in crop.line_range]

    @property
    def ground(self) -> Style:
        """The style of what is left blank."""
        return style(self.look.palette.text, self.look.palette.ground)


def fitted(segments: Iterable[Segment], width: int, fill: Style, align: str = "left") -> Strip:
    """Segments as a strip of exactly `width` cells: cut at a cell, or filled at the side away from `align`."""
    strip = Strip([segment for segment in segments if segment.text])
    length = strip.cell_length
    if length >= width:
        return strip.crop(0, width)
    room = width - length
    left = 0 if align == "left" else room if align == "right" else room // 2
    parts = [Segment(" " * left, fill), *strip, Segment(" " * (room - left), fill)]
    return Strip([part for part in parts if part.text], width)


def boxed(
    lines: Sequence[Strip], width: int, chars: str, edge: Style, title: str = "", words: Style | None = None
) -> list[Strip]:
    """Lines of `width` - 2 cells in a frame of `chars` (see `Signs`), with a title in its upper edge."""
    room = width - 2
    head = f" {title} " if title and cell_len(title) + 3 <= room else ""
    shaft = chars[1] * (room - 1 - cell_len(head)) if room else ""
    top = [Segment(chars[0] + chars[1] * min(1, room), edge), Segment(head, words or edge), Segment(shaft, edge)]
    low = Strip([Segment(chars[5] + chars[6] * room + chars[7], edge)])
    left, right = Segment(chars[3], edge), Segment(chars[4], edge)
    inner = [Strip([left, *line, right]) for line in lines]
    return [Strip([*(part for part in top if part.text), Segment(chars[2], edge)]), *inner, low]
