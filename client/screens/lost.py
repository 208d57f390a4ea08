"""The banner over whatever stands on the screen while there is no connection to the server."""

import asyncio
import time
from collections.abc import Callable
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static

from client.foreign import foreign
from client.screens.dialogs import end
from client.screens.sized import Sized
from client.widgets.hints import Hints

BEAT: Final = 0.25
"""Seconds between two looks at the time."""
MEANT_ELSEWHERE: Final = 1.0
"""Seconds for which keys that are typed here were meant for the screen beneath."""


class LostScreen(ModalScreen[None], Sized[None]):
    """Says since when the link is gone, why, and when the next try is. What stands beneath stays in sight."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "again", "Try now"),
        Binding("escape", "give_up", "Start screen"),
    ]

    class GivenUp(Message):
        """The player goes to the first screen."""

    def __init__(self, sentence: str, clock: Callable[[], float] = time.monotonic) -> None:
        """A banner for a link that was lost just now; `sentence` is why, in the server's words or ours."""
        super().__init__()
        self._sentence = sentence
        self._clock = clock
        self._since = clock()
        self._at = time.strftime("%H:%M:%S")
        self._next: float | None = None
        self.again = asyncio.Event()
        """Set when the player wants the next try at once."""
        self._finished = False
        self._words = Static(id="lost", markup=False)

    def compose(self) -> ComposeResult:
        """Its words over the message line, where they cover nobody's name, and the keys."""
        yield self._words
        yield Hints()

    def on_mount(self) -> None:
        """Count the seconds."""
        self.call_after_refresh(self._write)
        self.set_interval(BEAT, self._write)

    def on_screen_resume(self) -> None:
        """A dialog over this one was closed."""
        if self._finished:
            end(self, None)

    def waits(self, sentence: str, seconds: float | None) -> None:
        """The next try is in so many seconds, or with None goes on; `sentence` is what came of the last one."""
        self._sentence = sentence
        self._next = None if seconds is None else self._clock() + seconds
        self._write()

    def finish(self) -> None:
        """The link is back, or given up."""
        self._finished = True
        end(self, None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """At first nothing: what is typed then was meant for the screen beneath."""
        return action not in ("again", "give_up") or self._clock() - self._since >= MEANT_ELSEWHERE or None

    def action_again(self) -> None:
        """Try now."""
        self.again.set()

    def action_give_up(self) -> None:
        """Leave for the first screen."""
        self.post_message(self.GivenUp())

    def _write(self) -> None:
        if not self.is_mounted:
            return
        self.refresh_bindings()
        now = self._clock()
        tries = "Connecting …" if self._next is None else f"Next try in {max(0.0, self._next - now):.0f} s."
        head = f"No connection since {self._at} ({now - self._since:.0f} s). {tries}"
        why = foreign(self._sentence)
        gap = " " if cell_len(head) + 1 + why.cell_length <= self.size.width - 2 else "\n"
        self._words.update(Content.assemble((head, "bold $warning"), gap, why))
