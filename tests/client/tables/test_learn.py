"""Learn the cards and Learn the gameplay, in the whole client: by keys, by the mouse, and while news arrive.

The server here takes nothing but a farewell: practice that said a word to it would fail every test.
"""

import asyncio
import re
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from client.art.palette import MONO, Look
from client.screens.shell import ShellScreen
from client.state import ClientState
from client.tables.five_of_a_kind.board import Board
from client.tables.five_of_a_kind.learn import LearnScreen
from client.tables.five_of_a_kind.practice import combination, correct, sample
from client.tables.five_of_a_kind.properties import PropertyRow, Sample
from client.tables.five_of_a_kind.traits import Traits
from client.tables.five_of_a_kind.words import goal
from client.widgets.button import Button
from engines.five_of_a_kind.board import deck, text
from engines.five_of_a_kind.model import Settings
from protocol.messages import Asker, Chat, Line, Ready
from tests.client.peer import Peer
from tests.client.play import SIZES, Play, inside, playing
from tests.client.rooms import ANN, BOB, room, update
from tests.client.rooms import playing as game

pytestmark = pytest.mark.asyncio
both = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())

NON_MATCHING = Settings(color=False, slots=5, empty=20, counting="non_matching")
ANYTHING = Settings(color=False, shape=False, shading=False, counting="anything", slots=3, empty=10)


def luck_for(settings: Settings, answers: int) -> Random:
    """Luck that deals a board with at least so many answers and an empty card on it, or with none for 0."""
    for seed in range(5000):
        luck = Random(seed)
        sample(settings, luck)
        slots = combination(settings, luck)
        found = len(correct(slots, settings))
        if found == 0 == answers or (found >= answers > 0 and "-" in slots):
            return Random(seed)
    raise AssertionError("no seed deals such a board")


async def opened(play: Play, luck: Random) -> str:
    play.app.luck = luck
    await play.until("l Learn")
    await play.press("l")
    await play.until("Learn the cards")
    await play.pilot.pause()
    return await play.until("Esc Back")


def card(play: Play) -> str:
    return play.app.screen.query_one(Sample).content


def selected(play: Play) -> str | None:
    return play.app.screen.query_one(Traits).selected


def board(play: Play) -> Board:
    return play.app.screen.query_one(Board)


def state(play: Play) -> ClientState:
    shown = play.app.screen
    assert isinstance(shown, ShellScreen)
    return shown.state


async def to_answers(play: Play) -> None:
    for _ in range(9):
        if not isinstance(play.app.focused, Traits):
            await play.press("down")
    assert isinstance(play.app.focused, Traits)


@both
async def test_learn(size: tuple[int, int], screen: SnapshotAssertion) -> None:
    async with playing(inside(room(settings=NON_MATCHING)), size=size) as play:
        assert await opened(play, luck_for(NON_MATCHING, 2)) == screen(name="cards")
        await to_answers(play)
        await play.press("right", "enter")
        assert await play.until("Esc Clear") == screen(name="gameplay")


async def test_no_word_of_a_property_or_of_the_goal_is_cut_in_the_smallest_window() -> None:
    rules = Settings(shading=False, empty=20)
    async with playing(inside(room(settings=rules)), size=(60, 20)) as play:
        seen = await opened(play, luck_for(rules, 1))
        words = " ".join(re.sub("[║╚╝]", " ", seen).split())
        for part in ("red green blue", "squiggle oval diamond", "the same on every", "card: not a trait", "solid"):
            assert part in words
        await to_answers(play)
        assert f"│ {goal(Settings())} " in await play.until("g Random cards")


async def test_learn_without_trait_types_and_colours(screen: SnapshotAssertion) -> None:
    async with playing(inside(room(settings=ANYTHING)), look=Look(MONO, "ascii")) as play:
        seen = await opened(play, luck_for(ANYTHING, 1))
        assert seen.count("not a trait to choose here") == 3
        assert seen.isascii()
        await to_answers(play)
        await play.press("enter")
        assert await play.until("Anything", "Esc Clear") == screen
        slots = board(play).content.slots
        assert board(play).content.lit == frozenset(n for n, slot in enumerate(slots) if slot != "-")
        assert "-" in slots


