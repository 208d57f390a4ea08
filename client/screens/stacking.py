"""On a server under test: with which cards the next deal begins."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from client.screens.dialogs import end
from client.screens.sized import Sized
from client.widgets.button import Button
from client.widgets.hints import Hints
from client.widgets.input import FormInput

MOST = 60
"""So many cards a request may hold."""


class DeckInput(FormInput):
    """The line for the cards."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "Stack")]


class DeckQuestion(ModalScreen[tuple[str, ...] | None], Sized[tuple[str, ...] | None]):
    """Asks for cards by name, and returns them in order; None for Esc. Without cards, chance deals as ever."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back"),
        Binding("up", "app.focus_previous", "Move", key_display="↑↓"),
        Binding("down", "app.focus_next", "Move", show=False),
    ]

    def compose(self) -> ComposeResult:
        """The box, and the keys that are true while it stands."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content("Stack the deck")
            text = "The first cards of the next deal, in their order, such as: As Kd 9c. None for chance."
            yield Static(text, markup=False)
            with Horizontal(classes="line"):
                yield DeckInput(max_length=4 * MOST, id="deck", compact=True)
            with Horizontal(classes="dialog-buttons"):
                yield Button(" Stack ", id="deck-stack")
                yield Button(" Cancel ", id="deck-cancel")
        yield Hints()

    def on_mount(self) -> None:
        """The cursor stands in the line."""
        self.query_one(Input).focus()

    @on(Input.Submitted)
    @on(Button.Pressed, "#deck-stack")
    def stack(self) -> None:
        """Return the cards."""
        end(self, tuple(card[:8] for card in self.query_one(Input).value.split()[:MOST]))

    @on(Button.Pressed, "#deck-cancel")
    def action_back(self) -> None:
        """Close without an answer."""
        end(self, None)
