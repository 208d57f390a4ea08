"""The player's private notes: several lines, into which nothing harmful can be pasted."""

from typing import ClassVar, Final

from textual import events
from textual.reactive import var
from textual.strip import Strip
from textual.widgets import TextArea

from client.notes import LENGTH, harmless
from client.widgets.input import RENAMED

TITLES: Final = {True: ("Notes, only for you", "Notes for you"), False: ("Notes, not on disk", "Notes not kept")}
"""What stands over the notes, whether they are kept or not, and where that has no room."""


class Notes(TextArea):
    """The notes on one room."""

    IDLE: ClassVar[str] = "w: write something"
    kept: var[bool] = var(True)
    """Whether what is written here is on the disk, or will be in a moment."""

    def __init__(self, text: str) -> None:
        super().__init__(text, id="notes", tab_behavior="focus", highlight_cursor_line=False, placeholder=self.IDLE)

    def on_mount(self) -> None:
        """Whoever comes back goes on writing at the end."""
        self.move_cursor(self.document.end)

    def _on_paste(self, event: events.Paste) -> None:  # type: ignore[override]  # TextArea's own is async
        # TextArea's own method is called after this one, with the text as it is left here.
        event.stop()
        event.text = harmless(event.text)[: self._free()]

    def _on_key(self, event: events.Key) -> None:  # type: ignore[override]  # TextArea's own is async
        if (event.is_printable or event.key == "enter") and not self._free():
            event.stop()
            event.prevent_default()

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        """What is typed is text, and no key of the screen behind."""
        return key == "enter" or key in RENAMED or super().check_consume_key(key, character)

    def _free(self) -> int:
        return max(0, LENGTH - len(self.text) + len(self.selected_text))

    def render_line(self, y: int) -> Strip:
        """Nothing, where there is no column: TextArea cannot wrap its placeholder then."""
        return super().render_line(y) if self.content_size.width > 0 else Strip.blank(0)

    def on_resize(self) -> None:
        """The title has a shorter form."""
        self.watch_kept()

    def watch_kept(self) -> None:
        """Say whether the disk takes the notes."""
        long, brief = TITLES[self.kept]
        # Before they have a place: it is mostly wide enough.
        self.border_title = brief if 0 < self.outer_size.width < len(long) + 6 else long

    def on_focus(self) -> None:
        """Say how the notes are left again."""
        self.placeholder = "Esc goes back"

    def on_blur(self) -> None:
        """Say how one comes here."""
        self.placeholder = self.IDLE
