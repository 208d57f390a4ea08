"""At no game's table is anything done that the player cannot see."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as altered

from client.scene import Scene
from client.tables.registry import KINDS
from tests.client.tables.patti_states import STATES
from tests.client.tables.scenes import scene
from tests.client.tables.stage import Play, playing

pytestmark = pytest.mark.asyncio

SCENES = {"five_of_a_kind": scene(), "patti": STATES["on turn"]}
"""For each game a moment at which the player can do something."""
EVERYWHERE = {"part", "exit", "talk", "panel", "facts", "notes", "options", "help"}
"""What needs no sight of the table."""


def privileged(now: Scene) -> Scene:
    """The same for a player who may do whatever there is in any room."""
    return replace(now, room=altered(now.room, joinable=True, owns_book=True, testing=True, host=now.room.you))


def doing(play: Play) -> set[str]:
    """What keys do of the game, or of the room."""
    screen = play.app.screen
    live = {one.binding.action for one in screen.active_bindings.values() if one.enabled and one.node is screen}
    return {action for action in live if "." not in action} - EVERYWHERE


@pytest.mark.parametrize("kind", KINDS)
async def test_no_key_does_anything_at_a_table_that_has_no_room(kind: str) -> None:
    async with playing(privileged(SCENES[kind]), (80, 24)) as play:
        assert doing(play)
        assert "Make the window larger" in await play.resize(40, 12)
        assert doing(play) == set()
        await play.resize(80, 24)
        assert doing(play)
