"""Keys that the player has moved: what may be moved, to where, and the bindings that follow from it.

Textual's own keymap is not used. It takes away everything else that a moved key's old and new places do, and it learns
too late that a text field wants the letter.

A key is moved by the name of what it does: the action of its binding, as "claim" or "vote_slower". Enter, Escape, Tab,
the arrows and their like stay where they are on every screen.
"""

import re
import string
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, TypeAlias

from textual.binding import Binding, BindingsMap
from textual.keys import Keys as Known
from textual.screen import Screen

Moved: TypeAlias = Mapping[str, str]
"""The key for each name that has another than it was born with."""

FIXED: Final = frozenset(
    [
        "enter",
        "escape",
        "tab",
        "shift+tab",
        "up",
        "down",
        "left",
        "right",
        "home",
        "end",
        "pageup",
        "pagedown",
        "backspace",
        "delete",
        "f1",
        "ctrl+c",
        "ctrl+p",
        "ctrl+q",
        "ctrl+z",
        "ctrl+m",
        "ctrl+i",
        "ctrl+j",
        "ctrl+h",
        "super+c",
    ]
)
"""Keys that mean the same everywhere, or that a terminal cannot tell from one that does."""

SHOWN: Final = {
    "enter": "Enter",
    "escape": "Esc",
    "space": "Space",
    "tab": "Tab",
    "home": "Home",
    "end": "End",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "shift+tab": "Shift-Tab",
    "f1": "F1",
    "ctrl+c": "Ctrl-C",
}
"""Keys by the names that stand on them."""


def _named(character: str) -> str:
    """What Textual calls the key of a character: "-" is "minus"."""
    # A comma separates keys in a binding, so it cannot be asked for.
    return "comma" if character == "," else next(iter(Binding.make_bindings([Binding(character, "key")]))).key


_KNOWN: Final = frozenset(key.value for key in Known) | frozenset(
    _named(character) for character in string.ascii_lowercase + string.digits + string.punctuation
)


@lru_cache(maxsize=512)
def name_of(action: str) -> str:
    """What a binding's action is called in the settings: "vote('slower')" is "vote_slower"."""
    return "_".join(re.findall(r"[a-z0-9]+", action.replace("app.", "").lower()))


def normal(key: str) -> str:
    """A key's name as Textual has it: "-" is "minus"; a letter is small. "" if there is no such key to move to."""
    if key == " ":
        key = "space"
    elif len(key) == 1:
        key = _named(key.lower()) if key.isascii() and key.isprintable() else ""
    else:
        key = key.lower()
    return key if key in _KNOWN and key not in FIXED else ""


@lru_cache(maxsize=512)
def shown(key: str) -> str:
    """A key as the screens name it, where that is not what Textual calls it."""
    if key in SHOWN:
        return SHOWN[key]
    modifier, plus, letter = key.partition("+")
    if plus and modifier in ("ctrl", "alt"):
        return f"{modifier.title()}-{letter.title()}"
    return key.upper() if re.fullmatch(r"f\d+", key) else ""


def own_bindings(screen: type[Screen[Any]]) -> BindingsMap:
    """The bindings that a kind of screen is born with."""
    return screen._merged_bindings or BindingsMap()


def movable(bindings: BindingsMap) -> dict[str, list[Binding]]:
    """What can be moved, by name: each with its bindings whose keys are not fixed.

    Space goes with Enter where both do the same: it presses what stands under the cursor.
    """
    entered = {binding.action for key, binding in bindings if key == "enter"}
    found: dict[str, list[Binding]] = {}
    for key, binding in bindings:
        fixed = key in FIXED or (key == "space" and binding.action in entered)
        if not fixed and binding.description and "." not in binding.action:
            found.setdefault(name_of(binding.action), []).append(binding)
    return found


def moved(bindings: BindingsMap, keys: Moved) -> BindingsMap:
    """The bindings with some keys moved. Their order stays as it was: of a key, the first one that applies is taken."""
    places = {name: found for name, found in movable(bindings).items() if name in keys}
    after = BindingsMap()
    for _, binding in bindings:
        found = places.get(name_of(binding.action), [])
        if binding not in found:
            after._add_binding(binding)
        elif binding is found[0]:
            after._add_binding(binding.with_key(keys[name_of(binding.action)]))
    return after


def clash(name: str, key: str, keys: Moved, screens: Iterable[type[Screen[Any]]]) -> str:
    """Why `name` cannot have a key beside the others as they are, in a sentence; "" if it can.

    Two that share a key by birth never apply together, and may share another one.
    """
    if normal(key) != key:
        return f"{shown(key) or key} is no key that can be used for that."
    for screen in screens:
        born = own_bindings(screen)
        mine = {binding.key for binding in movable(born).get(name, ())}
        if not mine:
            continue
        for other in moved(born, {**keys, name: key}).key_to_bindings.get(key, ()):
            siblings = {one for one, binding in born if binding.action == other.action}
            if name_of(other.action) != name and not siblings & mine:
                return (
                    f"{shown(key) or key} already means “{other.tooltip or other.description or other.action}” there."
                )
    return ""


def sorted_out(keys: Mapping[str, str], screens: Iterable[type[Screen[Any]]]) -> tuple[dict[str, str], dict[str, str]]:
    """The moves of a settings file that can be carried out, and for each other one why not."""
    screens = tuple(screens)
    names = {name for screen in screens for name in movable(own_bindings(screen))}
    good = {name: normal(key) for name, key in keys.items() if name in names and normal(key)}
    bad = {name: "" for name in keys if name not in good}
    # What one cannot have stays where it was, and may be in the way of another: so until nothing is in the way.
    while found := next(((name, why) for name in good if (why := clash(name, good[name], good, screens))), None):
        del good[found[0]]
        bad[found[0]] = found[1]
    return good, bad


def key_of(screen: Screen[Any], name: str, bindings: BindingsMap | None = None) -> str:
    """The key that does something on a screen, as the player knows it; "" where none does.

    With `bindings` it is the key on another screen, which has those.
    """
    for _, binding in screen._bindings if bindings is None else bindings:
        if name_of(binding.action) == name:
            return screen.app.get_key_display(binding)
    return ""


def with_keys(text: str, screen: Screen[Any], bindings: BindingsMap | None = None) -> str:
    """A text in which each name in braces has become the screen's key for it, or that of one with these bindings."""
    return re.sub(r"\{([a-z_]+)\}", lambda found: key_of(screen, found[1], bindings), text)
