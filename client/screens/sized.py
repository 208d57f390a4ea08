"""Screens that need some room, and say so where they have less."""

from typing import TypeVar

from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from client.widgets.notice import SMALLEST

Result = TypeVar("Result")

STILL: frozenset[str] = frozenset(["ctrl+c", "ctrl+q"])
"""Keys that do something also where a screen is too small: nobody shall be locked in."""


class Sized(Screen[Result]):
    """Covers itself with a notice as long as the terminal is too small to be read.

    What stands beneath keeps its texts, its focus and its cursor. The app gives such a screen no keys but `STILL`: they
    would do what nobody sees.
    """

    _notice: Static | None = None

    @property
    def small(self) -> bool:
        """Whether there is too little room."""
        width, height = self.app.size
        return width < SMALLEST[0] or height < SMALLEST[1]

    def on_resize(self) -> None:
        """Cover or uncover what stands here."""
        self.set_class(self.small, "-small")
        if self.small and self._notice is None:
            self._notice = Static(id="too-small", markup=False)
            self.mount(self._notice)
        if self._notice is not None:
            self._notice.display = self.small
            self._notice.update(_words(*self.app.size))
        if self.focused is not None and not self.small:
            self.call_after_refresh(self.focused.scroll_visible, animate=False)


def _words(width: int, height: int) -> Content:
    wanted = "{} x {}".format(*SMALLEST)
    return Content.assemble(
        ("Make the window larger", "bold $warning"),
        f" to {wanted}: it has {width} x {height}.\nCtrl-C twice leaves fivefold.",
    )
