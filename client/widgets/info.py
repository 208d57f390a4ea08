"""The box that holds what a table tells besides its game."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll


class InfoBox(VerticalScroll, inherit_bindings=False):
    """Its lines, with a bar where they are more than it has rows: then Tab leads here, and arrows to the others."""

    can_focus = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", "Scroll", key_display="↑↓"),
        Binding("down", "scroll_down", "Scroll", show=False),
        Binding("space", "scroll_down", show=False),  # which claims nowhere but on the table itself
    ]

    def on_mount(self) -> None:
        """Be there for the keys only as long as there is something to scroll."""
        self.watch(self, "show_vertical_scrollbar", self._reach)

    def _reach(self, scrolls: bool) -> None:
        self.can_focus = scrolls
        self.border_subtitle = "Tab ↑↓" if scrolls else ""
        if self.has_focus and not scrolls:
            self.blur()
