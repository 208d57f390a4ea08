"""Questions and pages: what keys do to them that come faster than they are handled."""

import pytest
from textual.events import Key

from client.screens.dialogs import Page, Question
from client.tables.registry import KINDS
from tests.client.play import Play, inside, playing
from tests.client.rooms import playing as game
from tests.client.rooms import update

pytestmark = pytest.mark.asyncio


async def burst(play: Play, *keys: str) -> None:
    """Press keys so fast that the last is on its way before the first does anything."""
    for key in keys:
        play.app.post_message(Key(key, key if len(key) == 1 else None))
    await play.pilot.pause()


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
