"""Every screen at every size of a terminal: nothing breaks, and where it cannot be read it says so.

`scripts/sizes` goes through the whole range; a test goes through a few sizes of it at every screen.
"""

import argparse
import asyncio
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from rich.cells import cell_len
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

from client.art.palette import MONO, SIXTEEN, Look
from client.screens.replay import ReplayScreen
from client.screens.table import TableScreen
from client.widgets.notice import SMALLEST
from scripts.progress import Progress
from tests.client.play import Play, text
from tests.client.walk import walk

WIDEST: Final = 200
HIGHEST: Final = 60
USUAL: Final = (80, 24)
TELLS: Final = (24, 7)
"""From this size on there is room to say how large the window has to be."""
LOOKS: Final = {
    "full": Look(),
    "sixteen": Look(SIXTEEN),
    "mono": Look(MONO),
    "ascii": Look(glyphs="ascii"),
    "mono-ascii": Look(MONO, "ascii"),
}
QUIET: Final = 2
"""So often in a row a screen has had nothing to lay out any more when it is done with a size."""
PATIENCE: Final = 200
"""A screen that is still not done after so many looks lays itself out for ever."""


class Sizes:
    """Looks at screens at some sizes, from the usual one, and notes what is wrong.

    With `only` it passes by screens whose names hold none of these words.
    """

    def __init__(
        self, sizes: Iterable[tuple[int, int]], only: Sequence[str] = (), progress: Progress | None = None
    ) -> None:
        self.sizes = tuple(sizes)
        self.faults: list[str] = []
        self.seen = 0
        self._only = only
        self._progress = progress

    async def __call__(self, play: Play, name: str) -> None:
        """Look at the screen that stands there, and leave it as it was."""
        if self._only and not any(word in name for word in self._only):
            return
        self.seen += 1
        began = time.monotonic()
        if self._progress is not None:
            self._progress.begin(f"{self.seen}. {name}")
        before, focused = text(play.app).splitlines(), play.app.screen.focused
        for number, (width, height) in enumerate(self.sizes, 1):
            lines = await self._at(play, name, width, height)
            self.faults += [f"{name} at {width} x {height}: {fault}" for fault in wrong(play, lines, width, height)]
            if self._progress is not None and number % 20 == 0:
                self._progress.detail(f"{number} of {len(self.sizes)} sizes", worth_a_line=number % 2000 == 0)
                self._progress.tick()
        after = await self._at(play, name, *USUAL)
        # A long page may stand elsewhere after a visit to another size.
        scrolls = any(node.max_scroll_y for node in play.app.screen.walk_children(Widget))
        if steady(after) != steady(before) and not scrolls:
            changed = [f"{was}\n{now}" for was, now in zip(before, after, strict=True) if was != now]
            self.faults.append("\n".join((f"{name} does not come back as it was:", *changed)))
        if play.app.screen.focused is not focused:
            self.faults.append(f"{name} has lost its cursor")
        if self._progress is not None:
            self._progress.end(time.monotonic() - began)

    async def _at(self, play: Play, name: str, width: int, height: int) -> list[str]:
        try:
            return await resized(play, width, height)
        except NeverDoneError:
            self.faults.append(f"{name} at {width} x {height}: it lays itself out for ever")
            return text(play.app).splitlines()


def wrong(play: Play, lines: Sequence[str], width: int, height: int) -> list[str]:
    """What is wrong with the screen at a size."""
    found, screen = [], play.app.screen
    if len(lines) != height or any(cell_len(line) > width for line in lines):
        found.append("it does not fill the window, or exceeds it")
    small = width < SMALLEST[0] or height < SMALLEST[1]
    told = "Make the window larger" in " ".join(" ".join(lines).split())
    if told and not small:
        found.append("it asks for room that it has")
    # A table itself knows how small its cards can be told apart, with its few slots or many.
    if (
        small
        and not told
        and width >= TELLS[0]
        and height >= TELLS[1]
        and not isinstance(screen, TableScreen | ReplayScreen)
    ):
        found.append("it does not ask for the room that it needs")
    focused = screen.focused
    if not small and focused is not None and not screen.region.contains_region(focused.region):
        found.append(f"the cursor is out of sight, at {focused!r}")
    return found


def steady(lines: Sequence[str]) -> list[str]:
    """The lines without the numbers that count, the bars that drain while one looks, and the scroll bars."""
    return [re.sub(r"[█▌─=.#-]+ #(?= s)| *[▁▂▃▄▅▆▇]$", "", re.sub(r"\d+", "#", line)) for line in lines]


class NeverDoneError(Exception):
    """A screen lays itself out again and again."""


@contextmanager
def unpainted() -> Iterator[None]:
    """Screens are laid out and not painted: to paint each step between two sizes takes three quarters of the time."""
    painting = Screen._compositor_refresh

    def forget(screen: Screen[object]) -> None:
        screen._dirty_widgets.clear()
        screen._compositor._dirty_regions.clear()

    setattr(Screen, painting.__name__, forget)
    try:
        yield
    finally:
        setattr(Screen, painting.__name__, painting)


async def resized(play: Play, width: int, height: int) -> list[str]:
    """The lines of the screen at a size, once everything has found its place there. A pilot's own pauses last longer.

    Raises:
        NeverDoneError: There is always something left to lay out.
    """
    app, size = play.app, Size(width, height)
    assert app._driver is not None
    app._driver._size = size
    app.post_message(Resize(size, size))
    for _ in range(PATIENCE):
        await asyncio.sleep(0)
        if app._exception is not None:
            raise app._exception
        if app.size == size:
            break
    app._check_resize()
    quiet = 0
    with unpainted():
        for _ in range(PATIENCE):
            await play.pilot._wait_for_screen()
            shown = (app.screen, *app._background_screens)
            quiet = 0 if any(screen._layout_required or screen._dirty_widgets for screen in shown) else quiet + 1
            for screen in shown:
                screen._on_timer_update()
            if quiet == QUIET:
                return text(app).splitlines()
    raise NeverDoneError


def every(step: int) -> Iterator[tuple[int, int]]:
    """Every size of the range, or one in `step` columns and rows, with the first and the last; back and forth."""
    rows = sorted({*range(1, HIGHEST + 1, step), HIGHEST})
    for number, width in enumerate(sorted({*range(1, WIDEST + 1, step), WIDEST})):
        for height in rows if number % 2 == 0 else reversed(rows):
            yield width, height


def main(arguments: Sequence[str]) -> int:
    """Look at the screens and print what breaks; gives 1 where something does."""
    page = argparse.ArgumentParser("scripts/sizes", description=__doc__)
    page.add_argument("only", nargs="*", metavar="WORDS", help="look only at screens whose names hold one of these")
    page.add_argument("--every", type=int, default=1, metavar="N", help="one in N columns and rows (default: all)")
    page.add_argument("--look", choices=LOOKS, default="full", help="how the client draws (default: full)")
    options = page.parse_args(arguments)
    sizes = Sizes(every(max(1, options.every)), options.only, Progress())
    began = time.monotonic()
    asyncio.run(walk(sizes, LOOKS[options.look]))
    print(f"{sizes.seen} screens at {len(sizes.sizes)} sizes each in {time.monotonic() - began:.0f} s")
    for fault in sizes.faults:
        print(f"FAULT {fault}")
    return 1 if sizes.faults or not sizes.seen else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
