"""Rows that one moves through, of which those with the cursor are always in sight."""

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget


class Form(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Scrolls with its cursor: Home, End, PgUp and PgDn take that along, since keys act where it stands."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("home", "end(-1)", "First", show=False),
        Binding("end", "end(1)", "Last", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown", "page(1)", "Page down", show=False),
    ]

    def on_resize(self) -> None:
        """The row with the cursor stays in sight, as when a longer sentence beneath takes a row."""
        if self.screen.focused in self._rows:
            self.call_after_refresh(self.screen.focused.scroll_visible, animate=False)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The heading over a group's first row comes into sight with it."""
        self.call_after_refresh(self._show_heading, event.widget)

    def _show_heading(self, row: Widget) -> None:
        first = isinstance(row.parent, Widget) and row.parent.children[0] is row
        if first and row is self.screen.focused and row.region.y <= self.region.y:
            self.scroll_relative(y=row.region.y - self.region.y - 1, animate=False)

    def action_end(self, way: int) -> None:
        """To the first or the last row."""
        self.screen.set_focus(self._rows[-1 if way > 0 else 0])

    def action_page(self, way: int) -> None:
        """As far as a page goes, but at least to the next row, where there is one."""
        rows, here = self._rows, self.screen.focused
        if here not in rows:
            return
        ahead = rows[rows.index(here) + 1 :] if way > 0 else rows[: rows.index(here)][::-1]
        near = [row for row in ahead if abs(row.region.y - here.region.y) < self.size.height]
        if ahead:
            self.screen.set_focus(near[-1] if near else ahead[0])

    @property
    def _rows(self) -> list[Widget]:
        return [row for row in self.screen.focus_chain if self in row.ancestors]
