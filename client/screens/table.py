"""The screen that every game's table builds on.

It composes, from top to bottom: one line of heading; the game's own widgets, with the right panel (Info box, private
notes and chat) beside them where there is room, else under or over them; one message line; one line of keys. It knows
how a player talks, reads the room's settings, resigns, leaves and asks for another game; a game's screen gives the rest
by the class variables and the methods under "What a game gives".
"""

from collections.abc import Callable, Sequence
from typing import ClassVar, TypeAlias

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.message import Message

from client.art.palette import Look
from client.clock import monotonic
from client.desk import Desk
from client.facts import room_facts
from client.foreign import foreign
from client.joining import no_next_room
from client.keys import key_of
from client.patches import Patcher, paint
from client.scene import Scene
from client.screens.dialogs import Page, rows
from client.screens.explained import Explained
from client.screens.help import help_page
from client.screens.moments import Moments
from client.screens.panelled import Panelled
from client.screens.parting import GO, STAY, Parting
from client.screens.shell import ShowOptions, ShowReplay
from client.screens.sized import UNSEEN, cramped
from client.widgets.chat import ChatBox, spoken
from client.widgets.heading import Heading
from client.widgets.hints import Hints
from client.widgets.told import Told
from engines.contract import Setup
from protocol.messages import Command

Send: TypeAlias = Callable[[Command], Scene | None]
"""Sends a command of the game; gives the scene in which it is on its way, None where the room is not known any more."""

SECOND = 0.25
"""Between two looks (s) at the seconds of a count-down."""
IGNORED = "That key is held down, or came too soon: press it once more."


