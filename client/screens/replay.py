"""A finished game, step by step, on the table of its kind."""

from collections.abc import Callable
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.message import Message
from textual.widgets import Static

from client.art.palette import Look
from client.clock import monotonic
from client.foreign import foreign
from client.scene import Scene
from client.screens.help import help_page
from client.screens.panelled import WIDE
from client.screens.rules import rules
from client.screens.shell import ShowOptions
from client.screens.whole import Whole
from client.tables.registry import Kind
from client.widgets.heading import Heading
from client.widgets.hints import Hints
from client.widgets.report import Report
from protocol.archive import GameRow, PlayedSeat, Steps
from protocol.messages import Member, RatingChange, Room, Update

BEAT: Final = 1 / 20
"""How often a running replay looks at the time (s)."""


def scenes(steps: Steps) -> list[Scene]:
    """The scenes that a table draws of some steps."""
    row = steps.row
    names = {seat: player.name for seat, player in enumerate(row.seats)}
    made = []
    for number, step in enumerate(steps.steps, steps.start):
        room = _room(steps, "over" if number == steps.total - 1 else "playing")
        update = Update(row.game, number, step.time, step.shared, step.events, own=step.own)
        made.append(Scene(room, update, fresh=step.events, names=names))
    return made


def _room(steps: Steps, phase: str) -> Room:
    row = steps.row
    return Room(
        room=row.game,
        seq=0,
        kind=row.kind,
        settings=steps.settings,
        phase="over" if phase == "over" else "playing",
        host=1,
        members=tuple(_member(seat, player) for seat, player in enumerate(row.seats)),
        you=0 if row.you is None else row.you + 1,
        rated=row.rated,
        seats=len(row.seats),
        ratings=tuple(
            RatingChange(seat, player.before, player.after)
            for seat, player in enumerate(row.seats)
            if player.before is not None and player.after is not None
        ),
    )


def _member(seat: int, player: PlayedSeat) -> Member:
    account = "bot" if player.bot else "registered"
    return Member(seat + 1, player.name, account, "player", seat, ready=True, away=None, rating=player.before)  # type: ignore[arg-type]


