"""The link against a peer that speaks the real protocol over a real socket."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from client import link as module
from client.address import Address
from client.link import Link, LinkError, conflate
from client.trust import Trust
from engines.five_of_a_kind.model import Dealt, Over
from protocol.messages import (
    PROTOCOL,
    Bye,
    Chat,
    Goodbye,
    Guest,
    Hello,
    Left,
    Line,
    Ping,
    Pong,
    RoomGone,
    Rooms,
    ServerMessage,
    Update,
)
from tests.client.peer import WELCOME, Peer, served, silent
from tests.client.rooms import room, row, shared, update

pytestmark = pytest.mark.asyncio
GUEST = Guest(1, "ann")


class Owner:
    """What the link tells its owner."""

    def __init__(self) -> None:
        self.told = 0
        self.losses: list[str] = []
        self.news = asyncio.Event()
        self.link = Link(self._arrived, self._lost, Trust(Path("nowhere")))

    def _arrived(self) -> None:
        self.told += 1
        self.news.set()

    def _lost(self, sentence: str) -> None:
        self.losses.append(sentence)
        self.news.set()

    async def something(self) -> None:
        async with asyncio.timeout(5):
            await self.news.wait()
        self.news.clear()


@asynccontextmanager
async def owning() -> AsyncIterator[Owner]:
    owner = Owner()
    yield owner
    await owner.link.close()


async def test_says_hello_and_bye() -> None:
    heard: list[object] = []

    async def script(peer: Peer) -> None:
        heard.append(await peer.welcome())
        heard.append(await peer.expect(Bye))
        done.set()

    done = asyncio.Event()
    async with served(script) as address:
        owner = Owner()
        assert await owner.link.open(address, "1.2.3", "token") == WELCOME
        await owner.link.close()
        owner.link.send(GUEST)  # nobody is there any more
        async with asyncio.timeout(5):
            await done.wait()
    assert heard == [Hello(PROTOCOL, "1.2.3", "token"), Bye()]
    assert owner.losses == []


async def test_tells_once_for_all_that_waits() -> None:
    async def script(peer: Peer) -> None:
        await peer.sign()
        peer.send(Rooms((row("a"),)), row("b"), RoomGone("a"))
        await peer.gone()

    async with served(script) as address, owning() as owner:
        await owner.link.open(address)
        owner.link.take()
        owner.link.send(GUEST)
        await owner.something()
        while len(owner.link._inbox) < 5:
            await asyncio.sleep(0.001)
        assert owner.told == 2  # the welcome, and everything after it
        assert [type(message).__name__ for message in owner.link.take()][-3:] == ["Rooms", "RoomRow", "RoomGone"]
        assert owner.link.take() == []


def inbox(*messages: ServerMessage) -> list[ServerMessage]:
    waiting: list[ServerMessage] = []
    for message in messages:
        conflate(waiting, message)
    return waiting


async def test_a_newer_view_takes_the_place_of_an_older_one_and_its_events() -> None:
    first = update(time=1, events=(Dealt(0, "-"),))
    line = Chat("r1", 3, (Line("bob", "hi", 1),))
    other = replace(first, room="r2")
    last = update(shared(round=9), time=3, events=(Over("time"),))
    assert inbox(first, line, other, last) == [line, other, replace(last, events=(Dealt(0, "-"), Over("time")))]


async def test_a_thousand_views_leave_one_with_every_event() -> None:
    waiting = inbox(room(), *(update(time=n, events=(Dealt(n, "-"),)) for n in range(1, 1_001)))
    assert len(waiting) == 2
    newest = waiting[1]
    assert isinstance(newest, Update)
    assert newest.time == 1_000
    assert [event.slot for event in newest.events if isinstance(event, Dealt)] == [*range(1, 1_001)]


async def test_a_room_is_furnished_before_its_views_however_much_is_conflated() -> None:
    kinds = [type(message) for message in inbox(room(), update(), room(seq=5), update(time=7))]
    assert kinds == [type(room()), Update]
    kinds = [type(message) for message in inbox(update(), room(), update(time=7))]
    assert kinds == [type(room()), Update]


async def test_what_waits_from_before_a_room_went_away_stays() -> None:
    before, after = update(time=1), update(time=2)
    assert inbox(before, Left("r1", "left", ""), after) == [before, Left("r1", "left", ""), after]
    assert len(inbox(row("a"), RoomGone("a"), row("a"))) == 3
    assert len(inbox(row("a"), Rooms(()), row("a"))) == 3


async def test_a_pong_is_for_the_link_alone() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        peer.send(Pong((await peer.expect(Ping)).echo))
        await peer.gone()

    async with served(script) as address, owning() as owner:
        await owner.link.open(address)
        owner.link.take()
        async with asyncio.timeout(5):
            await owner.link.round_trip()
        assert owner.link.take() == []


async def test_pings_when_idle_and_stays_while_it_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BEAT", 0.01)
    enough = asyncio.Event()

    async def script(peer: Peer) -> None:
        await peer.welcome(replace(WELCOME, idle=0))
        for count in range(1, 5):
            ping = await peer.expect(Ping)
            assert ping.echo == count
            peer.send(Pong(ping.echo))
        enough.set()
        await peer.gone()

    async with served(script) as address, owning() as owner:
        await owner.link.open(address)
        async with asyncio.timeout(5):
            await enough.wait()
        assert owner.losses == []


async def test_a_silence_is_noticed_and_in_the_end_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BEAT", 0.01)
    monkeypatch.setattr(module, "SOON", 0.0)
    monkeypatch.setattr(module, "GONE", 0.3)
    answered = asyncio.Event()

    async def script(peer: Peer) -> None:
        await peer.welcome()
        # Long before the idle time is over: the client has reason to ask.
        ping = await peer.expect(Ping)
        peer.send(Pong(ping.echo))
        answered.set()
        await peer.expect(Ping)
        await peer.gone()

    async with served(script) as address, owning() as owner:
        await owner.link.open(address)
        owner.link.take()
        assert owner.link.silence == 0
        owner.link.watchful = True
        longest = 0.0
        async with asyncio.timeout(5):
            while not owner.losses:
                longest = max(longest, owner.link.silence)
                await asyncio.sleep(0.005)
        assert answered.is_set()
        assert longest > 0.2
        assert owner.losses == ["The server does not answer any more."]
        assert not owner.link.up
        assert owner.link.silence == 0


async def test_a_goodbye_is_told_in_the_servers_words() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        peer.send(Goodbye("closing", "The server closes for the night."))
        await peer.gone()

    async with served(script) as address, owning() as owner:
        await owner.link.open(address)
        while not owner.losses:
            await owner.something()
        assert owner.losses == ["The server closes for the night."]
        owner.link.send(GUEST)  # nobody hears it, and nothing breaks


@pytest.mark.parametrize("garbage", [b"\0\0\0\0", b"\xff\xff\xff\xff", b"\0\0\0\x01\xc1"])
async def test_garbage_ends_the_link_with_a_sentence(garbage: bytes) -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        await peer.expect(Ping)
        peer.raw(garbage)
        await peer.gone()

    async with served(script) as address, owning() as owner:
        await owner.link.open(address)
        owner.link.send(Ping(1))
        while not owner.losses:
            await owner.something()
        assert "no message" in owner.losses[0]


async def test_a_server_that_goes_away_is_noticed() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()

    async with served(script) as address, owning() as owner:
        await owner.link.open(address)
        while not owner.losses:
            await owner.something()
        assert owner.losses == ["The server closed the connection."]


async def refusal(address: Address) -> str:
    owner = Owner()
    with pytest.raises(LinkError) as caught:
        await owner.link.open(address)
    assert not owner.link.up
    assert owner.losses == []
    return str(caught.value)


async def test_nobody_listens() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    for host in ("127.0.0.1", "localhost"):
        assert "Nothing listens at" in await refusal(Address(host, port))


async def test_no_such_host() -> None:
    assert await refusal(Address("no-such-host.invalid")) == (
        "There is no host named no-such-host.invalid. Is it written as you were told?"
    )
    assert f"There is no host named {'a' * 64}.invalid." in await refusal(Address("a" * 64 + ".invalid"))


async def test_a_silent_stranger(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.5)

    async def script(peer: Peer) -> None:
        await peer.expect(Hello)
        await peer.gone()

    async with served(script) as address:
        assert "does not speak like a fivefold server" in await refusal(address)


@pytest.mark.parametrize("speech", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"SSH-2.0-OpenSSH_9.6\r\n"])
async def test_a_server_of_another_kind(speech: bytes) -> None:
    async def script(peer: Peer) -> None:
        peer.raw(speech)
        await peer.expect(Hello)

    async with served(script) as address:
        assert "does not speak like a fivefold server" in await refusal(address)


async def test_another_version_of_the_protocol() -> None:
    async def newer(peer: Peer) -> None:
        await peer.welcome(replace(WELCOME, version=PROTOCOL + 1))

    async def strict(peer: Peer) -> None:
        await peer.expect(Hello)
        peer.send(Goodbye("version", "This server speaks protocol 9."))

    async with served(newer) as address:
        assert f"newer fivefold (protocol {PROTOCOL + 1}" in await refusal(address)
    async with served(strict) as address:
        assert await refusal(address) == "This server speaks protocol 9."


async def test_a_server_that_hangs_up_at_once() -> None:
    async def script(peer: Peer) -> None:
        await peer.expect(Hello)

    async with served(script) as address:
        assert "closed the connection at once" in await refusal(address)


async def test_who_gives_up_while_a_server_still_thinks_leaves_no_connection() -> None:
    asked, gone = asyncio.Event(), asyncio.Event()

    async def script(peer: Peer) -> None:
        await peer.expect(Hello)
        asked.set()
        await peer.gone()
        gone.set()

    async with served(script) as address:
        owner = Owner()
        opening = asyncio.create_task(owner.link.open(address))
        async with asyncio.timeout(5):
            await asked.wait()
            opening.cancel()
            with pytest.raises(asyncio.CancelledError):
                await opening
            assert not owner.link.up
            await gone.wait()


async def test_a_server_that_says_nothing_more_is_left_in_order() -> None:
    async with served(silent_after_welcome) as address, owning() as owner:
        await owner.link.open(address)


async def silent_after_welcome(peer: Peer) -> None:
    await peer.welcome()
    await silent(peer)
