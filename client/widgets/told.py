"""A text that says something new from time to time, and often the same again."""

from collections.abc import Sequence

from textual.content import Content
from textual.widgets import Static


class Told(Static):
    """A text that is drawn anew only when it is another one.

    Where it `grows`, its height follows its lines, and another text lays out the whole screen anew.
    """

    def __init__(self, *, id: str, grows: bool = False) -> None:  # noqa: A002
        super().__init__(id=id, markup=False)
        self._text = Content()
        self._grows = grows

    def fitting(self, sentences: Sequence[Content]) -> Content:
        """Sentences beside each other in one row; without room for all, the first, which says why the others are so."""
        whole = Content("  ").join(sentences)
        return whole if len(sentences) < 2 or whole.cell_length <= self.content_size.width else sentences[0]

    def write(self, text: Content) -> None:
        """Show a text; the same again costs nothing."""
        if not text.is_same(self._text):
            self._text = text
            self.update(text, layout=self._grows)
