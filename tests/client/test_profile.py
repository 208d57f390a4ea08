"""The profile: what it says of games whose results are coins."""

import pytest

from protocol import archive
from tests.client.peer import Peer
from tests.client.play import playing
from tests.client.played import looked_up

pytestmark = pytest.mark.asyncio

SEATS = (
    archive.PlayedSeat("ann", False, -15_425, 2, None, None),
    archive.PlayedSeat("Zoë", False, 15_425, 1, None, None),
)
ROW = archive.GameRow("abc", "patti", 1_700_000_000, "rounds", False, 0, SEATS, replay=True)


async def server(peer: Peer) -> None:
    await looked_up(peer, archive.KindTally("patti", None, 1, 0), (ROW,))
    await peer.gone()


async def test_coins_are_written_as_the_table_writes_them() -> None:
    async with playing(server) as play:
        await play.until("h Profile")
        await play.press("h")
        seen = await play.until("Patti 24:  1 game, 0 won", "ann -15,425", "Zoë +15,425")
        assert " -15,425 " in next(line for line in seen.splitlines() if "2 of 2" in line)
