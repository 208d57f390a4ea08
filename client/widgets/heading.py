"""The line at the top of a screen: where one is, and who one is."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from client.foreign import foreign


class Heading(Horizontal):
    """Two texts on one line: the left one gives way where both do not fit."""

    def __init__(self, left: str | Content = "", right: str | Content = "") -> None:
        super().__init__()
        self._texts = (_content(left), _content(right))
        self._warning = ""

    def compose(self) -> ComposeResult:
        """The two texts."""
        yield Static(self._texts[0], id="heading-left", markup=False)
        yield Static(self._texts[1], id="heading-right", markup=False)

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
            self.query_one("#heading-left", Static).update(left)
            warning = foreign(self._warning, "bold $warning")
            self.query_one("#heading-right", Static).update(warning if self._warning else right)


def _content(text: str | Content) -> Content:
    return text if isinstance(text, Content) else foreign(text)
