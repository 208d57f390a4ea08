"""The visit to a server: coming in, what is heard there, and coming back after the link was lost."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from textual import work
from textual.screen import Screen

from client.address import Address, address
from client.art.palette import Look
from client.bell import rings
from client.conversation import Conversation
from client.desk import Desk
from client.joining import asked_sentence
from client.link import LinkError, UnknownCertificateError
from client.local import Local, save
from client.notes import Notebook
from client.screens.connect import ConnectScreen
from client.screens.dialogs import Option, Question
from client.screens.lobby import LobbyScreen
from client.screens.shell import ComeIn, ShellScreen, Way
from client.screens.table import TableScreen, monotonic
from client.screens.trust import ACCEPT, introduction
from client.stage import Stage
from client.tables.registry import calls
from client.trust import Trust
from protocol.messages import Browse, Guest, Refused, Register, Request, Reset, SignIn

NOTICE = 5.0
"""Seconds for which a refusal stands in a room's message line."""
UNWRITTEN = 1.0
"""Seconds for which private notes may be ahead of the disk."""


class Visit(Stage):
    """A stage whose screens show one server.

    Args:
        look: Colours and glyphs.
        local: What this installation remembers, kept in `path`.
        path: The settings file.
        data: The folder for what the client writes for its player.
        server: Where to connect first, as the player would type it.
        name: The name to be known by there.
        way: As what to come.
        direct: Connect at once instead of showing the form.
        trouble: A sentence to show at the start.
        auto: The look for this terminal where the player leaves the choice to the client.
    """

    def __init__(
        self,
        look: Look,
        local: Local,
        path: Path,
        *,
        data: Path,
        server: str = "",
        name: str = "",
        way: Way = "guest",
        direct: bool = False,
        trouble: str = "",
        auto: Look | None = None,
    ) -> None:
        super().__init__(look)
        self.local = local
        self.auto = auto or look
        self._trust = Trust(path.with_name("certificates"))
        self.talk = Conversation(self._arrived, self.ask_reconnect, monotonic, self._trust)
        self.here: str | None = None
        self.path = path
        self._notebook = Notebook(data)
        self._desks: dict[tuple[str, str], Desk] = {}
        self._written: dict[tuple[str, str], str] = {}
        self._writes_soon = False
        self._first: tuple[str, str, Way] = (server or local.server, name or local.name, way)
        self._direct = direct
        self.trouble = trouble

    def on_mount(self) -> None:
        """Show the first screen."""
        self._notebook.prune(time.time())
        server, name, way = self._first
        self.ground(ConnectScreen(self.talk.state, server, name, way, self.trouble))
        if self._direct:
            self.enter(server, way, name, "")

    async def on_unmount(self) -> None:
        """End the connection in order."""
        self.write_notes()
        await self.talk.close()

    # Coming in and going out.

    def on_come_in(self, event: ComeIn) -> None:
        """The form of the first screen was sent."""
        self.enter(event.server, event.way, event.name, event.password, event.code)

    @work(exclusive=True, group="enter")
    async def enter(self, server: str, way: Way, name: str, password: str, code: str = "") -> None:
        """Connect and become somebody; a sentence on the first screen where that fails."""
        for form in self.query_form():
            form.begin()
        try:
            await self._meet(address(server or "localhost"))
        except (ValueError, LinkError) as error:
            self._complain(str(error))
            return
        answer = await self.talk.ask(_asked(way, name, password, code))
        if isinstance(answer, Refused) and answer.code == "name_taken" and self._direct and way == "guest":
            # Whoever plays alone on this machine was promised a game and not a form.
            answer = await self.talk.ask(_asked(way, f"{name[:12]} {time.time_ns() // 1_000_000 % 900 + 100}", "", ""))
        if isinstance(answer, Refused):
            await self.talk.close()
            self._complain(answer.text)
            return
        self.remember(server=server, name=name, guest=way == "guest")
        self.arrive()

    async def _meet(self, where: Address) -> None:
        """Connect; a certificate that this client does not know is for the player to judge.

        Raises:
            LinkError: there is no connection.
        """
        try:
            await self.talk.connect(where)
        except UnknownCertificateError as met:
            judged = await self.push_screen_wait(introduction(met))
            try:
                if judged == ACCEPT.value:
                    self._trust.accept(where, met.certificate)
                elif judged:
                    self._trust.forget(where)
            except OSError as error:
                raise LinkError(f"The certificate cannot be kept: {error.strerror}.") from error
            if judged != ACCEPT.value:
                raise
            await self.talk.connect(where)

    async def on_sign_out(self) -> None:
        """Back to the first screen."""
        await self.talk.close()
        self.start_over("")

    def start_over(self, trouble: str) -> None:
        """Show the first screen with what is remembered."""
        self.here = None
        way: Way = "guest" if self.local.guest else "sign_in"
        self.ground(ConnectScreen(self.talk.state, self.local.server, self.local.name, way, trouble))

    def arrive(self) -> None:
        """Show the lobby, and over it the room in which this visitor already is, if there is one."""
        here, self.here = self.here, None
        self.talk.tell(lambda ref: Browse(ref, on=True))
        self.ground(LobbyScreen(self.talk.state))
        rooms = self.talk.state.scenes
        if rooms:
            self.visit(here if here is not None and here in rooms else next(iter(rooms)))

    def visit(self, room: str) -> None:
        """Show a room."""
        raise NotImplementedError

    def query_form(self) -> list[ConnectScreen]:
        """The first screen, where it stands."""
        return [screen for screen in self.screen_stack if isinstance(screen, ConnectScreen)]

    def _complain(self, sentence: str) -> None:
        for form in self.query_form():
            form.trouble(sentence)

    def remember(self, **changes: Any) -> None:
        """Keep something for the next time."""
        self.local = msgspec.structs.replace(self.local, **changes)
        save(self.local, self.path)

    # What the player has arranged at tables.

    def desk(self, room: str) -> Desk:
        """The player's desk at a room of this server, with the notes that were kept on it."""
        key = (str(self.talk.where), room)
        if key not in self._desks:
            notes = self._notebook.read(*key)
            self._desks[key], self._written[key] = Desk(notes=notes), notes
        return self._desks[key]

    def write_notes_soon(self) -> None:
        """Write the private notes to the disk in a moment, so that typing never waits for it."""
        if not self._writes_soon:
            self._writes_soon = True
            self.set_timer(UNWRITTEN, self.write_notes)

    def write_notes(self) -> None:
        """Write the private notes that have changed to the disk."""
        self._writes_soon = False
        for key, desk in self._desks.items():
            if desk.notes != self._written[key] and self._notebook.write(*key, desk.notes):
                self._written[key] = desk.notes

    # News.

    def _arrived(self) -> None:
        self.call_later(self.take)

    def take(self) -> None:
        """Bring the screens up to what has arrived."""
        noticed = {room: scene.notice for room, scene in self.talk.state.scenes.items()}
        before = self.talk.state
        self.talk.take()
        if rings(before, self.talk.state, self.local.bell, calls):
            self.bell()
        for room, scene in self.talk.state.scenes.items():
            if scene.notice and noticed.get(room) != scene.notice:
                self.set_timer(NOTICE, lambda room=room, notice=scene.notice: self._quiet(room, notice))
        if before.asked is not None and self.talk.state.asked is None:
            self._let_in(before.asked)
        self.show_state()

    def _let_in(self, room: str) -> None:
        """A request is settled: whoever was let in goes there, and leaves what they looked at meanwhile."""
        scene = self.talk.state.scenes.get(room)
        if scene is not None and scene.me is not None and scene.me.role == "player" and self.here != room:
            if self.here is not None and self.here in self.talk.state.scenes:
                self.talk.leave(self.here)
            self.visit(room)

    def show_state(self) -> None:
        """Show every screen the newest state, and go where it leads."""
        state = self.talk.state
        for screen in self.screen_stack:
            self._show(screen)
        scene = state.scenes.get(self.here) if self.here is not None else None
        if self.here is None:
            return
        if scene is None:
            self.here = None
            self.over(None)
        elif scene.room.phase != "waiting" and not any(isinstance(one, TableScreen) for one in self.screen_stack):
            self.visit(self.here)

    def _show(self, screen: Screen[Any]) -> None:
        state = self.talk.state
        if isinstance(screen, ShellScreen):
            screen.show(state)
        elif isinstance(screen, TableScreen):
            scene, asked = state.scenes.get(screen.scene.room.room), asked_sentence(state)
            if scene is not None and (scene != screen.scene or asked != screen.asked):
                screen.asked = asked
                screen.show(scene)

    def _quiet(self, room: str, notice: str) -> None:
        scene = self.talk.state.scenes.get(room)
        if scene is not None and scene.notice == notice:
            self.talk.notice(room, "")
            self.show_state()

    # The link was lost.

    @work(exclusive=True, group="lost")
    async def ask_reconnect(self, sentence: str) -> None:
        """Say that the link is gone, and try again as often as the player wants."""
        me, where = self.talk.state.me, self.talk.where
        if me is None or where is None:
            self._complain(sentence)
            return
        if self.talk.state.goodbye is not None and self.talk.state.goodbye.code == "deleted":
            await self.talk.close()
            self.start_over(sentence)
            return
        options = (Option("r", "Reconnect", "again"), Option("s", "Start screen", "form"))
        while await self.push_screen_wait(Question("Connection lost", sentence, options)) == "again":
            try:
                await self._resume(where, me.token)
            except LinkError as error:
                sentence = str(error)
                continue
            if self.talk.state.me is not None:
                self.arrive()
                return
            sentence = "The server no longer knows this visit. Please come in again."
            await self.talk.close()
            break
        self.start_over(sentence)

    async def _resume(self, where: Address, token: str) -> None:
        await self.talk.connect(where, token)
        # The answer to this one comes behind everything that a known visitor is sent first.
        await self.talk.ask_ping()


def _asked(way: Way, name: str, password: str, code: str) -> Callable[[int], Request]:
    match way:
        case "guest":
            return lambda ref: Guest(ref, name[:64])
        case "sign_in":
            return lambda ref: SignIn(ref, name[:64], password)
        case "register":
            return lambda ref: Register(ref, name[:64], password)
        case "reset":
            return lambda ref: Reset(ref, name[:64], code, password)
