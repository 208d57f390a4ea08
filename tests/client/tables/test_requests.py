"""Those who ask to be let into a running game: what the host sees and answers, and what whoever asks sees."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as altered
from syrupy.assertion import SnapshotAssertion

from client.scene import Scene
from client.screens.askers import AskerList, Requests
from client.tables.patti.refusals import nothing_chosen
from protocol.messages import Asker, Decide, Line
from tests.client.tables.patti_states import STATES
from tests.client.tables.stage import Play, playing

pytestmark = pytest.mark.asyncio

CY = Asker(3, "Christopher Rob…", "registered", 1487.04)
ZOE = Asker(4, "[red]Zoë[/]", "guest", None)
QUIET = replace(STATES["on turn"], lines=())


def asked(*askers: Asker, scene: Scene = QUIET, **room: Any) -> Scene:
    """A table whose host is asked by these."""
    return replace(scene, room=altered(scene.room, joining="approval", askers=askers, **room))


def told(play: Play) -> str:
    """The message line."""
    return play.text().splitlines()[-2].strip()


def decided(play: Play) -> list[object]:
    """What the host has answered."""
    return [make(7) for make in play.app.wanted]


async def test_the_host_is_told_at_the_table_who_asks_and_answers_by_keys(screen: SnapshotAssertion) -> None:
    async with playing(QUIET, (80, 24)) as play:
        assert "l Let in" not in play.text()
        await play.press("l")
        assert told(play) == "Nobody asks to join."
        play.app.time += 3_000
        assert "l Let in" in await play.show(asked(CY))
        assert told(play) == "Christopher Rob… asks to join: l answers."
        # The keys of the game are the game's still: nothing has come over the table.
        await play.press("d")
        assert all(key in play.text().splitlines()[-1] for key in ("l Let in", "Enter Send", "Esc Take back"))
        await play.press("escape")
        assert play.app.wishes == []
        assert not isinstance(play.app.screen, Requests)
        await play.show(asked(CY, ZOE))
        assert told(play) == "Christopher Rob… and 1 more ask to join: l answers."
        assert "[red]Zoë[/]" in await play.press("i")
        await play.press("escape", "l")
        assert play.text() == screen(name="80x24")
        await play.press("down", "d", "d", after=200)
        assert "came too soon" in play.text()
        assert decided(play) == [Decide(7, "abc", 4, accept=False)]
        await play.show(asked(CY))
        await play.press("a", after=200)
        assert "The one who was chosen does not ask any more." in play.text()
        play.app.screen.query_one(AskerList).go_on()
        await play.press("a", after=800)
        assert decided(play)[1:] == [Decide(7, "abc", 3, accept=True)]
        assert play.app.screen is play.app.table
        assert play.app.wishes == []


async def test_a_request_beside_other_news_and_a_question_of_which_nobody_is_left() -> None:
    said = replace(asked(CY), lines=(Line("Bo", "hello", 2),))
    long = replace(asked(CY), lines=(Line("Bo", "hello " * 9, 2),))
    async with playing(QUIET, (80, 24)) as play:
        await play.show(said)
        assert told(play) == "Christopher Rob… asks to join: l answers.  Bo: hello"
        await play.show(long)
        assert told(play) == "Christopher Rob… asks to join: l answers."
        await play.press("l")
        assert "Nobody asks any more." in await play.show(QUIET)
        # A key that comes too late is no act of the game.
        await play.press("d", "d", "a")
        assert (play.app.wishes, decided(play)) == ([], [])
        await play.press("escape")
        assert play.app.screen is play.app.table


async def test_at_a_full_table_one_can_only_decline() -> None:
    full = asked(CY, seats=5)
    async with playing(full, (80, 24)) as play:
        assert "Every place is taken: nobody can be let in just now." in await play.press("l")
        await play.press("a")
        assert decided(play) == []
        assert "There is no place" in await play.show(replace(full, notice="There is no place for Cy just now."))
        await play.press("d")
        assert decided(play) == [Decide(7, "abc", 3, accept=False)]


async def test_a_watcher_asks_once_and_whose_seat_it_was_sits_down_unasked() -> None:
    watching = replace(STATES["watching"], lines=())
    free = asked(scene=watching, joinable=True)
    members = free.room.members
    former = replace(free, room=altered(free.room, members=(*members[:-1], altered(members[-1], seat=7))))
    words = "You have asked to join Ann's room: c cancels."
    async with playing(free, (80, 24)) as play:
        assert "j Ask to join" in play.text()
        assert "Sit down" not in play.text()
        await play.press("j")
        assert [one.join for one in play.app.opened] == [True]
        play.app.table.asked = words
        assert "j " not in (await play.show(free)).splitlines()[-1]
        await play.press("j")
        assert told(play) == words
        assert len(play.app.opened) == 1
        play.app.table.asked = ""
        assert "j Sit down" in await play.show(former)


async def test_what_is_told_of_a_stacked_deck_goes_with_its_deal() -> None:
    now = STATES["on turn"]
    assert now.update is not None
    view: Any = now.update.shared
    dealt = replace(now, update=altered(now.update, shared=altered(view, round=view.round + 1)))
    async with playing(now, (80, 24)) as play:
        table: Any = play.app.table
        table.stacked("The next deal begins with these cards.")
        assert "begins with these cards" in await play.show(now)
        assert "begins with these cards" not in await play.show(dealt)


async def test_every_key_that_does_nothing_now_says_why() -> None:
    watching, turn, over = STATES["watching"], STATES["another on turn"], STATES["the end"]
    shut = replace(watching, room=altered(watching.room, joinable=False, guests=False))
    full = replace(watching, room=altered(watching.room, seats=5, guests=True))
    owner = replace(turn, room=altered(turn.room, owns_book=True, book="Ann"))
    other = replace(turn, room=altered(turn.room, book="Cy"))
    guests = replace(turn, room=altered(turn.room, book=""))
    members = tuple(altered(one, account="guest") if one.member == 1 else one for one in over.room.members)
    guest = replace(over, room=altered(over.room, members=members, book="Cy"))
    late = replace(over, room=altered(over.room, you=90))
    tested = replace(turn, room=altered(turn.room, testing=True, host=2))
    cases = [
        (turn, "j", "You play here already."),
        (shut, "j", "Guests may only watch this room."),
        (full, "j", "The room is full; you can only watch it."),
        (over, "j", "The game is over."),
        (owner, "k", "The book can be reset between rounds."),
        (other, "k", "Only Cy can reset this book."),
        (guests, "k", "Nobody can reset this book."),
        (over, "k", "The game is over."),
        (over, "l", "The game is over."),
        (turn, "z", "Only a server under test stacks a deck."),
        (tested, "z", "Only the host stacks the deck."),
        (tested, "l", "Only the host lets others in."),
        (turn, "n", "A new room comes after the game."),
        (late, "n", "Only those who played to the end open the next room; then you can come along."),
        (guest, "n", "Here a player with an account opens the next room; then you can come along."),
        (turn, "v", "The replay comes after the game."),
        (turn, "r", "Nothing can be resigned now; q leaves."),
        (turn, "enter", "It is Bo's turn."),
        (watching, "enter", "You are watching."),
    ]
    async with playing(QUIET, (80, 24)) as play:
        for scene, key, words in cases:
            await play.show(scene)
            play.app.time += 3_000
            await play.press(key)
            assert told(play) == words, key
        assert play.app.again == 0
    assert nothing_chosen(QUIET) == "Choose an act first."
