"""Screens at sizes of the terminal and in looks that are not the usual ones; the whole range is for `scripts/sizes`.

Every screen at a size of a sample: `test_every_screen_by_keys_alone_and_at_a_size_of_a_sample`, on the same walk.
"""

import pytest
from textual.events import Key

from client.art.palette import MONO, SIXTEEN, Look
from client.commands import AllCommands
from tests.client.play import inside, lobby, playing
from tests.client.rooms import row
from tests.client.sizes import Sizes, every, resized
from tests.client.tables.patti_scenes import scene

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("look", [Look(SIXTEEN), Look(MONO, "ascii")], ids=["sixteen", "mono in ascii"])
async def test_other_looks_survive_other_sizes(look: Look) -> None:
    sizes = Sizes([(1, 1), (2, 40), (60, 20), (97, 31)])
    async with playing(lobby(row("a", "李雷")), look=look) as play:
        await play.until("Play now")
        await sizes(play, "lobby")
        if look.palette.plain:
            under = play.app.screen.query_one("#rooms").get_visual_style("option-list--option-highlighted")
            assert under.underline
        await play.press("c", "1")
        await play.until("Trait types")
        await sizes(play, "form")
    assert sizes.faults == []


async def test_a_form_that_is_too_small_asks_for_room_and_keeps_what_was_typed() -> None:
    async with playing(lobby(), direct=False, name="") as play:
        await play.until("what others call you")
        await play.press(*"zoe")
        before, screen, focused = await resized(play, 80, 24), play.app.screen, play.app.focused
        assert "zoe" in " ".join(before)
        for width, height in ((1, 1), (5, 3), (20, 5), (59, 20), (60, 19)):
            seen = " ".join(" ".join(await resized(play, width, height)).split())
            assert ("Make the window larger to 60 x 20" in seen) is (width >= 20), seen
        await play.press("x", "escape")
        assert play.app.screen is screen
        assert "Make the window larger" not in " ".join(await resized(play, 60, 20))
        assert await resized(play, 80, 24) == before
        assert play.app.focused is focused


async def test_esc_leaves_a_dialog_that_is_too_small_and_no_key_opens_one_there() -> None:
    now = scene(players=3)
    assert now.update is not None
    async with playing(inside(now.room, now.update)) as play:
        await play.until("Round 12 of 30")
        table = play.app.screen
        for opens in ("f1", "q", "ctrl+c", "ctrl+p", "i"):
            await play.press(opens)
            dialog = play.app.screen
            assert dialog is not table
            lines = await resized(play, 40, 12)
            assert "Esc goes back. Ctrl-C twice leaves" in " ".join(" ".join(lines).split()), opens
            await play.press("y", "enter")
            assert play.app.screen is dialog, "a letter there would answer what nobody sees"
            await play.press("escape")
            assert play.app.screen is table, opens
            await resized(play, 80, 24)
        keys = (await resized(play, 40, 12))[-1]
        assert "Chat" in keys
        assert not {"Exit", "Options", "Help", "Room"} & set(keys.split())
        for opens in ("f1", "f2", "q", "i"):
            await play.press(opens)
            assert play.app.screen is table, opens
        await play.until("Make the window larger first.")
        for key, why in (("n", "A new room comes after the game."), ("v", "The replay comes after the game.")):
            await play.press(key)
            await play.until(why)


async def test_keys_typed_ahead_in_the_smallest_window_reach_no_list_that_has_no_place_there() -> None:
    now = scene(players=3)
    assert now.update is not None
    async with playing(inside(now.room, now.update)) as play:
        await play.until("Round 12 of 30")
        table = play.app.screen
        await resized(play, 1, 1)
        for key in ("ctrl+p", "pagedown", "pageup", "enter"):
            play.app.post_message(Key(key, None))
        await play.pilot.pause()
        lists = play.app.screen
        assert isinstance(lists, AllCommands)
        await resized(play, 1, 1)
        lists._action_command_list("page_down")
        await play.press("pagedown", "enter")
        assert play.app.screen is lists
        await play.press("escape")
        assert play.app.screen is table


async def test_the_whole_range_is_whole() -> None:
    assert set(every(1)) == {(width, height) for width in range(1, 201) for height in range(1, 61)}
    assert {(1, 1), (200, 60), (1, 60), (200, 1)} <= set(every(7))
