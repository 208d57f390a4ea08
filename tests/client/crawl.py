"""Looks at the screen that stands there: whether everything that can be done on it is found by keys alone."""

import inspect
from collections.abc import Iterator
from typing import Any

from textual.command import DiscoveryHit
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static, TextArea

from client.commands import NOT_OURS, Commands, commands
from client.screens.dialogs import Page
from client.screens.help import help_page
from client.widgets.hints import Hints
from protocol.text import painted


async def faults(screen: Screen[Any]) -> list[str]:
    """What is wrong with the screen on top: an action without key, hint or entry, or a control out of reach."""
    found = (*keyless(screen), *[one async for one in unnamed(screen)], *unreached(screen))
    return [f"{type(screen).__name__}: {fault}" for fault in found]


def keyless(screen: Screen[Any]) -> Iterator[str]:
    """Actions of ours that no key leads to, on the screen or on a widget that is shown there."""
    nodes = [screen, *(node for node in screen.walk_children(Widget) if node.can_focus)]
    for node in nodes:
        # A screen's own widgets are what its actions are bound on, too.
        bound = {binding.action.partition("(")[0] for one in nodes for _, binding in one._bindings}
        for kind in type(node).__mro__:
            if kind.__module__.startswith(("client.", "tests.")):
                for action, method in vars(kind).items():
                    ours = inspect.isfunction(method) and action.startswith("action_")
                    if ours and action.removeprefix("action_") not in bound:
                        yield f"no key leads to {action}"


async def unnamed(screen: Screen[Any]) -> Any:
    """Keys that do something now, and that no hint or no entry of the list of all commands tells of."""
    told = hinted(screen)
    hits = [hit.text async for hit in Commands(screen).discover() if isinstance(hit, DiscoveryHit)]
    entries = commands(screen)
    assert hits == [painted(entry.words) for entry in entries]
    for key, active in screen.active_bindings.items():
        binding = active.binding
        editing = isinstance(active.node, Input | TextArea) and not binding.show
        if editing or binding.action in NOT_OURS or not active.enabled:
            continue
        name = screen.app.get_key_display(binding.with_key(binding.key))
        words = {entry.words for entry in entries if name in entry.keys}
        if not words:
            yield f"no entry tells of {key} ({binding.action})"
        if not any(word in told for word in words | {binding.description} - {""}):
            yield f"no hint tells of {key} ({binding.action})"


def hinted(screen: Screen[Any]) -> str:
    """All words that tell of keys: the last line's, and F1's page where there is one. A dialog says Tab by itself."""
    words = [hint.words for hints in screen.query(Hints) for hint in hints._hints]
    if hasattr(screen, "action_help"):
        page = help_page("", "", screen)
        assert isinstance(page, Page)
        assert isinstance(page._text, Content)
        words.append(page._text.plain)
    else:
        words += ["Next control", "Previous control"]
    words += [str(line.render()) for line in screen.query(Static)]
    return "\n".join(words)


def shown(widget: Widget) -> bool:
    """Whether a widget has a place on the screen, with all that it stands in."""
    return all(node.display for node in widget.ancestors_with_self if isinstance(node, Widget))


def unreached(screen: Screen[Any]) -> Iterator[str]:
    """Controls that take keys and that Tab never comes to."""
    wanted = {one for one in screen.walk_children(Widget) if one.focusable and one.visible and shown(one)}
    reached = set(screen.focus_chain)
    for key, action in (("tab", "app.focus_next"), ("shift+tab", "app.focus_previous")):
        active = screen.active_bindings.get(key)
        if wanted - {screen.focused} and (active is None or active.binding.action != action):
            reached.clear()
            yield f"{key} leads to no other control"
    for one in wanted - reached:
        yield f"no key leads to {one!r}"
