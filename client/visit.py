"""The visit to a server: coming in, and what is heard there."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from textual import work
from textual.screen import Screen

from client.address import Address, address
from client.art.palette import Look
from client.bell import rings
from client.clock import Clock, monotonic
from client.conversation import Conversation
from client.desk import Desk, Desks
from client.joining import asked_sentence
from client.link import LinkError, UnknownCertificateError
from client.local import Local, save
from client.notes import Notebook
from client.passes import Pass, Passes
from client.patches import paint
from client.screens.connect import ConnectScreen
from client.screens.lobby import LobbyScreen
from client.screens.shell import ComeIn, ShellScreen, Way
from client.screens.table import TableScreen
from client.screens.trust import ACCEPT, introduction
from client.stage import Stage
from client.tables.registry import calls
from client.trust import Trust
from client.widgets.heading import Heading
from client.widgets.notes import Notes
from protocol.messages import Browse, Guest, Refused, Register, Request, Reset, SignIn

NOTICE = 5.0
"""Seconds for which a refusal stands in a room's message line."""
SILENT = 3.0
"""Seconds for which a server may owe an answer before the player is told."""
LISTENS = 0.5
"""Seconds between two looks whether the server is silent."""
OVER = "Your last visit there is over. Please come in again."
"""Told where the server does not know any more who comes back by themselves."""
UNWRITTEN = 1.0
"""Seconds for which private notes, and what is arranged at a table, may be ahead of the disk."""


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
        passing: That server is there for this start alone: the next one shall not go there by itself.
        trouble: A sentence to show at the start.
        auto: The look for this terminal where the player leaves the choice to the client.
    """

    luck: Random = Random()
    """What practice is drawn from, and how long to wait for a server. The games' own luck is the server's."""

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
        passing: bool = False,
        trouble: str = "",
        auto: Look | None = None,
    ) -> None:
        super().__init__(look)
        self.local = local
        self.auto = auto or look
        self._trust = Trust(path.with_name("certificates"))
        self.talk = Conversation(self._arrived, self.on_lost, monotonic, self._trust)
        self.clock = Clock()
        self._passes = Passes(data)
        self._pass = Pass(None, data, None)
        self.here: str | None = None
        self.path = path
        self._desks = Desks(Notebook(data))
        self._warned = False
        self._last: tuple[str, str, Way] = (server or local.server, name or local.name, way)
        """Where the player was last, or goes first: the server as it is typed, the name, and as what."""
        self._direct, self._passing = direct, passing
        self.trouble = trouble

    def on_mount(self) -> None:
        """Show the first screen, and where it is known where to go, go there."""
        self._desks.notebook.prune(time.time())
        self.set_interval(LISTENS, self._listen)
        # Not as it is typed or moved, so that nothing ever waits for the disk.
        self.set_interval(UNWRITTEN, self._write)
        self.ground(ConnectScreen(self.talk.state, *self._last, self.trouble))
        if self._direct or (not self.trouble and self._was_cut_off()):
            self.enter_again(asked=self._direct)

    def _was_cut_off(self) -> bool:
        """Whether the last visit to the first server did not end in order, so that there is a way back to it."""
        server, name, way = self._last
        if not server or not name:
            return False
        with suppress(ValueError):
            known = self._passes.take(address(server), name, guest=way == "guest")
            known.put_away()
            return known.token is not None
        return False

    async def on_unmount(self) -> None:
        """End the connection in order; whoever is in a room can come back to it."""
        self._desks.write()
        if self.talk.up and not self.talk.state.scenes:
            self._pass.tear()
        self._pass.put_away()
        await self.talk.close()

    # Coming in and going out.

    def on_come_in(self, event: ComeIn) -> None:
        """The form of the first screen was sent."""
        self.enter(event.server, event.way, event.name, event.password, event.code)

    async def on_stop_connecting(self) -> None:
        """Back to the form."""
        self.workers.cancel_group(self, "enter")
        await self.talk.close()
        self._complain("")

    @work(exclusive=True, group="enter")
    async def enter(
        self, server: str, way: Way, name: str, password: str, code: str = "", *, asked: bool = True
    ) -> None:
        """Connect and become somebody; a sentence on the first screen where that fails.

        Where nobody has `asked` for it, only the way back to the last visit is tried.
        """
        for form in self.query_form():
            form.begin(server or "localhost", name)
        try:
            where = address(server or "localhost")
            self._pass.put_away()
            self._pass = self._passes.take(where, name, guest=way == "guest")
            token = None if password else self._pass.token
            await self._meet(where, token)
        except (ValueError, LinkError) as error:
            self._complain(str(error))
            return
        if self.talk.state.me is None:
            if token is not None:
                self._pass.keep(None)
            refusal = await self._signed(way, name, password, code) if asked else OVER
            if refusal is not None:
                await self.talk.close()
                self._complain(refusal)
                return
        self._last = (server, name, "guest" if way == "guest" else "sign_in")
        if not self._passing:
            self.remember(server=server, name=name, guest=way == "guest")
        self.arrive()

    async def _signed(self, way: Way, name: str, password: str, code: str) -> str | None:
        """Become somebody on a new connection; a sentence if that is refused."""
        answer = await self.talk.ask(_asked(way, name, password, code))
        if isinstance(answer, Refused) and answer.code == "name_taken" and self._direct and way == "guest":
            # Whoever plays alone on this machine was promised a game and not a form.
            answer = await self.talk.ask(_asked(way, f"{name[:12]} {time.time_ns() // 1_000_000 % 900 + 100}", "", ""))
        return answer.text if isinstance(answer, Refused) else None

    async def _meet(self, where: Address, token: str | None) -> None:
        """Connect; a certificate that this client does not know is for the player to judge.

        Raises:
            LinkError: there is no connection.
        """
        try:
            await self.talk.connect(where, token)
        except UnknownCertificateError as met:
            # What was typed ahead is no answer to this question.
            self.keyboard.forget()
            judged = await self.push_screen_wait(introduction(met))
            try:
                if judged == ACCEPT.value:
                    self._trust.accept(where, met.certificate)
                elif judged:
                    self._trust.forget(where)
                    raise LinkError("The old certificate is forgotten. Press Enter to connect and see the new one.")
            except OSError as error:
                raise LinkError(f"The certificate cannot be kept: {error.strerror}.") from error
            if judged != ACCEPT.value:
                raise
            await self.talk.connect(where, token)

    async def on_sign_out(self) -> None:
        """Back to the first screen."""
        self._pass.tear()
        await self.start_over("")

    async def start_over(self, trouble: str) -> None:
        """Show the first screen with what is remembered."""
        self.here = None
        self._pass.put_away()
        await self.talk.close()
        self.clock.go()
        self.ground(ConnectScreen(self.talk.state, *self._last, trouble))

    def enter_again(self, *, asked: bool = False) -> None:
        """From the first screen, where the player last was, as far as that needs nothing to be typed."""
        server, name, way = self._last
        self.enter(server, way, name, "", asked=asked)

    def arrive(self) -> None:
        """Show the lobby, and over it the room in which this visitor already is, if there is one."""
        self.ground(LobbyScreen(self.talk.state))
        self._settle()

    def _settle(self) -> None:
        """Follow the lobby from now on, and be in a room where one is a member of one."""
        self.talk.tell(lambda ref: Browse(ref, on=True))
        rooms = self.talk.state.scenes
        if self.here is None and rooms:
            self.visit(next(iter(rooms)))
        self.show_state()

    def visit(self, room: str) -> None:
        """Show a room."""
        raise NotImplementedError

    def query_form(self) -> list[ConnectScreen]:
        """The first screen, where it stands."""
        return [screen for screen in self.screen_stack if isinstance(screen, ConnectScreen)]

    def _complain(self, sentence: str) -> None:
        self.keyboard.forget()
        for form in self.query_form():
            form.trouble(sentence)

    def remember(self, **changes: Any) -> bool:
        """Keep something for the next time; False if the disk did not let us."""
        self.local = msgspec.structs.replace(self.local, **changes)
        return save(self.local, self.path)

    # What the player has arranged at tables.

    def desk(self, room: str) -> Desk:
        """The player's desk at a room of this server, as it was left."""
        return self._desks.at(str(self.talk.where), room)

    def _write(self) -> None:
        """Write what was arranged, and say over the notes if the disk does not take it."""
        written = self._desks.write()
        for screen in self.screen_stack:
            for notes in screen.query(Notes):
                notes.kept = written

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
        """Show every screen the newest state, and go where it leads; what lets this player back in may be new too."""
        state = self.talk.state
        if state.me is not None:
            self._pass.keep(state.me.token)
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
                paint(screen)

    def _quiet(self, room: str, notice: str) -> None:
        """Take a sentence out of a room's message line: it has stood long enough, or is told elsewhere."""
        scene = self.talk.state.scenes.get(room)
        if scene is not None and scene.notice == notice:
            self.talk.notice(room, "")
            self.show_state()

    def _listen(self) -> None:
        """Say so, and stop the clocks, when the server owes an answer for too long."""
        scene = self.talk.state.scenes.get(self.here or "")
        self.talk.watch(closely=scene is not None and scene.room.phase == "playing")
        silence = self.talk.silence
        if silence >= SILENT:
            self.clock.stop()
        elif self.talk.up:
            self.clock.go()
        words = f"the server has not answered for {silence:.0f} s" if silence >= SILENT else ""
        if words or self._warned:
            self._warned = bool(words)
            for screen in self.screen_stack:
                for heading in screen.query(Heading):
                    heading.warn(words)

    # The link was lost.

    def on_lost(self, sentence: str) -> object:
        """Say that the link is gone, and why."""
        raise NotImplementedError


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
