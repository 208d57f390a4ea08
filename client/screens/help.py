"""The page that F1 shows on any screen: what it is for, and every key that does something there."""

from typing import Any

from textual.content import Content
from textual.screen import Screen

from client.commands import PALETTE, commands
from client.keys import shown, with_keys
from client.screens.dialogs import Page, rows


def help_page(title: str, text: str, screen: Screen[Any], card: str = "", notes: str = "") -> Page:
    """A page with the text, then the keys of the screen as they are now: those of its last line, all their names.

    `card` holds the rules of the room that the screen shows; they stand between. At the end stand `notes` on what is
    asked for less often.
    """
    keys: dict[str, list[str]] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if binding.show and binding.description and binding.key != "f1":
            # Keys that stand for several things have one name for all of them.
            words = binding.description if binding.key_display else binding.tooltip or binding.description
            keys.setdefault(words, []).append(screen.app.get_key_display(binding))
    keys["All commands"], keys["Leave fivefold"] = [shown(PALETTE)], [shown("ctrl+c")]
    for command in commands(screen):
        if command.words not in keys and "F1" not in command.keys:
            keys[command.words] = list(command.keys)
    pairs = tuple((", ".join(dict.fromkeys(names)), words) for words, names in keys.items())
    parts: list[Content | str] = [Content(with_keys(text, screen).strip()), "\n\n"] if text else []
    if card:
        # Before the keys, most of which stand in the last line anyway: at the end nobody would look for them.
        parts += [Content.styled("The rules in this room", "bold"), "\n\n", with_keys(card, screen), "\n\n"]
    parts.append(rows(pairs))
    if notes:
        parts += ["\n\n", with_keys(notes, screen).strip()]
    return Page(title, Content.assemble(*parts))