class TableScreen(Panelled, Explained[None]):
    """A room at play, and after the end."""

    GAME: ClassVar[str]
    """The game's title."""
    SETUP: ClassVar[Setup]
    """The kind's settings, for Room info."""
    HELP: ClassVar[str]
    """A few paragraphs for F1; the keys are added from the bindings."""

    TESTING: ClassVar[str]
    """What a server under test does at this table, in a few words."""
    GUESTS: ClassVar[bool] = False
    """Whether guests may play with others, where the host lets them."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "table", "Table"),
        Binding("v", "replay", "Replay"),
        Binding("n", "again", "New room", tooltip="New room, same settings"),
        Binding("r,q", "part", "Resign"),
        Binding("q", "exit", "Exit"),
        Binding("t", "talk", "Chat"),
        Binding("p", "panel", "Panel"),
        Binding("i", "facts", "Room info"),
        Binding("w", "notes", "Notes"),
        Binding("f2", "options", "Options"),
        Binding("f1", "help", "Help"),
    ]

    class Depart(Message):
        """The player wishes to leave the room: after `command` was accepted, where there is one."""

        def __init__(self, command: Command | None = None) -> None:
            super().__init__()
            self.command = command

    class Speak(Message):
        """The player wishes to say something in the room."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Again(Message):
        """The player wishes to be in the next room with the same settings."""

    def __init__(
        self,
        scene: Scene,
        look: Look | None = None,
        *,
        motion: bool = True,
        clock: Callable[[], float] = monotonic,
        desk: Desk | None = None,
        send: Send | None = None,
    ) -> None:
        """A table that shows `scene`; `motion` is False where the player wants no animations.

        `send` takes commands to the server; a table without it is only looked at. What the player arranges there is
        kept on `desk`, which may have been left by an earlier screen.
        """
        super().__init__(desk or Desk())
        self._compositor = Patcher()
        self._send = send
        self.scene = scene
        self.look = look or Look()
        self.motion = motion
        self.clock = clock
        self.asked = ""
        """Which host the player waits for, in words; shown where nothing else is told."""
        self._moments = Moments(clock)
        self.desk.news.listen()
        self._heading = Heading()
        self._told = Told(id="message")
        self._hints = Hints()

    # What a game gives.

    def compose_table(self) -> ComposeResult:
        """The game's widgets, inside the container `#table`, which takes all the room there is."""
        raise NotImplementedError

    def draw(self, scene: Scene) -> None:
        """Bring the game's widgets to the newest scene. It is called only while they are mounted."""
        raise NotImplementedError

    def draw_sent(self, scene: Scene) -> None:
        """Show of a scene what is on its way to the server: nothing else in it is new."""
        self.draw(scene)

    def strike(self, key: str) -> bool:
        """Take a key that nothing has the focus for, if every millisecond counts for it; whether it was one.

        What is taken does all it does at once. Textual hands any other key round first.
        """
        return False

    def heading(self, scene: Scene) -> str | Content:
        """The left part of the heading: the game's title, until a game says more."""
        return self.GAME

    def info(self, scene: Scene) -> Sequence[Content]:
        """The lines of the Info box."""
        return ()

    def card(self, scene: Scene) -> str:
        """The rules for the room's settings, in short."""
        return ""

    def parting(self, scene: Scene) -> Parting | None:
        """What it costs to leave now; None when it costs nothing."""
        return None

    def urgent(self) -> str:
        """What the game has to say at once in the message line, "" if nothing."""
        return ""

    def waits(self, scene: Scene) -> str:
        """Who waits for an answer, in words; "" if nobody does."""
        return self.asked

    def hold(self, scene: Scene) -> None:
        """Compare what is shown of the deals with what was promised of them."""
        self.desk.promises.hold(scene.room)

    def selecting(self) -> bool:
        """Whether Esc has something of the game to put away, a selection for example."""
        return False

    def returned(self) -> None:
        """Esc brought the player back to the table: drop what was selected."""

    # What a game may use.

    def play(self, command: Command) -> None:
        """Send a command of the game to the room, and then show that it is on its way."""
        scene = self._send(command) if self._send is not None else None
        if scene is not None:
            self.scene = scene
            self.draw_sent(scene)
            self._told.write(self.message_line(scene))
            paint(self)

    def aside(self, words: str, true: Callable[[], bool] = lambda: True) -> None:
        """Say something about the player's own keys, for a moment, and no longer than it is `true`."""
        self._moments.say(words, true)
        self._count_down()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.scene.room.phase == "over"

    # The base's own part.

    def compose(self) -> ComposeResult:
        """Heading, table and panel, message line, keys."""
        yield self._heading
        with Horizontal(id="middle"):
            with Container(id="table"):
                yield from self.compose_table()
            yield from self.compose_panel()
        yield self._told
        yield self._hints

    def on_mount(self) -> None:
        """Look at the time again and again."""
        self.set_interval(SECOND, self._count_down)

    def on_screen_resume(self) -> None:
        """Draw the scene that the screen was made with, or the newest one after a dialog."""
        self.settle(self.redraw)

    def show(self, scene: Scene) -> None:
        """Draw the newest scene."""
        if scene.room.phase != self.scene.room.phase:
            self._moments.pass_over()
        self.scene = scene
        if not self.is_mounted:
            return
        self.hold(scene)
        with self.app.batch_update():
            self.draw(scene)
            self.place_panel()
            self.write_heading()
            self.informed.write(Content("\n").join([*self.info(scene), *self.desk.promises.lines()]))
            self.chat.write(scene.lines)
            self._told.write(self.message_line(scene))
        self._hints.read()

    def redraw(self) -> None:
        """Draw the scene again."""
        self.show(self.scene)

    def _count_down(self) -> None:
        """Bring the seconds of a count-down, and the line after it, to this moment."""
        self._told.write(self.message_line(self.scene))

    def write_heading(self) -> None:
        """Bring the heading to this moment."""
        me = self.scene.me
        who = foreign(me.name) if me else Content()
        left = self.heading(self.scene)
        self._heading.write(left, Content("watching · ") + who if self._watching else who)

    def message_line(self, scene: Scene) -> Content:
        """The newest refusal or news; else, while the panel is hidden, what was said or told last."""
        news = self.desk.news
        news.hear(scene.lines, self.clock())
        wait = scene.wait(self.clock())
        if wait:
            news.pass_over()
            both = (self._moments.aside, wait)
            return self._told.fitting([foreign(words, "$warning") for words in both if words])
        if self._moments.aside:
            return Content.styled(self._moments.aside, "$warning")
        if urgent := self.urgent():
            return Content.styled(urgent, "$error")
        if scene.notice:
            return foreign(scene.notice, "$warning")
        if self.desk.promises.warning:
            return Content.styled(self.desk.promises.warning, "$error")
        if self.over and scene.room.successor:
            does = "shows it" if self._watching else "joins"
            words = f"The next room with these settings stands open: {key_of(self, 'again')} {does}."
            return Content.styled(words, "$warning")
        told = [] if self.panel else [spoken(line) for line in news.newest(self.clock())]
        if waits := self.waits(scene):
            told.insert(0, foreign(waits, "$warning"))
        return self._told.fitting(told)

    @property
    def _watching(self) -> bool:
        me = self.scene.me
        return me is None or me.role == "watcher"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keep the keys true: each is there only while it does something that is seen."""
        match action:
            case "options" | "help" | "facts" | "part" | "exit" if self._unseen(action):
                return False
            case "table":
                return self.focused is not None or (self.panel and self.has_class("-narrow")) or self.selecting()
            case "again":
                return not no_next_room(self.scene)
            case "replay":
                return self.over and self.scene.room.game is not None
            case "part" | "exit":
                return (self._resigning is None) is (action == "exit")
            case _:
                return True

    def refusal(self, action: str, parameters: tuple[object, ...]) -> str:
        """Why a key that every table has does nothing now."""
        match action:
            case "options" | "help" | "facts" | "part" | "exit" if self._unseen(action):
                return UNSEEN
            case "again":
                return no_next_room(self.scene)
            case "replay":
                return "" if self.over else "The replay comes after the game."
            case "part":
                return f"Nothing can be resigned now; {key_of(self, 'exit')} leaves."
            case _:
                return ""

    def _unseen(self, action: str) -> bool:
        """Whether what a key opens could not be read in a window of this size; to leave may need no question."""
        return cramped(self.app.size) and (action != "exit" or self.parting(self.scene) is not None)

    def action_table(self) -> None:
        """Bring the keys back to the table."""
        self.set_focus(None)
        if self.has_class("-narrow"):
            self.turn_panel(False)
        self.returned()
        self.redraw()

    def action_facts(self) -> None:
        """Show what the room was set to."""
        facts = self.SETUP.facts(self.scene.room.settings)
        facts += room_facts(self.scene, self.TESTING, admits=self.GUESTS) + self.desk.promises.facts()
        self.app.push_screen(Page("Room info", rows(facts)))

    def action_replay(self) -> None:
        """See the finished game again."""
        if self.scene.room.game is not None:
            self.post_message(ShowReplay(self.scene.room.game))

    def action_options(self) -> None:
        """Show the player's options; the game goes on meanwhile."""
        self.post_message(ShowOptions())

    def action_help(self) -> None:
        """Show what this screen is and which keys it has."""
        notes = self.HELP + self.desk.promises.about()
        self.app.push_screen(help_page(self.GAME, "", self, self.card(self.scene), notes))

    def action_again(self) -> None:
        """Ask for the next room with the same settings."""
        self.post_message(self.Again())

    @property
    def _resigning(self) -> Command | None:
        """The command that pays for leaving, where one has to be sent."""
        parting = self.parting(self.scene)
        return parting.command if parting else None

    def action_exit(self) -> None:
        """Leave for the lobby; ask first where that costs something."""
        if self.parting(self.scene) is None:
            self.post_message(self.Depart())
        else:
            self.action_part()

    def action_part(self) -> None:
        """Ask whether the player means it, then resign where there is a command for it, or leave."""
        parting = self.parting(self.scene)
        # Of two presses, the second can be on its way here already when the first one's question stands.
        if parting is None or self.app.screen is not self:
            return

        def chosen(value: str | None) -> None:
            now = self.parting(self.scene)
            if value == STAY and now is not None and now.command is not None:
                self.play(now.command)
            elif value == GO:
                self.post_message(self.Depart(now.command if now else None))

        self.app.push_screen(parting.asked(), chosen)

    def on_chat_box_said(self, event: ChatBox.Said) -> None:
        """Hand on what the player wrote."""
        event.stop()
        self.post_message(self.Speak(event.text))
