"""One key on one line, which waits for another key to take its place."""

from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from client.widgets.field import LABEL

WAITING = "press the new key, Esc keeps the old one"


class KeyRow(Widget, can_focus=True):
    """What a key does, and the key. After Enter the next key is the new one; Backspace brings the first one back."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"field--bright", "field--cursor", "field--plain"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Move", key_display="↑↓"),
        Binding("down", "move(1)", "Move", show=False),
        Binding("enter,space", "wait", "New key", key_display="Enter"),
        Binding("backspace,delete", "default", "First key", key_display="Backspace"),
    ]

    class Chosen(Message):
        """The player wants another key for this; with "" the one that it had first."""

        def __init__(self, name: str, key: str) -> None:
            super().__init__()
            self.what = name
            self.key = key

    def __init__(self, name: str, label: str, key: str, *, changed: bool) -> None:
        super().__init__(id=f"key-{name.replace('_', '-')}", classes="key-row")
        self.what = name
        self.label = label
        self._key = key
        self._changed = changed
        self._waiting = False

    @property
    def waiting(self) -> bool:
        """Whether the next key is the new one, so that none means anything else."""
        return self._waiting

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Name no key that would be taken as the new one."""
        return not self._waiting

    def action_move(self, by: int) -> None:
        """Go to the line above or below."""
        self.screen.focus_next() if by > 0 else self.screen.focus_previous()

    def wear(self, key: str, *, changed: bool) -> None:
        """Show another key; one that is not the first stands out."""
        self._key, self._changed = key, changed
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One line."""
        return 1

    def render_line(self, y: int) -> Strip:
        """Mark, label and key."""
        base = self.rich_style
        cursor = self.get_component_rich_style("field--cursor") if self.has_focus else base
        plain = self.get_component_rich_style("field--bright" if self._changed else "field--plain")
        parts = [
            Segment("> " if self.has_focus else "  ", cursor),
            Segment(self.label.ljust(LABEL), self.get_component_rich_style("field--plain")),
            Segment(f"  {WAITING if self._waiting else self._key}", cursor if self._waiting else plain),
        ]
        return Strip(parts).adjust_cell_length(self.size.width, base)

    def action_wait(self) -> None:
        """Take the next key."""
        self._wait(True)

    def action_default(self) -> None:
        """Bring the first key back."""
        self.post_message(self.Chosen(self.what, ""))

    def on_key(self, event: events.Key) -> None:
        """The new key. It does nothing else."""
        if not self._waiting:
            return
        event.stop()
        event.prevent_default()
        self._wait(False)
        if event.key != "escape":
            self.post_message(self.Chosen(self.what, event.key))

    def on_blur(self) -> None:
        """Whoever goes elsewhere wants no other key."""
        self._wait(False)

    def on_click(self) -> None:
        """A click is Enter."""
        self.focus()
        self._wait(True)

    def _wait(self, waiting: bool) -> None:
        self._waiting = waiting
        self.refresh()
        self.screen.refresh_bindings()
