"""The right panel of a table: Info box, private notes and chat; where it stands, and how it is shown."""

from collections.abc import Iterator
from typing import Final

from textual.containers import Vertical
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import TextArea

from client.desk import Desk
from client.screens.whole import Whole
from client.widgets.chat import ChatBox
from client.widgets.info import InfoBox
from client.widgets.notes import Notes
from client.widgets.told import Told

WIDE: Final = 110
"""The columns of a window from which there is room for the panel beside the table."""
PANEL_COLS: Final = 32
"""The columns of the panel, where nothing else is said of it."""


class Panelled(Whole[None]):
    """A screen with the right panel: beside the table where there is room, else under it, or over it when wanted."""

    def __init__(self, desk: Desk) -> None:
        """What the player arranges is kept on `desk`."""
        super().__init__()
        self.desk = desk
        self.informed = Told(id="info-lines", grows=True)
        """The lines of the Info box."""
        self.chat = ChatBox()
        self._corner: tuple[int, int] | None = None
        self._over = False
        """Whether the player opened the panel in a window of this size, where it may lie over the table."""

    def redraw(self) -> None:
        """Draw everything as it is now, the panel in its place."""
        raise NotImplementedError

    # What a game gives.

    def room_under(self) -> bool:
        """Whether there is room for the panel under the table, where there is none beside it."""
        return False

    def legible(self) -> bool:
        """Whether the table can be read in a window of this size."""
        return True

    def corner(self) -> tuple[int, int] | None:
        """The columns and rows at the table's upper right that a panel over it may cover; None for as much as usual."""
        return None

    # What the table's screen uses.

    @property
    def panel(self) -> bool:
        """Whether the right panel is shown."""
        return self.has_class("-panel")

    def compose_panel(self) -> Iterator[Widget]:
        """The panel."""
        info, notes = InfoBox(self.informed, id="info"), Notes(self.desk.notes)
        info.border_title, self.chat.border_title = "Info", "Chat"
        yield Vertical(info, notes, self.chat, id="panel")

    def turn_panel(self, shown: bool) -> None:
        """Show or hide the panel."""
        self.desk.panel = self._over = shown
        self.settle(self.redraw)

    def uncover(self) -> None:
        """A panel over the table goes when it is placed next, unless something is being written there."""
        self._over = self.focused is not None and self.query_one("#panel") in self.focused.ancestors

    def place_panel(self) -> None:
        """Have the panel beside the table or under it; over it, where the player wants it there."""
        wide = self.app.size.width >= WIDE
        under = not wide and self.room_under()
        wanted = wide if self.desk.panel is None else self.desk.panel
        legible = wide or self.legible()
        # All at once: each change has the styles of the whole screen looked up again.
        self.update_classes(
            {
                "-wide": wide,
                "-narrow": not wide,
                "-under": under,
                "-full": not legible,
                "-panel": wanted and (wide or under or self._over),
            }
        )
        corner = self.corner() if legible and not (wide or under) else None
        if corner != self._corner:
            self._corner = corner
            styles = self.query_one("#panel").styles
            styles.width, styles.height = corner or (None, None)

    # What the player does.

    def on_resize(self) -> None:
        """A panel that would lie over the table in the new size goes."""
        self.uncover()
        self.place_panel()

    def _screen_resized(self, size: Size) -> None:
        """Paint a table of another size once everything stands where it belongs there."""
        if self.stack_updates and self.is_mounted:
            self.settle(self.redraw)

    def action_talk(self) -> None:
        """Write a line of chat."""
        self.turn_panel(True)
        self.chat.talk()

    def action_notes(self) -> None:
        """Write private notes."""
        self.turn_panel(True)
        self.query_one(Notes).focus()

    def action_panel(self) -> None:
        """Show or hide the right panel."""
        self.turn_panel(not self.panel)
        if not self.panel:
            self.set_focus(None)

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Keep the private notes as they are written."""
        event.stop()
        self.desk.notes = event.text_area.text
