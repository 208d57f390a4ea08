"""The footer: the keys that do something now, and only those."""

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import ActiveBinding, Binding
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget


@dataclass(frozen=True)
class Hint:
    """One key as the footer shows it; the footer's cells from `start` up to `end` press it."""

    key: str
    label: str
    words: str
    enabled: bool
    start: int
    end: int


class Hints(Widget):
    """One line of keys, read from the bindings of whatever has the focus.

    A key that is known but does nothing now is dim. Textual itself leaves out what the focused widget takes as text.
    The focused widget's hints come first, then a screen's own, then those that it shares with others of its kind, and
    help last; each in the order of their declaration. Those that do not fit are left out from the end, but never help,
    which names them all.
    """

    can_focus = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"hints--key", "hints--words", "hints--off"}

    def __init__(self) -> None:
        super().__init__()
        self._hints: tuple[Hint, ...] = ()
        self._last: tuple[dict[str, ActiveBinding], int] | None = None
        """From which bindings and for which width the hints were made."""
        self._inks: tuple[Style, ...] = ()
        """The styles of a key, its words, both where they do nothing, and of what is blank; empty until looked up."""

    def on_mount(self) -> None:
        """Follow the bindings of this screen."""
        self.screen.bindings_updated_signal.subscribe(self, self._follow)
        self.read()

    def on_resize(self) -> None:
        """Fit the line to the new width."""
        self.read()

    def on_click(self, event: events.Click) -> None:
        """Press the key under the pointer."""
        for hint in self._hints:
            if hint.enabled and hint.start <= event.x < hint.end:
                self.app.simulate_key(hint.key)
                return

    def render_line(self, y: int) -> Strip:
        """The line."""
        key, words, off, blank = self._inks = self._inks or self._styled()
        parts: list[Segment] = []
        for hint in self._hints:
            parts.append(Segment(f" {hint.label}", key if hint.enabled else off))
            parts.append(Segment(f" {hint.words} ", words if hint.enabled else off))
        return Strip(parts if y == 0 else ()).adjust_cell_length(self.size.width, blank)

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
        read = self.screen.active_bindings, self.size.width
        if read == self._last:
            return
        self._last = read
        hints: list[Hint] = []
        seen: set[str] = set()
        at, room = 0, self.size.width
        ranked = sorted(read[0].values(), key=_rank)
        if ranked and ranked[-1].binding.key == "f1":
            room -= self._cells(ranked[-1].binding)
        for active in ranked:
            binding = active.binding
            if not binding.show or binding.description in seen:
                continue
            end = at + self._cells(binding)
            if end > (self.size.width if binding.key == "f1" else room):
                continue
            seen.add(binding.description)
            label = self.app.get_key_display(binding)
            hints.append(Hint(binding.key, label, binding.description, active.enabled, at, end))
            at = end
        if tuple(hints) != self._hints:
            self._hints = tuple(hints)
            self.refresh()

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
