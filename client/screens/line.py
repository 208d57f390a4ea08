"""A question that is answered with one line of text: a room's passcode, or on a server under test the next cards."""

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Input, Static

from client.foreign import foreign
from client.joining import DIGITS, INCOMPLETE
from client.screens.dialogs import Asking, end
from client.widgets.button import Button
from client.widgets.input import FormInput, PasscodeInput

MOST_CARDS = 60
"""So many cards a request may hold."""


class LineQuestion(Asking[str | None]):
    """Asks for a line, and returns it, or None for Esc.

    Args:
        title: Of the box.
        text: What is asked for.
        line: Where it is written; what stands there already can be mended.
        go: What sends it, as its button says.
        trouble: What was wrong with the line before.
        wrong: What is wrong with a line; "" where nothing is.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back"),
        Binding("up", "app.focus_previous", "Move", key_display="↑↓"),
        Binding("down", "app.focus_next", "Move", show=False),
    ]

    def __init__(
        self,
        title: str,
        text: str,
        line: Input,
        go: str,
        *,
        trouble: str = "",
        wrong: Callable[[str], str] = lambda _: "",
    ) -> None:
        super().__init__(title, text)
        self._line, self._go = line, go
        self._trouble, self._wrong = trouble, wrong

    def compose_answer(self) -> ComposeResult:
        """The line, and what is wrong with it."""
        with Horizontal(classes="line"):
            yield self._line
        yield Static(foreign(self._trouble, "$error"), id="line-trouble", markup=False)

    def compose_buttons(self) -> ComposeResult:
        """To send the line, or not."""
        yield Button(f" {self._go} ", id="line-go")
        yield Button(" Cancel ", id="line-cancel")

    def on_mount(self) -> None:
        """The cursor stands in the line."""
        self._line.focus()

    @on(Input.Submitted)
    @on(Button.Pressed, "#line-go")
    def enter(self) -> None:
        """Return the line, unless something is wrong with it."""
        wrong = self._wrong(self._line.value)
        if wrong:
            self.query_one("#line-trouble", Static).update(foreign(wrong, "$error"))
            self._line.focus()
        else:
            end(self, self._line.value)

    @on(Button.Pressed, "#line-cancel")
    def action_back(self) -> None:
        """Close without an answer."""
        end(self, None)


def passcode_question(trouble: str = "") -> LineQuestion:
    """Asks for the four digits of a room's passcode."""
    return LineQuestion(
        "Passcode",
        "This room is joined with a passcode of four digits, which its host knows.",
        PasscodeInput(id="passcode"),
        "Join",
        trouble=trouble,
        wrong=lambda line: "" if len(line) == DIGITS else INCOMPLETE,
    )


class DeckInput(FormInput):
    """The line for cards."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "Stack")]

    def __init__(self, cards: str) -> None:
        super().__init__(cards, max_length=4 * MOST_CARDS, id="deck", compact=True, select_on_focus=False)


def deck_question(order: str, cards: str = "", trouble: str = "") -> LineQuestion:
    """Asks for cards by name; `order` says to whom they go. Without any, chance deals as ever."""
    return LineQuestion(
        "Stack the deck",
        f"The first cards of the next deal, in their order: rank and suit, such as As Kd 10c. {order} None for chance.",
        DeckInput(cards),
        "Stack",
        trouble=trouble,
    )


def cards_of(line: str) -> tuple[str, ...]:
    """The cards that a line names, as a request holds them: "10c" or "tC" is "Tc"."""
    cards = (f"T{card[2:]}" if card.startswith("10") else card for card in line.split()[:MOST_CARDS])
    return tuple(f"{card[0].upper()}{card[1:].lower()}"[:8] for card in cards)
