"""The Claim control: the button and the move icon beside it, which the player may place anywhere on the table."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final

from rich.segment import Segment
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from client.art.palette import Look, style
from client.art.signs import signs
from client.desk import Desk
from client.tables.five_of_a_kind.claim import ClaimButton, ClaimFace
from client.tables.five_of_a_kind.turn import shrunk
from client.widgets.painted import Painted, fitted

HANDLE_COLS: Final = 3


def within(wish: Offset, size: Size, area: Size) -> Offset:
    """The place nearest to a wish at which something of a size stands whole within an area."""
    return Offset(
        max(0, min(wish.x, area.width - size.width)),
        max(0, min(wish.y, area.height - size.height)),
    )


class MoveHandle(Painted[bool]):
    """The icon by which the control is moved: dragged with the mouse; with the focus by arrows, and Home.

    It shows whether the control was moved: then it has a ground of its own, since it may stand on cards.
    """

    can_focus = True
    FOCUS_ON_CLICK: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1, 0)", "Move Claim", key_display="arrows"),
        Binding("right", "move(1, 0)", "Move Claim", show=False),
        Binding("up", "move(0, -1)", "Move Claim", show=False),
        Binding("down", "move(0, 1)", "Move Claim", show=False),
        Binding("home", "centre", "Centre it", key_display="Home"),
        Binding("space,enter", "nothing", show=False),
    ]

    class Moved(Message):
        """The control is to go by so many columns and rows; None for the centre of the slots."""

        def __init__(self, by: Offset | None) -> None:
            super().__init__()
            self.by = by

    class Dragged(Message):
        """The icon is to have its upper left corner at this place of the screen."""

        def __init__(self, to: Offset) -> None:
            super().__init__()
            self.to = to

    def __init__(self, look: Look) -> None:
        super().__init__(look, False, id="move")
        self._grip = Offset()

    def action_move(self, cols: int, rows: int) -> None:
        """An arrow."""
        self.post_message(self.Moved(Offset(cols, rows)))

    def action_centre(self) -> None:
        """Home."""
        self.post_message(self.Moved(None))

    def action_nothing(self) -> None:
        """Space is not for claiming here."""

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take hold of one of the icon's cells, which then stays under the pointer."""
        self._grip = event.offset
        self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag it."""
        if self.app.mouse_captured is self:
            self.post_message(self.Dragged(event.screen_offset - self._grip))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Let go."""
        self.release_mouse()

    def on_click(self, event: events.Click) -> None:
        """Nothing but a drag happens here."""
        event.stop()

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """Four arrows; one line of two where there is no room for more."""
        palette, glyphs = self.look.palette, signs(self.look)
        ground = palette.panel if self.content else palette.ground
        ink = style(palette.next if self.has_focus else palette.dim, ground, bold=self.has_focus)
        lines = glyphs.move if height >= len(glyphs.move) else glyphs.move[1:2]
        return [fitted([Segment(line, ink)], width, ink) for line in lines]


class ClaimControl(Horizontal):
    """The button and its icon. Its place is kept on the desk; what does not fit is moved inwards."""

    def __init__(self, look: Look, desk: Desk) -> None:
        super().__init__(id="control")
        self.button = ClaimButton(look, ClaimFace(), id="claim")
        self._handle = MoveHandle(look)
        self._desk = desk
        self._place = (0, 0, 1, 1)
        self._area = Size(1, 1)
        self._slots = Region()
        self._share = 1.0

    def compose(self) -> ComposeResult:
        """The button, and the icon at its right."""
        yield self.button
        yield self._handle

    def show(self, face: ClaimFace) -> None:
        """Show what the button says and can do."""
        moved = self._desk.control is not None
        self.button.show(replace(face, moved=moved))
        self._handle.show(moved)

    def place(self, cols: int, rows: int, right: int, area: Size, slots: Region) -> None:
        """Have this size in a table of the size `area`: where it was wished, or else `right` columns from its end.

        `slots` are the table's cells that the cards take.
        """
        size = Size(min(cols, area.width), min(rows, area.height))
        self._area, self._slots = area, slots
        home = Offset(area.width - size.width - right, 0)
        place = within(home if self._desk.control is None else Offset(*self._desk.control), size, area)
        self._place = (*place, *size)
        self.pose(self._share)

    def pose(self, share: float) -> None:
        """Be only a share of oneself, around the middle, and so is the icon."""
        self._share = share
        left, top, cols, rows = shrunk(self._place, share)
        self.styles.width, self.styles.height = cols, rows
        self.styles.offset = (left, top)
        self._handle.styles.width = round(HANDLE_COLS * share)

    def _put(self, wish: Offset) -> None:
        left, top, cols, rows = self._place
        to = within(wish, Size(cols, rows), self._area)
        self._desk.control = (to.x, to.y)
        self.show(self.button.content)
        if to != (left, top):
            self._place = (*to, cols, rows)
            self.pose(self._share)

    def on_move_handle_moved(self, event: MoveHandle.Moved) -> None:
        """Go by some cells, or to the centre."""
        event.stop()
        left, top, cols, rows = self._place
        if event.by is None:
            slots = self._slots
            self._put(Offset(slots.x + (slots.width - cols) // 2, slots.y + (slots.height - rows) // 2))
        else:
            self._put(Offset(left, top) + event.by)

    def on_move_handle_dragged(self, event: MoveHandle.Dragged) -> None:
        """Follow the pointer."""
        event.stop()
        if isinstance(self.parent, Widget):
            icon = Offset(self._place[2] - HANDLE_COLS, 0)
            self._put(event.to - icon - self.parent.region.offset)
