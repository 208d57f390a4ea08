"""The Claim control: where it stands, how it is moved, and how it and the answers change places."""

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.geometry import Offset, Size

from client.art.palette import FULL
from client.desk import Desk
from client.tables.five_of_a_kind.choice import Choice
from client.tables.five_of_a_kind.claim import ClaimButton
from client.tables.five_of_a_kind.control import ClaimControl, MoveHandle, within
from client.tables.five_of_a_kind.table import FiveOfAKindTable
from client.tables.five_of_a_kind.turn import LENGTH, Turn, shrunk
from engines.five_of_a_kind.model import Answer, Claim, Legal
from tests.client.tables.scenes import choosing, ended, result, scene, settings
from tests.client.tables.stage import Play, playing

pytestmark = pytest.mark.asyncio

AFTER = scene(view={"open": False, "result": result(seat=0)}, mine={"legal": Legal(votes=("slower", "faster"))})


def yellow(play: Play) -> str:
    """What stands on the yellow block of Claim."""
    button = play.app.table.query_one(ClaimButton)
    lines = [button.render_line(y) for y in range(button.size.height)]
    block = [part for line in lines for part in line if part.style and part.style.bgcolor]
    return "".join(part.text for part in block if part.style.bgcolor.name == FULL.next)


def at(play: Play) -> tuple[int, int, int, int]:
    """The control's place on the table."""
    area = play.app.table.query_one(FiveOfAKindTable).region
    region = play.app.table.query_one(ClaimControl).region
    return region.x - area.x, region.y - area.y, region.width, region.height


async def test_arrows_and_home_move_claim_and_its_place_is_kept() -> None:
    async with playing(scene()) as play:
        assert at(play) == (58, 0, 22, 3)
        await play.press("tab", "tab")
        assert isinstance(play.app.focused, MoveHandle)
        assert "arrows Move Claim  Home Centre it" in play.text().splitlines()[-1]
        await play.press("left", "left", "down", "down", "down", "up", "right")
        assert at(play) == (57, 2, 22, 3)
        assert "CLAIM" in play.text().splitlines()[4]
        await play.press("space", "enter")
        assert play.app.wishes == []
        await play.press("home")
        # The middle of the slots, of columns 20 to 79 and rows 4 to 16.
        assert at(play) == (39, 9, 22, 3)
        await play.show(AFTER)
        assert at(play) == (39, 9, 22, 3)
        await play.press(*["up"] * 12, *["left"] * 42)
        assert at(play) == (0, 0, 22, 3)
        await play.press("escape", "tab")
        assert isinstance(play.app.focused, ClaimButton)


def grounds(play: Play, kind: type[ClaimButton] | type[MoveHandle]) -> set[str]:
    part = play.app.table.query_one(kind)
    strips = (part.render_line(y) for y in range(part.size.height))
    return {one.style.bgcolor.name for strip in strips for one in strip if one.style and one.style.bgcolor}


async def test_a_moved_claim_has_no_dark_rim_on_the_cards_and_no_row_that_it_does_not_draw() -> None:
    async with playing(scene()) as play:
        assert FULL.ground in grounds(play, ClaimButton) & grounds(play, MoveHandle)
        await play.press("tab", "tab", "home")
        for size, rows in {(80, 24): 3, (60, 20): 1}.items():
            await play.resize(*size)
            assert at(play)[3] == rows
            assert grounds(play, ClaimButton) == {FULL.next}
            assert grounds(play, MoveHandle) == {FULL.panel}
        await play.resize(80, 24)
        await play.show(AFTER)
        assert "round is closed" in play.text()
        assert grounds(play, ClaimButton) == grounds(play, MoveHandle) == {FULL.panel}


async def test_the_mouse_drags_claim_and_a_smaller_window_pushes_it_inwards() -> None:
    async with playing(scene()) as play:
        await play.pilot.mouse_down(MoveHandle, offset=(1, 1))
        await play.pilot.hover(offset=(40, 12))
        await play.settle()
        assert at(play) == (20, 10, 22, 3)
        await play.pilot.hover(offset=(0, 23))
        await play.settle()
        assert at(play) == (0, 18, 22, 3)
        await play.pilot.hover(offset=(78, 20))
        await play.pilot.mouse_up(offset=(78, 20))
        await play.settle()
        assert at(play) == (58, 18, 22, 3)
        await play.pilot.hover(offset=(10, 10))
        assert at(play) == (58, 18, 22, 3)
        assert play.app.wishes == []
        await play.resize(70, 22)
        assert at(play)[:2] == (70 - at(play)[2], 19 - at(play)[3])
        await play.resize(80, 24)
        assert at(play) == (58, 18, 22, 3)
        await play.pilot.click(ClaimButton)
        await play.settle()
        assert play.app.wishes == [Claim(76)]


