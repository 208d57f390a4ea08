"""Dialogs: a question with a few answers, and a page to read."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, TypeVar

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from client.foreign import foreign
from client.screens.sized import Sized
from client.screens.whole import Whole
from client.widgets.button import Button
from client.widgets.hints import Hints
from protocol.text import painted

Result = TypeVar("Result")


@dataclass(frozen=True)
class Option:
    """One answer of a question: the letter that chooses it, its words, and what the question returns for it."""

    key: str
    label: str
    value: str


CANCEL = Option("c", "Cancel", "")
"""The answer that changes nothing. Esc chooses it too."""


class Over(ModalScreen[Result], Sized[Result], Whole[Result]):
    """A box over the screen beneath, which appears together with the keys that are true while it stands."""

    def on_screen_resume(self) -> None:
        """Paint the box and its keys at once."""
        self.settle(self._show_keys)

    def on_resize(self) -> None:
        """The keys beneath may take other lines now."""
        self.call_after_refresh(self._show_keys)

    def _show_keys(self) -> None:
        """Say which keys are true, over every line of those beneath, none of which is."""
        hints, stack = self.query_one(Hints), self.app.screen_stack
        hints.read()
        beneath = stack[: stack.index(self)] if self in stack else []
        hints.styles.min_height = max((one.lines for screen in beneath for one in screen.query(Hints)), default=1)


class Asking(Over[Result]):
    """A box with a question, and buttons below it."""

    def __init__(self, title: str, text: str | Content, *, id: str | None = None) -> None:  # noqa: A002
        """A question; its text is foreign where it is not ours, and painted as such."""
        super().__init__(id=id)
        self._title = title
        self._text = text if isinstance(text, Content) else foreign(text)

    def compose(self) -> ComposeResult:
        """The box with its buttons, and the keys that are true while it stands."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content(self._title)
            yield Static(self._text, classes="dialog-text", markup=False)
            yield from self.compose_answer()
            with Horizontal(classes="dialog-buttons"):
                yield from self.compose_buttons()
        yield Hints()

    def compose_answer(self) -> ComposeResult:
        """What stands between the text and the buttons."""
        return ()

    def compose_buttons(self) -> ComposeResult:
        """The buttons, from left to right."""
        raise NotImplementedError


class Question(Asking[str]):
    """A question whose answers are buttons. It returns the chosen option's value, or "" for Esc.

    The first option is under the cursor; where an answer takes something away, the first is the one that changes
    nothing. A letter chooses at once, arrows and Tab move, Enter and Space press.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back"),
        Binding("left,up", "app.focus_previous", "Move", key_display="←→"),
        Binding("right,down", "app.focus_next", "Move", show=False),
    ]

    def __init__(
        self,
        title: str,
        text: str | Content,
        options: tuple[Option, ...],
        *,
        id: str | None = None,  # noqa: A002
    ) -> None:
        super().__init__(title, text, id=id)
        self.options = options

    def compose_buttons(self) -> ComposeResult:
        """A button for each option."""
        for number, option in enumerate(self.options):
            yield Button(f" {painted(option.label)} ({option.key}) ", id=f"option-{number}")

    def on_key(self, event: events.Key) -> None:
        """A letter of an option chooses it."""
        for option in self.options:
            if event.key == option.key:
                event.stop()
                end(self, option.value)
                return

    def offers(self) -> tuple[tuple[str, str, Callable[[], None]], ...]:
        """The answers, for the list of all commands."""
        return tuple((option.label, option.key, partial(end, self, option.value)) for option in self.options)

    @on(Button.Pressed)
    def choose(self, event: Button.Pressed) -> None:
        """A pressed button chooses its option."""
        event.stop()
        end(self, self.options[int(str(event.button.id).removeprefix("option-"))].value)

    def action_back(self) -> None:
        """Close without an answer."""
        end(self, "")


class Page(Over[None]):
    """Something to read: help, or what a room was set to."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,space,f1", "back", "Back"),
        Binding("up", "scroll(-1)", "Scroll", key_display="↑↓"),
        Binding("down", "scroll(1)", "Scroll", show=False),
        Binding("pageup", "scroll(-10)", "Scroll", show=False),
        Binding("pagedown", "scroll(10)", "Scroll", show=False),
        Binding("home", "scroll(-1000)", "Scroll", show=False),
        Binding("end", "scroll(1000)", "Scroll", show=False),
    ]
    AUTO_FOCUS = ""

    def __init__(self, title: str, text: Content) -> None:
        super().__init__()
        self._title = title
        self._text = text

    def compose(self) -> ComposeResult:
        """The box with its text."""
        with VerticalScroll(classes="dialog page", can_focus=False) as box:
            box.border_title = Content(self._title)
            yield Static(self._text, markup=False)
        yield Hints()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A page that is seen whole does not scroll."""
        return action != "scroll" or (self.is_mounted and self.query_one(VerticalScroll).max_scroll_y > 0)

    def on_mount(self) -> None:
        """Look whether all of it is seen, once it has its place."""
        self.call_after_refresh(self.refresh_bindings)

    def on_resize(self) -> None:
        """Look again after a change of size."""
        self.call_after_refresh(self.refresh_bindings)

    def action_back(self) -> None:
        """Close the page."""
        end(self, None)

    def action_scroll(self, lines: int) -> None:
        """Move the text by some lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


def end(screen: Screen[Result], result: Result) -> None:
    """Dismiss a screen with a result, once.

    A key pressed right after the one that dismissed it can be on its way to it already; dismissing it again would take
    away the screen beneath.
    """
    if screen.app.screen is screen:
        screen.dismiss(result)


def rows(pairs: tuple[tuple[str, str], ...], gap: int = 2, cells: int = 1000) -> Content:
    """Pairs as two columns, the first bold. The texts are our own; foreign ones are painted before.

    A value that does not fit beside its name stands beneath it; where there is one, all values end with the `cells`.
    """
    wide = max((cell_len(name) for name, _ in pairs), default=0) + gap
    ragged = any(wide + cell_len(value) > cells for _, value in pairs)
    lines = []
    for name, value in pairs:
        beneath = (cell_len(name) + gap if ragged else wide) + cell_len(value) > cells
        start = 0 if beneath else cell_len(name) if ragged else wide
        ended = " " * (cells - start - cell_len(value)) + value if ragged else value
        label = Content.styled(name + " " * max(0, start - cell_len(name)), "bold")
        lines += [label, Content(ended)] if beneath else [label + ended]
    return Content("\n").join(lines)
