"""What a server promised of its deals is compared with what it shows, in both games, and said to the player."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as altered

from client.promises import Promises
from engines.proof import commitment
from tests.client.tables.patti_scenes import HANDS, hand, promised, result
from tests.client.tables.patti_scenes import scene as hand_of
from tests.client.tables.patti_states import STATES
from tests.client.tables.scenes import ended
from tests.client.tables.stage import playing

asyncio = pytest.mark.asyncio
KEY = bytes(range(32))
FALSE = "Not what the server had promised: "


def test_a_promise_that_is_replaced_is_broken() -> None:
    promises = Promises()
    promises.hear("a", "1", "round 1")
    promises.hear("a", "1", "round 1")
    promises.open("a", "1", "card", "round 1")
    assert (promises.warning, promises.facts()) == ("", (("Deals", "as promised: 1 card"),))
    promises.hear("a", "2", "round 1")
    promises.open("a", "2", "card", "round 1")
    assert promises.warning == f"{FALSE}round 1."
    promises.open("b", "3", "card", "round 2")  # nothing was promised of it
    assert promises.facts() == (("Warning", f"{FALSE}round 1, round 2."),)


@asyncio
async def test_the_key_of_a_game_is_compared_at_its_end() -> None:
    over = ended()
    kept = altered(over.room, commitment=commitment(KEY), key=KEY.hex())
    async with playing(replace(over, room=kept), (120, 40)) as play:
        assert "Deal checked: no card seen" in play.text()
        told = await play.press("f1", "end")
        assert '"Deal checked" in the Info box: they agree' in " ".join(told.replace("│", "").split())
        await play.press("escape")
        for key in (KEY[::-1].hex(), "no key at all"):
            play.app.table.desk.promises = Promises()
            seen = await play.show(replace(over, room=altered(kept, key=key)))
            assert f"{FALSE}the key." in " ".join(seen.split())


@asyncio
async def test_each_card_of_patti_that_is_seen_is_compared() -> None:
    async with playing(STATES["on turn"], (80, 24)) as play:
        await play.show(STATES["after a side show"])
        await play.show(STATES["all in"])
        assert FALSE not in play.text()
        await play.press("i")
        await play.press("escape")
        assert play.app.table.desk.promises.facts() == (("Deals", "as promised: 12 cards"),)
        # The best hand of the round is another one than was dealt.
        other = hand(3, HANDS[0])
        view = result("all in", winners=(3, 4), seats=(0, 1), pot=331)
        view["result"] = altered(view["result"], revealed=(hand(0), other))
        assert f"{FALSE}round 12." in await play.show(hand_of(view=view, mine=hand(0)))
    async with playing(STATES["on turn"], (80, 24)) as play:
        # Another promise, which the cards then keep to.
        swapped = tuple(altered(promised(2), seat=seat) for seat in range(5))
        assert f"{FALSE}round 12." in await play.show(hand_of(view={"commitments": swapped}))
