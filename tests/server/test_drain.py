"""The end of a server in order: what is announced, what is refused, and where games go on after it."""

import pytest
import trio

from engines.five_of_a_kind.model import Resign, Settings
from protocol import messages as m
from server.drain import STANDS, Drain
from server.store.errors import StoreUnavailable
from server.trouble import OVER, WHY
from tests.server.conftest import OpenHouse
from tests.server.stand import ON_MOCK_CLOCK

pytestmark = ON_MOCK_CLOCK


async def test_games_stand_still_and_go_on_at_that_very_moment_after_the_restart(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo")
        await trio.sleep(2.6)
        drain = Drain(stand.house, stand.lobby)
        drain.stand_still()
        assert ann.last(m.Update).paused == STANDS
        assert ann.lines(room)[-1] == STANDS
        with stand.hub.batch():
            for client in (ann, bo):
                client.session.farewell()
        await trio.sleep(30)
        stand.sweep()
        await drain.write()
        assert stand.house.journal.behind == 0
        (stored,) = await stand.store.rooms()
        assert stored.checkpoint is not None
        stand = await stand.killed(after=0)
        back = stand.client()
        await back.hello(resume=ann.last(m.Signed).token)
        assert back.last(m.Update).resumes == 2_600
        assert back.shared().pointer == 2


async def test_a_restart_is_announced_in_rooms_and_lobby_and_no_room_is_opened_any_more(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, _) = await stand.playing("Ann", "Bo", settings=Settings(end="time", minutes=10))
        cy = await stand.account("Cy")
        began = trio.current_time()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Drain(stand.house, stand.lobby).announce, 7)
            await trio.sleep(0.1)
            told = "The server restarts in 7 minutes. Rooms and games are kept."
            assert (cy.last(m.Notice).text, ann.lines(room)) == (told, [told])
            # At a table each is one row, also of a terminal of 80 columns.
            assert max(len(told) + len("00"), len(STANDS), len(WHY), len(OVER)) <= 78
            assert cy.refused(m.Create, settings=Settings()) == "ending"
            dee = await stand.account("Dee")
            dee.do(m.Browse, on=True)
            assert dee.last(m.Notice).text == told
            ann.do(m.Say, room=room, text="then let us hurry")
            await trio.sleep(6.5 * 60)
        assert [line.split(".")[0] for line in ann.lines(room) if line.startswith("The server")] == [
            "The server restarts in 7 minutes",
            "The server restarts in 5 minutes",
            "The server restarts in a minute",
        ]
        assert 7 * 60 <= trio.current_time() - began < 7 * 60 + 2


async def test_the_server_ends_earlier_when_the_last_game_is_over(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, clients = await stand.playing("Ann", "Bo")
        began = trio.current_time()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Drain(stand.house, stand.lobby).announce, 60)
            await trio.sleep(90)
            for client in clients:
                client.do(m.Act, room=room, command=Resign())
        assert trio.current_time() - began < 95


async def test_a_disk_that_takes_nothing_does_not_hold_up_the_end(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house() as stand:
        await stand.playing("Ann", "Bo")

        async def refuse(_: object) -> None:
            raise StoreUnavailable("the disk is full")

        monkeypatch.setattr(stand.store, "keep", refuse)
        drain = Drain(stand.house, stand.lobby)
        drain.stand_still()
        await drain.write()
