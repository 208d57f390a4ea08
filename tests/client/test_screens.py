"""Every screen of the shell as text, at the smallest size that it is made for and at a large one."""

from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from client.art.palette import MONO, Look
from client.local import Local
from client.screens import room as waiting_room
from engines.five_of_a_kind.model import Settings
from engines.patti.model import Settings as Patti
from protocol.messages import Chat, Line, Say
from tests.client.peer import Peer, silent
from tests.client.play import inside, lobby, playing
from tests.client.rooms import ANN, BOB, EVE, member, room, row

pytestmark = pytest.mark.asyncio

ROOMS = (
    row("a", "李雷"),
    row("b", "Christopher Robin", watchers=12, players=("Christopher Rob…", "bob", "Zoë"), bots=1),
    row("c", "bob", phase="playing", joinable=False, summary="5 slots, non-matching, mask, 100 rounds, 27 cards"),
    row("d", "", phase="over", joinable=False, players=()),
)
CHAT = Chat("r1", 1, (Line("bob", "hello", 1), Line("", "eve watches", 2), Line("ann", "hi, " * 40, 3)), fresh=True)


async def test_connect(screen: SnapshotAssertion) -> None:
    async with playing(silent, direct=False, server="cards.example.org", name="") as play:
        async for size, seen in play.at_sizes("what others call you"):
            assert seen == screen(name=size)


async def test_connect_with_an_account(screen: SnapshotAssertion) -> None:
    async with playing(silent, direct=False, server="[::1]:7", way="sign_in") as play:
        await play.until("Password")
        await play.press(*"secret")
        assert "secret" not in await play.until("••••••")
        assert await play.until("••••••") == screen(name="80x24")


async def test_lobby(screen: SnapshotAssertion) -> None:
    async with playing(lobby(*ROOMS)) as play:
        await play.until("Christopher")
        await play.press("down", "down")
        async for size, seen in play.at_sizes("Zoë"):
            assert seen == screen(name=size)


async def test_lobby_without_rooms(screen: SnapshotAssertion) -> None:
    async with playing(lobby()) as play:
        assert await play.until("No rooms yet") == screen(name="80x24")


async def test_create(screen: SnapshotAssertion) -> None:
    async with playing(lobby()) as play:
        await play.until("Play now")
        await play.press("c")
        await play.until("Which game?")
        await play.press("1")
        await play.until("Trait types")
        await play.press("space", "down", "down", "down", "right")
        async for size, seen in play.at_sizes("Deck: 27 cards", "‹ 5"):
            assert seen == screen(name=size)


async def test_create_with_everything_off(screen: SnapshotAssertion) -> None:
    local = Local(rooms={"five_of_a_kind": {"end": "points", "bot": True, "difficulty": "expert"}})
    async with playing(lobby(), local=local) as play:
        await play.until("Play now")
        await play.press("c")
        await play.until("Which game?")
        await play.press("1")
        await play.until("Expert")
        await play.press("space", "down", "space", "down", "space")
        assert await play.until("Anything", "Deck: 3 cards") == screen(name="80x24")


async def test_room(screen: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting_room, "time", SimpleNamespace(time=lambda: 70.0))
    cid = member(4, "Christopher Robin", rating=1487.04)
    place = room(ANN, replace(BOB, away=5), cid, EVE, settings=Settings(bot=True))
    async with playing(inside(place, CHAT)) as play:
        async for size, seen in play.at_sizes("Waiting for bob"):
            assert seen == screen(name=size)


async def test_room_with_a_book(screen: SnapshotAssertion) -> None:
    rich, poor = replace(ANN, name="Wilhelmina Oakes", balance=1_234_567), replace(BOB, balance=80)
    bot = member(3, "Bot 1 (Cautious)", account="bot", rating=None, balance=10_000)
    place = room(rich, poor, bot, kind="patti", settings=Patti(bots=1), rated=False)
    async with playing(inside(place)) as play:
        async for size, seen in play.at_sizes("1,234,567", "10,000"):
            assert seen == screen(name=size)


async def test_no_word_of_a_room_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither in the heading nor in a member's line, a setting or the message: what has no room goes as a whole."""
    monkeypatch.setattr(waiting_room, "time", SimpleNamespace(time=lambda: 70.0))
    names = [f"Christopher Rob{number}" for number in range(2, 9)]
    crowd = [member(number, name, ready=False) for number, name in enumerate(names, 2)]
    eyes = [member(20 + number, f"Watcher {number}", role="watcher") for number in range(9)]
    settings = Settings(bot=True, floor=300, ceiling=5000)
    booked = replace(ANN, name="Wilhelmina Oakes", balance=123_456_789)
    patti = room(booked, kind="patti", settings=Patti(bots=1), book="Christopher Robi", passcode="1234", guests=True)

    async def then(peer: Peer) -> None:
        await peer.expect(Say)
        peer.send(replace(patti, seq=2))

    async with playing(inside(room(ANN, *crowd, *eyes, settings=settings), then=then)) as play:
        lines = await play.until("Waiting for 7 players.", "Longest card interval  5,000 ms", "Watcher 8")
        assert all(name in lines for name in names)
        assert "…" not in lines
        await play.pilot.resize_terminal(60, 20)
        small = await play.until("Settings")
        assert "…" not in small
        assert "Watcher 8" not in small
        await play.press(*["pagedown"] * 5)
        assert "…" not in await play.until("5,000 ms", "Watcher 8")
        await play.press("t", *"hi", "enter", "escape")
        seen = await play.until("123,456,789, host", "Christopher Robi's")
        assert "…" not in seen
        await play.pilot.resize_terminal(80, 24)
        assert "…" not in await play.until("123,456,789, host", "Christopher Robi's")


async def test_room_as_a_watcher(screen: SnapshotAssertion) -> None:
    place = room(replace(ANN, role="watcher", ready=False), BOB, host=2, joinable=True)
    async with playing(inside(place)) as play:
        assert await play.until("You are watching") == screen(name="80x24")


async def test_removing_a_member(screen: SnapshotAssertion) -> None:
    async with playing(inside(room(ANN, BOB, member(3, "Zoë")))) as play:
        await play.until("Players")
        await play.press("x")
        assert await play.until("Who has to leave") == screen(name="80x24")


async def test_help(screen: SnapshotAssertion) -> None:
    async with playing(inside(room())) as play:
        await play.until("Players")
        await play.press("f1")
        async for size, seen in play.at_sizes("longest-joined"):
            assert seen == screen(name=size)


async def test_asking_to_quit(screen: SnapshotAssertion) -> None:
    async with playing(lobby()) as play:
        await play.until("Play now")
        await play.press("ctrl+c")
        assert await play.until("Leave fivefold?") == screen(name="80x24")


async def test_lobby_without_colours_in_ascii(screen: SnapshotAssertion) -> None:
    async with playing(lobby(*ROOMS), look=Look(MONO, "ascii")) as play:
        async for size, seen in play.at_sizes("Christopher"):
            assert seen.isascii()
            assert seen == screen(name=size)
