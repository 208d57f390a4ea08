"""The options in the running client: they hold at once, everything follows them, and they are kept."""

import asyncio
import shutil
from collections.abc import Sized
from pathlib import Path

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from client.art.palette import SAFE, Look
from client.local import Local, load
from client.screens.table import TableScreen
from engines.five_of_a_kind.model import Claim, Legal, Own
from protocol.messages import Accepted, Act, Ready
from tests.client.peer import Peer
from tests.client.play import Play, inside, lobby, playing
from tests.client.rooms import playing as at_play
from tests.client.rooms import room, row, shared, update

pytestmark = pytest.mark.asyncio


def kept(path: Path) -> Local:
    """What is in the settings file now."""
    local, sentence = load(path)
    assert sentence == ""
    return local


async def go_to(play: Play, row: str) -> None:
    """Move the cursor down to a row."""
    for _ in range(40):
        focused = play.app.focused
        if focused is not None and focused.id == row:
            return
        await play.press("down")
    raise AssertionError(f"there is no {row}")


async def heard(play: Play, messages: Sized) -> None:
    """Wait until the server has heard something."""
    for _ in range(1000):
        if len(messages):
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the server heard nothing")


async def test_options_can_be_changed_from_the_lobby(screen: SnapshotAssertion) -> None:
    async with playing(lobby(row("a"))) as play:
        await play.until("Play now", "a")
        await play.press("f2")
        await play.until("As the terminal can")
        await play.press("right", "right")
        await play.until("Color-blind safe")
        assert play.app.look == Look(SAFE)
        await play.until("red is shown as orange, green as yellow")
        await play.press("down", "right", "right")
        await play.until("ASCII only")
        assert (await play.until("Options")).isascii()
        await play.press("left", "down", "space", "down", "right", "down", "right", "down", "right")
        await play.until("[x] On", "Reduced", "My events, claims, chat")
        assert play.app.animation_level == "none"
        local = kept(play.app.path)
        assert (local.colors, local.glyphs, local.letters) == ("safe", "blocks", True)
        assert (local.suits, local.motion, local.bell) == ("four", False, "all")
        async for size, seen in play.at_sizes("Keys · Lobby"):
            assert seen == screen(name=size)
        await play.press("escape")
        await play.until("Play now")


async def test_a_disk_that_takes_nothing_is_told_of_at_the_options_and_over_the_notes(tmp_path: Path) -> None:
    async with playing(inside(at_play(), update()), data=tmp_path) as play:
        await play.until("Get ready")
        shutil.rmtree(tmp_path / "notes", ignore_errors=True)
        (tmp_path / "notes").write_text("a file where the folder should be")
        await play.press("w", *"old")
        await play.until("Notes, not on disk", "old")
        (tmp_path / "notes").unlink()
        await play.until("Notes, only for you", "old")
        play.app.path.unlink()
        play.app.path.mkdir()
        await play.press("escape", "f2")
        await play.until("As the terminal can")
        await play.press("right")
        await play.until("Not kept after this run: the settings cannot be written.")
        assert not play.app.path.with_suffix(".new").exists()
        play.app.path.rmdir()
        await play.press("right")
        await play.gone("Not kept after this run")


async def test_notes_go_on_where_they_ended(tmp_path: Path) -> None:
    for number in (1, 2):
        async with playing(inside(at_play(), update()), data=tmp_path) as play:
            await play.until("Get ready")
            await play.press("w", *str(number))
            await play.until("Notes, only for you", "1" if number == 1 else "12")


async def test_a_key_is_moved_refused_and_brought_back(screen: SnapshotAssertion) -> None:
    async with playing(lobby()) as play:
        await play.until("Play now")
        await play.press("f2")
        await play.until("Keys · Lobby")
        await go_to(play, "key-create")
        await play.press("enter")
        seen = await play.until("press the new key")
        assert not any(hint in seen.splitlines()[-1] for hint in ("Move", "New key", "First key", "Back", "Help"))
        await play.press("q")
        assert await play.until("q already means") == screen
        await play.press("enter", "enter")
        await play.until("Enter means the same everywhere")
        await play.press("enter", "escape")
        await play.gone("press the new key")
        await play.press("enter", "minus")
        assert kept(play.app.path).keys == {"create": "minus"}
        await play.press("escape")
        await play.until("- Create")
        await play.press("c")
        await play.press("f1")
        await play.until('"-" shows the')
        await play.press("escape", "minus")
        await play.until("Which game?")
        await play.press("1")
        await play.until("Trait types")
        await play.press("f2")
        await play.until("Keys · Lobby")
        await go_to(play, "key-create")
        await play.press("backspace")
        assert kept(play.app.path).keys == {}
        await play.press("escape")
        await play.until("c Create")


async def test_a_moved_space_claims_and_every_word_follows() -> None:
    claims: list[Act] = []

    async def take(peer: Peer) -> None:
        claims.append(await peer.expect(Act))
        peer.send(Accepted(claims[0].ref))

    legal = Legal(claim=7, votes=("slower", "faster"), resign=True)
    board = update(shared(round=1, open=True, slots=("2 red oval solid", "", "", "")), own=Own(0, "none", legal))
    local = Local(keys={"claim": "x", "talk": "u", "vote_slower": "s"})
    async with playing(inside(at_play(), board, then=take), local=local) as play:
        seen = await play.until("CLAIM   x", "x Claim")
        assert "Space" not in seen
        assert "┌─ s ─" in seen
        await play.press("space", "c")
        await play.press("x")
        await heard(play, claims)
        assert claims[0].command == Claim(7)
        await play.press("p")
        await play.until("u: write something")
        await play.press("f1", *["pagedown"] * 1)
        assert "Space" not in await play.until("x  ", "Claim")


async def test_a_waiting_room_names_the_moved_keys() -> None:
    ready: list[Ready] = []

    async def take(peer: Peer) -> None:
        ready.append(await peer.expect(Ready))
        peer.send(Accepted(ready[0].ref))

    ann = room().members[0]
    waiting = room(replace(ann, ready=False), room().members[1])
    async with playing(inside(waiting, then=take), local=Local(keys={"ready": "g"})) as play:
        await play.until("Press g when you are ready.", "g Ready")
        await play.press("r", "space", "g")
        await heard(play, ready)
        assert ready[0].ready


async def test_what_the_file_says_wrongly_is_told_and_the_rest_is_used() -> None:
    local = Local(keys={"panel": "i", "jump": "j", "facts": "g"}, motion=False)
    async with playing(inside(at_play(), update()), local=local, trouble="") as play:
        await play.until("Five of a Kind")
        assert play.app.moved == {"panel": "i", "facts": "g"}
        assert "jump (line 1)" in play.app.trouble
        table = play.app.screen
        assert isinstance(table, TableScreen)
        assert table.motion is False
        await play.press("f2")
        await play.until("Keys not understood")
