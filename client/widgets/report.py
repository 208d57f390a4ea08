"""A report that is longer than the screen: it scrolls by keys and by the wheel."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from textual import events
from textual.strip import Strip

from client.widgets.painted import Painted


@dataclass(frozen=True)
class Scrolled:
    """What a report shows, and its first line in sight."""

    first: int = field(default=0, kw_only=True)


F = TypeVar("F", bound=Scrolled)


class Report(Painted[F | None]):
    """Lines of which as many are shown as fit."""

    def report(self, face: F, width: int, height: int) -> list[Strip]:
        """Every line; `height` is the room there is."""
        raise NotImplementedError

    def overflow(self) -> int:
        """How many lines there are more than fit."""
        face, (width, height) = self.content, self.size
        return max(0, len(self.report(face, width, height)) - height) if face and width else 0

    def move(self, lines: int) -> None:
        """Scroll by so many lines, down when positive."""
        if self.content is not None:
            self.show(replace(self.content, first=min(max(0, self.content.first + lines), self.overflow())))

    def on_resize(self) -> None:
        """Whether there is something to scroll may be otherwise now."""
        self.screen.refresh_bindings()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The mouse's wheel."""
        event.stop()
        self.move(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The mouse's wheel."""
        event.stop()
        self.move(-1)

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """The lines from the first one shown."""
        if self.content is None:
            return []
        lines = self.report(self.content, width, height)
        first = min(self.content.first, max(0, len(lines) - height))
        return lines[first : first + height]
