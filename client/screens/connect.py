"""The first screen: which server, and as whom."""

from typing import ClassVar, Final

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Label, Static

from client.foreign import foreign
from client.screens.shell import ComeIn, ShellScreen, StopConnecting, Way
from client.state import ClientState
from client.widgets.button import Button
from client.widgets.field import Face, FieldRow
from client.widgets.input import FormInput, InputLine
from engines.contract import Choice

WAYS: Final[dict[Way, str]] = {"guest": "Guest", "sign_in": "Sign in", "register": "Register", "reset": "Reset code"}
_WHY = {
    "guest": "A free name for this visit. Guests watch everything and play in rooms of their own or that take guests.",
    "sign_in": "Your account on this server, with your rating.",
    "register": "A new account on this server: a name and a password of 8 characters or more.",
    "reset": "I forgot my password, and have a reset code from the server's admin: with it I choose a new password.",
}


class ConnectScreen(ShellScreen):
    """Asks for a server, a name and, for accounts, a password."""

    TITLE_HERE = "Welcome"
    HELP = """\
Give the address of a fivefold server: a host name or an IP address, with :PORT if it is not 5555.

As a guest you choose a free name; you watch all rooms and play alone or against the bot. With an account you also \
play against others and have a rating. The client remembers the server and your name, never a password.

Whoever has forgotten the password asks the server's admin for a reset code, which works once."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "Move", key_display="↑↓"),
        Binding("down", "app.focus_next", "Move", show=False),
        Binding("escape", "stop", "Cancel"),
        Binding("escape", "leave", "Quit"),
    ]

    def __init__(self, state: ClientState, server: str, name: str, way: Way, trouble: str = "") -> None:
        super().__init__(state)
        self._server = server
        self._name = name
        self._way: Way = way
        self._trouble = trouble
        self._going = Content()
        self._at: Widget | None = None

    def compose_body(self) -> ComposeResult:
        """The form."""
        with Vertical(id="connect"):
            yield Static(_banner(), id="banner")
            yield Static("A card room for the terminal", id="motto")
            server = FormInput(self._server, placeholder="localhost", max_length=255, id="server", compact=True)
            yield InputLine("Server", server)
            yield FieldRow("way", "Come as", self._face())
            yield Static(id="why", markup=False)
            name = FormInput(self._name, placeholder="what others call you", max_length=64, id="name", compact=True)
            yield InputLine("Name", name)
            code = FormInput(placeholder="xxxx-xxxx-xxxx-xxxx", max_length=64, id="code", compact=True)
            yield InputLine("Reset code", code, id="code-line")
            password = FormInput(password=True, max_length=256, id="password", compact=True)
            yield InputLine("Password", password, id="password-line")
            again = FormInput(password=True, max_length=256, id="again", compact=True)
            yield InputLine("The same again", again, id="again-line")
            with Horizontal(id="connect-buttons"):
                yield Button(" Connect ", id="go")
        yield Static(id="connecting", markup=False)

    def on_mount(self) -> None:
        """Put the cursor where something is missing."""
        super().on_mount()
        self._choose(self._way)
        missing = not self._name or (self._way != "guest" and self._server)
        self._at = self.query_one("#name" if not self._name else "#password" if missing else "#go")
        self._wait(self.busy)

    @on(FieldRow.Used)
    def way(self, event: FieldRow.Used) -> None:
        """Another way in was chosen."""
        event.stop()
        self._choose(next(way for way in WAYS if way == event.value))

    @on(Input.Submitted)
    @on(Button.Pressed)
    def go(self, event: Input.Submitted | Button.Pressed) -> None:
        """Enter anywhere in the form connects, once everything is there."""
        event.stop()
        self.action_submit()

    def action_submit(self) -> None:
        """Send the form, or go to what is missing."""
        server, name, code, password, again = (
            self.query_one(f"#{field}", Input) for field in ("server", "name", "code", "password", "again")
        )
        if not name.value.strip():
            self._missing(name, "A name is needed.")
        elif self._way == "reset" and not code.value.strip():
            self._missing(code, "The code from the server's admin is needed.")
        elif self._way != "guest" and not password.value:
            self._missing(password, "A password is needed.")
        elif self._way == "register" and not again.value:
            self._missing(again, "Type the password a second time: nobody can read it to you later.")
        elif self._way == "register" and again.value != password.value:
            again.clear()
            self._missing(again, "The two passwords are not the same.")
        else:
            secret = "" if self._way == "guest" else password.value
            where, who = server.value.strip() or "localhost", name.value.strip()
            self.post_message(ComeIn(where, self._way, who, secret, code.value.strip()))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Esc ends the attempt to connect, if there is one."""
        return {"stop": self.busy, "leave": not self.busy}.get(action, True)

    def action_leave(self) -> None:
        """Ask before leaving."""
        self.app.action_ask_quit()  # type: ignore[attr-defined]  # a stage

    def action_stop(self) -> None:
        """End the attempt to connect."""
        self.post_message(StopConnecting())

    def begin(self, server: str, name: str) -> None:
        """The form was sent: until there is an answer it makes way for a sentence, and keeps its keys for later."""
        self._going = Content.assemble(
            "Connecting to ", foreign(server, "bold"), " as ", foreign(name, "bold"), " …"
        )  # fmt: skip
        self._wait(True)

    def trouble(self, text: str) -> None:
        """Say why it did not work; the form can be used again."""
        self._trouble = text
        self._wait(False)

    def _wait(self, busy: bool) -> None:
        self.busy = busy
        if self.built:
            if busy and self.focused is not None:
                self._at = self.focused
            self.set_class(busy, "-busy")
            # Not by `focus`, which comes about later: the first key may be there already.
            self.set_focus(None if busy else self._at)
            self.query_one("#connecting", Static).update(self._going)
            self.tell("" if busy else self._trouble, "$error")
            self.refresh_bindings()

    def _missing(self, field: Input, sentence: str) -> None:
        self.tell(sentence, "$error")
        self.set_focus(field)

    def _choose(self, way: Way) -> None:
        self._way = way
        self.query_one("#field-way", FieldRow).wear(self._face())
        self.query_one("#why", Static).update(_WHY[way])
        self.query_one("#password-line").display = way != "guest"
        self.query_one("#code-line").display = way == "reset"
        self.query_one("#password-line .label", Label).update("New password" if way == "reset" else "Password")
        self.query_one("#again-line").display = way == "register"

    def _face(self) -> Face:
        choices = tuple(Choice(way, label) for way, label in WAYS.items())
        return Face(choices, self._way, spread=True)


def _banner() -> Text:
    return Text("f i v e f o l d", style="bold")
