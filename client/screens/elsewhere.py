"""Asking the host of another room from a waiting room, where one keeps the place until that host accepts."""

from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from client.screens.dialogs import Over, end
from client.state import ClientState
from client.tables.registry import title
from client.widgets.columns import columns
from client.widgets.hints import Hints
from client.widgets.picks import Picks
from protocol.messages import RoomRow
from protocol.text import NAME_CELLS

NOBODY: Final = "No other room's host can be asked now."


def elsewhere(state: ClientState, here: str) -> list[RoomRow]:
    """The other rooms whose hosts this client can ask to be let in, in the order of their making."""
    if state.asked is not None or state.me is None:
        return []
    takes = "joinable" if state.me.account == "registered" else "guests"
    others = (row for name, row in sorted(state.rows.items()) if name != here)
    return [row for row in others if row.joining == "approval" and getattr(row, takes)]


class Elsewhere(Over[str]):
    """The rooms as a list. It returns the one that is chosen, or "" for Esc."""

    AUTO_FOCUS = "Picks"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "ask", "Ask", tooltip="Ask the host to let you join"),
        Binding("up", "move(-1)", "Move", key_display="↑↓"),
        Binding("down", "move(1)", "Move", show=False),
        Binding("escape", "back", "Back"),
    ]

    def __init__(self, rows: list[RoomRow]) -> None:
        super().__init__()
        self._rows = rows

    def compose(self) -> ComposeResult:
        """What it means, and the list."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content("Ask to join another room")
            yield Static("You keep your place here until its host lets you in.", markup=False)
            lines = [(row.host or "nobody", title(row.kind), f"{len(row.players)}/{row.seats}") for row in self._rows]
            yield Picks(*(Option(columns(line, (NAME_CELLS, 16, -5))) for line in lines), markup=False, compact=True)
        yield Hints()

    def on_mount(self) -> None:
        """The first one is chosen until another one is."""
        self.query_one(Picks).highlighted = 0

    def action_move(self, by: int) -> None:
        """Choose a neighbour."""
        self.query_one(Picks).move(by)

    @on(OptionList.OptionSelected)
    def action_ask(self) -> None:
        """Ask for the room under the cursor."""
        listed = self.query_one(Picks)
        if listed.highlighted is not None and listed.seen():
            end(self, self._rows[listed.highlighted].room)

    def action_back(self) -> None:
        """Ask nobody."""
        end(self, "")
