"""Questions and pages: what keys do to them that come faster than they are handled."""

import pytest
from textual.events import Key

from client.screens.dialogs import Page, Question
from client.tables.registry import KINDS
from tests.client.play import Play, inside, playing
from tests.client.rooms import playing as game
from tests.client.rooms import room, update

pytestmark = pytest.mark.asyncio


async def burst(play: Play, *keys: str) -> None:
    """Press keys so fast that the last is on its way before the first does anything."""
    for key in keys:
        play.app.post_message(Key(key, key if len(key) == 1 else None))
    await play.pilot.pause()


async def test_a_dialog_leaves_no_line_of_the_keys_beneath() -> None:
    async with playing(inside(room()), size=(60, 20)) as play:
        beneath = (await play.until("Not ready", "F1 Help")).splitlines()[-2:]
        assert all("  " in line and line.strip() for line in beneath)
        await play.press("ctrl+c")
        keys = (await play.until("Leave fivefold?")).splitlines()[-2:]
        assert "Esc Back" in keys[0]
        assert not keys[1].strip()
        await play.press("escape")
        assert (await play.gone("Leave fivefold?")).splitlines()[-2:] == beneath


async def test_a_dialog_goes_once_however_fast_the_keys_come() -> None:
    async with playing(inside(game(), update())) as play:
        await play.until("r Resign")
        table = play.app.screen
        assert isinstance(table, KINDS["five_of_a_kind"].table)
        for keys, seen in ((("r",), "Resign & Exit"), (("f1",), "The rules in this room")):
            for answers in (("c", "c", "c"), ("escape", "escape"), ("escape", "c", "escape")):
                await burst(play, *keys)
                await play.until(seen)
                await burst(play, *answers)
                while isinstance(play.app.screen, Question | Page):
                    await play.press("escape")
                assert play.app.screen is table, (keys, answers)
        await burst(play, "r", "r", "r")
        assert sum(isinstance(screen, Question) for screen in play.app.screen_stack) == 1
