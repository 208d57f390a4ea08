"""A room before the game: who is there, who is ready, what it is set to, and the chat."""

import time
from collections.abc import Callable
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from client.facts import book_facts
from client.joining import asked_sentence, facts, no_seat
from client.keys import key_of
from client.scene import Scene
from client.screens import members
from client.screens.askers import ASKER_ROWS, GONE, AskerList
from client.screens.dialogs import CANCEL, Option, Question, rows
from client.screens.elsewhere import NOBODY, Elsewhere, elsewhere
from client.screens.explained import Explained
from client.screens.panelled import WIDE
from client.screens.rules import rules
from client.screens.shell import Away, Learn, Open, ShellScreen, Wanted
from client.state import ClientState
from client.tables.registry import KINDS, title
from client.widgets.chat import ChatBox
from client.widgets.hints import Hints
from client.widgets.notice import SMALLEST
from protocol.messages import Decide, Ready, Remove, Say, Start, Watch

NAMED: Final = 23
"""The columns in which a name and whether its player is ready stand on one line, beside a scroll bar."""
USUAL: Final = 15
"""The rows of members and settings, where these do not need more."""
OTHERS: Final = 6
"""The rows that heading, message and a chat of one line take."""


class RoomScreen(ShellScreen, Explained[None]):
    """The waiting room. It closes by itself when the game starts."""

    TITLE_HERE = "Room"
    HELP = """\
Say that you are ready; when every player is, the host starts the game. Only some games are joined while they run. In \
a game with coins, what somebody has stands beside the name.

With "{view}" a player only watches, and with "{join}" somebody who watches joins or asks to. The host accepts or \
declines whoever asks, and alone sees a passcode. If the host goes, the longest-joined player becomes host. \
"{elsewhere}" asks the host of another room; you keep your place here until that one accepts."""
    PRACTICE = """

With "{learn}" you practise, whether you play or watch. Nobody sees it, and nothing of it reaches the game."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "unfocus", "Room"),
        Binding("r,space", "ready", "Ready"),
        Binding("r,space", "unready", "Not ready"),
        Binding("s,enter", "start", "Start"),
        Binding("a", "accept", "Accept"),
        Binding("d", "decline", "Decline"),
        Binding("up", "choose(-1)", "Choose", show=False),
        Binding("down", "choose(1)", "Choose", show=False),
        Binding("j", "join", "Join"),
        Binding("j", "ask", "Ask to join"),
        Binding("q", "leave", "Leave"),
        Binding("v", "view", "View"),
        Binding("l", "learn", "Learn"),
        Binding("x", "remove", "Remove"),
        Binding("o", "elsewhere", "Rooms", tooltip="Ask to join another room"),
        Binding("t", "talk", "Chat"),  # the chat says its key itself
        Binding("pageup", "scroll(-5)", "Scroll", key_display="PgUp/PgDn"),
        Binding("pagedown", "scroll(5)", "Scroll", show=False),
    ]

    def __init__(self, state: ClientState, room: str) -> None:
        super().__init__(state)
        self.room = room

    @property
    def scene(self) -> Scene | None:
        """The room as it is now; None once it is gone."""
        return self.state.scenes.get(self.room)

    def compose_body(self) -> ComposeResult:
        """Members beside settings, the chat under them."""
        with Horizontal(id="room-top"):
            with Vertical(id="people"):
                with VerticalScroll(id="members", can_focus=False):
                    yield Static(id="member-lines", markup=False)
                yield AskerList()
            with VerticalScroll(id="facts", can_focus=False) as facts:
                facts.border_title = "Settings"
                yield Static(id="fact-lines", markup=False)
        with Vertical(id="room-chat"):
            chat = ChatBox()
            chat.border_title = "Chat"
            yield chat

    def on_mount(self) -> None:
        """Count for how long somebody is away, and look whether there is something to scroll."""
        super().on_mount()
        for part in self.query(VerticalScroll):
            self.watch(part, "show_vertical_scrollbar", self.refresh_bindings)
        self.set_interval(1, self._pass_time)

    def standing(self, state: ClientState) -> str:
        """Those who ask have a list here."""
        return asked_sentence(state)

    def where(self, state: ClientState) -> str:
        """The game and the room's host."""
        scene = state.scenes.get(self.room)
        return f"{title(scene.room.kind)} · room {self.room}" if scene else self.TITLE_HERE

    def about(self) -> str:
        """Practice is told of where the game has one."""
        return self.HELP + (self.PRACTICE if self.check_action("learn", ()) else "")

    def card(self) -> str:
        """The rules as they will be here."""
        scene = self.scene
        kind = KINDS.get(scene.room.kind) if scene else None
        return rules(kind.card(scene.room.settings), kind.table, self) if scene and kind else ""

    def draw(self, state: ClientState) -> None:
        """Draw the members, the settings, the chat, and what is to be done next."""
        scene = self.scene
        if scene is None:
            return
        self._list()
        self.query_one(ChatBox).write(scene.lines)
        if scene.notice:
            self.tell(scene.notice)
        else:
            self.tell(self._next(scene), "$text-muted")

    def _list(self) -> None:
        """Who is there, and since when not; who asks to be; and the settings."""
        if (scene := self.scene) is None:
            return
        width, height = map(max, self.app.size, SMALLEST)
        settings = 52 if width >= WIDE else min(44, width - NAMED - 4)
        people = width - settings - 4
        coins = " · coins" if members.booked(scene) and people >= members.FULL else ""
        self.query_one("#members").border_title = f"Players {len(members.people(scene))}/{scene.room.seats}{coins}"
        self.query_one("#member-lines", Static).update(members.lines(scene, time.time(), people))
        self.query_one(AskerList).write(scene.room.askers, members.asking(scene, people, ASKER_ROWS))
        if (kind := KINDS.get(scene.room.kind)) is not None:
            joined = facts(scene.room, admits=kind.guests)
            told = (*joined, *book_facts(scene.room), *kind.setup.facts(scene.room.settings))
            lines = rows(told, gap=1, cells=settings - (people < members.FULL))
            self.query_one("#fact-lines", Static).update(lines)
            self.query_one("#facts").styles.width = settings + 2
            hints = self.query_one(Hints)
            hints.read()  # they may take another line now
            room = height - OTHERS - hints.lines
            self.query_one("#room-top").styles.height = min(max(USUAL, len(lines.plain.splitlines()) + 2), room)

    def _pass_time(self) -> None:
        if self.scene is not None and any(member.away is not None for member in self.scene.room.members):
            self._list()

    def _next(self, scene: Scene) -> str:
        """What the room waits for, in words."""
        me = scene.me
        waiting = [member for member in members.people(scene) if not member.ready]
        watching = "You are watching. " if me is None or me.role == "watcher" else ""
        if me is not None and not watching and not me.ready:
            return f"Press {key_of(self, 'ready')} when you are ready."
        if waiting:
            names = f"{watching}Waiting for {', '.join(member.name for member in waiting)}."
            return names if cell_len(names) < self.app.size.width else f"{watching}Waiting for {len(waiting)} players."
        start = f"Everybody is ready: press {key_of(self, 'start')} to start."
        return start if scene.room.host == scene.room.you else f"{watching}Waiting for the host to start."

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keep the keys true: each is there only while the server would take it."""
        if action == "unfocus":
            return self.focused is not None
        if action == "leave":
            return self.focused is None
        if action == "scroll":
            return any(part.show_vertical_scrollbar for part in self.query(VerticalScroll))
        if action == "elsewhere":
            return bool(elsewhere(self.state, self.room))
        if action == "learn":
            kind = KINDS.get(self.scene.room.kind) if self.scene else None
            return kind is not None and kind.learn is not None
        if self.scene is None:
            return True
        return _keys(self.scene, asking=self.state.asked is not None).get(action, True)

    def refusal(self, action: str, parameters: tuple[object, ...]) -> str:
        """Why one cannot do here what the key is for."""
        scene = self.scene
        if scene is None:
            return ""
        hosts, free = scene.room.host == scene.room.you, len(members.people(scene)) < scene.room.seats
        match action:
            case "join" | "ask":
                return asked_sentence(self.state) or no_seat(scene, free=free)
            case "elsewhere":
                return asked_sentence(self.state) or NOBODY
            case "ready" | "view" if scene.me is None or scene.me.role == "watcher":
                return "You are watching."
            case "view":
                return "The last player cannot switch to watching."
            case "start" if hosts:
                return f"The game cannot start yet. {self._next(scene)}"
            case "start" | "accept" | "decline" | "remove" if not hosts:
                return "Only the host does that."
            case "accept" | "decline":
                return "Every place is taken." if scene.room.askers else "Nobody asks to join."
            case "remove":
                return "There is nobody to remove."
            case _:
                return ""

    def aside(self, words: str, true: Callable[[], bool] = lambda: True) -> None:
        """Say something about the player's own keys; the room's next news takes its place."""
        self.tell(words)

    def action_unfocus(self) -> None:
        """Bring the keys back from the chat."""
        self.set_focus(None)

    def action_ready(self) -> None:
        """Say that one is ready."""
        self.post_message(Wanted(lambda ref: Ready(ref, self.room, ready=True)))

    def action_unready(self) -> None:
        """Say that one is not ready after all."""
        self.post_message(Wanted(lambda ref: Ready(ref, self.room, ready=False)))

    def action_start(self) -> None:
        """Begin the game."""
        self.post_message(Wanted(lambda ref: Start(ref, self.room)))

    def action_join(self) -> None:
        """Become a player."""
        self.post_message(Open(self.room, join=True))

    def action_ask(self) -> None:
        """Ask the host to become a player."""
        self.action_join()

    def action_elsewhere(self) -> None:
        """Ask the host of another room, and keep the place here meanwhile."""

        def chosen(room: str | None) -> None:
            if room:
                self.post_message(Open(room, join=True))

        self.app.push_screen(Elsewhere(elsewhere(self.state, self.room)), chosen)

    def action_accept(self) -> None:
        """Let the chosen asker in."""
        self._decide(accept=True)

    def action_decline(self) -> None:
        """Do not let the chosen asker in."""
        self._decide(accept=False)

    def _decide(self, *, accept: bool) -> None:
        askers = self.query_one(AskerList)
        asker = askers.chosen
        if asker is None:
            self.tell(GONE)
        elif askers.seen():
            self.post_message(Wanted(lambda ref: Decide(ref, self.room, asker, accept)))

    def action_choose(self, by: int) -> None:
        """Choose another asker."""
        self.query_one(AskerList).move(by)

    def action_scroll(self, lines: int) -> None:
        """Move through members and settings, where they have no room."""
        for part in self.query(VerticalScroll):
            part.scroll_relative(y=lines, animate=False)

    def action_view(self) -> None:
        """Only watch."""
        self.post_message(Wanted(lambda ref: Watch(ref, self.room)))

    def action_learn(self) -> None:
        """Practise until the game starts."""
        self.post_message(Learn())

    def action_talk(self) -> None:
        """Write a line of chat."""
        self.query_one(ChatBox).talk()
        self.refresh_bindings()

    def action_leave(self) -> None:
        """Back to the lobby."""
        self.post_message(Away())

    def action_remove(self) -> None:
        """Ask which player to remove."""
        scene = self.scene
        if scene is None:
            return
        others = [member for member in members.people(scene) if member.member != scene.room.you]
        options = tuple(Option(str(n), member.name, str(member.member)) for n, member in enumerate(others, 1))

        def chosen(value: str | None) -> None:
            if value:
                self.post_message(Wanted(lambda ref: Remove(ref, self.room, int(value))))

        self.app.push_screen(Question("Remove a player", "Who has to leave this room?", (CANCEL, *options)), chosen)

    def on_chat_box_said(self, event: ChatBox.Said) -> None:
        """Say what was written."""
        event.stop()
        text = event.text
        self.post_message(Wanted(lambda ref: Say(ref, self.room, text)))


def _keys(scene: Scene, *, asking: bool) -> dict[str, bool | None]:
    """Which of the keys that are not always there do something; None for one that is known but not possible yet.

    `asking` says that the player waits for a host already. While somebody asks, Start leaves its place to other keys.
    """
    room, me, people = scene.room, scene.me, members.people(scene)
    player = me is not None and me.role == "player"
    ready = me is not None and me.ready
    host = player and room.host == room.you
    approval = room.joining == "approval"
    begins = all(member.ready for member in people)
    return {
        "ready": player and not ready,
        "unready": player and ready,
        "start": host and (begins or (False if room.askers else None)),
        "accept": bool(room.askers) and (len(people) < room.seats or None),
        "decline": bool(room.askers),
        "choose": len(room.askers) > 1,
        "join": room.joinable and not approval,
        "ask": room.joinable and approval and not asking,
        "view": player and len(people) > 1,
        "remove": host and len(people) > 1,
    }
