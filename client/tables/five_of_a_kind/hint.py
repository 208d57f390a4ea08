"""The panel of the availability hint: it stands while the game runs, and is empty when the board has no answer."""

from collections.abc import Sequence

from rich.segment import Segment
from textual.strip import Strip

from client.art.palette import style
from client.art.signs import signs
from client.widgets.painted import Painted, boxed, fitted


class Hint(Painted[str]):
    """One sentence in a frame; where there is one line only, the sentence between brackets."""

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """The panel."""
        palette = self.look.palette
        words = style(palette.next, palette.ground, bold=True)
        edge = style(palette.border, palette.ground)
        if height < 3 or width < 4:
            title = " Hint " if len(self.content) + len(" Hint []") <= width else " "
            return [
                fitted(
                    [Segment(f"{title}[", edge), Segment(self.content, words), Segment("]", edge)], width, self.ground
                )
            ]
        line = fitted([Segment(self.content, words)], width - 2, self.ground, "center")
        dim = style(palette.dim, palette.ground)
        return boxed([line], width, signs(self.look).frame, edge, "Hint", dim)
