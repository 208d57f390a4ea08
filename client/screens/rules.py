"""The rules card on a screen that is not the table itself."""

from typing import Any

from textual.screen import Screen

from client.keys import moved, own_bindings, with_keys
from client.stage import Stage


def rules(card: str, table: type[Screen[Any]], screen: Screen[Any]) -> str:
    """A card in which each name in braces has become the key that does it at the table, where the player moved it."""
    keys = moved(own_bindings(table), screen.app.moved if isinstance(screen.app, Stage) else {})
    return with_keys(card, screen, keys)
