"""A line that the server does not take stands there again, to be mended."""

import pytest
from msgspec.structs import replace

from protocol.messages import Accepted, Refused, StackDeck
from tests.client.peer import Peer
from tests.client.play import inside, playing
from tests.client.tables.patti_scenes import scene

pytestmark = pytest.mark.asyncio


async def test_cards_that_are_refused_can_be_mended() -> None:
    heard: list[StackDeck] = []
    now = scene(players=3)
    assert now.update is not None

    async def server(peer: Peer) -> None:
        for answer in ("The deck does not hold these cards.", ""):
            heard.append(await peer.expect(StackDeck))
            ref = heard[-1].ref
            peer.send(Refused(ref, "no_deck", answer) if answer else Accepted(ref))

    place = replace(now.room, testing=True)
    async with playing(inside(place, now.update, then=server)) as play:
        await play.until("Round 12 of 30")
        await play.press("z")
        await play.until("The first cards of the next deal", "Three go to each seat", "As Kd 10c")
        assert play.app.focused is not None
        assert play.app.focused.size.width >= 2 * len("As Kd 10c ")
        await play.press(*"As", "space", *"2d", "enter")
        await play.until("does not hold these cards", "As 2d")
        await play.press("backspace", "backspace", *"Kd", "space", *"10C", "space", *"qh", "enter")
        await play.until("The next deal begins with these cards.")
    assert [one.cards for one in heard] == [("As", "2d"), ("As", "Kd", "Tc", "Qh")]
