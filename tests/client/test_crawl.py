"""A walk by keys alone, at 80x24 and without a mouse: nothing that can be done is hidden on any screen."""

from contextlib import suppress
from typing import Any

import pytest
from msgspec.structs import replace
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button

from client.commands import commands
from client.screens.dialogs import Option, Question
from engines.five_of_a_kind.model import Legal, Own, Pending
from protocol.messages import Accepted, Create, Guest, Register, Rooms, Signed, SignIn
from tests.client.crawl import faults
from tests.client.peer import Peer
from tests.client.play import Play, inside, lobby, playing, text
from tests.client.rooms import ANN, BOB, EVE, room, row, shared, update
from tests.client.rooms import playing as game
from tests.client.tables.scenes import ended

pytestmark = pytest.mark.asyncio


async def clean(play: Play, *words: str) -> None:
    """The screen with these words stands there, and nothing is wrong with it."""
    await play.until(*words)
    assert await faults(play) == []


class House:
    """A server that lets a client in and accepts whatever it asks; the test sends the rest."""

    def __init__(self) -> None:
        self.peer: Peer | None = None

    async def __call__(self, peer: Peer) -> None:
        """Serve one client."""
        self.peer = peer
        await peer.welcome()
        with suppress(AssertionError):  # the client has left
            while True:
                self._answer(peer, await peer.expect(object))

    def _answer(self, peer: Peer, message: Any) -> None:
        match message:
            case Register() | SignIn() | Guest():
                peer.send(Signed("ann", "registered", 1500.0, "token"), Accepted(message.ref))
                peer.send(Rooms((row("r9", "bob"),)))
            case Create():
                peer.send(room(replace(ANN, ready=True), BOB, EVE), Accepted(message.ref, "r1"))
            case _ if hasattr(message, "ref"):
                peer.send(Accepted(message.ref))

    def send(self, *messages: Any) -> None:
        """Tell the client something."""
        assert self.peer is not None
        self.peer.send(*messages)


@pytest.mark.long
async def test_from_the_first_screen_to_the_end_of_a_game() -> None:
    house = House()
    async with playing(house, direct=False, way="register") as play:
        await clean(play, "Connect")
        await play.press("ctrl+c")
        await clean(play, "Leave fivefold?")
        await play.press("escape", "f1")
        await clean(play, "All commands")
        await play.press("escape")
        play.app.screen.query_one("#password").focus()
        await play.press(*"secret-123", "enter", *"secret-123", "enter")
        await clean(play, "Play now", "bob")
        await play.press("f2")
        await clean(play, "Letters in the symbols")
        await play.press("escape", "c")
        await clean(play, "Which game?")
        await play.press("1")
        await clean(play, "New room ·", "Card slots")
        await play.press("c")
        await clean(play, "room r1", "eve")
        await play.press("x")
        await clean(play, "Remove a player")
        await play.press("escape", "l")
        await clean(play, "Random card")
        await play.press("escape")
        house.send(game(), update())
        await clean(play, "first card")
        await play.press("i")
        await clean(play, "Joining")
        await play.press("escape", "r")
        await clean(play, "Resign & Exit")
        await play.press("escape", "t")
        await clean(play, "Esc Table")
        await play.press("escape", "escape")
        choosing = Own(0, "none", Legal(answers=("red", "green", "blue"), resign=True))
        house.send(update(shared(revision=2, claim=Pending(0, 200, 3200)), seq=3, own=choosing))
        await clean(play, "Answer")
        house.send(replace(game(), phase="over", seq=9, game="abc"))
        end = ended().update
        assert end is not None
        house.send(replace(end, room="r1", seq=10))
        await clean(play, "Game complete")


async def test_watchers_and_those_who_are_not_hosts() -> None:
    watching = room(replace(BOB, ready=True), replace(ANN, role="watcher"), you=1, host=2)
    async with playing(inside(watching)) as play:
        await clean(play, "room r1", "Join")


async def test_what_is_planted_is_found() -> None:
    class Planted(Screen[None]):
        BINDINGS = [Binding("x", "hidden", ""), Binding("tab", "app.bell", "Bell")]  # noqa: RUF012

        def compose(self) -> Any:
            yield Button("first")
            yield Button("second")

        def action_hidden(self) -> None: ...

        def action_forgotten(self) -> None: ...

    async with playing(lobby()) as play:
        await play.until("Play now")
        await play.app.push_screen(Planted())
        found = "\n".join(await faults(play))
    assert "no key leads to action_forgotten" in found
    assert "no hint tells of x" in found
    assert "no entry tells of x" in found
    assert "no key leads to Button(" in found


async def test_the_list_of_all_commands_does_what_it_says_and_obeys_no_foreign_name() -> None:
    async with playing(lobby(row("r1", "bob"))) as play:
        await play.until("Play now")
        await play.press("ctrl+p")
        await play.until("Create room  c", "Leave fivefold  Ctrl-C")
        await play.press(*"new", "backspace", "backspace", "backspace", *"create", "enter")
        await play.until("Which game?")
        await play.press("1")
        await play.until("New room ·")
        chosen: list[str | None] = []
        options = (Option("1", "[red]x[/] \x1b]0;owned\x07", "evil"), Option("c", "Cancel", ""))
        play.app.push_screen(Question("Who?", Content("Who?"), options), chosen.append)
        await play.until("Who?")
        await play.press("ctrl+p")
        seen = await play.until("[red]x[/] ]0;owned  1", "Cancel  c")
        assert "\x1b" not in seen
        await play.press(*"red", "enter")
        await play.gone("Who?")
        assert chosen == ["evil"]
        assert all(command.words for command in commands(play.app.screen))
        assert "New room" in text(play.app)
