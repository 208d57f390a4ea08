"""Screens that say why a key does nothing just now."""

from collections.abc import Callable
from typing import TypeVar

from textual import events
from textual.actions import parse
from textual.screen import Screen

Result = TypeVar("Result")


class Explained(Screen[Result]):
    """Tells of each of its keys that cannot do anything at this moment what stands in the way."""

    def refusal(self, action: str, parameters: tuple[object, ...]) -> str:
        """Why one of the screen's actions is not possible now; empty where nobody needs to be told."""
        return ""

    def aside(self, words: str, true: Callable[[], bool] = lambda: True) -> None:
        """Say something about the player's own keys, for a moment, and no longer than it is `true`."""
        raise NotImplementedError

    def on_key(self, event: events.Key) -> None:
        """Say why a key does nothing. Textual calls this before what the key is bound to, wherever that is."""
        taker = self.active_bindings.get(event.key)
        if taker is not None and taker.enabled:
            return
        words = self._why_not(event.key)
        if words:
            self.aside(words, lambda: self._why_not(event.key) == words)

    def _why_not(self, key: str) -> str:
        bound = [parse(binding.action) for binding in self._bindings.key_to_bindings.get(key, ())]
        return next(filter(None, (self.refusal(name, parameters) for _, name, parameters in bound)), "")
