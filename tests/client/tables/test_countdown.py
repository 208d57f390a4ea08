"""What a table shows while its game waits: after a restart of the server, or while the disk takes no writes."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as altered

from client.scene import Scene
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
        assert "The game stands still" in await play.show(waiting(paused=True))
