"""The tables and a form at sampled sizes of the terminal: nothing breaks, and what cannot be read says so."""

from typing import Any

import pytest
from rich.cells import cell_len

from client.widgets.notice import SMALLEST
from tests.client.play import Play, lobby, playing, text
from tests.client.tables import patti_states, stage
from tests.client.tables.scenes import scene

pytestmark = pytest.mark.asyncio

SIZES = ((1, 1), (5, 3), (20, 5), (40, 12), (60, 20), (120, 40), (200, 60))


async def at(play: Play | stage.Play, width: int, height: int) -> str:
    """The screen at a size, which it fills and does not exceed."""
    await play.pilot.resize_terminal(width, height)
    await play.pilot.pause()
    await play.pilot.pause()
    seen = text(play.app)
    lines = seen.splitlines()
    assert len(lines) == height, (width, height, seen)
    assert all(cell_len(line) <= width for line in lines), (width, height, seen)
    return seen


def told(seen: str) -> bool:
    """Whether a screen asks for more room."""
    return "Make the window larger" in " ".join(seen.split())


async def test_a_form_that_is_too_small_asks_for_room_and_keeps_what_was_typed() -> None:
    async with playing(lobby(), direct=False, name="") as play:
        await play.until("what others call you")
        await play.press(*"zoe")
        before, screen, focused = await at(play, 80, 24), play.app.screen, play.app.focused
        assert "zoe" in before
        for width, height in ((1, 1), (5, 3), (20, 5), (59, 20), (60, 19)):
            seen = " ".join((await at(play, width, height)).split())
            assert ("Make the window larger to 60 x 20" in seen) is (width >= 20), seen
        await play.press("x", "escape")
        assert play.app.screen is screen
        assert "Make the window larger" not in await at(play, 60, 20)
        assert await at(play, 80, 24) == before
        assert play.app.focused is focused


@pytest.mark.parametrize("now", [scene(), patti_states.STATES["on turn"]], ids=["five", "patti"])
async def test_the_tables(now: Any) -> None:
    async with stage.playing(now) as play:
        before = await at(play, 80, 24)
        for width, height in SIZES:
            seen = await at(play, width, height)
            if width >= 24 and height >= 7:
                assert told(seen) is (width < SMALLEST[0] or height < SMALLEST[1]), (width, height, seen)
        assert await at(play, 80, 24) == before
