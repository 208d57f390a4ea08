"""The client as a whole: which screen is shown, and what each wish of a screen leads to."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import msgspec
from textual import work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from client import terminal
from client.address import Address, address
from client.art.palette import Look
from client.conversation import Conversation
from client.filters import AsciiOnly, Colourless
from client.link import LinkError
from client.local import Local, save
from client.screens.connect import ConnectScreen
from client.screens.create import CreateScreen
from client.screens.dialogs import Option, Question
from client.screens.lobby import LobbyScreen
from client.screens.room import RoomScreen
from client.screens.shell import ComeIn, Make, ShellScreen, Visit, Wanted, Way
from client.screens.table import TableScreen
from client.tables.registry import KINDS, quick
from client.theme import theme_for
from protocol.messages import (
    Accepted,
    Act,
    Again,
    Browse,
    Create,
    Guest,
    Join,
    Leave,
    Ready,
    Refused,
    Register,
    Request,
    Say,
    SignIn,
    Start,
    Watch,
)


class FivefoldApp(App[None]):
    """Connects, shows the lobby, and takes the player to rooms and back.

    Args:
        look: Colours and glyphs.
        local: What this installation remembers, kept in `path`.
        path: The settings file.
        server: Where to connect first, as the player would type it.
        name: The name to be known by there.
        way: As what to come.
        direct: Connect at once instead of showing the form.
        trouble: A sentence to show at the start.
    """

    TITLE = "fivefold"
    CSS_PATH = [  # noqa: RUF012
        "styles/shell.tcss",
        "styles/screens.tcss",
        "styles/table.tcss",
    ]
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "ask_quit", "Quit", show=False, priority=True)]

    def __init__(
        self,
        look: Look,
        local: Local,
        path: Path,
        *,
        server: str = "",
        name: str = "",
        way: Way = "guest",
        direct: bool = False,
        trouble: str = "",
    ) -> None:
        super().__init__(driver_class=terminal.driver())
        self.look = look
        self.local = local
        self._path = path
        self._first = (server or local.server, name or local.name, way)
        self._direct = direct
        self._trouble = trouble
        self._talk = Conversation(self._arrived, self._lost, lambda: time.monotonic() * 1000)
        self._here: str | None = None
        self._quick: str | None = None
        if look.palette.plain:
            self._filters.append(Colourless())
        if look.ascii:
            self._filters.append(AsciiOnly())
        theme = theme_for(look.palette)
        self.register_theme(theme)
        self.theme = theme.name

    def on_mount(self) -> None:
        """Show the first screen, and watch over the terminal."""
        server, name, way = self._first
        self.push_screen(ConnectScreen(self._talk.state, server, name, way, self._trouble))
        if not self.is_headless:
            terminal.on_end_signals(self._end)
            self.set_interval(terminal.CHECK, self._look_for_terminal)
        if self._direct:
            self.enter(server, way, name, "")

    async def on_unmount(self) -> None:
        """End the connection in order."""
        await self._talk.close()

    def _look_for_terminal(self) -> None:
        if sys.__stdin__ is not None and terminal.lost(sys.__stdin__.fileno()):
            self._end(terminal.HUNG_UP)

    def _end(self, status: int) -> None:
        """End in order; and in any case, since a terminal that is gone may never take what is still written."""
        terminal.insist(status)
        self.exit(return_code=status)

    # Coming in.

    def on_come_in(self, event: ComeIn) -> None:
        """The form of the first screen was sent."""
        self.enter(event.server, event.way, event.name, event.password)

    @work(exclusive=True, group="enter")
    async def enter(self, server: str, way: Way, name: str, password: str) -> None:
        """Connect and become somebody; a sentence on the first screen where that fails."""
        form = self._form()
        if form is not None:
            form.busy(True)
            form.tell("Connecting …", "$text-muted")
        try:
            await self._talk.connect(address(server))
        except (ValueError, LinkError) as error:
            self._complain(str(error))
            return
        makes: dict[Way, Callable[[int], Request]] = {
            "guest": lambda ref: Guest(ref, name[:64]),
            "sign_in": lambda ref: SignIn(ref, name[:64], password),
            "register": lambda ref: Register(ref, name[:64], password),
        }
        answer = await self._talk.ask(makes[way])
        if isinstance(answer, Refused) and answer.code == "name_taken" and self._direct and way == "guest":
            # Whoever plays alone on this machine was promised a game and not a form.
            answer = await self._talk.ask(lambda ref: Guest(ref, f"{name[:12]} {self._talk_number()}"))
        if isinstance(answer, Refused):
            await self._talk.close()
            self._complain(answer.text)
            return
        self._remember(server=server, name=name, guest=way == "guest")
        await self._talk.ask(lambda ref: Browse(ref, on=True))
        await self._base(LobbyScreen(self._talk.state))
        rooms = tuple(self._talk.state.scenes)
        if rooms:
            await self._visit(rooms[0])

    @staticmethod
    def _talk_number() -> int:
        return time.time_ns() // 1_000_000 % 900 + 100

    def _complain(self, sentence: str) -> None:
        form = self._form()
        if form is not None:
            form.trouble(sentence)

    def _form(self) -> ConnectScreen | None:
        return next((screen for screen in self.screen_stack if isinstance(screen, ConnectScreen)), None)

    async def on_sign_out(self) -> None:
        """Back to the first screen."""
        await self._talk.close()
        await self._first_screen("")

    async def _first_screen(self, trouble: str) -> None:
        way: Way = "guest" if self.local.guest else "sign_in"
        await self._base(ConnectScreen(self._talk.state, self.local.server, self.local.name, way, trouble))

    # News.

    def _arrived(self) -> None:
        self.call_later(self._take)

    async def _take(self) -> None:
        """Bring the screens up to what has arrived."""
        self._talk.take()
        await self._show()

    async def _show(self) -> None:
        state = self._talk.state
        for screen in self.screen_stack:
            if isinstance(screen, ShellScreen):
                screen.show(state)
            elif isinstance(screen, TableScreen):
                scene = state.scenes.get(screen.scene.room.room)
                if scene is not None:
                    screen.show(scene)
        here = self._here
        if here is None:
            return
        scene = state.scenes.get(here)
        if scene is None:
            self._here = None
            await self._over_lobby(None)
        elif scene.room.phase != "waiting" and not any(isinstance(one, TableScreen) for one in self.screen_stack):
            await self._visit(here)

    def _lost(self, sentence: str) -> None:
        self.ask_reconnect(sentence)

    @work(exclusive=True, group="lost")
    async def ask_reconnect(self, sentence: str) -> None:
        """Say that the link is gone, and try again as often as the player wants."""
        me, where = self._talk.state.me, self._talk.where
        if me is None or where is None:
            self._complain(sentence)
            return
        options = (Option("r", "Reconnect", "again"), Option("s", "Start screen", "form"))
        while await self.push_screen_wait(Question("Connection lost", sentence, options)) == "again":
            try:
                await self._resume(where, me.token)
            except LinkError as error:
                sentence = str(error)
                continue
            if self._talk.state.me is not None:
                await self._resumed()
                return
            sentence = "The server no longer knows this visit. Start again from the first screen."
            await self._talk.close()
        await self._first_screen(sentence)

    async def _resume(self, where: Address, token: str) -> None:
        await self._talk.connect(where, token)
        # The answer to this one comes behind everything that a known visitor is sent first.
        await self._talk.ask_ping()

    async def _resumed(self) -> None:
        await self._talk.ask(lambda ref: Browse(ref, on=True))
        here = self._here
        await self._base(LobbyScreen(self._talk.state))
        rooms = self._talk.state.scenes
        if rooms:
            await self._visit(here if here is not None and here in rooms else next(iter(rooms)))

    # Rooms.

    @work
    async def on_play_now(self) -> None:
        """A room of one's own, begun at once."""
        answer = await self._talk.ask(lambda ref: Create(ref, quick()))
        if isinstance(answer, Refused):
            self._tell(answer.text)
        elif answer.room is not None:
            self._quick = answer.room
            await self._begin(answer.room)

    async def _begin(self, room: str) -> None:
        """Be ready and start, and go to the table."""
        for make in (lambda ref: Ready(ref, room, ready=True), lambda ref: Start(ref, room)):
            answer = await self._talk.ask(make)
            if isinstance(answer, Refused):
                self._tell(answer.text)
        await self._visit(room)

    async def on_new_room(self) -> None:
        """The form for a new room, from the settings used last."""
        kind = next(iter(KINDS.values()))
        settings = kind.setup.defaults()
        try:
            known = dict(self.local.rooms.get(kind.name, {}))
            used = msgspec.convert({**msgspec.to_builtins(settings), **known}, type(settings))
        except msgspec.ValidationError:
            used = settings
        usable = settings if kind.setup.problems(used) else used
        await self._over_lobby(CreateScreen(self._talk.state, kind, usable, self.look))

    @work
    async def on_make(self, event: Make) -> None:
        """The form was sent."""
        answer = await self._talk.ask(lambda ref: Create(ref, event.settings))
        if isinstance(answer, Refused):
            self._tell(answer.text)
            return
        plain: dict[str, Any] = msgspec.to_builtins(event.settings)
        kept = {name: value for name, value in plain.items() if name != "type" and value is not None}
        self._remember(rooms={**self.local.rooms, event.kind: kept})
        if answer.room is not None:
            await self._visit(answer.room)

    @work
    async def on_visit(self, event: Visit) -> None:
        """A line of the lobby was chosen."""
        if event.room in self._talk.state.scenes:
            await self._visit(event.room)
            return
        make: Callable[[int], Request] = (
            (lambda ref: Join(ref, event.room)) if event.join else (lambda ref: Watch(ref, event.room))
        )
        answer = await self._talk.ask(make)
        if isinstance(answer, Refused):
            self._tell(answer.text)
        else:
            await self._visit(event.room)

    async def on_wanted(self, event: Wanted) -> None:
        """A request of the waiting room."""
        self._talk.tell(event.make)
        await self._show()

    @work
    async def on_away(self) -> None:
        """Leave the room that is shown."""
        await self._leave()

    async def _leave(self) -> None:
        here, self._here = self._here, None
        if here is not None:
            await self._talk.ask(lambda ref: Leave(ref, here))
        await self._over_lobby(None)
        await self._show()

    async def _visit(self, room: str) -> None:
        """Show a room: before the game its waiting room, else its table."""
        scene = self._talk.state.scenes.get(room)
        if scene is None:
            return
        self._here = room
        kind = KINDS.get(scene.room.kind)
        if scene.room.phase == "waiting":
            await self._over_lobby(RoomScreen(self._talk.state, room))
        elif kind is not None:
            await self._over_lobby(kind.table(scene, self.look, motion=self.local.motion))
        else:
            self._tell("This client does not know that game. Please update it.")
            await self._leave()

    # The table.

    async def on_table_screen_wish(self, event: TableScreen.Wish) -> None:
        """A command of the game."""
        room = self._here
        if room is not None:
            self._talk.tell(lambda ref: Act(ref, room, event.command))
            await self._show()

    async def on_table_screen_speak(self, event: TableScreen.Speak) -> None:
        """A line of chat."""
        room = self._here
        if room is not None:
            self._talk.tell(lambda ref: Say(ref, room, event.text))

    @work
    async def on_table_screen_depart(self, event: TableScreen.Depart) -> None:
        """Leave the table; where that has a price, only after it was paid."""
        room, command = self._here, event.command
        if room is None:
            return
        if command is not None:
            answer = await self._talk.ask(lambda ref: Act(ref, room, command))
            if not isinstance(answer, Accepted):
                return
        await self._leave()

    @work
    async def on_table_screen_again(self) -> None:
        """The next room with the same settings; the one that was begun by "Play now" begins at once."""
        room = self._here
        if room is None:
            return
        answer = await self._talk.ask(lambda ref: Again(ref, room))
        if not isinstance(answer, Accepted) or answer.room is None:
            return
        self._here = None
        await self._talk.ask(lambda ref: Leave(ref, room))
        if room == self._quick:
            self._quick = answer.room
            await self._begin(answer.room)
        else:
            await self._visit(answer.room)

    # Screens and the end.

    async def _base(self, screen: Screen[Any]) -> None:
        """Show a screen with nothing under it to go back to."""
        while len(self.screen_stack) > 1:
            await self.pop_screen()
        await self.push_screen(screen)

    async def _over_lobby(self, screen: Screen[Any] | None) -> None:
        """Show a screen over the lobby, instead of whatever stands there; None for the lobby itself."""
        while len(self.screen_stack) > 2:
            await self.pop_screen()
        if screen is not None:
            await self.push_screen(screen)
        elif isinstance(self.screen, ShellScreen):
            self.screen.show(self._talk.state)

    def _tell(self, sentence: str) -> None:
        if isinstance(self.screen, ShellScreen):
            self.screen.tell(sentence)

    def _remember(self, **changes: Any) -> None:
        self.local = msgspec.structs.replace(self.local, **changes)
        save(self.local, self._path)

    def action_ask_quit(self) -> None:
        """Ask before leaving; the same key again means it."""
        if isinstance(self.screen, Question) and self.screen.id == "quit":
            self.exit()
            return

        def answered(value: str | None) -> None:
            if value == "quit":
                self.exit()

        options = (Option("l", "Leave", "quit"), Option("c", "Stay", ""))
        question = Question("Leave fivefold?", "A game that you play goes on without you until you come back.", options)
        question.id = "quit"
        self.push_screen(question, answered)
