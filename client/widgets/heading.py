"""The line at the top of a screen: where one is, and who one is."""

from typing import Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from client.foreign import foreign
from client.widgets.columns import fewer

PART: Final = " · "
"""What parts the parts of a text."""
BLANK: Final = 3
"""The cells of the line that stay blank: at its ends, and between both texts."""


class Heading(Horizontal):
    """Two texts on one line. Where both do not fit, whole parts give way, and never the first of either."""

    def __init__(self, left: str | Content = "", right: str | Content = "") -> None:
        super().__init__()
        self._texts = (_content(left), _content(right))
        self._warning = ""

    def compose(self) -> ComposeResult:
        """The two texts."""
        yield Static(self._texts[0], id="heading-left", markup=False)
        yield Static(self._texts[1], id="heading-right", markup=False)

    def on_mount(self) -> None:
        """Show what fits of the texts that it was made with."""
        self._show()

    def write(self, left: str | Content, right: str | Content) -> None:
        """Show other texts."""
        texts = (_content(left), _content(right))
        if texts == self._texts:
            return
        self._texts = texts
        self._show()

    def warn(self, text: str) -> None:
        """Show a warning in place of the right text; with "" that one again."""
        if text != self._warning:
            self._warning = text
            self._show()

    def _show(self) -> None:
        if self.is_mounted:
            left, right = self._texts
            room = self.app.size.width - BLANK
            left, right = shorter(left, foreign(self._warning, "bold $warning") if self._warning else right, room)
            self.query_one("#heading-left", Static).update(left)
            self.query_one("#heading-right", Static).update(right)

    def on_resize(self) -> None:
        """More or fewer parts have room."""
        self._show()


def shorter(left: Content, right: Content, cells: int) -> tuple[Content, Content]:
    """Both texts with as many of their parts as fit in so many cells, the right one's last parts going first.

    Of the left one's, the widest gives way, by as many of its own commas' parts as it must: so the fewest are lost.
    """
    lefts, rights = left.split(PART), right.split(PART)
    while left.cell_length + right.cell_length > cells and (len(lefts) > 1 or len(rights) > 1):
        if len(rights) > 1:
            del rights[-1]
        else:
            widest = max(range(1, len(lefts)), key=lambda number: lefts[number].cell_length)
            room = lefts[widest].cell_length - (left.cell_length + right.cell_length - cells)
            short = fewer(lefts[widest].plain, room)
            lefts[widest : widest + 1] = [Content(short)] if cell_len(short) <= room else []
        left, right = Content(PART).join(lefts), Content(PART).join(rights)
    return left, right


def _content(text: str | Content) -> Content:
    return text if isinstance(text, Content) else foreign(text)
