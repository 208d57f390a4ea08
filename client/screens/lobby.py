"""The lobby: "Play now", and the live list of rooms."""

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from client.foreign import foreign
from client.screens.shell import NewRoom, Open, PlayNow, ShellScreen, ShowAccount, ShowProfile, SignOut
from client.state import ClientState
from client.tables.registry import QUICK, title
from client.widgets.columns import columns, fewer
from client.widgets.notice import SMALLEST
from client.widgets.picks import Picks
from protocol.messages import RoomRow
from protocol.text import NAME_CELLS, painted

NAMES = ("Game", "Host", "Settings", "Seats", "State", "Watch")
WIDE = (16, 20, 40, -7, 9, -7)
MARGIN = 4
"""The columns beside the list, a scroll bar among them."""
WAYS = {"open": "open", "approval": "the host decides who joins", "passcode": "joined with a passcode"}


class RoomList(Picks):
    """The list. "Play now" stands first and under the cursor. Enter is the screen's, which knows what it does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", "Move", key_display="↑↓"),
        Binding("down", "cursor_down", "Move", show=False),
        Binding("home", "first", "First", show=False),
        Binding("end", "last", "Last", show=False),
        Binding("pageup", "page_up", "Page up", show=False),
        Binding("pagedown", "page_down", "Page down", show=False),
    ]

    def action_cursor_up(self) -> None:
        """To the row above; the first is the end of the way."""
        if self.highlighted:
            super().action_cursor_up()

    def action_cursor_down(self) -> None:
        """To the row below; beyond the last there is no "Play now" that Enter would start at once."""
        if self.highlighted is None or self.highlighted + 1 < self.option_count:
            super().action_cursor_down()


class LobbyScreen(ShellScreen):
    """All rooms of the server, as they are now."""

    TITLE_HERE = "Lobby"
    HELP = """\
"Play now" makes a room of your own and starts at once. "{create}" shows the form for a room with your own settings.

