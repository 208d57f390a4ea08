"""What the screens outside of a table share, and the wishes that they send to the app."""

from collections.abc import Callable
from typing import ClassVar, Literal

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widgets import Static

from client.foreign import foreign
from client.joining import asked_of, asked_sentence
from client.screens.help import help_page
from client.screens.panelled import WIDE
from client.screens.sized import Sized
from client.screens.whole import Whole
from client.state import ClientState
from client.widgets.heading import Heading
from client.widgets.hints import Hints
from protocol.messages import Request, Settings
from protocol.parts import Joining

Way = Literal["guest", "sign_in", "register", "reset"]
"""How a player enters a server."""


class ComeIn(Message):
    """Connect to a server and be somebody there. Password and code are used once and kept nowhere."""

    def __init__(self, server: str, way: Way, name: str, password: str = "", code: str = "") -> None:
        super().__init__()
        self.server = server
        self.way = way
        self.name = name
        self.password = password
        self.code = code


class StopConnecting(Message):
    """End the attempt to connect."""


class PlayNow(Message):
    """Play at once, with the settings meant for that."""


class NewRoom(Message):
    """Show the form for a new room."""


class Make(Message):
    """Make a room with these settings, which is joined in this way."""

    def __init__(
        self,
        kind: str,
        settings: Settings,
        joining: Joining = "open",
        passcode: str | None = None,
        *,
        guests: bool = True,
    ) -> None:
        super().__init__()
        self.kind = kind
        self.settings = settings
        self.joining: Joining = joining
        self.passcode = passcode
        self.guests = guests


class Open(Message):
    """Go to a room: as a player (by passcode or consent, where that is the way), or to watch."""

    def __init__(self, room: str, *, join: bool) -> None:
        super().__init__()
        self.room = room
        self.join = join


class Wanted(Message):
    """Send a request whose answer changes the state, or is told in the message line; nothing waits for it."""

    def __init__(self, make: Callable[[int], Request]) -> None:
        super().__init__()
        self.make = make


class Stacking(Message):
    """Say with which cards the next deal begins, on a server under test; `order` tells to whom they go."""

    def __init__(self, order: str) -> None:
        super().__init__()
        self.order = order


class Learn(Message):
    """Practise in the waiting room that is shown."""


class Away(Message):
    """Leave the room that is shown."""


class SignOut(Message):
    """End the connection and show the first screen."""


class ShowOptions(Message):
    """Show the player's options, over whatever stands there."""


class ShowProfile(Message):
    """Show the player's profile and history."""


class ShowAccount(Message):
    """Show what can be done with the player's account."""


class ShowReplay(Message):
    """Show a finished game step by step."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self.game = game


class ShellScreen(Whole[None], Sized[None]):
    """A screen with a heading, a message line, keys and help. It is shown each new state."""

    TITLE_HERE: ClassVar[str]
    HELP: ClassVar[str]
    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [Binding("f2", "options", "Options"), Binding("f1", "help", "Help")]

    def __init__(self, state: ClientState) -> None:
        super().__init__()
        self.state = state
        self.built = False
        self.busy = False
        """Whether it waits for something that the next screen depends on."""

    def compose(self) -> ComposeResult:
        """Heading, the screen's own part, message line, keys."""
        yield Heading(f"fivefold · {self.TITLE_HERE}")
        yield from self.compose_body()
        yield Static(id="asked", markup=False)
        yield Static(id="message", markup=False)
        yield Hints(most=2)

    def compose_body(self) -> ComposeResult:
        """The screen's own part."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Draw the state that the screen was made with; it is seen once the cursor stands in its place."""
        self.built = True
        self.show(self.state)
        self.call_after_refresh(self.call_after_refresh, self.opened)

    @property
    def in_sight(self) -> bool:
        """Whether nothing but dialogs stands over this screen."""
        stack = self.app.screen_stack
        return self in stack and all(above.is_modal for above in stack[stack.index(self) + 1 :])

    def _screen_resized(self, size: Size) -> None:
        """Paint a window of another size once everything stands where it belongs there."""
        if self.stack_updates and self.built and not self._held:
            self.settle(lambda: self.show(self.state))
        else:
            super()._screen_resized(size)
            self.call_after_refresh(lambda: self.show(self.state))

    def on_screen_resume(self) -> None:
        """Whatever stood over this screen is gone: draw what has happened meanwhile."""
        self.show(self.state)

    def show(self, state: ClientState) -> None:
        """Draw the newest state; a screen that is covered does so when it comes to sight again."""
        self.state = state
        if self.built and self.in_sight:
            self.query_one(Heading).write(f"fivefold · {self.where(state)}", who(state))
            asked, words = self.query_one("#asked", Static), self.standing(state)
            asked.display = bool(words)
            asked.update(foreign(words, "$warning"))
            self.draw(state)
            self.refresh_bindings()

    def draw(self, state: ClientState) -> None:
        """Bring the screen's own part to the newest state."""

    def standing(self, state: ClientState) -> str:
        """What waits for an answer: a host is told of those who ask, wherever else they look."""
        return " ".join(filter(None, (asked_of(state), asked_sentence(state))))

    def where(self, state: ClientState) -> str:
        """The heading's words for this place."""
        return self.TITLE_HERE

    def about(self) -> str:
        """What the screen is for, and no more of it than there is here."""
        return self.HELP

    def card(self) -> str:
        """The rules of the room that is shown, in short."""
        return ""

    def tell(self, text: str, style: str = "$warning") -> None:
        """Show a sentence in the message line; it may be foreign."""
        if self.built and self.stands:
            self.query_one("#message", Static).update(foreign(text, style))

    def action_options(self) -> None:
        """Show the player's options."""
        self.post_message(ShowOptions())

    def action_help(self) -> None:
        """Show what this screen is and which keys it has."""
        self.app.push_screen(help_page(self.TITLE_HERE, self.about(), self, self.card()))


def who(state: ClientState) -> Content:
    """Who this client is on the server, with rating."""
    if state.me is None:
        return Content()
    return Content.assemble(foreign(state.me.name), f" · {rating(state.me.rating)}")


def rating(value: float | None) -> str:
    """A rating to one decimal, and never "-0.0"; a guest has none."""
    return "guest" if value is None else f"{round(value, 1) + 0.0:.1f}"
