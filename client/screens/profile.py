"""The player's profile: rating, games played, and the history, from which every game can be seen again."""

import time
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from client.foreign import foreign
from client.screens.lobby import MARGIN, RoomList
from client.screens.shell import ShellScreen, ShowReplay, rating
from client.state import ClientState
from client.tables.phrases import count, gain
from client.tables.registry import points, title
from client.widgets.columns import columns
from client.widgets.notice import SMALLEST
from protocol.archive import GameRow, History, Profile

NAMES = ("Ended", "Game", "Place", "Points", "Rating", "How")
WIDTHS = (16, 18, 8, -7, -8, 12)
NARROW = (10, 14, 5, -7, -6, 9)
"""The columns where those have no room: a game's day stands without its hour, and its place as a fraction."""


class ProfileScreen(ShellScreen):
    """What the server has kept of the player's games."""

    TITLE_HERE = "Profile"
    HELP = """\
Your rating, how many games of each kind you have finished, how many you have won alone in first place, and every one \
of them, the newest first. Enter shows the game under the cursor again, step by step, as you saw it. "{more}" brings \
older games."""
    AUTO_FOCUS = "RoomList"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "replay", "Replay"),
        Binding("m", "more", "Older games"),
        Binding("escape,q", "back", "Back"),
    ]

    class Older(Message):
        """The player wants the games before this one."""

        def __init__(self, before: str) -> None:
            super().__init__()
            self.before = before

    def __init__(self, state: ClientState) -> None:
        super().__init__(state)
        self._rows: list[GameRow] = []
        self._more = False
        self._widths = WIDTHS

    def compose_body(self) -> ComposeResult:
        """Who one is, the games, and who played in the one under the cursor."""
        with Vertical(id="lobby"):
            yield Static(id="profile", markup=False)
            yield Static(id="columns", markup=False)
            yield RoomList(id="games", markup=False, compact=True)
            yield Static(id="detail", markup=False)

    def draw(self, state: ClientState) -> None:
        """The columns have the widths for which there is room."""
        room = max(self.app.size.width, SMALLEST[0]) - MARGIN
        self._widths = WIDTHS if room >= sum(map(abs, WIDTHS)) + len(WIDTHS) - 1 else NARROW
        self.query_one("#columns", Static).update(columns(NAMES, self._widths, "$text-muted"))
        games = self.query_one(RoomList)
        for number, row in enumerate(self._rows):
            games.replace_option_prompt_at_index(number, self._line(row))

    def introduce(self, profile: Profile) -> None:
        """Show who one is."""
        since = time.strftime("%Y-%m-%d", time.localtime(profile.since))
        lines = [Content.assemble(foreign(profile.name, "bold"), (f"  since {since}", "$text-muted"))]
        for kind in profile.kinds:
            if not kind.games and kind.rating is None:
                continue
            words = f"  rating {rating(kind.rating)}" if kind.rating is not None else ""
            lines.append(foreign(f"{title(kind.kind)}:{words}  {count(kind.games, 'game')}, {kind.won:,} won"))
        self.query_one("#profile", Static).update(Content("\n").join(lines))

    def add(self, history: History) -> None:
        """Show more games, behind those that stand there."""
        games = self.query_one(RoomList)
        self._rows += history.rows
        self._more = history.more
        games.add_options([Option(self._line(row), id=row.game) for row in history.rows])
        if games.highlighted is None and self._rows:
            games.highlighted = 0
        self.tell("" if self._rows else "No finished games yet.", "$text-muted")
        self.moved()

    def _under(self) -> GameRow | None:
        at = self.query_one(RoomList).highlighted
        return self._rows[at] if at is not None and at < len(self._rows) else None

    @on(OptionList.OptionHighlighted)
    def moved(self) -> None:
        """Say who played in the game under the cursor."""
        row = self._under()
        if row is not None:
            played = [
                foreign(f"{seat.name} {points(row.kind, seat.points)}")
                for seat in sorted(row.seats, key=lambda seat: seat.place)
            ]
            why = "" if row.replay else "  (too old for a replay)"
            self.query_one("#detail", Static).update(Content(" · ").join(played) + foreign(why, "$text-muted"))
        self.refresh_bindings()

    @on(OptionList.OptionSelected)
    def chosen(self, event: OptionList.OptionSelected) -> None:
        """Enter, Space or a click on a game."""
        event.stop()
        self.action_replay()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keep the keys true."""
        if action == "replay":
            row = self._under() if self.built else None
            return None if row is None or not row.replay else True
        return self._more if action == "more" else True

    def action_replay(self) -> None:
        """See the game under the cursor again."""
        row = self._under()
        if row is not None and row.replay and self.query_one(RoomList).seen():
            self.post_message(ShowReplay(row.game))

    def action_more(self) -> None:
        """Ask for older games."""
        if self._more:
            self._more = False
            self.post_message(self.Older(self._rows[-1].game))

    def action_back(self) -> None:
        """Back to the lobby."""
        self.dismiss()

    def _line(self, row: GameRow) -> Content:
        narrow = self._widths is NARROW
        ended = time.strftime("%Y-%m-%d" if narrow else "%Y-%m-%d %H:%M", time.localtime(row.ended))
        if row.you is None:
            return columns((ended, title(row.kind), "", "", "", row.how), self._widths)
        mine = row.seats[row.you]
        change = "-" if mine.before is None or mine.after is None else gain(mine.before, mine.after)
        place = f"{mine.place}{'/' if narrow else ' of '}{len(row.seats)}"
        texts = (ended, title(row.kind), place, points(row.kind, mine.points), change, row.how)
        return columns(texts, self._widths)