Every room can be viewed. With an account you join rooms that wait for players, as their state says: at once where it \
is "open", by the host's leave where it is "approval", or with a passcode. A guest plays in rooms of their own, \
and where a game admits guests. Some games take players while they run: {join} sits you down from the next round on."""
    AUTO_FOCUS = "RoomList"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "enter", "Play"),
        Binding("enter,space", "join", "Join"),
        Binding("enter,space", "ask", "Ask", tooltip="Ask the host to let you join"),
        Binding("v,enter,space", "view", "View"),
        Binding("c", "create", "Create", tooltip="Create room"),
        Binding("h", "profile", "Profile"),
        Binding("a", "account", "Account"),
        Binding("q", "sign_out", "Leave", tooltip="Change server or name"),
        Binding("ctrl+c", "app.ask_quit", "Quit"),
    ]

    def __init__(self, state: ClientState) -> None:
        super().__init__(state)
        self._drawn: tuple[tuple[RoomRow, ...], tuple[int, ...]] | None = None
        self._told = ""
        """The newest news; they are told once, since whoever goes on to another line has read them."""
        self._at = ""
        """The room under the cursor, as far as the player has moved it."""

    def compose_body(self) -> ComposeResult:
        """The list and what more there is to say about the room under the cursor."""
        with Vertical(id="lobby"):
            yield Static(id="columns", markup=False)
            yield RoomList(id="rooms", markup=False, compact=True)
            yield Static(id="detail", markup=False)

    def draw(self, state: ClientState) -> None:
        """Draw the rooms; the cursor stays on the room where it was."""
        rows = tuple(sorted(state.rows.values(), key=_order))
        widths = _widths(max(SMALLEST[0], self.app.size.width) - MARGIN, rows)
        if self._drawn != (rows, widths):
            self._drawn = (rows, widths)
            self.query_one("#columns", Static).update(columns(NAMES, widths, "$text-muted"))
            self._list(rows, widths)
        self._detail()
        if state.news != self._told:
            self._told = state.news
            self.tell(state.news)

    def hear_anew(self) -> None:
        """The connection is another one: what was told over the last one is over too."""
        self._told = ""
        self.tell("")

    def where(self, state: ClientState) -> str:
        """The server's name beside the screen's."""
        name = painted(state.welcome.name) if state.welcome else ""
        return f"{self.TITLE_HERE} of {name}" if name not in ("", "fivefold") else self.TITLE_HERE

    def _list(self, rows: tuple[RoomRow, ...], widths: tuple[int, ...]) -> None:
        rooms = self.query_one(RoomList)
        at = rooms.highlighted
        under = rooms.get_option_at_index(at).id if at is not None and at < rooms.option_count else None
        rooms.clear_options()
        quick = fewer(QUICK, self.app.size.width - MARGIN - 10)
        play = Content.assemble(("Play now", "bold $warning"), (f"  {quick}", "$text-muted"))
        rooms.add_options([Option(play, id="play-now"), *(Option(_row(row, widths), id=row.room) for row in rows)])
        rooms.highlighted = next(
            (n for n, row in enumerate(rows, 1) if row.room == under), min(at or 0, len(rows)) if under else 0
        )
        self._note_line()

    def _detail(self) -> None:
        row = self._under()
        detail = self.query_one("#detail", Static)
        if row is None:
            count = len(self.state.rows)
            rooms = "No rooms yet." if not count else f"{count} room{'' if count == 1 else 's'}."
            detail.update(Content.styled(f"{rooms} Enter starts a game of your own.", "$text-muted"))
            return
        names: list[Content | str] = [foreign(name) for name in row.players]
        players = Content(", ").join(names) if names else Content("nobody")
        bots = f" and {row.bots} bot{'' if row.bots == 1 else 's'}" if row.bots else ""
        kind, settings = foreign(f"{title(row.kind)} · ", "$text-muted"), foreign(f" · {row.summary}", "$text-muted")
        way = Content.styled(f" · {WAYS[row.joining]}" if row.joinable else "", "$text-muted")
        detail.update(Content.assemble(kind, players, bots, settings, way))

    def _under(self) -> RoomRow | None:
        """The room under the cursor; None on "Play now"."""
        rooms = self.query_one(RoomList)
        if rooms.highlighted is None or rooms.highlighted >= rooms.option_count:
            return None
        return self.state.rows.get(rooms.get_option_at_index(rooms.highlighted).id or "")

    def _note_line(self) -> None:
        row = self._under()
        self._at = row.room if row is not None else ""

    def _joins(self, row: RoomRow | None) -> bool:
        """Whether this visitor can join a room now, or ask to: of one host at a time."""
        me = self.state.me
        if row is None or me is None or not (row.joinable if me.account == "registered" else row.guests):
            return False
        return row.joining != "approval" or self.state.asked is None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enter is what it does to the line under the cursor."""
        if action in ("profile", "account"):
            return self.state.me is not None and self.state.me.account == "registered"
        if action == "create":
            # The key takes back what one asked for, as long as there is that.
            return self.state.asked is None
        if action not in ("enter", "join", "ask", "view") or not self.built:
            return True
        row = self._under()
        asks = row is not None and row.joining == "approval"
        joins = self._joins(row)
        return {"enter": row is None, "join": joins and not asks, "ask": joins and asks, "view": row is not None}[
            action
        ]

    @on(OptionList.OptionHighlighted)
    def moved(self) -> None:
        """The keys change with the cursor, and what was told before is old."""
        before = self._at
        self._note_line()
        if self._at != before:
            self.tell("")
        self._detail()
        self.refresh_bindings()

    @on(OptionList.OptionSelected)
    def chosen(self, event: OptionList.OptionSelected) -> None:
        """Enter, Space or a click on a line."""
        event.stop()
        row = self._under()
        if row is None:
            self.action_enter()
        else:
            self._open(row.room, join=self._joins(row))

    def action_enter(self) -> None:
        """Play now."""
        if self.query_one(RoomList).seen():
            self.tell("")
            self.post_message(PlayNow())

    def action_join(self) -> None:
        """Join the room under the cursor."""
        if row := self._under():
            self._open(row.room, join=True)

    def action_ask(self) -> None:
        """Ask the host of the room under the cursor."""
        self.action_join()

    def action_view(self) -> None:
        """View the room under the cursor."""
        if row := self._under():
            self._open(row.room, join=False)

    def _open(self, room: str, *, join: bool) -> None:
        """Go to a room; what was told before that is old then."""
        if self.query_one(RoomList).seen():
            self.tell("")
            self.post_message(Open(room, join=join))

    def action_create(self) -> None:
        """Show the form for a new room."""
        self.tell("")
        self.post_message(NewRoom())

    def action_profile(self) -> None:
        """Show the player's rating and games."""
        self.post_message(ShowProfile())

    def action_account(self) -> None:
        """Show what can be done with the player's account."""
        self.post_message(ShowAccount())

    def action_sign_out(self) -> None:
        """Go back to the first screen."""
        self.post_message(SignOut())


def _order(row: RoomRow) -> tuple[int, str]:
    """Rooms that wait come first, then those at play; by age within each."""
    return ("waiting", "playing", "over").index(row.phase), row.room


def _widths(room: int, rows: Sequence[RoomRow]) -> tuple[int, ...]:
    """The columns' widths in so many cells: no host's name is cut, and the settings take what is left."""
    more = room - sum(map(abs, WIDE)) - (len(WIDE) - 1)
    if more >= 0:
        return (*WIDE[:2], WIDE[2] + more, *WIDE[3:])
    host = min(NAME_CELLS, max([11, *(cell_len(painted(row.host)) for row in rows)]))
    watchers = 5 if room >= 70 else 0
    rest = room - 14 - 1 - host - 1 - 1 - 5 - 1 - 8 - (watchers and 1 + watchers)
    return (14, host, rest, -5, 8, -watchers)


def _row(row: RoomRow, widths: tuple[int, ...]) -> Content:
    seats = f"{len(row.players)}/{row.seats}" + ("+b" if row.bots else "")
    summary = fewer(row.summary, widths[2])
    texts = (title(row.kind), row.host or "nobody", summary, seats, _standing(row), str(row.watchers or ""))
    return columns(texts, widths, "" if row.joinable else "$text-muted")


def _standing(row: RoomRow) -> str:
    """What a room is doing; one that waits says how it is joined, or that every place is taken."""
    if row.joinable and row.phase == "waiting":
        return row.joining
    return "full" if row.phase == "waiting" and len(row.players) >= row.seats > 1 else row.phase
