"""How many may be connected, and who makes way."""

from functools import partial
from pathlib import Path

import pytest
import structlog
import trio

from protocol import messages as m
from server.gate import Gate, network
from tests.server.conftest import OpenHouse
from tests.server.site import serving
from tests.server.stand import ON_MOCK_CLOCK, PASSWORD, Client, Stand, config
from tests.server.test_session import silence


def arrive(stand: Stand, network: str) -> Client | None:
    """A connection comes in as the server's door lets it; None if it is turned away."""
    gate = stand.house.gate
    with stand.hub.batch():
        if not gate.has_room(network):
            return None
    client = stand.client()
    gate.enter(client.session, network)
    return client


async def visit(stand: Stand, name: str, network: str) -> Client:
    """Somebody who comes in and signs in as a guest."""
    client = arrive(stand, network)
    assert client is not None
    await client.hello()
    assert isinstance(await client.sign(m.Guest, name=name), m.Accepted)
    return client


def here(gate: Gate) -> tuple[int, int]:
    return len(gate), len(gate._strangers)


@ON_MOCK_CLOCK
async def test_who_says_nothing_makes_way_for_a_newcomer_the_longest_first(open_house: OpenHouse) -> None:
    async with open_house(strangers=3) as stand:
        silent = [arrive(stand, "flood") for _ in range(3)]
        with structlog.testing.capture_logs() as log:
            gil = await visit(stand, "Gil", "home")
        assert [(line["event"], line["reason"]) for line in log] == [("turned away", "crowded")]
        assert [one is not None and one.closed for one in silent] == [True, False, False]
        assert silent[0] is not None
        assert silent[0].last(m.Goodbye).code == "crowded"
        for _ in range(9):
            arrive(stand, "flood")
        assert not gil.closed
        assert here(stand.house.gate) == (4, 3)


@ON_MOCK_CLOCK
async def test_the_address_with_most_strangers_makes_way(open_house: OpenHouse) -> None:
    async with open_house(strangers=4) as stand:
        lone = arrive(stand, "home")
        crowd = [arrive(stand, "flood") for _ in range(20)]
        assert lone is not None
        assert not lone.closed
        assert sum(one is not None and not one.closed for one in crowd) == 3


@ON_MOCK_CLOCK
async def test_one_address_cannot_take_all_places(open_house: OpenHouse) -> None:
    async with open_house(connections_per_address=2) as stand:
        first, second = await visit(stand, "A", "flat"), await visit(stand, "B", "flat")
        assert arrive(stand, "flat") is None
        assert arrive(stand, "house") is not None
        first.hang_up()
        third = arrive(stand, "flat")
        fourth = arrive(stand, "flat")
        assert third is not None
        assert third.closed
        assert fourth is not None
        assert not second.closed


@ON_MOCK_CLOCK
async def test_a_full_house_takes_nobody_but_in_place_of_a_stranger(open_house: OpenHouse) -> None:
    async with open_house(connections=2) as stand:
        await visit(stand, "A", "one")
        stranger = arrive(stand, "two")
        second = await visit(stand, "B", "three")
        assert stranger is not None
        assert stranger.closed
        assert arrive(stand, "four") is None
        assert not second.closed


@ON_MOCK_CLOCK
async def test_everybody_who_has_gone_is_forgotten(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        stranger, guest = arrive(stand, "one"), await visit(stand, "A", "two")
        assert here(stand.house.gate) == (2, 1)
        guest.hang_up()
        assert stranger is not None
        await silence(stand, 12, stranger)
        assert here(stand.house.gate) == (0, 0)
        assert not stand.house.gate._counts


async def test_two_hundred_silent_connections_keep_nobody_out(tmp_path: Path) -> None:
    async with serving(config(tmp_path)) as site:
        silent = [await trio.open_tcp_stream("127.0.0.1", site.port) for _ in range(200)]
        far = await site.greeted()
        await far.ask(m.Guest, name="Gil")
        await far.ask(m.Browse, on=True)
        for stream in silent:
            await stream.aclose()


async def test_a_household_behind_one_address_signs_in_together(tmp_path: Path) -> None:
    async with serving(config(tmp_path)) as site, trio.open_nursery() as nursery:
        for number in range(12):
            far = await site.greeted()
            nursery.start_soon(partial(far.ask, m.Register, name=f"Player {number}", password=PASSWORD))


@pytest.mark.parametrize(
    ("address", "home"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("a path", "a path"),
    ],
)
def test_a_household_is_an_ipv4_address_or_a_64_of_ipv6(address: str, home: str) -> None:
    assert network(address) == home