async def test_a_choice_changes_that_property_alone_and_the_current_one_cannot_be_chosen() -> None:
    async with playing(inside(room(settings=Settings(shape=False)))) as play:
        await opened(play, Random(2))
        rows = {row.content.name: row for row in play.app.screen.query(PropertyRow)}
        assert [row.can_focus for row in rows.values()] == [True, False, True, True]
        assert rows["Shape"].content.current == "oval"
        before = card(play)
        number, color, shape, shading = before.split(" ")
        await play.press("left", "left")
        assert card(play) == f"{number} red {shape} {shading}"
        await play.press("right", "right", "right")
        assert card(play) == f"{number} blue {shape} {shading}"
        assert rows["Color"].content.current == "blue"
        await play.press("down", "space", "space", "space")
        assert card(play) == f"{number} blue {shape} {shading}"
        await play.press("down", "left", "left")
        assert card(play) == f"1 blue {shape} {shading}"
        await play.pilot.click(rows["Symbols"], offset=(26, 1))
        assert card(play) == f"3 blue {shape} {shading}"
        drawn: list[str] = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Sample, "show", lambda sample, content: drawn.append(content))
            # The third number and the third color are the card's own; no other shape is there to choose.
            for name, x in (("Symbols", 26), ("Color", 55), ("Shape", 12), ("Shape", 30)):
                await play.pilot.click(rows[name], offset=(x, 1))
            assert (rows["Symbols"].content.current, rows["Color"].content.current) == ("3", "blue")
            assert drawn == []
            await play.pilot.click(rows["Color"], offset=(12, 1))
            assert drawn == [f"3 red {shape} {shading}"]
        await play.press("right", "right")
        seen = set()
        for _ in range(4):
            await play.press("g")
            seen.add(card(play))
            assert card(play).split(" ") == [row.content.current for row in (rows["Symbols"], *list(rows.values())[:3])]
        assert seen < {text(one) for one in deck(Settings(shape=False))}
        assert len(seen) > 1
        await play.press("q")
        await play.until("Players", "l Learn")
        assert color in {"red", "green", "blue"}


async def test_practice_changes_nothing_in_the_room_and_tells_the_server_nothing() -> None:
    heard = asyncio.Event()

    async def then(peer: Peer) -> None:
        await peer.expect(Ready)  # The next message after all the practice.
        heard.set()

    async with playing(inside(room(ANN, replace(BOB, ready=True)), then=then)) as play:
        await opened(play, luck_for(Settings(), 1))
        before, scene = card(play), state(play).scenes["r1"]
        await play.press("right", "left", "g", "g", "down", "down", "right", "down", "down", "down")
        await to_answers(play)
        await play.press("enter", "g")
        assert card(play) != before
        assert state(play).scenes["r1"] is scene
        await play.press("q")
        await play.until("Players", "l Learn")
        await play.press("r")
        await asyncio.wait_for(heard.wait(), 10)


async def test_an_answer_is_selected_and_a_click_elsewhere_other_cards_or_escape_end_it() -> None:
    async with playing(inside(room(settings=NON_MATCHING))) as play:
        await opened(play, luck_for(NON_MATCHING, 2))
        slots = board(play).content.slots
        first = correct(slots, NON_MATCHING)[0]
        tags = play.app.screen.query_one(Traits)
        await to_answers(play)
        for outside in ("#practice", "#goal", "#message"):
            await play.pilot.click(tags, offset=(3, 1))
            assert selected(play) == first
            lacking = [n for n, slot in enumerate(slots) if slot != "-" and first not in slot.split(" ")]
            assert board(play).content.lit == frozenset(lacking)
            await play.pilot.click(outside, offset=(1, 0))
            assert selected(play) is None
            assert board(play).content.lit is None
            assert board(play).content.slots == slots
        await play.pilot.click(tags, offset=(3, 1))
        await play.until("Esc Clear")
        await play.press("escape")
        await play.until("Esc Back")
        assert selected(play) is None
        await to_answers(play)
        await play.press("enter", "g")
        assert board(play).content.lit is None
        assert board(play).content.slots != slots
        await play.pilot.click("#cards")
        await play.press("escape")
        await play.until("Players")


