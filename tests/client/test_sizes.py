"""A screen of the shell that is too small to be read says so, takes no keys, and comes back as it was."""

import pytest

from tests.client.play import Play, lobby, playing, text

pytestmark = pytest.mark.asyncio


async def at(play: Play, width: int, height: int) -> str:
    """The screen at a size."""
    await play.pilot.resize_terminal(width, height)
    await play.pilot.pause()
    return " ".join(text(play.app).split())


async def test_a_form_that_is_too_small_asks_for_room_and_keeps_what_was_typed() -> None:
    async with playing(lobby(), direct=False, name="") as play:
        await play.until("what others call you")
        await play.press(*"zoe")
        before, screen, focused = await at(play, 80, 24), play.app.screen, play.app.focused
        assert "zoe" in before
        for width, height in ((1, 1), (5, 3), (20, 5), (59, 20), (60, 19)):
            seen = await at(play, width, height)
            assert ("Make the window larger to 60 x 20" in seen) is (width >= 20), seen
        await play.press("x", "escape")
        assert play.app.screen is screen
        assert "Make the window larger" not in await at(play, 60, 20)
        assert await at(play, 80, 24) == before
        assert play.app.focused is focused
