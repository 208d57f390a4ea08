"""Every state of the table of Patti as text, at the smallest screen that is made for and at a large one."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as altered
from syrupy.assertion import SnapshotAssertion
from textual.app import ComposeResult
from textual.screen import Screen

from client.art.palette import FULL, MONO, SIXTEEN, Look
from client.tables.patti.alarm import alarm
from client.tables.patti.faces import small
from client.tables.patti.table import PattiTable
from engines.patti.model import Ask, Legal, Revealed
from tests.client.tables.patti_scenes import HANDS, MY_TURN, SEEN, over, scene
from tests.client.tables.patti_states import EIGHT, FEW, STATES
from tests.client.tables.stage import playing

pytestmark = pytest.mark.asyncio

SIZES = ((80, 24), (120, 40))


def name(state: str, size: tuple[int, int]) -> str:
    return f"patti {state} {size[0]}x{size[1]}".replace(" ", "_")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_states_of_patti(size: tuple[int, int], screen: SnapshotAssertion) -> None:
    async with playing(STATES["watching"], size) as play:
        for state, now in STATES.items():
            assert await play.show(now) == screen(name=name(state, size))


async def test_patti_in_ascii(screen: SnapshotAssertion) -> None:
    async with playing(STATES["watching"], (80, 24), Look(SIXTEEN, "ascii")) as play:
        for state in ("eight on turn", "asked for a side show", "all in", "the end"):
            text = await play.show(STATES[state])
            assert text.isascii()
            assert text == screen(name=name(state, (80, 24)))


async def test_patti_without_colours(screen: SnapshotAssertion) -> None:
    async with playing(STATES["watching"], (80, 24), Look(MONO)) as play:
        for state in ("on turn", "all in"):
            assert await play.show(STATES[state]) == screen(name=name(state, (80, 24)))


async def test_patti_compact(screen: SnapshotAssertion) -> None:
    async with playing(STATES["watching"], (60, 20)) as play:
        for state in ("eight on turn", "asked for a side show", "the end of eight"):
            assert await play.show(STATES[state]) == screen(name=name(state, (60, 20)))


async def test_two_or_four_colours_and_letters_tell_the_suits() -> None:
    deal = ("As", "Ah", "Ad", "Ac")
    inks = {}
    for suits in ("two", "four"):
        looks = [small(card, Look(suits=suits)).style for card in deal]
        inks[suits] = [look.color.name for look in looks if look is not None and look.color is not None]
    assert inks["two"] == [FULL.text, FULL.red, FULL.red, FULL.text]
    assert inks["four"] == [FULL.text, FULL.red, FULL.blue, FULL.green]
    assert [small(card, Look(MONO)).text.strip() for card in deal] == ["A♠s", "A♥h", "A♦d", "A♣c"]
    assert [small(card, Look(glyphs="ascii")).text.strip() for card in deal] == ["As", "Ah", "Ad", "Ac"]


async def test_a_blind_hand_shows_nothing_and_a_revealed_one_all() -> None:
    """What the frames do not hold cannot be drawn; what they hold for this viewer is."""
    faces = [f"{card[0].replace('T', '10')}" for card in HANDS[0]]
    async with playing(STATES["blind on turn"], (80, 24)) as play:
        assert "▒▒▒▒▒" in play.text()
        assert not any(suit in play.text() for suit in "♠♥♦♣")
        text = await play.show(STATES["on turn"])
        assert all(f"│ {face}" in text for face in faces)
        assert text.count("♠") == text.count("♣") == text.count("♦") == 1
        watched = await play.show(STATES["watching"])
        assert not any(suit in watched for suit in "♠♥♦♣")
        shown = await play.show(STATES["after a side show"])
        assert "High ace jack nine" in shown
        other = await play.show(scene(rows=FEW, watching=True, view={"ask": Ask(4, 3), "turn": 4}))
        assert "Side show: Zoë asks" in other
        assert not any(suit in other for suit in "♠♥♦♣")


async def test_the_clock_stands_on_the_seat_that_has_to_act() -> None:
    async with playing(STATES["another on turn"], (80, 24)) as play:
        assert "24 s" in play.text()
        play.app.time += 9_000
        play.app.table.table.tick()
        assert "15 s" in await play.settle()
        play.app.time += 60_000
        play.app.table.table.tick()
        assert " 0 s" in await play.settle()
        assert "no clock, 8:32" in await play.show(STATES["clock stopped"])


async def test_each_warning_of_the_turns_end_comes_once_and_none_after_it() -> None:
    """The screen looks every 100 ms; between 7 s and 3 s before the end it is busy."""
    now = STATES["on turn"]
    seen: list[int | None] = []
    assert now.update is not None
    for left in (*range(24_000, 7_000, -100), *range(3_000, -2_000, -100)):
        warning = alarm(now, now.update.time + 24_000 - left)
        if not seen or seen[-1] != warning:
            seen.append(warning)
    assert seen == [None, 15, 10, 3, 2, 1, None]
    for other in ("another on turn", "watching", "clock stopped", "asked for a side show", "show"):
        assert alarm(STATES[other], now.update.time) is None
    async with playing(now, (80, 24)) as play:
        assert "Your turn." in play.text()
        play.app.time += 14_500
        play.app.table.table.tick()
        assert "Under 10 seconds left!" in await play.settle()
        assert "Under 10 seconds left!" in (await play.press("b", after=0)).splitlines()[-2]
        assert "left!" not in (await play.press("escape", after=0)).splitlines()[-2]
        assert (await play.settle()).count("left!") == 1
        assert "left!" not in await play.show(STATES["another on turn"])


async def test_where_the_acts_leave_no_room_the_message_line_warns() -> None:
    legal = Legal(turn=41, see=True, bet=1_600, drop=True, show=True, full=3_200)
    four = scene(players=2, rows={1: SEEN}, view=MY_TURN, legal=legal)
    async with playing(replace(four, notice="It is Bo's turn."), (80, 24)) as play:
        assert "left!" not in play.text()
        play.app.time += 14_500
        play.app.table.table.tick()
        text = await play.settle()
        assert text.count("left!") == 1
        assert text.splitlines()[-2].strip() == "Under 10 seconds left!"
        play.app.time += 9_000
        play.app.table.table.tick()
        assert "Under 1 second left!" in (await play.settle()).splitlines()[-2]
        assert "left!" not in await play.show(STATES["another on turn"])


async def test_every_size_is_survived() -> None:
    async with playing(STATES["eight on turn"], (80, 24)) as play:
        first = play.text()
        for number, size in enumerate([(60, 20), (200, 60), (59, 19), (1, 1), (7, 3), (199, 9), (61, 41), (90, 23)]):
            await play.resize(*size)
            await play.show(list(STATES.values())[3 * number])
            small_one = size[0] < 60 or size[1] < 20
            assert ("Make the window larger" in play.text()) is (small_one and size[0] > 30), size
        await play.show(STATES["eight on turn"])
        assert await play.resize(80, 24) == first


async def test_names_can_do_nothing_to_the_table_of_patti() -> None:
    evil = (
        "[/]",
        "[red]x[/red]",
        "\x1b[2J\x1b]0;owned\x07",
        "a\u202eb",
        "[@click=app.quit]x[/]",
        "\n" * 40,
        "﷽" * 9,
        "e" + "\u0301" * 30,
    )
    names = dict(enumerate(evil))
    odd = Revealed(0, HANDS[0], ("", "", ""), "Pair of kings, ace")
    question = scene(players=8, rows=EIGHT, view={"ask": Ask(4, 0), "turn": 4}, mine=odd)
    scenes = (replace(question, names=names, notice="\x1b[31m[/b]"), replace(over(8), names=names))
    async with playing(scenes[0], (80, 24)) as play:
        for now in scenes:
            text = await play.show(now)
            assert len(text.splitlines()) == 24
            assert not any(ord(letter) < 32 or letter in "\u202e\x9b" for letter in text if letter != "\n")
            assert "[red]x" in text
        assert play.app.is_running


async def test_more_rows_than_places_leave_those_out_who_left() -> None:
    """Until the next deal a seat that was left still has its row, and somebody new may sit down already."""
    gone: dict[int, dict[str, Any]] = {
        3: {"seated": False, "inside": False, "gone": "left"},
        5: {"seated": False, "playing": False},
    }
    late = scene(players=9, rows={**gone, 8: {"playing": False, "inside": False, "paid": 0}})
    async with playing(late, (80, 24)) as play:
        assert "Newcomer" in play.text()
        assert "in the next round" in play.text()
        assert "dee" not in play.text()


async def test_names_at_the_end_have_the_columns_that_the_hands_leave() -> None:
    end = over(3)
    assert end.update is not None
    view: Any = end.update.shared
    table = tuple(altered(row, best=None) for row in view.final.table)
    plain = altered(view, final=altered(view.final, table=table))
    async with playing(replace(end, update=altered(end.update, shared=plain)), (60, 20)) as play:
        rows = play.text()
        assert "Christophe" in rows[rows.index("Best hand shown") :]


async def test_the_end_says_who_had_left() -> None:
    end = over(3)
    assert end.update is not None
    view: Any = end.update.shared
    gone = tuple(altered(row, seated=row.seat != 1) for row in view.rows)
    async with playing(replace(end, update=altered(end.update, shared=altered(view, rows=gone)))) as play:
        assert [line.split()[1] for line in play.text().splitlines() if "  left, " in line] == ["Bo"]


async def test_a_replay_shows_no_acts_since_none_of_their_keys_works_there() -> None:
    now = STATES["on turn"]

    class Bare(Screen[None]):
        def compose(self) -> ComposeResult:
            yield PattiTable(now, Look(), lambda: 0.0)

    async with playing(now) as play:
        assert "Bet 30" in play.text().replace("Bet 30, next", "")
        await play.app.push_screen(Bare())
        text = await play.settle()
        assert "Pot" in text
        assert "Bet 30" not in text.replace("Bet 30, next", "")
