"""How rooms are joined, as screens and by keys: what the asker sees, what the host sees, and what the server hears."""

import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from client.joining import no_seat, opened_by_guest
from client.local import load
from client.scene import Scene
from client.screens import members
from client.screens.askers import ASKER_ROWS, AskerList
from client.state import ClientState, reduce
from engines.patti.model import Settings as Patti
from protocol.messages import (
    Accepted,
    Asked,
    Asker,
    Browse,
    Cancel,
    Create,
    Decide,
    Guest,
    Join,
    Leave,
    Refused,
    RoomRow,
    Rooms,
    Settled,
    Signed,
)
from tests.client.peer import Peer, Script
from tests.client.play import inside, lobby, playing, text
from tests.client.rooms import ANN, BOB, EVE, room, row, update
from tests.client.rooms import playing as game

asyncio = pytest.mark.asyncio

ROWS = (
    row("a", "李雷"),
    row("b", "bob", joining="approval", watchers=12),
    row("c", "dee", joining="passcode"),
    row("d", "zed", players=tuple("abcdefgh"), joinable=False),
    row("e", "yan", phase="playing", joinable=False, joining="passcode"),
)
WATCHING = replace(ANN, role="watcher", ready=False)


def registered(*rows: RoomRow, then: Callable[[Peer], Awaitable[None]] | None = None) -> Script:
    """A server on which ann has an account."""

    async def script(peer: Peer) -> None:
        await peer.welcome()
        guest = await peer.expect(Guest)
        peer.send(Signed("ann", "registered", 1500.0, "token"), Accepted(guest.ref))
        browse = await peer.expect(Browse)
        peer.send(Rooms(rows), Accepted(browse.ref))
        if then is not None:
            await then(peer)
        await peer.gone()

    return script


@asyncio
async def test_the_lobby_asks_cancels_and_takes_passcodes(screen: SnapshotAssertion) -> None:
    heard: list[object] = []

    async def server(peer: Peer) -> None:
        asked = await peer.expect(Join)
        peer.send(Asked("b"), Accepted(asked.ref))
        cancel = await peer.expect(Cancel)
        peer.send(Settled("b", "cancelled", "You have taken your request back."), Accepted(cancel.ref))
        anew = await peer.expect(Join)
        peer.send(Asked("b"), Accepted(anew.ref), Settled("b", "declined", "bob has declined your request."))
        third = await peer.expect(Join)
        peer.send(Asked("b"), Accepted(third.ref))
        again = await peer.expect(Cancel)
        peer.send(Settled("b", "cancelled", "You have taken your request back."), Accepted(again.ref))
        wrong = await peer.expect(Join)
        peer.send(Refused(wrong.ref, "wrong_passcode", "Wrong passcode; 4 tries are left."))
        last = await peer.expect(Join)
        peer.send(Refused(last.ref, "too_many_tries", "You can try again in 60 s."))
        heard.extend([asked, cancel, wrong, last])

    async with playing(registered(*ROWS, then=server)) as play:
        await play.until("Play now", "dee")
        await play.press("down", "down")
        async for size, seen in play.at_sizes("Enter Ask", "the host decides"):
            assert seen == screen(name=f"lobby {size}")
        await play.press("enter")
        async for size, seen in play.at_sizes("You have asked to join bob's room: c cancels.", "Enter View"):
            assert seen == screen(name=f"asked {size}")
            assert "Create" not in seen
        await play.press("c")
        await play.until("You have taken your request back.", "c Create")
        await play.press("enter")
        await play.until("bob has declined your request.", "Enter Ask")
        await play.press("enter")
        assert "declined" not in await play.until("You have asked to join bob's room: c cancels.")
        await play.press("c")
        await play.until("You have taken your request back.", "c Create")
        await play.press("down")
        await play.gone("You have taken your request back.")
        await play.press("enter")
        await play.until("Passcode", "Enter Join")
        await play.press("x", "0", "4", "enter")
        async for size, seen in play.at_sizes("A passcode has four digits."):
            assert seen == screen(name=f"passcode {size}")
        await play.press("2", "2", "7", "enter")
        await play.until("Wrong passcode; 4 tries are left.", "4 digits")
        await play.press(*"9999", "enter")
        await play.until("You can try again in 60 s.", "Enter Join")
        await play.press("enter")
        await play.until("its host knows")
        await play.press("escape")
        await play.gone("its host knows")
    assert heard == [Join(3, "b"), Cancel(4, "b"), Join(8, "c", "0422"), Join(9, "c", "9999")]


