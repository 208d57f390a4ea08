"""Every state of the table as text, at the smallest screen that is made for and at a large one."""

import pytest
from syrupy.assertion import SnapshotAssertion

from client.art.cards import caption
from client.art.palette import MONO, SIXTEEN, Look
from client.scene import Scene
from engines.five_of_a_kind.model import Answer, Legal, Pending, PlayerRow
from tests.client.tables.scenes import BOARD, NOW, choosing, ended, result, scene, settings
from tests.client.tables.stage import playing

pytestmark = pytest.mark.asyncio

CLOSED = {"legal": Legal(votes=("slower", "faster"), resign=True)}
NO_TYPES = settings(color=False, shape=False, shading=False, counting="anything", hint="availability")

STATES: dict[str, Scene] = {
    "first card coming": scene(
        players=1, view={"slots": ("",) * 4, "pointer": 0, "round": 0, "open": False, "relieved": None}, mine=CLOSED
    ),
    "playing": scene(
        settings(hint="availability"),
        players=4,
        view={
            "hint": True,
            "result": result(),
            "players": (
                PlayerRow(1, 13, 0, False, None),
                PlayerRow(0, 12, 0, False, None),
                PlayerRow(2, 7, 2, False, None),
                PlayerRow(3, 7, 0, True, None),
                PlayerRow(4, 3, 0, False, 5000, True),
            ),
        },
    ),
    "hint without an answer": scene(settings(hint="availability"), view={"hint": False}),
    "five slots and nine players": scene(
        settings(slots=5), players=8, view={"result": result("incorrect", "squiggle", 2, rules=settings(slots=5))}
    ),
    "three slots": scene(settings(slots=3), view={"slots": ("-", "3 red oval open", "")}),
    "mask": scene(
        settings(previous="mask"),
        view={"slots": ("?", "3 red oval open", "?", ""), "result": result(rules=settings(previous="mask"))},
    ),
    "another claims": scene(
        view={"claim": Pending(1, NOW - 800, NOW + 2200), "open": False, "next_card": None, "result": result()},
        mine=CLOSED,
    ),
    "choosing": choosing(),
    "locked out": scene(
        view={
            "open": False,
            "result": result("incorrect", "open", 0),
            "players": (
                PlayerRow(1, 9, 0, False, None),
                PlayerRow(0, 7, 2, False, None),
                PlayerRow(2, 7, 0, False, None, True),
            ),
            "relieved": (1, 12),
        },
        mine={"legal": Legal(resign=True)},
        notice="Bo was first by 12 ms.",
    ),
    "choosing in a non-matching room": choosing(settings(counting="non_matching", slots=5)),
    "timeout": scene(view={"result": result("timeout", None, 0), "open": False}, mine=CLOSED),
    "choosing among three": choosing(settings(shape=False, shading=False)),
    "anything": scene(
        NO_TYPES,
        view={
            "slots": ("3 blue oval solid", "1 blue oval solid", "-", "1 blue oval solid"),
            "hint": True,
            "result": result(
                "correct",
                None,
                0,
                rules=NO_TYPES,
                board=("1 blue oval solid", "3 blue oval solid", "-", "1 blue oval solid"),
            ),
        },
    ),
    "answer sent": choosing(pending=(Answer("oval"),)),
    "resigned": scene(
        view={"players": (PlayerRow(1, 9, 0, False, None), PlayerRow(0, 7, 0, True, None))},
        mine={"legal": Legal(), "vote": "none"},
    ),
    "voted for faster": scene(
        settings(end="rounds"),
        view={"faster": 2, "slower": 0},
        mine={"vote": "faster", "legal": Legal(76, votes=("none", "slower"))},
    ),
    "watching": scene(settings(end="points"), watching=True),
    "the end": ended(),
    "the end of nine": ended(8),
    "the end without ratings": ended(1, rated=False),
}
SIZES = ((80, 24), (120, 40))


