"""The link is lost, at whatever moment: the player sees it, and comes back to where they were."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest
from msgspec.structs import replace
from textual.app import App
from textual.events import Key

from client import keyboard, rejoin, visit
from client.address import address
from client.passes import Passes
from client.rejoin import MOST
from client.screens import lost
from client.screens.lost import LostScreen
from client.screens.table import TableScreen
from engines.five_of_a_kind.model import Legal, Own
from protocol.messages import (
    Accepted,
    Browse,
    Create,
    Goodbye,
    Guest,
    Hello,
    Ping,
    Pong,
    Refused,
    Rooms,
    Say,
    ServerMessage,
    Signed,
    SignIn,
)
from tests.client.peer import Peer
from tests.client.play import Play, playing, text
from tests.client.rooms import playing as game
from tests.client.rooms import room, shared, update

pytestmark = pytest.mark.asyncio

READY = update(shared(open=True, round=1, ends_at=None), own=Own(0, "none", Legal(claim=1, resign=True)))
ANN = Signed("ann", "registered", 1500.0, "token")


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tries follow each other at once, and keys count at once."""
    monkeypatch.setattr(rejoin, "FIRST", 0.01)
    monkeypatch.setattr(rejoin, "MOST", 0.02)
    monkeypatch.setattr(lost, "MEANT_ELSEWHERE", 0.0)


