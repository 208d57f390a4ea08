"""Screens that need some room, and say so where they have less."""

from typing import Final, TypeVar

from textual.content import Content
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from client.widgets.notice import SMALLEST

Result = TypeVar("Result")

LEAVE: Final = frozenset(["ctrl+c", "ctrl+q"])
"""Keys that do something also where a screen is too small: nobody shall be locked in."""
BACK: Final = "Back"
"""What Esc is called where it goes back to the screen beneath; there it does so in the smallest window too."""
UNSEEN: Final = "Make the window larger first."
"""Why a key that opens something does nothing in a window too small to read it in."""


def cramped(size: Size) -> bool:
    """Whether a terminal of this size has too little room to read in."""
    return size.width < SMALLEST[0] or size.height < SMALLEST[1]


class Sized(Screen[Result]):
    """Covers itself with a notice as long as the terminal is too small to be read.

    What stands beneath keeps its texts, its focus and its cursor. The app gives such a screen no keys but those that
    `still` work: others would do what nobody sees.
    """

    _notice: Static | None = None

    @property
    def small(self) -> bool:
        """Whether there is too little room."""
        return cramped(self.app.size)

    @property
    def still(self) -> frozenset[str]:
        """The keys that do something also where there is too little room: to leave, and to go back where one can."""
        return LEAVE | {"escape"} if self._goes_back else LEAVE

    @property
    def _goes_back(self) -> bool:
        escape = self.active_bindings.get("escape")
        return escape is not None and escape.binding.description == BACK

    def on_resize(self) -> None:
        """Cover or uncover what stands here."""
        self.set_class(self.small, "-small")
        if self.small and self._notice is None:
            self._notice = Static(id="too-small", markup=False)
            self.mount(self._notice)
        if self._notice is not None:
            self._notice.display = self.small
            self._notice.update(_words(*self.app.size, back=self._goes_back))
        if self.focused is not None and not self.small:
            self.call_after_refresh(self.focused.scroll_visible, animate=False)


def _words(width: int, height: int, *, back: bool) -> Content:
    wanted = "{} x {}".format(*SMALLEST)
    return Content.assemble(
        ("Make the window larger", "bold $warning"),
        f" to {wanted}: it has {width} x {height}.\n{'Esc goes back. ' if back else ''}Ctrl-C twice leaves fivefold.",
    )