async def test_claim_and_the_answers_change_places(screen: SnapshotAssertion) -> None:
    async with playing(scene()) as play:
        play.app.animation_level = "full"
        table = play.app.table.table
        await play.show(choosing())
        sizes, words = [], []
        for number in range(5):
            table.tick()
            await play.settle()
            control, choice = table.query_one(ClaimControl), table.query_one(Choice)
            sizes.append((control.display, control.size.area, choice.size.area))
            words.append(yellow(play))
            if number == 2:
                assert play.text() == screen(name="half way to the answers")
            play.app.time += LENGTH / 4
        assert [size[0] for size in sizes] == [True, True, True, True, False]
        assert [size[2] for size in sizes] == sorted({size[2] for size in sizes})
        assert [size[1] for size in sizes[:4]] == sorted({size[1] for size in sizes[:4]}, reverse=True)
        assert sizes[0][1:] == (66, 1)
        # It is the button itself that shrinks, with its word and its colour.
        assert [word.strip() for word in words[:4]] == ["CLAIM"] * 4
        assert [len(word) for word in words[:4]] == [19, 14, 9, 5]
        await play.show(AFTER)
        assert table.query_one(Choice).display
        play.app.time += LENGTH / 2
        table.tick()
        assert await play.settle() == screen(name="half way back")
        assert yellow(play) == "  CLAIM  "
        await play.press("1", "r", after=0)
        await play.pilot.click(Choice)
        assert play.app.wishes == []
        await play.press("escape", after=0)
        play.app.time += LENGTH
        table.tick()
        await play.settle()
        assert not table.query_one(Choice).display
        assert at(play) == (58, 0, 22, 3)
        assert yellow(play) == ""
        assert "round is closed" in play.text()


async def test_nothing_goes_its_way_over_the_end() -> None:
    async with playing(scene()) as play:
        play.app.animation_level = "full"
        await play.show(choosing())
        play.app.time += LENGTH
        play.app.table.table.tick()
        await play.settle()
        choice = play.app.table.query_one(Choice)
        assert choice.display
        await play.show(ended())
        assert not choice.display
        assert not play.app.table.query_one(ClaimControl).display


async def test_an_answer_counts_from_the_first_frame() -> None:
    async with playing(scene()) as play:
        play.app.animation_level = "full"
        await play.show(choosing())
        assert play.app.table.query_one(Choice).size.area == 1
        await play.press("2", after=0)
        assert play.app.wishes == [Answer("green")]


async def test_without_animations_they_change_at_once() -> None:
    async with playing(scene()) as play:
        assert "Which trait" in await play.show(choosing())
        assert not play.app.table.query_one(ClaimControl).display
        text = await play.show(AFTER)
        assert "Which trait" not in text
        assert "round is closed" in text


async def test_anything_has_neither_answers_nor_a_way_to_them() -> None:
    rules = settings(color=False, shape=False, shading=False, counting="anything")
    before = scene(rules)
    async with playing(before) as play:
        play.app.animation_level = "full"
        await play.press("space")
        after = scene(rules, view={"open": False, "revision": 78, "result": result(trait=None, seat=0, rules=rules)})
        text = await play.show(after)
        assert not play.app.table.query_one(Choice).display
        assert at(play) == (58, 0, 22, 3)
        assert "You: correct (+1)" in text


async def test_a_place_within_an_area_is_whole() -> None:
    assert within(Offset(-3, 90), Size(22, 3), Size(80, 21)) == Offset(0, 18)
    assert within(Offset(5, 5), Size(22, 3), Size(10, 2)) == Offset(0, 0)


async def test_a_turn_can_be_turned_back_half_way() -> None:
    turn = Turn().towards(open=True, now=1000, moving=True)
    assert [turn.share(now) for now in (1000, 1000 + LENGTH / 2, 1000 + LENGTH, 9999)] == [0, 0.5, 1, 1]
    back = turn.towards(open=False, now=1000 + LENGTH / 2, moving=True)
    assert back.share(1000 + LENGTH / 2) == 0.5
    assert back.share(1000 + 3 * LENGTH / 2) == 0
    assert turn.towards(open=False, now=1000, moving=False).share(1000) == 0
    assert shrunk((10, 4, 20, 3), 0.5) == (15, 4, 10, 2)
    assert shrunk((10, 4, 20, 3), 0) == (19, 5, 1, 1)


async def test_what_was_arranged_is_there_on_the_next_screen_of_the_room() -> None:
    desk, reviewed = Desk(), scene(view={"result": result()})
    async with playing(reviewed, desk=desk) as play:
        home = at(play)
        await play.press("h", "tab", "tab", "down", "down")
        assert "h Show" in play.text()
        moved = at(play)
        assert moved != home
    async with playing(reviewed, desk=desk) as play:
        assert "h Show" in play.text()
        assert at(play) == moved