@asyncio
async def test_the_host_decides(screen: SnapshotAssertion) -> None:
    heard: list[object] = []
    askers = (Asker(3, "Christopher Rob…", "registered", 1487.04), Asker(4, "Zoë", "registered", 1500.0))
    place = room(ANN, BOB, EVE, joining="approval", askers=askers)

    async def server(peer: Peer) -> None:
        first = await peer.expect(Decide)
        peer.send(replace(place, askers=askers[:1]), Accepted(first.ref))
        second = await peer.expect(Decide)
        peer.send(replace(place, seats=2, askers=(askers[1],)), Accepted(second.ref))
        heard.extend([first, second])

    async with playing(inside(place, then=server)) as play:
        await play.until("2 ask to join", "a Accept", "d Decline", "l Learn", "x Remove")
        await play.press("down", "down")
        async for size, seen in play.at_sizes("Host approval", "Players 2/8"):
            assert seen == screen(name=f"requests {size}")
        await play.press("a")
        # Whom the host had chosen is gone: for a moment nobody is chosen, and a key meant for that one reaches nobody.
        await play.until("Asks to join")
        await play.press("a", "d")
        await play.until("The one who was chosen does not ask any more.")
        play.app.screen.query_one(AskerList).go_on()
        await play.press("d")
        await play.until("Players 2/2")
        # The room is full: whoever still asks can only be declined.
        await play.press("a")
        assert await play.until("Zoë", "d Decline")
        await play.press("up")
    # Neither of the two keys that came too late was sent.
    assert heard == [Decide(3, "r1", 4, accept=True), Decide(4, "r1", 3, accept=False)]


@asyncio
async def test_another_rooms_host_is_asked_from_a_waiting_room_that_keeps_the_place(screen: SnapshotAssertion) -> None:
    heard: list[object] = []

    async def server(peer: Peer) -> None:
        peer.send(Rooms(ROWS))
        for news in (Asked("b"), Settled("b", "declined", "bob has declined your request.")):
            asked = await peer.expect(Join)
            peer.send(news if isinstance(news, Asked) else Asked("b"), Accepted(asked.ref))
            heard.append(asked)
            if isinstance(news, Settled):
                peer.send(news)
            else:
                cancel = await peer.expect(Cancel)
                heard.append(cancel)
                peer.send(Accepted(cancel.ref), Settled("b", "cancelled", "You have taken your request back."))

    async with playing(inside(room(ANN, BOB), then=server)) as play:
        await play.until("o Rooms")
        await play.press("o")
        async for size, seen in play.at_sizes("You keep your place", "Enter Ask"):
            assert seen == screen(name=size)
        await play.press("down", "up", "enter")
        await play.until("You have asked to join bob's room: c cancels.", "Players 2/8")
        await play.press("o")
        await play.press("c")
        await play.until("You have taken your request back.", "o Rooms")
        await play.press("o", "enter")
        await play.until("bob has declined your request.", "Players 2/8")
    assert heard == [Join(3, "b"), Cancel(4, "b"), Join(5, "b")]


@asyncio
async def test_nobody_is_let_in_whom_the_host_does_not_see() -> None:
    names = ("bob", "dora", "Christopher Robn", "Zoë", "mia", "otto")
    askers = tuple(Asker(10 + n, name, "registered", 1500.0) for n, name in enumerate(names))
    heard: list[Decide] = []

    async def server(peer: Peer) -> None:
        while len(heard) < 2:
            heard.append(await peer.expect(Decide))
            peer.send(Accepted(heard[-1].ref))

    async with playing(inside(room(ANN, BOB, joining="approval", askers=askers), then=server)) as play:
        await play.until("6 ask to join")
        listed = play.app.screen.query_one(AskerList)
        await play.press("down", "down")
        for size in ((60, 20), (120, 40), (80, 24), (60, 20)):
            await play.pilot.resize_terminal(*size)
            await play.pilot.pause()
            seen = text(play.app)
            # Each stands on one line, with the rating, and the chosen one among those that have room.
            assert "│Christopher Ro" in seen
            assert seen.count("1500.0") >= 4
            assert listed.seen()
        listed.scroll_to(y=0, animate=False)
        await play.press("down", "down", "down")
        listed.scroll_to(y=0, animate=False, immediate=True)
        await play.pilot.pause()
        assert "otto" not in text(play.app)
        await play.press("a")
        assert "otto" in text(play.app)
        await play.press("a")
        await play.press("up", "d")
    assert [(one.asker, one.accept) for one in heard] == [(15, True), (14, False)]


