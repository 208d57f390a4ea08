"""Accounts come back into the lobby after a restart, by the digests that the database keeps of their tokens."""

from pathlib import Path

import trio

from protocol import messages as m
from server.people import digest_of
from server.visits import EVERY, PATIENCE, Visits
from tests.server.conftest import OpenHouse
from tests.server.site import serving
from tests.server.stand import ON_MOCK_CLOCK, PASSWORD, config


async def test_an_account_that_sat_in_the_lobby_is_known_after_a_restart_and_one_that_left_is_not(
    tmp_path: Path,
) -> None:
    async with serving(config(tmp_path)) as site:
        tokens = []
        for name in ("Ann", "Bo"):
            far = await site.greeted()
            await far.say(m.Register(1, name, PASSWORD))
            tokens.append((await far.wait(m.Signed)).token)
        await site.clients.pop().say(m.Bye())
        while await far.stream.receive_some():
            pass
        await far.stream.aclose()
    for _ in range(2):  # also by a second restart, soon after the first
        async with serving(config(tmp_path)) as site:
            for token, there in zip(tokens, (True, False), strict=True):
                far = await site.connect()
                await far.say(m.Hello(m.PROTOCOL, "", token))
                await far.say(m.Ping(1))
                if there:
                    assert (await far.wait(m.Signed)).name == "Ann"
                await far.wait(m.Pong)
                assert not any(isinstance(one, m.Signed) for one in far.received)


@ON_MOCK_CLOCK
async def test_who_comes_and_goes_is_followed_and_a_token_that_is_renewed_is_worth_nothing(
    open_house: OpenHouse,
) -> None:
    async with open_house() as stand:
        ann, gil = await stand.account("Ann"), stand.client()
        await gil.hello()
        await gil.sign(m.Guest, name="Gil")
        visits = Visits(stand.house, stand.store)
        await visits.write()
        first = ann.last(m.Signed).token
        assert [(digest, one.name) for digest, one in await stand.store.visits()] == [(digest_of(first), "Ann")]
        await ann.sign(m.SignOutEverywhere)
        assert await stand.store.visits() == ()  # at once, however soon the server is killed
        await visits.write()
        second = ann.last(m.Signed).token
        assert second != first
        assert [digest for digest, _ in await stand.store.visits()] == [digest_of(second)]
        again = Visits(stand.house, stand.store)
        await again.restore()  # somebody else, say a room, has brought her back already
        assert [one.name for one in stand.house.people if one.registered] == ["Ann"]
        ann.hang_up()
        await again.write()
        assert await stand.store.visits() == ()


@ON_MOCK_CLOCK
async def test_who_does_not_come_back_in_time_is_forgotten(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        ann = await stand.account("Ann")
        account = stand.person(ann).account
        assert account is not None
        ann.hang_up()
        await stand.store.keep_visits({digest_of("lost"): account.id, digest_of("deleted"): 999}, ())
        visits = Visits(stand.house, stand.store)
        await visits.restore()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(visits.run)
            await trio.sleep(PATIENCE / 2)
            assert stand.house.people.present(account) is not None
            await trio.sleep(PATIENCE / 2 + 2 * EVERY)
            assert stand.house.people.present(account) is None
            assert await stand.store.visits() == ()
            stand.house.standing = True
