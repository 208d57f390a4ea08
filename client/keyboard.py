"""Keys and pastes, given to the screens one at a time: each to whatever the one before it led to."""

from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

from textual import events
from textual.app import App
from textual.message_pump import MessagePump
from textual.screen import Screen

PASSES: Final = 3
"""How often what a key brought about is followed from the focused widget to the app: the key itself, the messages of
what it is bound to, and theirs."""
AGAIN: Final = 0.02
"""Seconds between two looks whether a key can be given."""
PATIENCE: Final = 12
"""After so many looks a key is given whatever came of the one before it. Not after a time: on a busy machine any may
pass in which nothing could come of it."""

Typed = events.Key | events.Paste


class Keyboard:
    """What was typed and not given yet.

    Textual hands a key to the widget that has the focus at that moment, which may still have earlier keys to work off:
    of "Enter" and a password, typed fast, letters would come into the field that Enter is about to leave. So a key
    waits until the one before it has had its effect, and while a screen is being built and has not found its focus.

    Args:
        app: Whose keys these are.
        give: Gives one to the focused widget; says whether it has had all its effect with that.
        ready: Whether the screen takes keys now.
    """

    def __init__(self, app: App[Any], give: Callable[[Typed], Awaitable[bool]], ready: Callable[[], bool]) -> None:
        self._app = app
        self._give = give
        self._ready = ready
        self._typed: deque[Typed] = deque()
        self._looks = 0
        self._under_way: object = None
        self._screen: Screen[Any] | None = None
        """The screen that has had keys."""
        self._looks_again = False

    async def type(self, typed: Typed) -> None:
        """Give something as soon as its turn comes."""
        self._typed.append(typed)
        await self._next()

    def forget(self) -> None:
        """What was typed was meant for something that will not come."""
        self._typed.clear()

    async def _next(self) -> None:
        while self._typed and self._ready() and not self._busy:
            screen = self._app.screen
            self._looks, self._under_way = 0, (token := object())
            if screen is not self._screen:
                self._screen = screen
                self._follow(token, [screen, self._app])
                continue
            path = (screen.focused or screen).ancestors_with_self
            if await self._give(self._typed.popleft()):
                self._under_way = None
            else:
                self._follow(token, [*path] * PASSES)
        if self._typed and not self._looks_again:
            self._looks_again = True
            self._app.set_timer(AGAIN, self._look)

    async def _look(self) -> None:
        self._looks_again = False
        self._looks += 1
        await self._next()

    @property
    def _busy(self) -> bool:
        return self._under_way is not None and self._looks < PATIENCE

    def _follow(self, token: object, path: list[MessagePump]) -> None:
        """Let a callback go the way of the key's messages, behind them."""
        for number, node in enumerate(path):
            if node.is_running and node.call_later(self._follow, token, path[number + 1 :]):
                return
        if token is self._under_way:
            self._under_way = None
            self._app.call_later(self._next)
