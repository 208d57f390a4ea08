"""The client as a whole: what each wish of a screen leads to, in the lobby, in a room and at the table."""

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

import msgspec
from textual import work
from textual.binding import Binding, BindingType

from client.own import Own
from client.scene import Scene
from client.screens.create import CreateScreen
from client.screens.dialogs import CANCEL, Option, Question
from client.screens.line import cards_of, deck_question, passcode_question
from client.screens.lobby import LobbyScreen
from client.screens.open_table import OpenTable
from client.screens.room import RoomScreen
from client.screens.shell import Make, Open, Stacking, Wanted
from client.screens.table import TableScreen
from client.tables.registry import KINDS, Kind, quick
from protocol.messages import (
    Accepted,
    Act,
    Again,
    Cancel,
    Command,
    Create,
    Join,
    Ready,
    Refused,
    Request,
    Say,
    StackDeck,
    Start,
    Watch,
)
from protocol.parts import Joining


class FivefoldApp(Own):
    """Takes the player from the lobby to rooms and back."""

    CSS_PATH = [*Own.CSS_PATH, *(kind.style for kind in KINDS.values())]  # noqa: RUF012

    BINDINGS: ClassVar[list[BindingType]] = [Binding("c", "cancel_request", "Cancel request")]

    _quick: str | None = None
    """The room that "Play now" made last: the next one with its settings begins at once too."""

    def quitting(self) -> str:
        """What it means to quit now."""
        scene = self.talk.state.scenes.get(self.here or "")
        if scene is not None and scene.room.phase == "playing" and scene.me is not None and scene.me.role == "player":
            kind = KINDS.get(scene.room.kind)
            return kind.away if kind is not None else super().quitting()
        return super().quitting()

    # In the lobby.

    @work
    async def on_play_now(self) -> None:
        """A room of one's own, begun at once."""
        self.talk.forget_news()
        answer = await self.talk.ask(lambda ref: Create(ref, quick()))
        if isinstance(answer, Refused):
            self.tell(answer.text)
        elif answer.room is not None:
            await self._begin(answer.room)

    async def _begin(self, room: str) -> None:
        """Be ready and start, and go to the table."""
        self._quick = room
        makes: tuple[Callable[[int], Request], ...] = (
            lambda ref: Ready(ref, room, ready=True),
            lambda ref: Start(ref, room),
        )
        for make in makes:
            answer = await self.talk.ask(make)
            if isinstance(answer, Refused):
                self.tell(answer.text)
        self.visit(room)

    def on_new_room(self) -> None:
        """Ask for the game, then show the form for a new room, from the settings used last."""
        self.talk.forget_news()

        def chosen(name: str | None) -> None:
            if name:
                kind = KINDS[name]
                self.over(CreateScreen(self.talk.state, kind, self._used(kind), self.look, self.local.joining))

        if isinstance(self.screen, LobbyScreen):
            games = tuple(Option(str(n), kind.title, kind.name) for n, kind in enumerate(KINDS.values(), 1))
            self.push_screen(Question("New room", "Which game?", (*games, CANCEL)), chosen)

    def _used(self, kind: Kind) -> Any:
        """The settings that a kind's last room had; its defaults, where they cannot be used any more."""
        settings = kind.setup.defaults()
        known = dict(self.local.rooms.get(kind.name, {}))
        try:
            used = msgspec.convert({**msgspec.to_builtins(settings), **known}, type(settings))
        except msgspec.ValidationError:
            return settings
        return settings if kind.setup.problems(used) else used

    @work
    async def on_make(self, event: Make) -> None:
        """The form was sent."""
        answer = await self.talk.ask(
            lambda ref: Create(ref, event.settings, event.joining, event.passcode, event.guests)
        )
        if isinstance(answer, Refused):
            self.tell(answer.text)
            return
        plain: dict[str, Any] = msgspec.to_builtins(event.settings)
        kept = {name: value for name, value in plain.items() if name != "type" and value is not None}
        self.remember(rooms={**self.local.rooms, event.kind: kept}, joining=event.joining)
        if answer.room is not None:
            self.visit(answer.room)

    @work(exclusive=True, group="open")
    async def on_open(self, event: Open) -> None:
        """A room was chosen, in the lobby to go there, or in its own waiting room to become a player."""
        self.talk.forget_news()
        room = event.room
        if event.join:
            answer = await self._join(room)
        elif room not in self.talk.state.scenes:
            answer = await self.talk.ask(lambda ref: Watch(ref, room))
        else:
            answer = None
        if isinstance(answer, Refused):
            self.tell(answer.text)
        elif room in self.talk.state.scenes and self.here != room:
            self.visit(room)

    async def _join(self, room: str) -> Accepted | Refused | None:
        """Ask to become a player, with a passcode where the room has one; None if the player has none to give."""
        if self._joining(room) != "passcode":
            return await self.talk.ask(lambda ref: Join(ref, room))
        trouble = ""
        while (passcode := await self.push_screen_wait(passcode_question(trouble))) is not None:
            answer = await self.talk.ask(partial(Join, room=room, passcode=passcode))
            if isinstance(answer, Accepted) or answer.code != "wrong_passcode":
                return answer
            trouble = answer.text
            self._quiet(room, trouble)
        return None

    def _joining(self, room: str) -> Joining:
        """How a room is joined, as far as this client knows."""
        scene, row = self.talk.state.scenes.get(room), self.talk.state.rows.get(room)
        return scene.room.joining if scene else row.joining if row else "open"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A request can be taken back while there is one."""
        return action != "cancel_request" or self.talk.state.asked is not None

    def action_cancel_request(self) -> None:
        """Take back what was asked of a host."""
        if (room := self.talk.state.asked) is not None:
            self.talk.tell(lambda ref: Cancel(ref, room))

    # In a room.

    def visit(self, room: str) -> None:
        """Show a room: before the game its waiting room, else its table."""
        scene = self.talk.state.scenes.get(room)
        if scene is None:
            return
        self.here = room
        self.talk.forget_news()
        kind = KINDS.get(scene.room.kind)
        if scene.room.phase == "waiting":
            self.over(RoomScreen(self.talk.state, room))
        elif kind is not None:
            desk = self.desk(room)
            send = partial(self.act, room)
            self.over(kind.table(scene, self.look, motion=self.local.motion, clock=self.clock, desk=desk, send=send))
        else:
            self.leave_room()
            self.tell("This client does not know that game. Please update it.")

    def on_wanted(self, event: Wanted) -> None:
        """A request whose answer nobody waits for."""
        self.talk.tell(event.make)
        self.show_state()

    def on_learn(self) -> None:
        """Practise over the waiting room, until the player comes back or the game starts."""
        if isinstance(self.screen, RoomScreen) and (scene := self.screen.scene) is not None:
            kind = KINDS[scene.room.kind]
            if kind.learn is not None:
                self.push_screen(kind.learn(self.talk.state, self.screen.room, self.look, self.luck))

    def on_away(self) -> None:
        """Leave the room that is shown."""
        self.leave_room()

    def leave_room(self) -> None:
        """Back to the lobby. The server hears it before anything that is asked there."""
        here, self.here = self.here, None
        if here is not None:
            self.talk.leave(here)
        self.over(None)
        self.show_state()

    # At the table.

    def act(self, room: str, command: Command) -> Scene | None:
        """Send a command of the game; gives the room's scene after that."""
        self.talk.tell(lambda ref: Act(ref, room, command))
        return self.talk.state.scenes.get(room)

    def on_table_screen_speak(self, event: TableScreen.Speak) -> None:
        """A line of chat."""
        if (room := self.here) is not None:
            self.talk.tell(lambda ref: Say(ref, room, event.text))

    @work(exclusive=True, group="stack")
    async def on_stacking(self, event: Stacking) -> None:
        """Ask for cards until the server takes them; what was written can be mended."""
        line: str | None = ""
        room, trouble = self.here, ""
        while (
            room is not None
            and (line := await self.push_screen_wait(deck_question(event.order, line or "", trouble))) is not None
        ):
            answer = await self.talk.ask(partial(StackDeck, room=room, cards=cards_of(line)))
            if isinstance(answer, Accepted):
                if isinstance(self.screen, OpenTable):
                    self.screen.stacked(
                        f"The next deal {'begins with these cards' if cards_of(line) else 'is by chance'}."
                    )
                return
            trouble = answer.text
            self._quiet(room, trouble)

    @work
    async def on_table_screen_depart(self, event: TableScreen.Depart) -> None:
        """Leave the table; where that has a price, only after it was paid."""
        room, command = self.here, event.command
        if room is None:
            return
        if command is not None:
            answer = await self.talk.ask(lambda ref: Act(ref, room, command))
            if not isinstance(answer, Accepted):
                return
        if self.here == room:
            self.leave_room()

    @work(exclusive=True, group="again")
    async def on_table_screen_again(self) -> None:
        """The next room with the same settings; after a game from "Play now" it begins at once."""
        room = self.here
        if room is None:
            return
        answer = await self.talk.ask(lambda ref: Again(ref, room))
        if not isinstance(answer, Accepted) or answer.room is None:
            return
        fresh = answer.room
        self.here = None
        self.talk.leave(room)
        if room == self._quick:
            await self._begin(fresh)
        else:
            self.visit(fresh)
