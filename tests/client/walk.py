"""A walk by keys through every screen of the client. Whoever walks along looks at each for whatever they look for."""

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import replace as with_fields
from typing import Any, Final

from msgspec.structs import replace
from textual.screen import Screen

from client.address import Address
from client.art.palette import Look
from client.link import UnknownCertificateError
from client.scene import Scene
from client.screens.lost import LostScreen
from client.screens.trust import introduction
from engines.five_of_a_kind.model import BotNumbers, Legal, Pending, Testing
from protocol.messages import Asker, Left, Room, Update
from tests.client.house import House
from tests.client.play import Play, playing
from tests.client.rooms import ANN, BOB, EVE, room
from tests.client.tables import patti_states, scenes

Seen = Callable[[Play, str], Awaitable[None]]
"""Looks at the screen that stands there, which is given a name, and leaves it as it was."""

FAR: Final = 10**9
"""A time that does not come (ms)."""
PATTI: Final = (
    "first round coming",
    "blind on turn",
    "on turn",
    "another on turn",
    "eight",
    "asked for a side show",
    "clock stopped",
    "show",
    "watching",
    "the end of eight",
)
"""The states of a table of Patti that are seen; all others have the same parts."""
HELPED: Final = scenes.settings(bot=True, hint="availability", slots=5)


class Walk:
    """One client, the server in front of which it is, and who looks on."""

    def __init__(self, play: Play, house: House, seen: Seen) -> None:
        self.play = play
        self._house = house
        self._seen = seen
        self._sent = 100

    async def at(self, name: str, *words: str) -> None:
        """The screen with these words stands there: look at it."""
        await self.play.until(*words)
        await self._seen(self.play, name)

    async def press(self, *keys: str) -> None:
        """Keys, one after another."""
        await self.play.press(*keys)

    async def back(self, gone: str) -> None:
        """Esc, and whatever stood there is gone."""
        await self.play.press("escape")
        await self.play.gone(gone)

    async def show(self, scene: Scene) -> None:
        """The room becomes that of a scene, and its news too."""
        assert scene.update is not None
        self._sent += 1
        self._house.send(replace(scene.room, room="r1", seq=self._sent))
        self._house.send(replace(scene.update, room="r1", seq=self._sent))
        for _ in range(1000):
            known = self.play.app.talk.state.scenes.get("r1")
            if known is not None and known.update is not None and known.update.seq == self._sent:
                break
            await asyncio.sleep(0.01)
        await self.play.pilot.pause()

    def tell(self, *messages: Room | Update | Left) -> None:
        """The server says something."""
        self._house.send(*messages)

    async def over(self, screen: Screen[Any], name: str, *words: str, close: Callable[[], None] | None = None) -> None:
        """A dialog that only another server would lead to. It is closed by Esc, where not in another way."""
        self.play.app.push_screen(screen)
        await self.at(name, *words)
        if close is None:
            await self.press("escape")
        else:
            close()
        await self.play.gone(words[0])


async def walk(seen: Seen, look: Look | None = None) -> None:
    """See every screen, from the first one to the ends of both games."""
    house = House()
    async with playing(house, direct=False, way="register", look=look) as play:
        one = Walk(play, house, seen)
        await _first_screen(one)
        await _lobby(one)
        await _forms(one)
        await _waiting(one)
        await _five(one)
        await _five_ends(one)
        await _patti(one)


async def _first_screen(walk: Walk) -> None:
    await walk.at("connect", "Connect")
    await walk.press("ctrl+c")
    await walk.at("question before leaving", "Leave fivefold?")
    await walk.back("Leave fivefold?")
    await walk.press("f1")
    await walk.at("help", "All commands")
    await walk.back("All commands")
    await walk.press("ctrl+p")
    await walk.at("all commands", "Search for commands")
    await walk.back("Search for commands")
    where, shown = Address("cards.example", 5050), ssl.DER_cert_to_PEM_cert(b"shown")
    await walk.over(introduction(UnknownCertificateError(where, shown, None)), "first visit", "First visit")
    banner = LostScreen("The server is gone.")
    await walk.over(banner, "lost", "No connection since", close=banner.finish)
    walk.play.app.screen.query_one("#password").focus()
    await walk.press(*"secret-123", "enter", *"secret-123", "enter")


async def _lobby(walk: Walk) -> None:
    await walk.at("lobby", "Play now", "bob")
    await walk.press("f2")
    await walk.at("options", "Letters in the symbols")
    await walk.back("Letters in the symbols")
    await walk.press("h")
    await walk.at("profile", "rating 1512.2", "Ended")
    await walk.press("enter")
    await walk.at("replay", "The game begins")
    await walk.press("right", "right", "down")
    await walk.at("replay of a claim", "ann claims after")
    await walk.back("ann claims after")
    await walk.back("Ended")
    await walk.press("a")
    await walk.at("account", "Change the password")
    await walk.press("right", "right", "down", *"secret-123", "enter")
    await walk.at("question before deletion", "for good?")
    await walk.back("for good?")
    await walk.back("What to do")
    await walk.press("end", "enter")
    await walk.at("passcode", "Passcode")
    await walk.press(*"1234", "enter")
    await walk.at("wrong passcode", "That is not the passcode.")
    await walk.back("That is not the passcode.")


