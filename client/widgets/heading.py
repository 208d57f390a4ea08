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
        if self.is_mounted:
            self.query_one("#heading-left", Static).update(texts[0])
            self.query_one("#heading-right", Static).update(texts[1])


def _content(text: str | Content) -> Content:
    return text if isinstance(text, Content) else foreign(text)
