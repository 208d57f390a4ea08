"""What a table shows while its game waits: after a restart of the server, or while the disk takes no writes."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as altered

from client.scene import Scene
from engines.patti.model import Bet
from protocol.messages import Line
from tests.client.tables import patti_scenes
from tests.client.tables.patti_states import STATES
from tests.client.tables.scenes import NOW, scene
from tests.client.tables.stage import playing

pytestmark = pytest.mark.asyncio


def waiting(**changes: object) -> Scene:
    """A game that does not go on yet."""
    plain = scene()
    assert plain.update is not None
    return replace(plain, update=altered(plain.update, **changes), notice="an older notice")


async def test_the_count_down_stands_in_the_message_line_and_the_clock_of_the_game_stands() -> None:
    async with playing(waiting(resumes=NOW + 7_000)) as play:
        first = await play.settle()
        assert "The game goes on in 7 s." in first
        play.app.time += 5_500
        await play.pilot.pause(0.3)
        second = await play.settle()
        assert "The game goes on in 2 s." in second
        assert second.splitlines()[:-2] == first.splitlines()[:-2]
        play.app.time += 1_600
        await play.pilot.pause(0.3)
        assert "goes on" not in await play.settle()
        assert "an older notice" in play.text()
        # Down to the smallest window neither is cut: without room for both, a word about one's keys goes before it.
        await play.resize(60, 20)
        why = "The server cannot write to its disk. The game waits.\x1b[2J"
        assert f"{why[:-4]}[2J\n" in await play.show(waiting(paused=why))
        play.app.table.aside("A key that does nothing says why.")
        assert "A key that does nothing says why.\n" in await play.settle()
        play.app.time += 3_000
        assert f"{why[:-4]}[2J\n" in await play.show(waiting(paused=why))


async def test_that_the_game_will_go_on_is_not_told_any_more_once_it_does() -> None:
    said = Line("", "The server was restarted. The game goes on in a few seconds.", 1_700_000_000)
    counting = replace(waiting(resumes=NOW + 2_000), notice="", lines=(said,))
    async with playing(counting, (80, 24)) as play:
        assert "The game goes on in 2 s." in await play.settle()
        play.app.time += 2_100
        await play.pilot.pause(0.3)
        assert "goes on" not in await play.settle()


async def test_an_act_that_is_sent_in_the_count_down_is_refused_aloud_and_stays_chosen() -> None:
    plain = STATES["on turn"]
    assert plain.update is not None
    counting = replace(plain, update=altered(plain.update, resumes=plain.update.time + 4_000))
    async with playing(counting, (80, 24)) as play:
        await play.press("b")
        assert "That is not sent yet.  The game goes on in 2 s." in await play.press("enter")
        assert play.app.wishes == []
        play.app.time += 3_000
        await play.press("enter")
        assert play.app.wishes == [Bet(41)]
        broke = STATES["clock stopped"]
        assert broke.update is not None
        await play.show(replace(broke, update=altered(broke.update, resumes=10**9)))
        assert "That is not sent yet." in await play.press("a", "y")
        assert play.app.wishes == [Bet(41)]


async def test_in_the_count_down_a_turn_of_patti_shows_no_more_than_its_own_time() -> None:
    at = patti_scenes.NOW
    plain = patti_scenes.scene(view={"began": at + 3_000, "deadline": at + 33_000})
    assert plain.update is not None
    async with playing(replace(plain, update=altered(plain.update, resumes=at + 3_000))) as play:
        text = await play.settle()
        assert "The game goes on in 3 s." in text
        assert "30 s" in text
        assert "33 s" not in text
        play.app.time += 4_000
        play.app.table.table.tick()
        assert "29 s" in await play.settle()


async def test_patti_looks_at_the_time_no_more_after_its_end() -> None:
    async with playing(STATES["on turn"]) as play:
        beats = play.app.table.table._beats
        assert beats._active.is_set()
        await play.show(STATES["the end"])
        assert not beats._active.is_set()
        await play.show(STATES["on turn"])
        assert beats._active.is_set()
