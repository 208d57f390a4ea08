"""What stands in place of the table where cards would be too small to tell apart."""

from collections.abc import Sequence
from textwrap import wrap

from rich.segment import Segment
from textual.strip import Strip

from client.art.palette import style
from client.widgets.painted import Painted, fitted

SMALLEST = (60, 20)
"""The columns and rows of a terminal from which everything is legible."""


def too_small(width: int, height: int, *, over: bool) -> tuple[str, ...]:
    """What a table says in a terminal of this size, which is too small; `over` says that its game has ended."""
    sizes = "to {} x {}: it has {} x {}.".format(*SMALLEST, width, height)
    return "Make the window larger", sizes, "The game is over." if over else "The game goes on."


class Notice(Painted[tuple[str, ...]]):
    """A few friendly lines, the first of them strong."""

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """All of them in the middle, broken where they are too long."""
        palette = self.look.palette
        strong = style(palette.next, palette.ground, bold=True)
        blank = fitted([], width, self.ground)
        lines = [
            fitted([Segment(line, self.ground if number else strong)], width, self.ground, "center")
            for number, text in enumerate(self.content)
            for line in wrap(text, width)
        ]
        return [*[blank] * max(0, (height - len(lines)) // 2), *lines][:height]
