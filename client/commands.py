"""What can be done on a screen at this moment: the one list of which F1's page and the command palette are made."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Protocol, runtime_checkable

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widgets import Input, TextArea

from client.foreign import foreign
from client.screens.sized import Sized
from client.widgets.hints import Hints

Run = Callable[[], Awaitable[object]]

PALETTE: Final = "ctrl+p"
"""The key that opens the list, on every screen and in every text field."""

_OTHER_WORDS: Final = {"Focus Next": "Next control", "Focus Previous": "Previous control"}
NOT_OURS: Final = frozenset(["screen.copy_text", "command_palette"])
"""Textual's own keys that are none of the screen's: copying is the terminal's, and the list is open already."""


@dataclass(frozen=True)
class Command:
    """One thing that keys do: its words, and the keys as they are named. `run` does it, while it is `live`."""

    words: str
    keys: tuple[str, ...]
    run: Run
    live: bool = True


@runtime_checkable
class Offering(Protocol):
    """A screen with something to choose that stands in no binding, such as the answers of a question."""

    def offers(self) -> tuple[tuple[str, str, Callable[[], None]], ...]:
        """Words, which may be foreign, the key, and what it does."""


def commands(screen: Screen[Any]) -> tuple[Command, ...]:
    """Everything that keys do on a screen: first what the last line may name, then the rest.

    What that line shows dim, since it is not possible now, is not live here.

    What a text field does with the keys of a text is left out: every text field does it.
    """
    found: dict[tuple[DOMNode, str], tuple[str, list[str], bool]] = {}
    for active in sorted(screen.active_bindings.values(), key=lambda active: not active.binding.show):
        binding, node = active.binding, active.node
        editing = isinstance(node, Input | TextArea) and not binding.show
        if not binding.description or editing or binding.action in NOT_OURS:
            continue
        words = binding.tooltip or _OTHER_WORDS.get(binding.description, binding.description)
        _, keys, _ = found.setdefault((node, binding.action), (words, [], active.enabled))
        keys.append(screen.app.get_key_display(binding.with_key(binding.key)))
    made = [
        Command(words, tuple(dict.fromkeys(keys)), _action(screen.app, node, action), live)
        for (node, action), (words, keys, live) in found.items()
    ]
    offers = screen.offers() if isinstance(screen, Offering) else ()
    return (*(Command(words, (key,), _call(do)) for words, key, do in offers), *made)


class AllCommands(CommandPalette, Sized[None], inherit_bindings=False):
    """The list, which needs as much room as every other screen, and names its keys as they do."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "command_list('cursor_up')", "Move", key_display="↑↓"),
        Binding("down", "cursor_down", "Move", show=False),
        Binding("pageup", "command_list('page_up')", "Move", show=False),
        Binding("pagedown", "command_list('page_down')", "Move", show=False),
        Binding("escape", "escape", "Back"),
    ]

    def __init__(self) -> None:
        super().__init__(placeholder="Search for commands: ↑↓ choose one, Enter does it", id="--command-palette")

    def compose(self) -> ComposeResult:
        """The list, and the keys that are true while it stands."""
        yield from super().compose()
        yield Hints()

    def _action_command_list(self, action: str) -> None:
        """Textual's list can tell how long a page is only once it has its place."""
        if not action.startswith("page") or self.query_one(CommandList).scrollable_content_region:
            super()._action_command_list(action)


class Commands(Provider):
    """Finds what the player is looking for among all that can be done on the screen under the palette."""

    async def discover(self) -> Hits:
        """All of it, while nothing is typed."""
        for command in commands(self.screen):
            yield DiscoveryHit(_line(foreign(command.words), command), command.run, command.words)

    async def search(self, query: str) -> Hits:
        """What fits to what is typed, with the letters that fit."""
        matcher = self.matcher(query)
        for command in commands(self.screen):
            words = foreign(command.words)
            # The matcher's own way to mark the letters that fit would take the words for markup.
            score, letters = matcher.fuzzy_search.match(query, words.plain)
            for letter in letters if score else ():
                words = words.stylize(matcher.match_style, letter, letter + 1)
            if score:
                yield Hit(score, _line(words, command), command.run, words.plain)


def _line(words: Content, command: Command) -> Content:
    line = Content.assemble(words, ("  " + ", ".join(command.keys), "$text-muted"))
    return line if command.live else Content.assemble((line.plain, "$text-disabled"), ("  not now", "$text-disabled"))


def _action(app: App[Any], node: DOMNode, action: str) -> Run:
    return lambda: app.run_action(action, default_namespace=node)


def _call(do: Callable[[], None]) -> Run:
    async def run() -> None:
        do()

    return run
