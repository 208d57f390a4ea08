"""The question for a room's passcode."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from client.foreign import foreign
from client.joining import DIGITS, INCOMPLETE
from client.screens.sized import Sized
from client.widgets.button import Button
from client.widgets.hints import Hints
from client.widgets.input import PasscodeInput


class PasscodeQuestion(ModalScreen[str], Sized[str]):
    """Asks for four digits, and returns them, or "" for Esc. `trouble` says what was wrong with the last ones."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back"),
        Binding("up", "app.focus_previous", "Move", key_display="↑↓"),
        Binding("down", "app.focus_next", "Move", show=False),
    ]

    def __init__(self, trouble: str = "") -> None:
        super().__init__()
        self._trouble = trouble

    def compose(self) -> ComposeResult:
        """The box, and the keys that are true while it stands."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content("Passcode")
            yield Static("This room is joined with a passcode of four digits, which its host knows.", markup=False)
            with Horizontal(classes="line"):
                yield PasscodeInput(id="passcode")
            yield Static(foreign(self._trouble, "$error"), id="passcode-trouble", markup=False)
            with Horizontal(classes="dialog-buttons"):
                yield Button(" Join ", id="passcode-join")
                yield Button(" Cancel ", id="passcode-cancel")
        yield Hints()

    def on_mount(self) -> None:
        """The cursor stands in the line."""
        self.query_one(Input).focus()

    @on(Input.Submitted)
    @on(Button.Pressed, "#passcode-join")
    def enter(self) -> None:
        """Return the digits, once all are there."""
        value = self.query_one(Input).value
        if len(value) == DIGITS:
            self.dismiss(value)
        else:
            self.query_one("#passcode-trouble", Static).update(foreign(INCOMPLETE, "$error"))
            self.query_one(Input).focus()

    @on(Button.Pressed, "#passcode-cancel")
    def action_back(self) -> None:
        """Close without an answer."""
        self.dismiss("")
