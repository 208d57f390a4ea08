"""The right panel: Info box, private notes and chat; what is written there, and what its keys do to the table."""

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.events import Paste

from client.art.palette import SIXTEEN, Look
from client.notes import LENGTH
from client.tables.five_of_a_kind.interval import Box
from client.widgets.notes import Notes
from engines.five_of_a_kind.model import Claim, Legal, PlayerRow
from tests.client.tables.scenes import choosing, result, scene, settings
from tests.client.tables.stage import playing

pytestmark = pytest.mark.asyncio

RELIEVED = scene(view={"relieved": (2, 12)})


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_panel(size: tuple[int, int], screen: SnapshotAssertion) -> None:
    async with playing(RELIEVED, size) as play:
        if size[0] < 110:
            assert "Info" not in play.text()
            await play.press("p")
        assert play.text() == screen(name=f"panel_{size[0]}x{size[1]}")
        await play.press("w", *"red", "enter", "enter", *"slot-3", "plus", "space", "c", "0")
        assert play.text() == screen(name=f"notes_{size[0]}x{size[1]}")
        assert play.app.wishes == []
        assert play.app.table.desk.notes == "red\n\nslot-3+ c0"
        await play.press("escape", "space")
        assert play.app.wishes == [Claim(76)]
        assert ("Notes, only for you" in play.text()) is (size[0] >= 110)


@pytest.mark.parametrize("slots", [3, 4, 5])
async def test_the_panel_covers_neither_claim_nor_a_card_where_they_fit_over_it(slots: int) -> None:
    now = scene(settings(slots=slots), view={"result": result(rules=settings(slots=slots))})
    async with playing(now) as play:
        assert "h Hide" in play.text()
        text = await play.press("p")
        assert all(f" {number} " in text for number in range(1, slots + 1))
        assert all(words in text for words in ("CLAIM   Space", "Slower", "Faster", "Notes, only for you", "Chat"))
        assert "h Hide" not in text
        assert "Correct traits" not in text
        for keys in (("h",), ("p", "h")):  # hidden or not, one key brings the review back
            assert "Correct traits" in await play.press(*keys)
            await play.press(*(("h", "p") if keys == ("h",) else ("p",)))
        await play.press("space")
        assert play.app.wishes == [Claim(76)]
        await play.resize(60, 20)
        assert "-under" not in play.app.table.classes
        assert "Make the window larger" not in play.text()
        assert "Claiming" in await play.press("escape")


async def test_a_smaller_window_has_the_panel_only_where_it_covers_nothing_or_is_written_in() -> None:
    notice = ("Make the window larger", "it has 60 x 15.", "The game goes on.")
    async with playing(scene(), (120, 40)) as play:
        await play.press("p", "p")
        text = await play.resize(80, 24)
        assert all(words in text for words in ("Notes, only for you", "CLAIM   Space", "4 ──"))
        for size in ((60, 20), (60, 15), (30, 8), (80, 20)):
            text = await play.resize(*size)
            assert "Notes, only for you" not in text
            assert ("CLAIM   Space" in text) is (size[1] == 20)
        text = await play.resize(60, 15)
        assert all(words in text for words in notice)
        text = await play.resize(12, 13)
        assert [line.strip() for line in text.splitlines() if line.strip()][1:-1][:3] == [
            "Make the",
            "window",
            "larger",
        ]
        assert "goes on." in text
        assert "Notes, only for you" in await play.resize(120, 40)
        # What is being written stays in sight, and has all of a window that is too small for the table.
        await play.press("w")
        await play.resize(1, 20)
        await play.press("a")
        assert "Make the" not in await play.resize(30, 8)
        text = await play.press("b")
        assert "│ ab" in text
        assert "write something" not in text
        text = await play.press("escape", "t", "c")
        assert "Good luck" not in text
        assert "  c  " in text
        assert "Make the window larger" in await play.press("escape")
        await play.resize(60, 20)
        assert "Notes, only for you" in await play.press("p")
        assert "CLAIM   Space" in await play.press("p")


async def test_the_panel_is_as_it_was_left() -> None:
    async with playing(scene()) as play:
        await play.press("w", *"abc", "escape")
        assert not play.app.table.panel
        await play.press("p")
        assert play.app.table.desk.panel
        assert "abc" in play.text()
    async with playing(scene(), (120, 40)) as play:
        await play.press("t", "escape", "p")
        assert play.app.focused is None
        desk = play.app.table.desk
        assert desk.panel is False
    async with playing(scene(), (120, 40), desk=desk) as play:
        assert "Notes" not in play.text().replace("w Notes", "")


async def test_ascii(screen: SnapshotAssertion) -> None:
    async with playing(RELIEVED, (80, 24), Look(SIXTEEN, "ascii")) as play:
        assert await play.press("w", "x") == screen


async def test_a_paste_into_the_notes_is_harmless_and_bounded() -> None:
    async with playing(scene()) as play:
        await play.press("w", "a")
        notes = play.app.table.query_one(Notes)
        play.app.post_message(Paste("\x1b]0;owned\x07one\r\n\u202etwo\x00"))
        await play.settle()
        assert notes.text == "a]0;ownedone\ntwo"
        play.app.post_message(Paste("x" * 3 * LENGTH))
        await play.settle()
        await play.press("y", "enter")
        assert len(notes.text) == LENGTH
        assert play.app.table.desk.notes == notes.text
        await play.press("backspace", "y")
        assert notes.text.endswith("xy")


async def test_the_panel_makes_way_for_the_answers_and_comes_back() -> None:
    async with playing(scene()) as play:
        await play.press("w", "a")
        assert "squiggle" in await play.show(choosing())
        assert "Notes, only for you" not in play.text()
        await play.show(scene())
        assert isinstance(play.app.focused, Notes)
        assert "Notes, only for you" in play.text()
        last = play.text().splitlines()[-1]
        assert last.startswith(" Esc Table")
        assert "Slower" not in last


async def test_who_resigned_watches_on_and_chats_with_dead_controls() -> None:
    players = (PlayerRow(1, 9, 0, False, None), PlayerRow(0, 7, 0, True, None))
    gone = scene(view={"players": players}, mine={"legal": Legal()}, bot=False)
    async with playing(gone) as play:
        await play.press("t", *"gg", "enter", "escape")
        assert play.app.said == ["gg"]
        for now in (gone, scene(watching=True)):
            text = await play.show(now)
            assert all(words in text for words in ("1000 ms", "Slower 0 vote", "Faster 1 vote"))
            boxes = list(play.app.table.query(Box))
            assert [box.content.chosen for box in boxes] == [True, False, False]
            assert not any(box.content.open or box.content.live for box in boxes)
            await play.press("space", "minus", "plus", "0")
            await play.pilot.click("#box-slower")
        assert play.app.wishes == []
        await play.show(scene())
        assert all(box.content.live for box in play.app.table.query(Box))
