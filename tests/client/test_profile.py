"""The profile: what it says of games whose results are coins."""

import pytest

from protocol import archive
from protocol.messages import Accepted, Browse, Guest, LookUp, Recall, Rooms, Signed
from tests.client.peer import Peer
from tests.client.play import playing

pytestmark = pytest.mark.asyncio

SEATS = (
    archive.PlayedSeat("ann", False, -15_425, 2, None, None),
    archive.PlayedSeat("Zoë", False, 15_425, 1, None, None),
)
ROW = archive.GameRow("abc", "patti", 1_700_000_000, "rounds", False, 0, SEATS, replay=True)


async def server(peer: Peer) -> None:
    await peer.welcome()
    guest = await peer.expect(Guest)
    peer.send(Signed("ann", "registered", 1512.25, "token"), Accepted(guest.ref))
    browse = await peer.expect(Browse)
    peer.send(Rooms(()), Accepted(browse.ref))
    look = await peer.expect(LookUp)
    tally = archive.KindTally("patti", None, 1, 0)
    peer.send(archive.Profile(look.ref, "ann", 1_690_000_000, (tally,)), Accepted(look.ref))
    recall = await peer.expect(Recall)
    peer.send(archive.History(recall.ref, (ROW,), more=False), Accepted(recall.ref))
    await peer.gone()


async def test_coins_are_written_as_the_table_writes_them() -> None:
    async with playing(server) as play:
        await play.until("h Profile")
        await play.press("h")
        seen = await play.until("Patti 24:  1 game, 0 won", "ann -15,425", "Zoë +15,425")
        assert " -15,425 " in next(line for line in seen.splitlines() if "2 of 2" in line)
