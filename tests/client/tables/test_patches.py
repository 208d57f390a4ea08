"""What a table writes to the terminal, in pieces: together they must always be the screen, and nothing else changes."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style
from textual._compositor import LayoutUpdate
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from client.patches import Patcher, Patches, paint
from tests.client.tables.scenes import BOARD, choosing, result, scene
from tests.client.tables.stage import Tables, playing

Cell = tuple[str, Style | None]
Cells = dict[tuple[int, int], Cell]

CLAIMED = scene(view={"open": False, "result": result(seat=0)})
REGIONS = st.sets(
    st.builds(Region, st.integers(-3, 85), st.integers(-2, 26), st.integers(1, 30), st.integers(1, 9)),
    min_size=1,
    max_size=5,
)


def cells(strips: Iterable[tuple[int, int, Strip]]) -> Cells:
    """The cells that strips fill, each from its own place on; the right half of a wide letter is an empty one."""
    filled: Cells = {}
    for left, y, strip in strips:
        x = left
        for text, style, _ in strip:
            for letter in text:
                assert (x, y) not in filled, "nothing is written twice"
                for half, part in zip(range(cell_len(letter)), (letter, ""), strict=False):
                    filled[x + half, y] = (part, style)
                x += cell_len(letter)
    return filled


class Written(Tables):
    """A table of which what it writes to the terminal is kept."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.written: Cells = {}

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        match renderable:
            case Patches(strips=strips):
                self.written |= cells(strips)
            case LayoutUpdate(strips=lines):
                self.written = cells((0, y, Strip.join(line)) for y, line in enumerate(lines))
        super()._display(screen, renderable)


def whole(app: Tables) -> Cells:
    """Every cell of the screen."""
    return cells((0, y, strip) for y, strip in enumerate(app.screen._compositor.render_strips(app.size)))


@pytest.mark.asyncio
async def test_the_pieces_that_are_written_are_always_the_whole_screen() -> None:
    async with playing(scene(), kind=Written) as play:
        app = play.app
        assert isinstance(app, Written)
        for news in (CLAIMED, scene(), choosing(), CLAIMED, scene(view={"slots": ("", *BOARD[1:])})):
            app.table.show(news)
            paint(app.table)
            await play.settle()
            assert app.written == whole(app)
        app.table.show(scene())
        paint(app.table)
        assert app.written == whole(app), "what needs no other place is painted at once"
        for key in ("tab", "left", "down", "space", "p", "escape", "h"):
            await play.press(key)
            assert app.written == whole(app)
        await play.resize(120, 40)
        await play.show(CLAIMED)
        assert app.written == whole(app)


@pytest.mark.asyncio
async def test_exactly_the_dirty_cells_are_written_and_only_the_widgets_in_front_are_asked() -> None:
    async with playing(choosing()) as play:
        compositor, drawn = play.app.screen._compositor, whole(play.app)
        assert isinstance(compositor, Patcher)
        assert compositor.render_partial_update() is None

        @settings(max_examples=60, deadline=None)
        @given(REGIONS)
        def patched(regions: set[Region]) -> None:
            compositor._dirty_regions |= regions
            update = compositor.render_partial_update()
            written = cells(update.strips) if update is not None else {}
            dirty = {(x, y) for region in regions for y in region.line_range for x in region.column_range}
            assert written == {place: cell for place, cell in drawn.items() if place in dirty}

        patched()