def never(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next try is far away."""
    monkeypatch.setattr(rejoin, "FIRST", 3600.0)
    monkeypatch.setattr(rejoin, "MOST", 3600.0)


def under(app: App[Any]) -> str:
    """What stands on the screen beneath the one that has the keys."""
    strips = app.screen_stack[-2]._compositor.render_strips(app.size)
    return "\n".join(strip.text for strip in strips)


async def resumed(peer: Peer, *news: ServerMessage) -> None:
    """Let a client with a token in, as a server does that knows it."""
    hello = await peer.welcome()
    assert hello.resume == "token"
    ping = await peer.expect(Ping)
    peer.send(ANN, *news, Pong(ping.echo))
    browse = await peer.expect(Browse)
    peer.send(Rooms(()), Accepted(browse.ref))


async def at_the_table(peer: Peer) -> None:
    await peer.welcome()
    guest = await peer.expect(Guest)
    peer.send(ANN, game(), READY, Accepted(guest.ref))
    browse = await peer.expect(Browse)
    peer.send(Rooms(()), Accepted(browse.ref))


async def after_hello(peer: Peer) -> None:
    await peer.expect(Hello)


async def after_welcome(peer: Peer) -> None:
    await peer.welcome()


async def after_signed(peer: Peer) -> None:
    await peer.welcome()
    peer.send(ANN)
    await peer.expect(Ping)


async def after_half_a_picture(peer: Peer) -> None:
    await peer.welcome()
    peer.send(ANN, game())
    await peer.expect(Ping)


async def in_the_middle_of_a_frame(peer: Peer) -> None:
    await peer.welcome()
    await peer.expect(Ping)
    peer.raw(b"\0\0\1\0\x81")


async def with_garbage(peer: Peer) -> None:
    await peer.expect(Hello)
    peer.raw(b"HTTP/1.1 502 Bad Gateway\r\n\r\n")


async def while_it_closes(peer: Peer) -> None:
    await peer.expect(Hello)
    peer.send(Goodbye("closing", "The server is closing."))


CUTS: tuple[Callable[[Peer], Awaitable[None]], ...] = (
    after_hello,
    after_welcome,
    after_signed,
    after_half_a_picture,
    in_the_middle_of_a_frame,
    with_garbage,
    while_it_closes,
)


async def test_the_link_is_cut_at_every_step_and_the_same_screen_goes_on() -> None:
    visits = 0
    seen: list[str] = []
    written = asyncio.Event()

    async def script(peer: Peer) -> None:
        nonlocal visits
        visits += 1
        if visits == 1:
            await at_the_table(peer)
            await written.wait()
            return
        seen.append(text(play.app) + under(play.app))
        if visits - 2 < len(CUTS):
            await CUTS[visits - 2](peer)
            return
        later = tuple(replace(one, points=77) for one in shared().players)
        await resumed(peer, game(), update(shared(round=7, ends_at=None, players=later)))
        await peer.gone()

    async with playing(script) as play:
        await play.until("CLAIM")
        table = play.app.screen
        await play.press("t", "y", "e", "s")
        written.set()
        await play.until(" 77 ")
        assert visits == len(CUTS) + 2
        # The same screen goes on, with the half-written line.
        assert play.app.screen is table
        assert "yes" in text(play.app)
        assert "No connection" not in text(play.app)
    # Meanwhile the table stood there, without anything that could be done.
    assert "No connection since" in seen[-1]
    for screen in seen:
        assert "Score" in screen
        assert "Space" not in screen


async def test_a_lost_link_shows_since_when_and_stops_the_clocks_and_keys_decide(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visits: list[str] = []
    never(monkeypatch)

    async def script(peer: Peer) -> None:
        visits.append("")
        if len(visits) == 1:
            await at_the_table(peer)
            peer.send(Goodbye("closing", "The server is closing."))
        else:
            await peer.expect(Hello)

    async with playing(script) as play:
        await play.until("No connection since", "The server is closing.", "Next try in")
        assert "no connection" in under(play.app)
        table = play.app.screen_stack[-2]
        assert isinstance(table, TableScreen)
        assert table.clock() == table.clock()
        # It lies over the message line, and over no name at the table's upper border.
        place = play.app.screen.query_one("#lost").region
        assert (place.bottom, place.height) == (play.app.size.height - 1, 1)
        assert len(visits) == 1
        # A long reason is told to its end.
        banner = play.app.screen
        assert isinstance(banner, LostScreen)
        banner.waits(f"The server is closing. {'why ' * 40}end.", 3600.0)
        await play.until("why end.")
        await play.press("space", "s")
        assert "Enter Try now" in text(play.app)
        await play.press("enter")
        await play.until("closed the connection at once")
        assert len(visits) == 2
        await play.press("escape")
        seen = await play.until("Come as")
        # Nobody is signed in any more.
        assert "1500" not in seen.splitlines()[0]
        assert not play.app.talk.up


async def test_a_newer_visit_is_not_disturbed_by_an_older_one() -> None:
    visits = 0

    async def script(peer: Peer) -> None:
        nonlocal visits
        visits += 1
        if visits == 1:
            await at_the_table(peer)
            peer.send(Goodbye("superseded", "You have signed in from somewhere else."))
            return
        await resumed(peer, game(), READY)
        await peer.gone()

    async with playing(script) as play:
        await play.until("Signed in elsewhere", "Start screen")
        assert "no connection" in under(play.app)
        await play.pilot.pause(0.1)
        assert visits == 1
        await play.press("c")
        await play.until("CLAIM")
        assert visits == 2


async def test_a_guest_comes_in_again_where_the_server_forgot_and_an_account_signs_in() -> None:
    visits = 0
    account: Literal["guest", "registered"] = "guest"
    read = asyncio.Event()

    async def script(peer: Peer) -> None:
        nonlocal visits
        visits += 1
        if visits == 1:
            await peer.welcome()
            guest = await peer.expect(Guest)
            rating = None if account == "guest" else 1500.0
            peer.send(Signed("ann", account, rating, "token"), Accepted(guest.ref))
            browse = await peer.expect(Browse)
            peer.send(Accepted(browse.ref))
            if account == "guest":
                create = await peer.expect(Create)
                peer.send(Refused(create.ref, "closing", "The server restarts in a minute."))
                await read.wait()
            return
        await peer.welcome()
        ping = await peer.expect(Ping)
        peer.send(Pong(ping.echo))
        if account == "guest":
            guest = await peer.expect(Guest)
            assert guest.name == "ann"
            peer.send(Signed("ann", "guest", None, "next"), Accepted(guest.ref))
            await peer.expect(Browse)
        await peer.gone()

    async with playing(script) as play:
        await play.until("Play now")
        await play.press("enter")
        await play.until("restarts in a minute")
        read.set()
        while visits < 2 or len(play.app.screen_stack) > 2 or not play.app.talk.up:
            await play.pilot.pause(0.02)
        seen = await play.until("Play now")
        assert "No connection" not in seen
        assert "restarts in a minute" not in seen  # that was the last connection's
    visits, account = 0, "registered"
    async with playing(script) as play:
        await play.until("Come as", "no longer knows this visit. Please sign in again.")


async def test_a_silent_server_is_told_with_the_seconds_and_stops_the_clocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visit, "SILENT", 0.2)
    monkeypatch.setattr("client.link.SOON", 0.1)
    go_on = asyncio.Event()

    async def script(peer: Peer) -> None:
        await at_the_table(peer)
        ping = await peer.expect(Ping)
        await go_on.wait()
        peer.send(Pong(ping.echo))
        await peer.gone()

    async with playing(script) as play:
        await play.until("the server has not answered for")
        table = play.app.screen
        assert isinstance(table, TableScreen)
        assert table.clock() == table.clock()
        go_on.set()
        await play.gone("has not answered")
        assert table.clock() < table.clock()


async def test_a_killed_client_comes_back_to_its_seat_and_an_orderly_end_leaves_nothing(tmp_path: Path) -> None:
    tokens: list[str | None] = []
    renewed = asyncio.Event()

    async def script(peer: Peer) -> None:
        hello = await peer.welcome()
        tokens.append(hello.resume)
        if hello.resume:
            ping = await peer.expect(Ping)
            peer.send(ANN, game(), READY, Pong(ping.echo))
        else:
            guest = await peer.expect(Guest)
            peer.send(ANN, *((game(), READY) if len(tokens) == 1 else ()), Accepted(guest.ref))
        await peer.expect(Browse)
        if len(tokens) == 1:
            await renewed.wait()
            peer.send(replace(ANN, token="newer"))
        await peer.gone()

    async with playing(script, data=tmp_path) as play:
        await play.until("CLAIM")
        server = str(play.app.talk.where)
        [kept] = (tmp_path / "passes").iterdir()
        assert kept.read_text() == "token"
        assert kept.stat().st_mode & 0o777 == 0o600
        assert kept.parent.stat().st_mode & 0o777 == 0o700
        # As long as this client lives, no other one on this machine takes its place.
        where = play.app.talk.where
        assert where is not None
        assert play.app._passes.take(where, "ann", guest=True).token is None
        # A change of the password, for one, brings another token, and the old one is worth nothing any more.
        renewed.set()
        await play._when(lambda _: kept.read_text() == "newer", "the newer token was not kept")
    # It ended while it had a seat: the next one comes back to it, asked for by name or not.
    assert kept.read_text() == "newer"
    assert server
    async with playing(script, data=tmp_path) as play:
        assert str(play.app.talk.where) != server  # another port, so another server: it is a stranger there
        await play.until("Play now")
    assert tokens == [None, None]


async def test_who_comes_back_to_a_visit_that_is_over_reads_so_and_then_comes_in_anew(tmp_path: Path) -> None:
    heard: list[str] = []

    async def script(peer: Peer) -> None:
        hello = await peer.welcome()
        assert hello.resume == "dead"
        ping = await peer.expect(Ping)
        peer.send(Pong(ping.echo))
        if not heard:
            heard.append("nothing but the token")
            await peer.gone()
            return
        guest = await peer.expect(Guest)
        heard.append(guest.name)
        peer.send(Signed("ann", "guest", None, "fresh"), Accepted(guest.ref))
        await peer.expect(Browse)
        await peer.gone()

    async with playing(script, data=tmp_path, direct=False, way="guest") as play:
        await play.until("Come as")
        server = play.app._last[0]

        def left_behind() -> Path:
            """What a client that was killed leaves on the disk."""
            kept = Passes(tmp_path).take(address(server), "ann", guest=True)
            kept.keep("dead")
            kept.put_away()
            [file] = (tmp_path / "passes").iterdir()
            return file

        left_behind()
        play.app.enter(server, "guest", "ann", "", asked=False)  # as a client does at its start
        await play.until("Your last visit there is over", "Come as")
        play.app._pass.put_away()
        # The pass is gone with it. Where one is found later all the same, it keeps no guest out.
        assert not list((tmp_path / "passes").iterdir())
        file = left_behind()
        await play.press("enter")
        await play.until("Play now")
        assert file.read_text() == "fresh"
    assert heard == ["nothing but the token", "ann"]


async def typed(play: Play, *keys: str) -> None:
    """Keys that come all at once, as from somebody who types ahead."""
    for key in keys:
        play.app.post_message(Key(key, key if len(key) == 1 else None))
    await play.pilot.pause()


async def test_keys_that_come_at_once_go_where_they_would_go_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyboard, "PATIENCE", 5.0)
    heard: list[SignIn] = []
    said: list[str] = []

    async def script(peer: Peer) -> None:
        await peer.welcome()
        heard.append(await peer.expect(SignIn))
        peer.send(ANN, room(), Accepted(heard[0].ref))
        await peer.expect(Browse)
        said.append((await peer.expect(Say)).text)
        await peer.gone()

    async with playing(script, direct=False, way="sign_in", name="") as play:
        # The name, then on to the password, then what is meant for the room that nobody has seen yet.
        await typed(play, *"ann", "enter", *"secret-123", "enter", "t", *"hello", "enter")
        await play.until("Players")
        async with asyncio.timeout(5):
            while not said:
                await play.pilot.pause()
    assert (heard[0].name, heard[0].password) == ("ann", "secret-123")
    assert said == ["hello"]


async def test_who_connects_at_once_reads_where_to_and_esc_leads_to_the_form() -> None:
    async def script(peer: Peer) -> None:
        await peer.expect(Hello)
        await peer.gone()

    async with playing(script) as play:
        seen = await play.until("Connecting to 127.0.0.1:", "as ann", "Esc Cancel")
        assert "Come as" not in seen
        await play.press("x", "escape")
        seen = await play.until("Come as", "Esc Quit")
        assert "annx" not in seen
        assert not play.app.talk.up


@pytest.mark.parametrize("passing", [True, False])
async def test_a_server_that_is_there_for_one_start_alone_is_not_remembered(passing: bool) -> None:
    async def script(peer: Peer) -> None:
        await peer.sign()
        peer.send(Goodbye("superseded", "Somebody signed in elsewhere."))
        await peer.gone()

    async with playing(script, passing=passing) as play:
        here = play.app._last[0]
        await play.until("Somebody signed in elsewhere.")
        assert (play.app.local.server, play.app.local.name) == (("", "") if passing else (here, "ann"))
        await play.press("escape")
        await play.until("Come as", here, "ann")  # but there is a way back to it as long as one is here


async def test_pauses_grow_and_differ() -> None:
    class Even(Random):
        def uniform(self, a: float, b: float) -> float:
            return (a + b) / 2

    first = [pause for pause, _ in zip(rejoin.pauses(Even()), range(8), strict=False)]
    assert first == [0.01, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02]


async def test_nobody_waits_through_the_count_down_of_a_server_that_is_back() -> None:
    settings = Path(__file__).parents[2] / "server" / "default.toml"
    [count_down] = re.findall(r"(?m)^countdown_seconds = ([\d.]+)$", settings.read_text())
    assert float(count_down) >= 2 * MOST * (1 + rejoin.SPREAD)


async def test_enter_begins_anew_with_short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rejoin, "pauses", lambda luck: iter((0.01, 3600.0)))
    visits = 0

    async def script(peer: Peer) -> None:
        nonlocal visits
        visits += 1
        if visits == 1:
            await at_the_table(peer)
            peer.send(Goodbye("closing", "The server is closing."))
        elif visits < 4:
            await peer.expect(Hello)
        else:
            await resumed(peer, game(), update())
            await peer.gone()

    async with playing(script) as play:
        await play.until("Next try in 3", "Enter Try now")
        assert visits == 2
        await play.press("enter")
        await play.gone("No connection since")
        assert visits == 4