class ReplayScreen(Whole[None]):
    """Shows a game's steps as they were seen, forth and back. More steps may come while it stands.

    Args:
        kind: The game.
        row: What is known of this one.
        look: Colours and glyphs.
        clock: This process's monotonic clock in ms.
    """

    HELP = """\
The game as you saw it, step by step: with Left and Right a step back or forth, with Up and Down leaps between {what}. \
{play} lets the steps follow one another at the pace of the game."""
    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Step", key_display="←→"),
        Binding("right", "step(1)", "Step", show=False),
        Binding("up", "leap(-1)", "Leap", key_display="↑↓"),
        Binding("down", "leap(1)", "Leap", show=False),
        Binding("pageup", "scroll(-10)", "Scroll", key_display="PgUp/PgDn"),
        Binding("pagedown", "scroll(10)", "Scroll", show=False),
        Binding("home", "edge(0)", "Start"),
        Binding("end", "edge(-1)", "End"),
        Binding("space", "play", "Play"),
        Binding("space", "pause", "Pause"),
        Binding("escape,q", "back", "Back"),
        Binding("f2", "options", "Options"),
        Binding("f1", "help", "Help"),
    ]

    class Left(Message):
        """The replay was closed."""

    def __init__(self, kind: Kind, row: GameRow, look: Look, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self.look = look
        self.at = 0
        self.running = False
        self._kind = kind
        self._row = row
        self._clock = clock
        self._scenes: list[Scene] = []
        self._total = 1
        self._time = 0.0
        self._beat = 0.0

    @property
    def whole(self) -> bool:
        """Whether every step is here."""
        return len(self._scenes) >= self._total

    @property
    def game(self) -> str:
        """The game that is shown."""
        return self._row.game

    def compose(self) -> ComposeResult:
        """Heading, the kind's table, what the step was, keys."""
        me = None if self._row.you is None else self._row.seats[self._row.you].name
        yield Heading(f"Replay · {self._kind.title}", foreign(me or "watching"))
        yield Container(id="replay-table", disabled=True)
        yield Static(id="message", markup=False)
        yield Hints(most=2)

    def on_mount(self) -> None:
        """Look at the time again and again."""
        self.set_interval(BEAT, self._pass_time)

    async def add(self, steps: Steps) -> None:
        """More steps, in their order."""
        if not self.stands:
            return
        first = not self._scenes
        self._scenes += scenes(steps)
        self._total = steps.total
        if first and self._scenes:
            drawing = self._kind.drawing(self._scenes[0], self.look, lambda: self._time)
            await self.query_one("#replay-table").mount(drawing)
        self._show()

    def tell(self, sentence: str) -> None:
        """Say why there are no more steps."""
        self._total = len(self._scenes)
        if self.stands:
            self.query_one("#message", Static).update(foreign(sentence, "$error"))

    def _show(self) -> None:
        if self._scenes:
            self.settle(self._draw)
            self.refresh_bindings()

    def _draw(self) -> None:
        scene = self._scenes[self.at]
        for drawing in self.query_one("#replay-table").children:
            self._kind.draw(drawing, scene)
        seconds = int(self._time // 1000)
        place = f"{self.at + 1}/{self._total}  {seconds // 60}:{seconds % 60:02}"
        words = self._kind.story(self._scenes[self.at - 1], scene) if self.at else "The game begins."
        self.query_one("#message", Static).update(foreign(f"{place}  {words}", "$warning"))

    def _go(self, to: int) -> None:
        self.at = min(max(to, 0), max(0, len(self._scenes) - 1))
        self._time = float(self._moment(self.at))
        self._show()

    def _moment(self, number: int) -> int:
        update = self._scenes[number].update if number < len(self._scenes) else None
        return update.time if update else 0

    def _pass_time(self) -> None:
        now = self._clock()
        spent, self._beat = now - self._beat, now
        if not self.running or not self._scenes:
            return
        self._time += spent
        to = self.at
        while to + 1 < len(self._scenes) and self._moment(to + 1) <= self._time:
            to += 1
        if to != self.at:
            self.at = to
            self._show()
        if to == self._total - 1:
            self.running = False
            self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Play and pause take turns; nothing plays on behind the end, and only a long report scrolls."""
        if action == "scroll":
            return any(report.display and report.overflow() for report in self.query(Report))
        if action == "pause":
            return self.running
        if action == "play":
            return False if self.running else (self.at < len(self._scenes) - 1 or None)
        return True

    def action_step(self, by: int) -> None:
        """A step forth or back."""
        self._go(self.at + by)

    def action_scroll(self, lines: int) -> None:
        """Move through the report of the end."""
        for report in self.query(Report):
            report.move(lines)

    def action_leap(self, by: int) -> None:
        """To the next step worth a leap, or the one before."""
        to = self.at + by
        while 0 <= to < len(self._scenes):
            update = self._scenes[to].update
            if update is not None and self._kind.moment(update.events):
                self._go(to)
                return
            to += by

    def action_edge(self, number: int) -> None:
        """To the first step, or the last one that is here."""
        self._go(number if number >= 0 else len(self._scenes) - 1)

    def action_play(self) -> None:
        """Let the game go on by itself."""
        self._beat = self._clock()
        self.running = True
        self.refresh_bindings()

    def action_pause(self) -> None:
        """Stand still."""
        self.running = False
        self.refresh_bindings()

    def action_back(self) -> None:
        """Back to where one was."""
        self.dismiss()

    def action_options(self) -> None:
        """Show the player's options."""
        self.post_message(ShowOptions())

    def action_help(self) -> None:
        """Show what this screen is and which keys it has."""
        card = rules(self._kind.card(self._scenes[0].room.settings), self._kind.table, self) if self._scenes else ""
        text = self.HELP.replace("{what}", self._kind.leaps)
        self.app.push_screen(help_page(f"Replay · {self._kind.title}", text, self, card))
