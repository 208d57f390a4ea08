"""The panel of the availability hint: it stands while the game runs, and is empty when the board has no answer."""

from collections.abc import Sequence
from typing import Final

from rich.segment import Segment
from textual.strip import Strip

from client.art.palette import style
from client.art.signs import signs
from client.widgets.painted import Painted, boxed, fitted

TITLE: Final = "Hint"


class Hint(Painted[str]):
    """One sentence in a frame; where there is one line only, on a bar as wide, with a blank column beside it."""

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """The panel."""
        if height < 3 or width < 4:
            return [self._bar(max(0, width - 3))]
        palette = self.look.palette
        words = Segment(self.content, style(palette.next, palette.ground, bold=True))
        edge, dim = style(palette.border, palette.ground), style(palette.dim, palette.ground)
        line = fitted([words], width - 2, self.ground, "center")
        return boxed([line], width, signs(self.look).frame, edge, TITLE, dim)

    def _bar(self, cells: int) -> Strip:
        """The sentence in so many cells between brackets. The title gives way to it."""
        palette = self.look.palette
        dim, words = style(palette.dim, palette.panel), style(palette.next, palette.panel, bold=True)
        title = f"{TITLE} " if len(f"{TITLE} {self.content}") <= cells or not self.content else ""
        inner = fitted([Segment(title, dim), Segment(self.content, words)], cells, words)
        return Strip([Segment("[", dim), *inner, Segment("]", dim)])
