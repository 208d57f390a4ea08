"""Every kind in the catalogue is played through a server that knows none of them, and its clients read each frame."""

import msgspec
import pytest
import trio

from engines.catalogue import KINDS
from engines.contract import Kind
from protocol import messages as m
from tests.server.conftest import OpenHouse
from tests.server.stand import ON_MOCK_CLOCK

pytestmark = ON_MOCK_CLOCK
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Flo")


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
async def test_a_game_is_played_watched_left_and_stored(open_house: OpenHouse, kind: Kind) -> None:
    async with open_house() as stand:
        settings = kind.setup.defaults()
        least = max(2, kind.humans(settings)[0])
        room, players = await stand.playing(*NAMES[:least], settings=settings)
        watcher = await stand.guest("Gil")
        watcher.do(m.Watch, room=room)
        await trio.sleep(5)
        for seat, client in enumerate(players):
            assert client.own().seat == seat
            for command in client.own().legal:
                assert command in client.own().legal
        assert watcher.own() is None
        assert watcher.shared() == players[0].shared()
        account = stand.person(players[0]).account
        for client in players:
            client.do(m.Leave, room=room)
        await trio.sleep(1)
        assert watcher.last(m.Room).phase == "over"
        assert account is not None
        (played,) = await stand.store.history(account.id, 10)
        game = await stand.store.game(played.id)
        assert game is not None
        assert (game.kind, game.rules, len(game.seats)) == (kind.name, kind.rules, least)
        assert msgspec.msgpack.decode(game.settings, type=kind.settings) == settings
