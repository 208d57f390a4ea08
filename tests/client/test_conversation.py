"""Asking and being answered."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from client.conversation import LOST, Conversation
from client.link import LinkError
from client.trust import Trust
from engines.five_of_a_kind.model import Resign, Settings
from protocol.messages import (
    Accepted,
    Act,
    Browse,
    Create,
    Goodbye,
    Guest,
    Hello,
    Leave,
    Ping,
    Pong,
    Ready,
    Refused,
    Register,
    Say,
    Signed,
)
from tests.client.peer import Peer, served
from tests.client.rooms import room

pytestmark = pytest.mark.asyncio


@asynccontextmanager
async def talking() -> AsyncIterator[Conversation]:
    def arrived() -> None:
        loop.call_soon(talk.take)

    loop = asyncio.get_running_loop()
    talk = Conversation(arrived, losses.append, lambda: 0.0, Trust(Path("nowhere")))
    losses.clear()
    async with asyncio.timeout(5):
        yield talk
        await talk.close()


losses: list[str] = []


async def test_asks_and_hears_the_answer() -> None:
    async def script(peer: Peer) -> None:
        await peer.sign()
        create = await peer.expect(Create)
        peer.send(room(), Accepted(create.ref, "r1"))
        ready = await peer.expect(Ready)
        peer.send(Refused(ready.ref, "no", "Not now."))
        await peer.gone()

    async with served(script) as address, talking() as talk:
        await talk.connect(address)
        assert talk.state.welcome is not None
        assert isinstance(await talk.ask(lambda ref: Guest(ref, "ann")), Accepted)
        assert talk.state.me is not None
        made = await talk.ask(lambda ref: Create(ref, Settings()))
        assert made == Accepted(made.ref, "r1")
        refused = await talk.ask(lambda ref: Ready(ref, "r1", ready=True))
        assert refused == Refused(made.ref + 1, "no", "Not now.")
        assert talk.state.scenes["r1"].notice == "Not now."
        assert not talk.state.pending


async def test_a_lost_link_answers_what_was_asked() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        await peer.expect(Register)
        peer.send(Goodbye("closing", "The server closes."))
        await peer.gone()

    async with served(script) as address, talking() as talk:
        await talk.connect(address)
        answer = await talk.ask(lambda ref: Register(ref, "ann", "secret-123"))
        assert answer == Refused(answer.ref, LOST, "The server closes.")
        assert losses == ["The server closes."]
        assert not talk.up
        assert isinstance(await talk.ask(lambda ref: Guest(ref, "ann")), Refused)
        assert talk.tell(lambda ref: Guest(ref, "ann")) is None


async def test_comes_back_with_the_token_and_waits_for_what_is_known() -> None:
    async def script(peer: Peer) -> None:
        hello = await peer.welcome()
        assert hello.resume == "token"
        peer.send(Signed("ann", "registered", 1500.0, "next"), room())
        ping = await peer.expect(Ping)
        peer.send(Pong(ping.echo))
        await peer.gone()

    async with served(script) as address, talking() as talk:
        await talk.connect(address, "token")
        assert talk.state.me is not None
        assert [*talk.state.scenes] == ["r1"]


async def test_what_was_asked_is_asked_again_after_a_lost_link_but_no_command_of_a_game() -> None:
    visits: list[list[object]] = []

    async def script(peer: Peer) -> None:
        visits.append(heard := [])
        if len(visits) == 1:
            await peer.sign()
            peer.send(room())
            heard += [await peer.expect(Say), await peer.expect(Act)]
            return
        hello = await peer.welcome()
        assert hello.resume == "token"
        peer.send(Signed("ann", "registered", 1500.0, "token"), room(), Pong((await peer.expect(Ping)).echo))
        said = await peer.expect(Say)
        heard.append(said)
        peer.send(Accepted(said.ref))
        await peer.gone()

    async with served(script) as address, talking() as talk:
        await talk.connect(address)
        await talk.ask(lambda ref: Guest(ref, "ann"))
        said = asyncio.create_task(talk.ask(lambda ref: Say(ref, "r1", "hello")))
        await asyncio.sleep(0)
        acted = await talk.ask(lambda ref: Act(ref, "r1", Resign()))
        assert isinstance(acted, Refused)
        assert acted.code == LOST
        cut = talk.state.scenes["r1"]
        assert not cut.linked
        assert not said.done()
        await talk.resume()
        assert isinstance(await said, Accepted)
        assert talk.state.scenes["r1"].linked
    assert visits[1] == visits[0][:1]


async def test_a_visit_that_the_server_forgot_answers_what_was_asked() -> None:
    visits = 0

    async def script(peer: Peer) -> None:
        nonlocal visits
        visits += 1
        if visits == 1:
            await peer.sign()
            await peer.expect(Create)
            return
        await peer.welcome()
        peer.send(Pong((await peer.expect(Ping)).echo))
        await peer.gone()

    async with served(script) as address, talking() as talk:
        await talk.connect(address)
        await talk.ask(lambda ref: Guest(ref, "ann"))
        made = asyncio.create_task(talk.ask(lambda ref: Create(ref, Settings())))
        while talk.up:
            await asyncio.sleep(0)
        await talk.resume()
        assert talk.state.me is None
        assert (await made) == Refused((await made).ref, LOST, "The server no longer knows this visit.")


async def test_leaving_shows_nothing_of_the_room_any_more() -> None:
    async def script(peer: Peer) -> None:
        await peer.sign()
        await peer.expect(Browse)
        peer.send(room())
        await peer.expect(Leave)
        await peer.gone()

    async with served(script) as address, talking() as talk:
        await talk.connect(address)
        await talk.ask(lambda ref: Guest(ref, "ann"))
        talk.tell(lambda ref: Browse(ref, on=True))
        while not talk.state.scenes:
            await asyncio.sleep(0.001)
        talk.leave("r1")
        assert not talk.state.scenes
        assert talk.state.news == ""


async def test_a_new_connection_forgets_what_another_server_said() -> None:
    async def script(peer: Peer) -> None:
        await peer.sign()
        await peer.gone()

    async def closed(peer: Peer) -> None:
        await peer.expect(Hello)

    async with served(script) as address, talking() as talk:
        await talk.connect(address)
        await talk.ask(lambda ref: Guest(ref, "ann"))
        async with served(closed) as other:
            with pytest.raises(LinkError):
                await talk.connect(other)
        assert talk.state.me is None
        assert losses == []
