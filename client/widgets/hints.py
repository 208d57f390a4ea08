"""The footer: the keys that do something now, and only those."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import ActiveBinding, Binding
from textual.dom import DOMNode
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from client.widgets.painted import Bare

SPARE: Final = frozenset(["options", "help", "talk", "app.ask_quit"])
"""Actions for whose keys no further line is begun: the chat names its own, and the others are the same everywhere."""


@dataclass(frozen=True)
class Hint:
    """One key as the footer shows it; the cells of its line from `start` up to `end` press it while it is live."""

    key: str
    label: str
    words: str
    line: int
    start: int
    end: int


class Hints(Bare):
    """The keys, read from the bindings of whatever has the focus, in one line, or as many as it takes up to `most`.

    A key that is known but does nothing now is dim. Textual itself leaves out what the focused widget takes as text.
    The focused widget's hints come first, then a screen's own, then those that it shares with others of its kind, and
    help last; each in the order of their declaration. Those that do not fit are left out from the end, but never help,
    which names them all. Hints of one group are shown together or not at all.
    """

    can_focus = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"hints--key", "hints--words", "hints--off"}

    def __init__(self, most: int = 1) -> None:
        super().__init__()
        self._most = most
        self._hints: tuple[Hint, ...] = ()
        self._live: frozenset[str] = frozenset()
        """The keys of those hints that do something now."""
        self._made: tuple[list[tuple[DOMNode, Binding]], int] | None = None
        """For which bindings and width the hints were made, whichever of them do something."""
        self._inks: tuple[Style, ...] = ()
        """The styles of a key, its words, both where they do nothing, and of what is blank; empty until looked up."""

    def on_mount(self) -> None:
        """Follow the bindings of this screen."""
        self.screen.bindings_updated_signal.subscribe(self, self._follow)
        self.read()

    def on_resize(self) -> None:
        """Fit the hints to the new width."""
        self.read()

    def on_click(self, event: events.Click) -> None:
        """Press the key under the pointer."""
        for hint in self._hints:
            if hint.key in self._live and hint.line == event.y and hint.start <= event.x < hint.end:
                self.app.simulate_key(hint.key)
                return

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines."""
        key, words, off, blank = self._inks = self._inks or self._styled()
        lines: list[list[Segment]] = [[] for _ in range(max(self.lines, crop.bottom))]
        for hint in self._hints:
            live = hint.key in self._live
            lines[hint.line].append(Segment(f" {hint.label}", key if live else off))
            lines[hint.line].append(Segment(f" {hint.words} ", words if live else off))
        width = self.outer_size.width
        strips = [self.filtered(Strip(parts).adjust_cell_length(width, blank)) for parts in lines]
        return [strips[y].crop(crop.x, crop.right) for y in crop.line_range]

    @property
    def lines(self) -> int:
        """How many lines the hints take."""
        return self._hints[-1].line + 1 if self._hints else 1

    def notify_style_update(self) -> None:
        """The theme or the size class is another one: its inks are looked up anew."""
        super().notify_style_update()
        self._inks = ()

    def _styled(self) -> tuple[Style, ...]:
        return (*(self.get_component_rich_style(f"hints--{name}") for name in ("key", "words", "off")), self.rich_style)

    def _follow(self, screen: Screen[object]) -> None:
        if self.is_attached and screen is self.screen:
            self.read()

    def read(self) -> None:
        """Show the keys that do something now."""
        active, width = self.screen.active_bindings, self.outer_size.width or self.app.size.width
        made = [(one.node, one.binding) for one in active.values()], width
        hints = self._hints if made == self._made else self._fitted(active.values(), width)
        live = frozenset(hint.key for hint in hints if active[hint.key].enabled)
        if (hints, live) != (self._hints, self._live):
            self._hints, self._live = hints, live
            self.styles.height = self.lines
            self.refresh()
        self._made = made

    def _fitted(self, active: Iterable[ActiveBinding], width: int) -> tuple[Hint, ...]:
        """As many hints as there is room for, in as few lines as name all that the screen has of its own."""
        ranked = [one.binding for one in sorted(active, key=_rank) if one.binding.show]
        needed = {binding.description for binding in ranked if binding.action not in SPARE}
        for lines in range(1, self._most + 1):
            hints = self._laid(ranked, width, lines)
            if needed <= {hint.words for hint in hints}:
                break
        return hints

    def _laid(self, ranked: list[Binding], width: int, lines: int) -> tuple[Hint, ...]:
        """As many hints as so many lines have room for."""
        hints: list[Hint] = []
        seen: set[str] = set()
        line = at = 0
        helps = self._cells(ranked[-1]) if ranked and ranked[-1].key == "f1" else 0
        for binding in ranked:
            if binding.description in seen:
                continue
            fellows = (one for one in ranked if one.group == binding.group and one.description not in seen)
            cells = self._cells(binding)
            needed = sum(map(self._cells, fellows)) if binding.group else cells
            if line + 1 < lines and at + needed > width:
                line, at = line + 1, 0
            if at + needed > width - (helps if line + 1 == lines and binding.key != "f1" else 0):
                continue
            seen.add(binding.description)
            label = self.app.get_key_display(binding)
            hints.append(Hint(binding.key, label, binding.description, line, at, at + cells))
            at += cells
        return tuple(hints)

    def _cells(self, binding: Binding) -> int:
        return cell_len(self.app.get_key_display(binding)) + cell_len(binding.description) + 3


def _rank(active: ActiveBinding) -> tuple[int, bool, int]:
    """Where a hint stands: help last, options before it, then a class's own keys before those that it inherits."""
    action, classes = active.binding.action, type(active.node).__mro__
    last = {"options": 1, "help": 2}.get(action, 0)
    return last, isinstance(active.node, Screen), _declared(classes, action)


@lru_cache(maxsize=512)
def _declared(classes: tuple[type, ...], action: str) -> int:
    """How far back in a line of classes an action's key is declared; what none declares is the widget's very own."""
    declares = (
        any(isinstance(key, Binding) and key.action == action for key in vars(one).get("BINDINGS", ()))
        for one in classes
    )
    return next((n for n, own in enumerate(declares) if own), 0)