@asyncio
async def test_only_the_host_reads_the_passcode(screen: SnapshotAssertion) -> None:
    place = room(ANN, BOB, joining="passcode", passcode="0042")

    async def server(peer: Peer) -> None:
        peer.send(replace(place, host=2, passcode=None, seq=2))

    async with playing(inside(place, then=server)) as play:
        seen = await play.until("4-digit passcode")
        assert "0042" not in seen
    async with playing(inside(place)) as play:
        async for size, seen in play.at_sizes("Passcode 0042"):
            assert seen == screen(name=size)


@asyncio
async def test_where_a_game_takes_guests_the_form_asks_whether_they_may_join() -> None:
    heard: list[Create] = []

    async def server(peer: Peer) -> None:
        asked = await peer.expect(Create)
        heard.append(asked)
        peer.send(Refused(asked.ref, "full", "There are rooms enough."))

    async with playing(registered(then=server)) as play:
        await play.until("Play now")
        await play.press("c")
        await play.until("Which game?")
        await play.press("2")
        await play.until("Boot")
        # Before the first field comes the button, and before that the last field.
        await play.press("up", "up")
        await play.until("Guests", "May join")
        await play.press("right")
        await play.until("May only watch")
        await play.press("c")
        await play.until("There are rooms enough.")
    assert [(one.joining, one.guests) for one in heard] == [("open", False)]


@asyncio
async def test_a_watcher_asks_or_gives_a_passcode_in_the_room_itself() -> None:
    heard: list[object] = []
    asking = room(WATCHING, BOB, host=2, joining="approval", joinable=True)

    async def server(peer: Peer) -> None:
        asked = await peer.expect(Join)
        peer.send(Asked("r1"), Accepted(asked.ref))
        cancel = await peer.expect(Cancel)
        peer.send(Accepted(cancel.ref), Settled("r1", "declined", "bob has declined your request."))
        peer.send(replace(asking, joining="passcode", seq=2))
        joined = await peer.expect(Join)
        peer.send(replace(asking, members=(replace(ANN, ready=False), BOB), joinable=False, seq=3))
        peer.send(Accepted(joined.ref, "r1"))
        heard.extend([asked, cancel, joined])

    async with playing(inside(asking, then=server)) as play:
        await play.until("j Ask to join")
        await play.press("j")
        seen = await play.until("You have asked to join room r1: c cancels.", "c Cancel request")
        assert "j Ask" not in seen
        await play.press("c")
        await play.until("bob has declined your request.", "j Join")
        await play.press("j")
        await play.until("its host knows")
        await play.press(*"0042", "enter")
        await play.until("r Ready", "Press r when you are ready")
    assert heard == [Join(3, "r1"), Cancel(4, "r1"), Join(5, "r1", "0042")]


@asyncio
async def test_a_waiting_room_says_whether_guests_join_and_why_a_key_does_nothing() -> None:
    guest = replace(ANN, role="watcher", ready=False, account="guest", rating=None)
    shut = room(guest, replace(BOB, ready=True), host=2, kind="patti", settings=Patti(), book="bob")
    hosts = room(ANN, BOB, kind="patti", settings=Patti(), book="ann", guests=True)

    async def server(peer: Peer) -> None:
        await peer.expect(Cancel)
        peer.send(replace(hosts, seq=2))

    async with playing(inside(shut, Asked("x"), then=server)) as play:
        await play.until("Guests", "May only watch")
        await play.press("s")
        await play.until("Only the host does that.")
        await play.press("j")
        await play.until("You have asked to join room x: c cancels.")
        await play.press("c")
        await play.until("Guests", "May join")
        for key, words in (("s", "The game cannot start yet. Waiting for bob."), ("a", "Nobody asks to join.")):
            await play.press(key)
            await play.until(words)


def test_why_somebody_has_no_seat() -> None:
    guest = replace(ANN, role="watcher", account="guest")
    assert no_seat(Scene(room(guest, BOB)), free=True) == "Guests may only watch this room."
    assert no_seat(Scene(room(guest, BOB, guests=True)), free=False) == "The room is full; you can only watch it."
    assert no_seat(Scene(room(WATCHING, BOB)), free=True) == "You can only watch this room."
    assert no_seat(Scene(room()), free=True) == "You play here already."
    # Whoever hosts now says nothing of who opened the room, where its book does.
    assert not opened_by_guest(room(replace(ANN, account="guest"), book="bob"))
    assert opened_by_guest(room(ANN, book=""))


