"""A line to write in, into which nothing harmful can be pasted."""

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.keys import KEY_NAME_REPLACEMENTS
from textual.widget import Widget
from textual.widgets import Input, Label

from client.keys import key_of
from protocol.text import painted

RENAMED = frozenset(KEY_NAME_REPLACEMENTS.values())
"""Keys that write something, but whose names Textual does not know as a letter's: "minus", "plus" …"""


class PlainInput(Input):
    """One line of text. What is pasted is cleaned, becomes one line too, and is cut at the limit."""

    def _on_paste(self, event: events.Paste) -> None:
        # Input's own method is called after this one, with the text as it is left here; it would refuse a longer one.
        # Several times the limit is enough to fill the line even where much of it is taken out.
        limit = self.max_length or 400
        free = limit - len(self.value) + len(self.selected_text)
        event.text = painted(" ".join(event.text[: 4 * limit].split()))[: max(0, free)]

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """What is typed is text, and no key of the screen behind."""
        return key in RENAMED or super().check_consume_key(key, character)


class ChatInput(PlainInput):
    """The line under what was `said`, which scrolls from here where it has no room."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "Send"),
        Binding("pageup", "older(-3)", "Older", key_display="PgUp/PgDn"),
        Binding("pagedown", "older(3)", "Newer", show=False),
    ]

    def __init__(self, said: Widget, *, max_length: int, id: str, compact: bool) -> None:  # noqa: A002
        super().__init__(max_length=max_length, id=id, compact=compact)
        self._said = said

    def on_focus(self) -> None:
        """Say how the line is left again."""
        self.placeholder = "Enter sends, Esc back"

    def on_blur(self) -> None:
        """Say how one comes here."""
        self.say_key()

    def on_mount(self) -> None:
        """Say how one comes here."""
        self.say_key()
        self.watch(self._said, "show_vertical_scrollbar", self.refresh_bindings)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what has no room is scrolled."""
        return action != "older" or self._said.show_vertical_scrollbar

    def action_older(self, lines: int) -> None:
        """Move through what was said, while one writes."""
        self._said.scroll_relative(y=lines, animate=False)

    def say_key(self) -> None:
        """Name the key that leads here."""
        self.placeholder = f"{key_of(self.screen, 'talk')}: write something"


class PasscodeInput(PlainInput):
    """A line for a room's passcode: digits, and no more than it has."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "Move", key_display="↑↓"),
        Binding("down", "app.focus_next", "Move", show=False),
        Binding("enter", "submit", "Join"),
    ]

    def __init__(self, value: str = "", *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(value, placeholder="4 digits", restrict="[0-9]*", max_length=4, compact=True, id=id)


class NewPasscodeInput(PasscodeInput):
    """The same for a room to be made."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "Create room")]


class FormInput(PlainInput):
    """A line of a form, which up and down leave."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "Move", key_display="↑↓"),
        Binding("down", "app.focus_next", "Move", show=False),
        Binding("enter", "submit", "Connect"),
    ]


class InputLine(Horizontal):
    """A name and a text field on one line of a form, marked as its other lines are while it is being written in."""

    def __init__(self, label: str, field: Input, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(Label(">", classes="mark"), Label(label, classes="label"), field, id=id, classes="line")
