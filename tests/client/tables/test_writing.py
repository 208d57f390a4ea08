"""Wide letters and marks in the line under the chat, and a window that changes its size while somebody plays."""

import pytest
from textual.events import Paste

from client.commands import PALETTE
from client.widgets.input import ChatInput
from client.widgets.notes import Notes
from engines.five_of_a_kind.model import Claim
from tests.client.tables.scenes import scene
from tests.client.tables.stage import playing

pytestmark = pytest.mark.asyncio


async def test_the_cursor_stands_between_letters_and_a_paste_is_taken_back_whole() -> None:
    async with playing(scene(), size=(120, 40)) as play:
        await play.press("t")
        line = play.app.screen.query_one(ChatInput)
        assert line.has_focus
        line.value = "a李b"
        left = line.content_region.x - line.region.x
        for column, places in ((0, {0}), (1, {1, 2}), (2, {1, 2}), (3, {2, 3})):
            await play.pilot.click(ChatInput, offset=(left + column, line.content_region.y - line.region.y))
            assert (line.value, line.cursor_position in places) == ("a李b", True), column
        line.value = ""
        line.post_message(Paste("\u2764\ufe0fok"))
        await play.settle()
        assert line.value.endswith("ok")
        await play.press(*["backspace"] * len(line.value))
        assert line.value == ""
        await play.press("enter")
        assert play.app.said == []


async def test_the_last_of_many_sizes_wins_and_space_still_claims() -> None:
    async with playing(scene()) as play:
        before = play.text()
        for width, height in (
            (60, 20),
            (200, 60),
            (1, 1),
            (81, 24),
            (40, 10),
            (120, 40),
            (79, 23),
            (100, 30),
            (80, 25),
        ):
            await play.pilot.resize_terminal(width, height)
        assert await play.resize(80, 24) == before
        await play.press("space")
        assert play.app.wishes == [Claim(76)]


async def test_space_in_the_notes_and_in_every_dialog_is_no_claim() -> None:
    async with playing(scene()) as play:
        await play.press("w", "a", "space", "b")
        assert play.app.screen.query_one(Notes).text == "a b"
        await play.press("escape", "p")
        for key in ("f1", "i", "r", PALETTE):
            await play.press(key)
            assert play.app.screen.is_modal
            await play.press("space")
            assert play.app.wishes == []
            while play.app.screen is not play.app.table:
                await play.press("escape")
        await play.press("space")
        assert play.app.wishes == [Claim(76)]
