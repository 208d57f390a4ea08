"""Keys find what they were meant for, however slowly the client gets round to them."""

import time
from typing import ClassVar

import pytest
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from client.art.palette import Look
from client.keyboard import Typed
from client.stage import Stage

pytestmark = pytest.mark.asyncio


class Above(Widget, can_focus=True):
    """What stands over a line to write in."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("down", "app.focus_next", "Move")]


class Form(Screen[None]):
    """Two lines, the upper one under the cursor, which comes there by a message that others may overtake."""

    AUTO_FOCUS = ""

    def compose(self) -> ComposeResult:
        yield Above()
        yield Input()

    def on_mount(self) -> None:
        self.query_one(Above).focus()


class Halting(Stage):
    """An app that stands still for a second as soon as it has given the key down to whatever has the focus."""

    CSS_PATH = [f"../../client/{path}" for path in Stage.CSS_PATH]  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__(Look())
        self.halted = 0.0

    async def _give(self, typed: Typed) -> bool:
        given = await super()._give(typed)
        if isinstance(typed, Key) and typed.key == "down":
            self.halted += 1.0
        return given


async def test_no_letter_is_lost_where_the_machine_is_slow_or_a_form_is_just_being_built(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app, clock = Halting(), time.monotonic
    async with app.run_test() as pilot:
        monkeypatch.setattr(time, "monotonic", lambda: clock() + app.halted)
        for _ in range(3):
            form = Form()
            app.push_screen(form)
            for key in ("down", "a", "b"):
                app.post_message(Key(key, key if len(key) == 1 else None))
            for _ in range(20):
                await pilot.pause()
            assert form.query_one(Input).value == "ab"