@asyncio
async def test_who_is_let_in_goes_there_from_wherever_they_are() -> None:
    heard: list[object] = []
    there = room(room="b", host=2)

    async def server(peer: Peer) -> None:
        peer.send(row("b", "bob", joining="approval"), Asked("b"))
        cancel = await peer.expect(Cancel)
        peer.send(Refused(cancel.ref, "not_asked", "Too late."))
        peer.send(there, Settled("b", "accepted", "You have been let in."))
        heard.append(await peer.expect(Leave))

    watched = replace(game(), members=(replace(ANN, role="watcher"), replace(BOB, seat=1)))
    async with playing(inside(watched, replace(update(), own=None), then=server)) as play:
        await play.until("You have asked to join bob's room: c cancels.", "c Cancel request")
        await play.press("c")
        await play.until("room b", "You have been let in.")
        assert play.app.here == "b"
    assert [one.room for one in heard if isinstance(one, Leave)] == ["r1"]


@asyncio
async def test_a_room_is_made_with_a_passcode(screen: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbelow", lambda _: 42)
    made: list[Create] = []

    async def server(peer: Peer) -> None:
        create = await peer.expect(Create)
        made.append(create)
        peer.send(room(joining="passcode", passcode="0099"), Accepted(create.ref, "r1"))

    async with playing(registered(then=server)) as play:
        await play.until("Play now")
        await play.press("c")
        await play.until("Which game?")
        await play.press("1")
        await play.until("Trait types")
        await play.press("up", "up")
        seen = await play.until("> Joining")
        (line,) = (line for line in seen.splitlines() if "> Joining" in line)
        assert "Open" in line.split()  # by default
        await play.press("right")
        await play.until("Host approval")
        await play.press("right", "down")
        async for size, seen in play.at_sizes("4-digit passcode", "0042"):
            assert seen == screen(name=size)
        await play.press("end", "backspace", "c")
        await play.until("A passcode has four digits.")
        await play.press("enter", "backspace", "9", "9", "enter")
        await play.until("Passcode 0099")
        kept, _ = load(Path(play.app.path))
    assert [(create.joining, create.passcode) for create in made] == [("passcode", "0099")]
    assert kept.joining == "passcode"


@asyncio
async def test_a_guests_form_has_no_joining() -> None:
    async with playing(lobby(row("g", "ann", joining="approval"))) as play:
        await play.until("Play now")
        await play.press("down")
        seen = await play.until("Enter View")
        assert "Ask" not in seen
        await play.press("c")
        await play.until("Which game?")
        await play.press("1")
        assert "Joining" not in await play.until("Trait types", "Add bot")


def test_a_request_is_known_until_it_is_settled() -> None:
    state = reduce(ClientState(), Asked("b"), 0.0)
    assert state.asked == "b"
    outside = reduce(state, Settled("b", "started", "Without you."), 0.0)
    assert (outside.asked, outside.news) == (None, "Without you.")
    within = reduce(reduce(state, room(), 0.0), Settled("b", "started", "Without you."), 0.0)
    assert (within.asked, within.news, within.scenes["r1"].notice) == (None, "", "Without you.")


@pytest.mark.asyncio
async def test_a_running_game_that_can_be_joined_is_listed_as_running() -> None:
    async with playing(registered(row("r", "bob", phase="playing", joinable=True))) as play:
        await play.until("Play now")
        await play.press("down")
        seen = await play.until("Enter Join", "v View")
        assert "playing" in seen


@pytest.mark.parametrize(("askers", "cells"), [(1, 9), (2, 16), (6, 15)])
def test_a_long_name_that_asks_has_all_cells_and_breaks_no_line_of_the_players(askers: int, cells: int) -> None:
    names = ("alice", "christopher_long", "c", "d", "e", "f")[:askers]
    asking = tuple(Asker(number, name, "registered", 1500.0) for number, name in enumerate(names, 1))
    scene = Scene(room(askers=asking, joining="approval"))
    assert members.asking(scene, 23, ASKER_ROWS) == cells
    assert members.widths(scene, 23) == (9, -6, 5)
