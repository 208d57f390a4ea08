"""What stands in place of the table where cards would be too small to tell apart."""

from collections.abc import Sequence

from rich.segment import Segment
from textual.strip import Strip

from client.art.palette import style
from client.widgets.painted import Painted, fitted

SMALLEST = (60, 20)
"""The columns and rows of a terminal from which everything is legible."""


class Notice(Painted[str]):
    """A friendly sentence, and the size there is."""

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """Both in the middle; the game goes on meanwhile."""
        palette = self.look.palette
        strong = style(palette.next, palette.ground, bold=True)
        texts = (("Make the window larger", strong), (self.content, self.ground), ("The game goes on.", self.ground))
        blank = fitted([], width, self.ground)
        lines = [fitted([Segment(text, look)], width, self.ground, "center") for text, look in texts]
        return [*[blank] * max(0, (height - len(lines)) // 2), *lines][:height]