async def _forms(walk: Walk) -> None:
    await walk.press("c")
    await walk.at("which game", "Which game?")
    await walk.press("2")
    await walk.at("form of Patti", "New room ·", "Guests")
    await walk.back("New room ·")
    await walk.press("c", "1")
    await walk.at("form of Five of a Kind", "New room ·", "Card slots")
    await walk.press(*["up"] * 2, "right", "right")
    await walk.at("form with a passcode", "Passcode")
    await walk.press("up")
    await walk.press("c")


async def _waiting(walk: Walk) -> None:
    await walk.at("waiting room", "room r1", "eve")
    askers = (Asker(7, "Zoë", "registered", 1500.0), Asker(8, "[red]x[/]", "guest", None))
    walk.tell(room(replace(ANN, ready=True), BOB, EVE, seq=3, joining="approval", askers=askers))
    await walk.at("waiting room with requests", "Zoë")
    await walk.press("x")
    await walk.at("question whom to remove", "Remove a player")
    await walk.back("Remove a player")
    await walk.press("t", *"hello")
    await walk.at("waiting room, talking", "hello")
    await walk.press("escape", "l")
    await walk.at("learn", "Random card")
    await walk.press("end")
    await walk.at("learn the gameplay", "g Random cards")
    await walk.back("Learn the gameplay")
    watching = room(replace(BOB, ready=True), replace(ANN, role="watcher"), you=1, host=2, joinable=True, seq=4)
    walk.tell(watching)
    await walk.at("waiting room, watching", "You are watching")


async def _five(walk: Walk) -> None:
    first = scenes.scene(view={"slots": ("",) * 4, "round": 0, "open": False, "pointer": 0}, mine={"legal": LATER})
    await walk.show(first)
    await walk.at("before the first card", "first card")
    for players in (2, 8):
        await walk.show(scenes.scene(players=players))
        await walk.at(f"at play with {players}", "round 12" if players == 2 else "Gert")
    await walk.press("i")
    await walk.at("room info", "Joining")
    await walk.back("Joining")
    await walk.press("f1")
    await walk.at("help at the table", "Cards come one by one into")
    await walk.back("Cards come one by one into")
    await walk.press("r")
    await walk.at("question before resigning", "Resign & Exit")
    await walk.back("Resign & Exit")
    await walk.press("t", *"hello")
    await walk.at("talking at the table", "Esc Table")
    await walk.press("escape", "w")
    await walk.at("writing notes", "Esc Table")
    await walk.press("escape", "escape", "p")
    await walk.at("the panel", "Info")
    await walk.press("p")
    for name, scene in claims().items():
        await walk.show(scene)
        await walk.at(name)


LATER: Final = Legal(resign=True)


def claims() -> dict[str, Scene]:
    """What a claim leads to, for the claimant and for others."""
    pending = {"claim": Pending(0, scenes.NOW, FAR), "next_card": None, "open": False}
    other = {**pending, "claim": Pending(1, scenes.NOW, FAR)}
    choosing = scenes.choosing()
    assert choosing.update is not None
    shared = replace(choosing.update.shared, claim=pending["claim"])
    mine = {"legal": LATER}
    testing = Testing(("red", "open"), it_is=False, bot=BotNumbers(882.5, 84.5, 4.49))
    helped = scenes.scene(HELPED, view={"testing": testing, "hint": True})
    return {
        "choosing": with_fields(choosing, update=replace(choosing.update, shared=shared)),
        "another chooses": scenes.scene(view=other, mine=mine),
        "a review": scenes.scene(view={"result": scenes.result(), "open": False}, mine=mine),
        "under test": with_fields(helped, room=replace(helped.room, testing=True)),
        "watching": scenes.scene(scenes.settings(slots=3), watching=True),
    }


async def _five_ends(walk: Walk) -> None:
    end = scenes.ended(8)
    await walk.show(with_fields(end, room=replace(end.room, game="abc", successor="r2")))
    await walk.at("the end of Five of a Kind", "Game complete")
    walk.tell(Left("r1", "left", ""))


async def _patti(walk: Walk) -> None:
    await walk.at("lobby again", "Play now")
    await walk.press("c", "2")
    await walk.play.until("New room ·", "Guests")
    await walk.press("c")
    await walk.at("waiting room of Patti", "room r1")
    for name in PATTI:
        scene = patti_states.STATES[name]
        await walk.show(with_fields(scene, room=replace(scene.room, owns_book=True, testing=True)))
        await walk.at(f"Patti, {name}", "Patti 24")
        if name == "clock stopped":
            await walk.press("a")
            await walk.at("question before all in", "The betting ends at once")
            await walk.back("The betting ends at once")
        if name == "show":
            await walk.press("k")
            await walk.at("question before resetting", "Reset the book")
            await walk.back("Reset the book")
            await walk.press("z")
            await walk.at("stacking", "Stack the deck")
            await walk.back("Stack the deck")
        if name == "another on turn":
            askers = (Asker(7, "Zoë", "registered", 1500.0), Asker(8, "[red]x[/]", "guest", None))
            await walk.show(with_fields(scene, room=replace(scene.room, joining="approval", askers=askers)))
            await walk.press("l")
            await walk.at("requests at Patti's table", "Let players in")
            await walk.back("Let players in")
        if name == "on turn":
            await walk.press("f1")
            await walk.at("help at Patti's table", "Three cards each")
            await walk.back("Three cards each")
            await walk.press("b")
            await walk.at("an act of Patti chosen", "Send")
            await walk.press("escape", "q")
            await walk.at("question before exit", "Exit the table")
            await walk.back("Exit the table")
