"""A list of which one line has the cursor, for keys that do something to that line."""

from textual.widgets import OptionList


class Picks(OptionList, inherit_bindings=False):
    """Each option takes one line. The one under the cursor stays in sight when the window changes."""

    def on_resize(self) -> None:
        """Bring what is under the cursor into sight, once every line has its place."""
        self.call_after_refresh(self.scroll_to_highlight)

    def move(self, by: int) -> None:
        """Take the cursor to a neighbour; at an end it stays."""
        if self.highlighted is not None:
            self.highlighted = min(max(self.highlighted + by, 0), self.option_count - 1)

    def seen(self) -> bool:
        """Whether the cursor is in sight, so that a key may act on it; from now on it is."""
        top, at = self.scroll_offset.y, self.highlighted
        if at is None or top <= at < top + self.scrollable_content_region.height:
            return True
        self.scroll_to_highlight()
        return False
