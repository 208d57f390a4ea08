"""The keys at the foot of a screen: all that it has of its own, in a second line where one is too short."""

import pytest

from client.screens.dialogs import Question
from client.widgets.hints import SPARE
from protocol.messages import Asker
from tests.client.play import inside, lobby, playing, text
from tests.client.rooms import ANN, BOB, EVE, room

pytestmark = pytest.mark.asyncio

ASKERS = (Asker(3, "Zoë", "registered", 1500.0), Asker(4, "dee", "registered", 1480.0))


async def test_a_host_who_is_asked_has_every_key_in_sight_at_every_size() -> None:
    async with playing(inside(room(ANN, BOB, EVE, joining="approval", askers=ASKERS))) as play:
        await play.until("2 ask to join")
        for size, lines in (((80, 24), 1), ((60, 20), 2), ((120, 40), 1)):
            await play.pilot.resize_terminal(*size)
            foot = " ".join((await play.until("F1 Help")).splitlines()[-lines:])
            for key in ("r Not ready", "a Accept", "d Decline", "q Leave", "v View", "l Learn", "x Remove"):
                assert key in foot, (size, key)
            active = play.app.screen.active_bindings.values()
            shown = {one.binding for one in active if one.binding.show and one.binding.action not in SPARE}
            assert all(binding.description in foot for binding in shown), size
            # The chat keeps a line for what is said, and one to write in.
            assert "t: write something" in text(play.app)
            assert play.app.screen.query_one("#chat-scroll").region.height >= 1
        await play.pilot.resize_terminal(60, 20)
        await play.until("F1 Help")
        row = text(play.app).splitlines()[-1]
        await play.pilot.click(offset=(row.index("x Remove"), 19))
        await play.until("Who has to leave this room?")
        assert isinstance(play.app.screen, Question)


async def test_a_second_line_is_there_only_while_it_is_needed() -> None:
    async with playing(lobby(), size=(60, 20)) as play:
        await play.until("Play now")
        await play.press("c", "1")
        seen = (await play.until("New room ·", "d Defaults", "Esc Back")).splitlines()
        assert seen[-1] == " Esc Back  F2 Options  F1 Help"
        await play.press("escape")
        seen = (await play.until("Enter Play")).splitlines()
        assert "F1 Help" in seen[-1]
        assert "Enter Play" in seen[-1]