async def test_every_practice_card_is_whole_and_the_board_stands_in_the_middle() -> None:
    async with playing(inside(room(settings=NON_MATCHING))) as play:
        await opened(play, luck_for(NON_MATCHING, 2))
        for width in (200, 120, 108, 104, 80, 60):
            await play.pilot.resize_terminal(width, 40)
            await play.pilot.pause()
            section = play.app.screen.query_one("#learn-gameplay").content_region
            cards = board(play).region
            assert cards.x >= section.x
            assert cards.right <= section.right
            assert abs((cards.x - section.x) - (section.right - cards.right)) <= 1


async def test_more_cards_are_drawn_beyond_a_board_without_an_answer() -> None:
    async with playing(inside(room())) as play:
        await opened(play, luck_for(Settings(), 1))
        before, boards, none = card(play), set(), 0
        await to_answers(play)
        while none < 3:
            await play.press("g")
            assert "g Random cards" in await play.until("Correct answers", "g Random cards")
            slots = board(play).content.slots
            none += not correct(slots, Settings())
            boards.add(slots)
        assert isinstance(play.app.focused, Button)
        assert len(boards) > 3
        assert card(play) == before
        # What is paged to has the keys.
        await play.press("pageup", "pageup", "g")
        assert card(play) != before


async def test_no_answer_reads_none() -> None:
    async with playing(inside(room())) as play:
        await opened(play, luck_for(Settings(), 0))
        play.app.screen.query_one("#cards").focus()
        assert "│ None" in await play.until("Correct answers")
        assert not play.app.screen.query_one(Traits).can_focus
        await play.press("right", "escape")
        await play.until("Players")
        await play.press("l", "l")
        await play.until("Learn the cards")
        # F1 tells the rules of the room here as at its table, and names the table's own keys.
        await play.press("f1", "pagedown")
        await play.until("The rules in this room", "Cards come one by one into 4 slots", "Claim with Space")
        await play.press("escape")
        await play.gone("The rules in this room")
        assert sum(isinstance(one, LearnScreen) for one in play.app.screen_stack) == 1
        for size in ((1, 1), (30, 6), (200, 60), (60, 20), (80, 24)):
            await play.pilot.resize_terminal(*size)
            await play.press("down", "right")
        assert "Learn the gameplay" in await play.until("F1 Help")


@pytest.mark.parametrize("role", ["player", "watcher"])
async def test_practice_survives_news_and_ends_when_the_game_starts(role: Any) -> None:
    me = replace(ANN, role=role, account="guest", ready=False)

    practising, asked, enough = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def server(peer: Peer) -> None:
        await practising.wait()
        peer.send(room(me, replace(BOB, ready=True), host=2), Chat("r1", 1, (Line("bob", "soon!", 1),), fresh=False))
        await asked.wait()
        zoe = Asker(7, "Zoë", "registered", 1500.0)
        peer.send(room(me, replace(BOB, ready=True), joining="approval", askers=(zoe,)))
        await enough.wait()
        peer.send(game(), update())

    old = Chat("r1", 0, (Line("", "bob is the host now.", 0),), fresh=True)
    async with playing(inside(room(me, BOB, host=2), old, then=server)) as play:
        await play.until("bob is the host now.")
        assert "bob is the host now." not in await opened(play, luck_for(Settings(), 1))
        await to_answers(play)
        await play.press("enter")
        lit, slots = board(play).content.lit, board(play).content.slots
        practising.set()
        await play.until("bob: soon!", "Esc Clear")
        assert (board(play).content.lit, board(play).content.slots) == (lit, slots)
        assert lit
        asked.set()
        await play.until("Zoë asks to join your room.", "Esc Clear")
        enough.set()
        await play.until("Slower")
        assert not any(isinstance(one, LearnScreen) for one in play.app.screen_stack)
