"""The whole client by keys alone: what each key leads to, and what the server hears of it."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from textual.events import Key, Paste
from textual.widgets import Input

from client import visit
from client.app import FivefoldApp
from client.art.palette import Look
from client.commands import commands
from client.local import Local, load
from client.notes import Kept, Notebook
from client.screens.shell import Open
from client.tables.five_of_a_kind.control import ClaimControl
from client.widgets.hints import Hints
from engines.five_of_a_kind.model import Legal, Own, Resign, Settings
from protocol.messages import (
    Accepted,
    Act,
    Again,
    Browse,
    Bye,
    Chat,
    Create,
    Guest,
    Join,
    Leave,
    Left,
    Line,
    Ready,
    Refused,
    Register,
    Remove,
    Room,
    Rooms,
    Say,
    Signed,
    Start,
    Watch,
)
from tests.client.peer import Peer, served, silent
from tests.client.play import Play, inside, lobby, playing, text
from tests.client.rooms import ANN, BOB, room, row, shared, update
from tests.client.rooms import playing as game
from tests.client.tables.scenes import result

pytestmark = pytest.mark.asyncio

LONE = replace(ANN, ready=False, account="guest", rating=None)


ENDED = update(own=Own(0, "none", Legal()), time=200)
"""A view in which nobody may do anything any more."""


def over(**other: Any) -> Room:
    return replace(game(), phase="over", seq=9, **other)


async def begun(peer: Peer, create: Create, name: str) -> None:
    """Make the room, and start its game when the client asks for it."""
    peer.send(room(LONE, room=name, settings=create.settings), Accepted(create.ref, name))
    await started(peer, name)


async def started(peer: Peer, name: str) -> None:
    ready = await peer.expect(Ready)
    assert ready.ready
    peer.send(room(replace(LONE, ready=True), room=name), Accepted(ready.ref))
    start = await peer.expect(Start)
    peer.send(replace(game(), room=name), update(room=name), Accepted(start.ref))


async def test_enter_plays_at_once_and_n_plays_again() -> None:
    made: list[Any] = []

    async def server(peer: Peer) -> None:
        create = await peer.expect(Create)
        made.append(create.settings)
        await begun(peer, create, "r1")
        peer.send(over(), ENDED)
        again = await peer.expect(Again)
        peer.send(room(LONE, room="r2"), Accepted(again.ref, "r2"))
        assert (await peer.expect(Leave)).room == "r1"
        peer.send(Left("r1", "left", ""))
        await started(peer, "r2")

    async with playing(lobby(row("a"), then=server)) as play:
        await play.until("Play now", "Enter Play")
        await play.press("enter")
        await play.until("n New room")
        await play.press("n")
        await play.until("Slower", "Resign")
        assert play.app.here == "r2"
    assert made == [replace(Settings(), bot=True)]


async def test_keys_pressed_before_the_lobby_stands_are_not_lost() -> None:
    async def server(peer: Peer) -> None:
        await peer.expect(Browse)
        create = await peer.expect(Create)
        await begun(peer, create, "r1")

    async with playing(lobby(then=server)) as play:
        await play.until("Play now")
        play.app.arrive()  # a fresh lobby, which is not built yet when the key is pressed
        play.app.post_message(Key("enter", "\r"))
        await play.until("Slower")


@pytest.mark.parametrize(
    ("account", "keys", "wish"),
    [("registered", ("enter",), Join), ("registered", ("v",), Watch), ("guest", ("enter",), Watch)],
)
async def test_a_line_of_the_lobby_is_joined_or_viewed(account: str, keys: tuple[str, ...], wish: type[Any]) -> None:
    heard: list[object] = []

    async def server(peer: Peer) -> None:
        asked = await peer.expect(wish)
        heard.append(asked)
        peer.send(room(replace(BOB), replace(ANN, ready=False)), Accepted(asked.ref, "r1"))

    async def script(peer: Peer) -> None:
        if account == "guest":
            await lobby(row("r1", "bob"), then=server)(peer)
            return
        await peer.welcome()
        register = await peer.expect(Register)
        assert register.password == "secret-123"
        peer.send(Signed("ann", "registered", 1500.0, "t"), Accepted(register.ref))
        browse = await peer.expect(Browse)
        peer.send(Rooms((row("r1", "bob"),)), Accepted(browse.ref))
        await server(peer)
        await peer.gone()

    async with playing(script, direct=False, way="guest" if account == "guest" else "register") as play:
        await play.until("Connect")
        if account == "registered":
            await play.press(*"secret-123", "enter")
            await play.until("a second time")
            await play.press(*"secret-124", "enter")
            await play.until("not the same")
            await play.press(*"secret-123")
        await play.press("enter")
        await play.until("Play now", "bob")
        await play.press("down")
        await play.until("Enter Join" if account == "registered" else "Enter View")
        await play.press(*keys)
        await play.until("Players")
    assert heard == [wish(3, "r1")]


async def test_a_refused_join_is_told_in_the_lobby() -> None:
    async def server(peer: Peer) -> None:
        peer.send(Refused((await peer.expect(Watch)).ref, "gone", "That room [b]is[/b] gone."))

    async with playing(lobby(row("r1"), then=server)) as play:
        await play.until("Play now")
        # Down on the last row, and Up on the first, stay there: nobody starts a game by one press too many.
        await play.press("up", "down", "down", "enter")
        await play.until("That room [b]is[/b] gone.")


async def test_the_form_makes_the_room_and_is_remembered() -> None:
    made: list[Any] = []

    async def server(peer: Peer) -> None:
        create = await peer.expect(Create)
        made.append(create.settings)
        peer.send(room(LONE, settings=create.settings), Accepted(create.ref, "r1"))

    async with playing(lobby(then=server)) as play:
        await play.until("Play now")
        await play.press("c")
        await play.until("Which game?")
        await play.press("1")
        await play.until("Trait types")
        await play.press("escape")
        await play.until("Play now")
        await play.press("c")
        await play.until("Which game?")
        await play.press("1")
        await play.until("Trait types")
        await play.press("down", "down", "space", "down", "left", "down", "enter", "c")
        await play.until("Press r when you are ready")
        kept, _ = load(Path(play.app.path))
    assert made == [Settings(shading=False, slots=3, previous="mask")]
    assert kept.rooms["five_of_a_kind"]["previous"] == "mask"
    assert kept.name == "ann"


def start(play: Play) -> tuple[bool, bool]:
    """Whether Start, which is named, is bright in the last line, and among all commands."""
    (named,) = {command.live for command in commands(play.app.screen) if command.words == "Start"}
    return "s" in play.app.screen.query_one(Hints)._live, named


async def test_the_keys_of_a_host() -> None:
    heard: list[object] = []

    async def server(peer: Peer) -> None:
        wishes: tuple[type[Any], ...] = (Ready, Ready, Say, Remove, Start, Leave)
        for wish in wishes:
            asked = await peer.expect(wish)
            heard.append(asked)
            ready = len(heard) != 1
            peer.send(room(replace(ANN, ready=ready), replace(BOB, ready=True)), Accepted(asked.ref))

    async with playing(inside(room(ANN, replace(BOB, ready=True)), then=server)) as play:
        await play.until("Everybody is ready", "r Not ready")
        assert start(play) == (True, True)
        await play.press("r")
        await play.until("r Ready", "s Start")
        assert start(play) == (False, False)
        await play.press("space")
        await play.until("r Not ready", "s Start")
        await play.press("t", *"R x", "enter", "escape")
        await play.press("x")
        await play.until("Who has to leave")
        await play.press("1")
        await play.gone("Who has to leave")
        await play.press("S")  # Caps Lock is on
        await play.press("q")
        await play.until("Play now")
    assert heard == [
        Ready(3, "r1", ready=False),
        Ready(4, "r1", ready=True),
        Say(5, "r1", "R x"),
        Remove(6, "r1", 2),
        Start(7, "r1"),
        Leave(8, "r1"),
    ]


async def test_keys_are_there_only_while_they_do_something() -> None:
    guest = replace(LONE, ready=True)
    async with playing(inside(room(guest))) as play:
        seen = await play.until("Everybody is ready")
        assert "v View" not in seen  # the last player stays
        assert "Remove" not in seen
        assert "Join" not in seen
        await play.press("v", "x", "j")
        await play.press("t")
        seen = await play.until("Esc Room", "Enter Send")
        assert "Leave" not in seen


async def test_a_watcher_joins() -> None:
    async def server(peer: Peer) -> None:
        asked = await peer.expect(Join)
        peer.send(Refused(asked.ref, "full", "The room is full."))
        asked = await peer.expect(Join)
        assert asked.room == "r1"
        joined = room(replace(me, role="player"), BOB, seq=2, host=2)
        peer.send(joined, Accepted(asked.ref, "r1"))

    me = replace(ANN, role="watcher", ready=False)
    async with playing(inside(room(me, BOB, host=2, joinable=True), then=server)) as play:
        await play.until("Watching", "j Join")
        opened = play.app.screen
        await play.press("j")
        await play.until("The room is full.", "j Join")
        await play.press("j")
        seen = await play.until("v View", "r Ready")
        assert "j Join" not in seen
        assert "Watching" not in seen
        assert play.app.screen is opened


async def test_a_refusal_goes_away_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visit, "NOTICE", 0.5)

    async def server(peer: Peer) -> None:
        peer.send(Refused((await peer.expect(Ready)).ref, "no", "Not now."))

    async with playing(inside(room(), then=server)) as play:
        await play.until("Waiting for bob")
        await play.press("r")
        await play.until("Not now.")
        await play.gone("Not now.")


async def test_who_is_removed_reads_why_in_the_lobby() -> None:
    async def server(peer: Peer) -> None:
        await peer.expect(Ready)
        peer.send(Left("r1", "removed", "bob removed you from the room."))

    async with playing(inside(room(replace(ANN, ready=False), BOB, host=2), then=server)) as play:
        await play.until("Press r")
        await play.press("r")
        await play.until("bob removed you from the room.", "Play now")


async def test_the_table_opens_for_everybody_when_the_host_starts() -> None:
    async def server(peer: Peer) -> None:
        await peer.expect(Ready)
        peer.send(game(), update())

    async with playing(inside(room(replace(ANN, ready=False), BOB), then=server)) as play:
        await play.until("Press r")
        await play.press("f1")
        await play.until("longest-joined", "The rules in this room")
        await play.press("escape")
        await play.gone("longest-joined")
        # One Esc too many leaves nothing, and a key that is dim says why.
        await play.press("escape")
        assert "cannot start yet" not in await play.until("Press r when you are ready.", "s Start")
        assert play.app.screen.active_bindings["s"].enabled is False
        await play.press("enter")
        await play.until("The game cannot start yet. Press r when you are ready.")
        await play.press("ctrl+p")
        assert "Start  s, Enter  not now" in await play.until("Ready  r, Space")
        await play.press("escape", "r")
        await play.until("Slower")


async def test_chat_at_the_table_takes_every_key_and_esc_returns() -> None:
    heard: list[str] = []

    async def server(peer: Peer) -> None:
        said = await peer.expect(Say)
        heard.append(said.text)
        peer.send(Chat("r1", 3, (Line("ann", said.text, 1),)), Accepted(said.ref))

    async with playing(inside(game(), update(), then=server)) as play:
        await play.until("Slower")
        await play.press("t")
        await play.until("Esc Table", "Enter Send")
        await play.press(*"q n 0 r", "space", "C", "enter")
        await play.until("ann: q n 0 r C")
        await play.press("escape")
        seen = await play.gone("Esc Table")
        assert "Chat ─" not in seen
    assert heard == ["q n 0 r C"]


async def test_the_panel_and_the_rooms_settings() -> None:
    async with playing(inside(game(), update()), size=(120, 40)) as play:
        await play.until("Slower", "Info ─")
        await play.press("p")
        await play.gone("Info ─")
        await play.press("p", "i")
        await play.until("Room info", "Failed claim lockout")
        await play.press("escape")
        await play.gone("Failed claim lockout")


async def test_resigning_is_asked_and_staying_is_possible() -> None:
    heard: list[object] = []

    async def server(peer: Peer) -> None:
        act = await peer.expect(Act)
        heard.append(act.command)
        peer.send(Accepted(act.ref))

    async with playing(inside(game(), update(), then=server)) as play:
        await play.until("r Resign")
        await play.press("q")
        await play.until("Resign & Exit")
        await play.press("c")
        await play.gone("Resign & Exit")
        await play.press("r")
        await play.until("Resign & Exit")
        await play.press("y")
        await play.gone("Resign & Exit")
        async with asyncio.timeout(5):
            while not heard:
                await play.pilot.pause()
        assert play.app.here == "r1"
    assert heard == [Resign()]


async def test_resign_and_exit_leaves_only_after_the_resignation_succeeded() -> None:
    async def server(peer: Peer) -> None:
        peer.send(Refused((await peer.expect(Act)).ref, "busy", "Not at this moment."))
        act = await peer.expect(Act)
        assert act.command == Resign()
        peer.send(Accepted(act.ref))
        assert (await peer.expect(Leave)).room == "r1"
        peer.send(Left("r1", "left", ""))

    async with playing(inside(game(), update(), then=server)) as play:
        await play.until("r Resign")
        await play.press("r")
        await play.until("Resign & Exit")
        await play.press("e")
        await play.until("Not at this moment.")
        await play.press("r")
        await play.until("Resign & Exit")
        await play.press("right", "right", "enter")
        await play.until("Play now")


async def test_after_the_end_one_key_leads_to_the_lobby() -> None:
    async def server(peer: Peer) -> None:
        await peer.expect(Leave)

    async with playing(inside(over(), ENDED, then=server)) as play:
        await play.until("n New room")
        await play.press("q")
        await play.until("Play now")


async def test_a_new_room_with_the_same_settings_waits_for_all() -> None:
    async def server(peer: Peer) -> None:
        peer.send(over(successor="r2"))
        again = await peer.expect(Again)
        peer.send(room(BOB, ANN, room="r2", you=1, host=2), Accepted(again.ref, "r2"))
        await peer.expect(Leave)
        peer.send(Left("r1", "left", ""))

    async with playing(inside(over(), ENDED, then=server)) as play:
        await play.until("The next room with these settings stands open")
        await play.press("n")
        await play.until("room r2", "Players")


async def test_ctrl_c_asks_and_a_second_one_leaves() -> None:
    heard: list[object] = []

    async def server(peer: Peer) -> None:
        heard.append(await peer.expect(Bye))

    async with playing(inside(game(), update(), then=server)) as play:
        await play.until("Slower")
        await play.press("ctrl+c")
        await play.until("Leave fivefold?", "goes on without you")
        await play.press("s")
        await play.gone("Leave fivefold?")
        await play.press("ctrl+c", "ctrl+c")
        await play.pilot.pause()
        assert play.app._exit
    assert heard == [Bye()]


async def test_the_first_screen_says_what_is_wrong_and_can_be_used_again() -> None:
    names: list[str] = []

    async def script(peer: Peer) -> None:
        await peer.welcome()
        guest = await peer.expect(Guest)
        names.append(guest.name)
        peer.send(Refused(guest.ref, "name_taken", "Somebody here is called ann."))
        await peer.gone()

    async with playing(script, direct=False, name="") as play:
        await play.until("what others call you")
        await play.press("enter")
        await play.until("A name is needed.")
        await play.press(*"ann", "enter")
        await play.until("Somebody here is called ann.")
        field = play.app.screen.query_one("#server", Input)
        field.value = "no such host"
        await play.press("enter")
        await play.until("A server looks like localhost")
    assert names == ["ann"]


async def test_who_comes_directly_gets_another_name_where_theirs_is_taken() -> None:
    names: list[str] = []

    async def script(peer: Peer) -> None:
        await peer.welcome()
        for _ in range(2):
            guest = await peer.expect(Guest)
            names.append(guest.name)
            if len(names) == 1:
                peer.send(Refused(guest.ref, "name_taken", "Taken."))
        peer.send(Signed(names[1], "guest", None, "t"), Accepted(guest.ref))
        await peer.expect(Browse)
        await peer.gone()

    async with playing(script) as play:
        await play.until("Play now")
    assert names[0] == "ann"
    assert names[1].startswith("ann ")


async def test_a_long_paste_is_cut_before_it_is_sent() -> None:
    heard: list[str] = []

    async def server(peer: Peer) -> None:
        heard.append((await peer.expect(Say)).text)

    async with playing(inside(room(), then=server)) as play:
        await play.until("Players")
        await play.press("t")
        await play.until("Esc Room")
        play.app.post_message(Paste("\x1b]52;c;x\x07one\ntwo\u202e " + "z" * 10_000))
        await play.until("]52;c;xone two zzz")
        await play.press("enter")
        async with asyncio.timeout(5):
            while not heard:
                await play.pilot.pause()
    assert len(heard[0]) == 200
    assert heard[0].startswith("]52;c;xone two zzz")


async def test_backspace_empties_a_line_of_joined_letters() -> None:
    async with playing(inside(room())) as play:
        await play.until("Players")
        await play.press("t")
        await play.until("Esc Room")
        play.app.post_message(Paste("❤️ok"))
        await play.until("ok")
        await play.press("backspace", "backspace", "backspace")
        assert play.app.screen.query_one("#chat-input", Input).value == ""


async def test_every_screen_has_help() -> None:
    async with playing(inside(game(), update(), then=None)) as play:
        await play.until("Slower")
        await play.press("f1")
        await play.until("The rules in this room", "Cards come one by one")
        await play.press(*["pagedown"] * 4)
        await play.until("Ctrl-C")
        await play.press("end")
        await play.until("are short")
        await play.press("home")
        await play.until("The rules in this room")
        await play.press("f1")
        await play.gone("The rules in this room")


async def test_the_quiet_server_is_left_with_a_key() -> None:
    async with playing(silent, direct=False, server="127.0.0.1:1") as play:
        await play.until("Connect")
        await play.press("enter")
        await play.until("Nothing listens at 127.0.0.1 port 1. Is the server running?")
        assert "Come as" in text(play.app)


async def test_private_notes_are_offered_again_and_no_server_hears_them(tmp_path: Path) -> None:
    async def server(peer: Peer) -> None:
        leave = await peer.expect(Leave)
        peer.send(Accepted(leave.ref), Left("r1", "left", ""))
        watch = await peer.expect(Watch)
        peer.send(game(you=3), update(own=None), Accepted(watch.ref, "r1"))

    gone = update(own=Own(0, "none", Legal()))
    row_one = row("r1", phase="playing", joinable=False)
    async with playing(inside(game(), gone, Rooms((row_one,)), then=server), data=tmp_path) as play:
        await play.until("q Exit")
        await play.press("w", *"slot 3", "enter", *"was red")
        await play.press("escape", "q")
        await play.until("Play now")
        play.app.on_open(Open("r1", join=False))
        await play.until("q Exit")
        await play.press("p")
        await play.until("slot 3", "was red")
        await play.press("w", "z", "escape")
    (file,) = (tmp_path / "notes").iterdir()
    assert msgspec.json.decode(file.read_bytes(), type=Kept).notes == "slot 3\nwas redz"


async def test_a_desk_is_there_for_the_next_client_on_the_same_server_even_after_a_kill(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.visit.UNWRITTEN", 0.01)
    left = Kept("first", panel=False, folded=True, control=(97, 0))
    book = Notebook(tmp_path)
    async with served(inside(game(), update(shared(result=result(rules=Settings()))))) as address:

        def client() -> FivefoldApp:
            where = str(address)
            return FivefoldApp(
                Look(), Local(), tmp_path / "c.toml", data=tmp_path, server=where, name="ann", direct=True
            )

        async with (app := client()).run_test(size=(120, 40)) as pilot:
            play = Play(app, pilot)
            await play.until("h Hide", "Notes, only for you")
            await play.press("w", *"first", "escape", "p", "tab", "tab", "left", "escape", "h")
            # Nothing is left for the end to write, where nothing ends in order.
            while book.read(str(address), "r1") != left:
                await asyncio.sleep(0.01)
        async with (app := client()).run_test(size=(120, 40)) as pilot:
            play = Play(app, pilot)
            await play.until("h Show")
            assert "Notes, only for you" not in text(app)
            assert app.screen.query_one(ClaimControl).region.x == 97
            await play.press("p")
            await play.until("first")