def name(state: str, size: tuple[int, int]) -> str:
    return f"{state} {size[0]}x{size[1]}".replace(" ", "_")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_states(size: tuple[int, int], screen: SnapshotAssertion) -> None:
    async with playing(STATES["watching"], size) as play:
        for state, now in STATES.items():
            assert await play.show(now) == screen(name=name(state, size))


async def test_ascii(screen: SnapshotAssertion) -> None:
    async with playing(STATES["watching"], (80, 24), Look(SIXTEEN, "ascii")) as play:
        for state in ("playing", "choosing", "another claims", "mask", "the end"):
            assert await play.show(STATES[state]) == screen(name=state.replace(" ", "_"))


async def test_without_colours(screen: SnapshotAssertion) -> None:
    async with playing(STATES["watching"], (80, 24), Look(MONO)) as play:
        for state in ("playing", "choosing", "locked out"):
            assert await play.show(STATES[state]) == screen(name=state.replace(" ", "_"))


async def test_compact(screen: SnapshotAssertion) -> None:
    async with playing(STATES["watching"], (60, 20)) as play:
        for state in ("playing", "five slots and nine players", "choosing in a non-matching room", "the end of nine"):
            assert await play.show(STATES[state]) == screen(name=state.replace(" ", "_"))


@pytest.mark.parametrize("slots", [3, 4, 5])
async def test_all_cards_are_whole(slots: int) -> None:
    """Each slot has its frame, its number and its caption at every size."""
    async with playing(scene(settings(slots=slots)), (80, 24)) as play:
        for size in [(80, 24), (97, 31), (120, 40), (161, 52)]:
            text = await play.resize(*size)
            for number, slot in enumerate(BOARD[:slots]):
                assert f" {number + 1} " in text
                forms = (caption(slot, cols, lines) for cols, lines in ((25, 1), (17, 2), (13, 2), (9, 3)))
                assert any(all(line in text for line in form) for form in forms)


async def test_the_claimants_question_marks_stand_above_the_answers() -> None:
    """Over each slot that has a card, in the first row at the least: below that as large as there is room."""
    shown = choosing(slots=("?", "?", "?", ""))
    async with playing(STATES["watching"], (80, 24)) as play:
        for size, marks in {(60, 20): 3, (80, 24): 6, (120, 40): 3}.items():
            await play.resize(*size)
            above = (await play.show(shown)).split("Which trait")[0]
            assert [f" {number} ?" in above for number in (1, 2, 3, 4)] == [True, True, True, False]
            assert above.count("?") == marks
            assert above.count("▄▀▀▀▄") == (3 if size[1] >= 40 else 0)


async def test_a_new_size_is_drawn_anew() -> None:
    async with playing(STATES["playing"], (80, 24)) as play:
        first = play.text()
        for size in [(60, 20), (200, 60), (40, 12), (1, 1), (199, 9)]:
            await play.resize(*size)
            assert ("Make the window larger" in play.text()) is (size[0] > 30 and (size[0] < 60 or size[1] < 20))
        assert await play.resize(80, 24) == first


async def test_every_state_survives_small_and_large_sizes() -> None:
    async with playing(STATES["watching"], (80, 24)) as play:
        for number, state in enumerate(list(STATES.values())[::4]):
            await play.resize(7 + 38 * number, 3 + 10 * number)
            await play.show(state)
            await play.resize(33 + 14 * number, 59 - 12 * number)
        assert play.app.is_running


async def test_names_can_do_nothing_to_the_screen() -> None:
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
    place = scene(players=8, view={"claim": Pending(2, NOW, NOW + 3000), "open": False})
    names = dict(enumerate(evil))
    now = Scene(place.room, place.update, names=names, notice="\x1b[31m[/b] was first")
    ending = ended(8)
    async with playing(now, (80, 24)) as play:
        for text in (play.text(), await play.show(Scene(ending.room, ending.update, names=names))):
            assert len(text.splitlines()) == 24
            assert not any(ord(letter) < 32 or letter in "\u202e\x9b" for letter in text if letter != "\n")
            assert "[/]" in text
            assert "[red]x" in text
        assert "[@click" in text
        assert play.app.is_running
