"""The table of Five of a Kind: what it shows, and what each key does."""

from typing import Any

import pytest

from client.art.palette import MONO, SIXTEEN, Look
from client.scene import Scene
from client.tables.five_of_a_kind.screen import FiveOfAKindScreen
from engines.five_of_a_kind.model import Answer, Claim, Legal, Resign, Vote
from tests.client.stage import SIZES, Stage, picture
from tests.client.tables.scenes import NOW, STATES, mine, own, scene

LOOKS = {"mono": Look(MONO), "sixteen": Look(SIXTEEN), "ascii": Look(MONO, "ascii")}


def table(shown: Scene, look: Look | None = None, now: float = NOW) -> FiveOfAKindScreen:
    return FiveOfAKindScreen(shown, look, motion=False, clock=lambda: now)


@pytest.mark.asyncio
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("state", STATES)
async def test_every_state_looks_as_it_did(state: str, size: tuple[int, int], text_picture: Any) -> None:
    app = Stage(table(STATES[state]))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert picture(app) == text_picture


@pytest.mark.asyncio
@pytest.mark.parametrize("look", LOOKS)
async def test_looks_without_many_colours_show_the_same(look: str, text_picture: Any) -> None:
    app = Stage(table(STATES["playing"], LOOKS[look]), LOOKS[look])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert picture(app) == text_picture


@pytest.mark.asyncio
async def test_space_claims_the_newest_card_once_however_long_it_is_held() -> None:
    moment = [0.0]
    screen = FiveOfAKindScreen(scene(), motion=False, clock=lambda: moment[0])
    app = Stage(screen)
    async with app.run_test() as pilot:
        await pilot.pause()
        for at in (1000, 1100, 1350, 1600, 2000):
            moment[0] = at
            await pilot.press("space")
        assert app.wishes == [Claim(9), Claim(9)]


@pytest.mark.asyncio
async def test_space_in_the_chat_is_a_space() -> None:
    app = Stage(table(scene()))
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("t", "a", "space", "b", "enter", "escape", "space")
        assert app.wishes == [("say", "a b"), Claim(9)]


@pytest.mark.asyncio
async def test_a_digit_answers_and_space_does_not() -> None:
    app = Stage(table(mine()))
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("space", "5")
        assert app.wishes == [Answer("oval")]


@pytest.mark.asyncio
async def test_arrows_and_enter_answer() -> None:
    app = Stage(table(mine()))
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("right", "down", "down", "up", "enter")
        assert app.wishes == [Answer("oval")]


@pytest.mark.asyncio
async def test_the_answers_go_when_the_choice_is_over_and_space_claims_again() -> None:
    screen = table(mine())
    app = Stage(screen)
    async with app.run_test() as pilot:
        await pilot.pause()
        screen.show(scene())
        await pilot.pause()
        await pilot.press("space")
        assert app.wishes == [Claim(9)]


@pytest.mark.asyncio
async def test_votes_have_keys_and_the_own_one_cannot_be_selected_again() -> None:
    app = Stage(table(own(scene(), Legal(votes=("none", "faster")), "slower")))
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("minus", "plus", "0")
        assert app.wishes == [Vote("faster"), Vote("none")]


@pytest.mark.asyncio
@pytest.mark.parametrize(("key", "wish"), [("r", Resign()), ("e", ("depart", Resign())), ("escape", None)])
async def test_resigning_is_asked_for(key: str, wish: object) -> None:
    app = Stage(table(scene()))
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("r", key)
        await pilot.pause()
        assert app.wishes == ([wish] if wish else [])


@pytest.mark.asyncio
async def test_who_watches_can_neither_claim_nor_vote_nor_resign() -> None:
    app = Stage(table(scene(seat=None)))
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("space", "plus", "r", "q")
        assert app.wishes == [("depart", None)]


@pytest.mark.asyncio
async def test_the_mouse_claims_votes_and_answers() -> None:
    screen = table(scene())
    app = Stage(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.click("#claim")
        await pilot.click("#interval", offset=(55, 1))
        screen.show(mine())
        await pilot.pause()
        await pilot.click("#answers", offset=(45, 9))
        assert app.wishes == [Claim(9), Vote("faster"), Answer("open")]


@pytest.mark.asyncio
@pytest.mark.parametrize("state", ["playing", "mine", "full", "ended"])
async def test_no_size_is_too_odd(state: str) -> None:
    app = Stage(table(STATES[state]))
    async with app.run_test(size=(80, 24)) as pilot:
        for size in [(1, 1), (3, 2), (10, 5), (20, 8), (40, 12), (59, 19), (61, 21), (100, 30), (200, 60), (80, 24)]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert picture(app).strip()
