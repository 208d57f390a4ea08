"""The player's account: another password, signing out everywhere, and deletion."""

from collections.abc import Callable
from typing import ClassVar, Final, Literal, TypeAlias

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input, Static

from client.screens.shell import ShellScreen
from client.state import ClientState
from client.widgets.button import Button
from client.widgets.field import Face, FieldRow
from client.widgets.input import FormInput, InputLine
from engines.contract import Choice
from protocol.messages import ChangePassword, DeleteAccount, OwnAccount, SignOutEverywhere

Wish: TypeAlias = Literal["password", "devices", "delete"]
WISHES: Final = (
    Choice("password", "Change the password"),
    Choice("devices", "Sign out everywhere"),
    Choice("delete", "Delete the account"),
)
WORDS: Final[dict[str, tuple[str, str, str]]] = {
    "password": (
        "Change",
        "A new password of 8 characters or more. Other devices that kept your visit have to sign in again.",
        "The password is changed.",
    ),
    "devices": (
        "Sign out",
        "Clients that kept your visit on other devices have to sign in again. You stay here.",
        "Only this client is signed in now.",
    ),
    "delete": (
        "Delete",
        "The account is gone for good, with its rating. Your finished games stay, by the name “deleted player”.",
        "",
    ),
}
"""For each wish the button, what it means, and what is told once it is carried out."""
FIELDS: Final[dict[str, tuple[str, ...]]] = {"password": ("old", "new", "again"), "devices": (), "delete": ("old",)}
LABELS: Final = {"old": "Your password", "new": "New password", "again": "New password again"}


class AccountInput(FormInput):
    """A line of the form."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "Next")]


class AccountScreen(ShellScreen):
    """One form for everything that can be done with an account."""

    TITLE_HERE = "Account"
    HELP = """\
Left and Right choose what to do; Enter in the last field does it. The server asks for your password again before it \
changes or deletes anything that you could not bring back.

If you forget the password, the server's admin can give you a code for a new one: choose "Reset code" on the first \
screen.

An account cannot be deleted while a game that you have a seat in is not over, even if you have left it."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "Move", key_display="↑↓"),
        Binding("down", "app.focus_next", "Move", show=False),
        Binding("escape", "back", "Back"),
    ]

    class Asked(Message):
        """Ask the server for this; deletion only after a question."""

        def __init__(self, make: Callable[[int], OwnAccount], *, final: bool) -> None:
            super().__init__()
            self.make = make
            self.final = final

    def __init__(self, state: ClientState) -> None:
        super().__init__(state)
        self._wish: Wish = "password"
        self._waits = False

    def compose_body(self) -> ComposeResult:
        """The form."""
        with Vertical(id="account"):
            yield FieldRow("wish", "What to do", self._face())
            yield Static(id="why", markup=False)
            for name, label in LABELS.items():
                field = AccountInput(password=True, max_length=256, id=name, compact=True)
                yield InputLine(label, field, id=f"{name}-line")
            with Horizontal(id="connect-buttons"):
                yield Button(" Change ", id="go")

    def on_mount(self) -> None:
        """The cursor starts on the choice."""
        super().on_mount()
        self._choose("password")
        self.query_one(FieldRow).focus()

    @on(FieldRow.Used)
    def wish(self, event: FieldRow.Used) -> None:
        """Something else is to be done."""
        event.stop()
        self._choose(next(wish for wish in ("password", "devices", "delete") if wish == event.value))

    @on(Input.Submitted)
    @on(Button.Pressed)
    def go(self, event: Input.Submitted | Button.Pressed) -> None:
        """Enter in a field goes to the next one that is empty, and at last does it."""
        event.stop()
        self.action_submit()

    def action_submit(self) -> None:
        """Send the form, or go to what is missing."""
        if self._waits:
            return
        old, new, again = (self.query_one(f"#{name}", Input) for name in LABELS)
        empty = next((name for name in FIELDS[self._wish] if not self.query_one(f"#{name}", Input).value), None)
        if empty is not None:
            self._missing(empty, f"{LABELS[empty]} is needed.")
        elif self._wish == "password" and new.value != again.value:
            again.value = ""
            self._missing("again", "The two new passwords differ. Type the second one again.")
        else:
            self._waits = True
            self.tell("Asking the server …", "$text-muted")
            self.post_message(self.Asked(self._request(old.value, new.value), final=self._wish == "delete"))

    def conclude(self, refusal: str | None) -> None:
        """The server has answered, or the player thought better of it (an empty refusal)."""
        self._waits = False
        if refusal is not None:
            self._missing("old" if "old" in FIELDS[self._wish] else "go", refusal)
            return
        self.tell(WORDS[self._wish][2], "$success")
        for name in LABELS:
            self.query_one(f"#{name}", Input).value = ""
        self.query_one(FieldRow).focus()

    def action_back(self) -> None:
        """Back to the lobby."""
        self.dismiss()

    def _request(self, old: str, new: str) -> Callable[[int], OwnAccount]:
        match self._wish:
            case "password":
                return lambda ref: ChangePassword(ref, old, new)
            case "devices":
                return SignOutEverywhere
            case "delete":
                return lambda ref: DeleteAccount(ref, old)

    def _missing(self, field: str, sentence: str) -> None:
        self.tell(sentence, "$error")
        self.query_one(f"#{field}").focus()

    def _choose(self, wish: Wish) -> None:
        self._wish = wish
        self.tell("")
        self.query_one("#field-wish", FieldRow).wear(self._face())
        button, why, _ = WORDS[wish]
        go = self.query_one("#go", Button)
        go.label = f" {button} "
        go.refresh(layout=True)
        self.query_one("#why", Static).update(why)
        for name in LABELS:
            self.query_one(f"#{name}-line").display = name in FIELDS[wish]

    def _face(self) -> Face:
        return Face(WISHES, self._wish)
