"""Screens of which nothing is painted before everything in them stands in its place.

Textual lays a screen out in several goes, since sizes decide what widgets show and what they show decides sizes, and
it paints after each of them. What was on the terminal before is a better sight than such a half.
"""

from collections.abc import Callable
from typing import Final, TypeVar

from textual.screen import Screen
from textual.widget import Widget

Result = TypeVar("Result")

GOES: Final = 5
"""How often a screen is laid out at most, until what it shows asks for no other sizes."""


class Whole(Screen[Result]):
    """Holds back what there is to paint until the screen is `opened`, and while it `settle`s."""

    _held = True

    @property
    def stands(self) -> bool:
        """Whether it stands there: one that was closed is taken down while answers for it may still come."""
        return self in self.app.screen_stack

    def _compositor_refresh(self) -> None:
        if not self._held:
            super()._compositor_refresh()

    def opened(self) -> None:
        """Paint the screen, and from now on everything that changes."""
        if self._held:
            self._held = False
            self.refresh()

    def settle(self, draw: Callable[[], object]) -> None:
        """Draw and lay out by turns until both agree, and paint the end of it alone; nothing, once it is closed."""
        if not self.stands:
            return
        self._held = True
        try:
            draw()
            for _ in range(GOES):
                self._forget_layout()
                self._refresh_layout(self.app.size)
                draw()
                if not any(node._layout_required for node in self.walk_children(Widget)):
                    break
        finally:
            self._held = False
        self._compositor_refresh()

    def _forget_layout(self) -> None:
        """Forget where everything stood whose place has changed, as Textual does when it has time for that."""
        for node in self.walk_children(Widget):
            if node._layout_required:
                node._layout_required = False
                for ancestor in node.ancestors:
                    if isinstance(ancestor, Widget):
                        ancestor._clear_arrangement_cache()
                        ancestor._layout_updates += 1
