"""The page that F1 shows on any screen: what it is for, and every key that does something there."""

from typing import Any

from textual.content import Content
from textual.screen import Screen

from client.screens.dialogs import Page, rows


def help_page(title: str, text: str, screen: Screen[Any]) -> Page:
    """A page with the text, then the keys of the screen as they are now: those of its last line, all their names."""
    keys: dict[str, list[str]] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if binding.show and binding.description and binding.key != "f1":
            names = keys.setdefault(binding.tooltip or binding.description, [])
            names.append(screen.app.get_key_display(binding))
    keys["Leave fivefold"] = ["Ctrl-C"]
    pairs = tuple((", ".join(dict.fromkeys(names)), words) for words, names in keys.items())
    return Page(title, Content.assemble(Content(text.strip()), "\n\n", rows(pairs)))
