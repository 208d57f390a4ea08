"""The review of a settled claim: shown, hidden, and with one of its traits selected."""

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.widgets import Input

from client.art.palette import FULL, MONO, Look
from client.scene import Scene
from client.tables.five_of_a_kind.review import Review
from engines.five_of_a_kind.model import Claim, Legal, Pending, Settings
from tests.client.tables.scenes import NOW, TRAITS, result, scene, settings
from tests.client.tables.stage import Play, playing

pytestmark = pytest.mark.asyncio

NON_MATCHING = settings(counting="non_matching", slots=5)
NO_TYPES = settings(color=False, shape=False, shading=False, counting="anything")
FIVE_OUT = ("1 blue oval solid", "3 blue oval solid", "-", "1 blue oval solid")
WITH_EMPTY = ("3 red squiggle striped", "-", "1 green diamond solid", "1 blue oval open", "1 blue oval solid")


def settled(rules: Settings | None = None, view: dict[str, Any] | None = None, **changes: Any) -> Scene:
    """A claim was settled, and the game went on."""
    rules = rules or settings()
    return scene(rules, view={"result": result(rules=rules, **changes), **(view or {})})


def review(play: Play) -> Review:
    found: Review = play.app.table.query_one(Review)
    return found


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
async def test_review(size: tuple[int, int], screen: SnapshotAssertion) -> None:
    async with playing(settled(), size) as play:
        assert play.text() == screen(name="shown")
        assert await play.press("h") == screen(name="hidden")
        assert await play.press("h", "v", "right", "enter") == screen(name="selected_in_a_matching_room")
        await play.show(settled(NON_MATCHING, board=WITH_EMPTY, trait="red"))
        assert await play.press("v", "enter") == screen(name="selected_in_a_non-matching_room")
        await play.show(settled(NO_TYPES, board=FIVE_OUT, trait=None))
        assert await play.press("v", "enter") == screen(name="selected_in_an_anything_room")
        await play.show(settled(settings(previous="mask")))
        assert await play.settle() == screen(name="in_a_mask_room")


async def test_review_at_the_smallest_size_and_without_colours(screen: SnapshotAssertion) -> None:
    async with playing(settled(settings(slots=5)), (60, 20), Look(MONO, "ascii")) as play:
        assert await play.press("v", "enter") == screen(name="selected")


async def test_the_selected_trait_lights_what_it_counts_and_dims_the_rest() -> None:
    async with playing(settled(), (120, 40)) as play:
        assert review(play).board.content.lit is None
        await play.press("v", "enter")
        assert review(play).traits.selected == "green"
        assert review(play).board.content.lit == frozenset({1, 3})
        await play.press("right", "enter")
        assert review(play).board.content.lit == frozenset({1, 3})
        colors = {
            (part.style.color.name, part.text)
            for part in review(play).board.render_line(0)
            if part.style and part.style.color
        }
        assert {"╔═", "╔═══", "╔"} & {text for name, text in colors if name == FULL.gold}
        # Non-matching: the cards without the trait; an empty card never.
        await play.show(settled(NON_MATCHING, board=WITH_EMPTY, trait="red", number=4))
        found = review(play).traits.content.traits
        assert "diamond" in found
        await play.press("v", *["right"] * found.index("diamond"), "enter")
        assert review(play).board.content.lit == frozenset({0, 3, 4})
        # Anything: every card that is not empty.
        await play.show(settled(NO_TYPES, board=FIVE_OUT, trait=None, number=5))
        await play.press("v", "enter")
        assert review(play).board.content.lit == frozenset({0, 1, 3})
        await play.show(settled(NO_TYPES, outcome="incorrect", board=FIVE_OUT[1:], trait=None, number=6))
        assert "None" in play.text()


async def test_a_selection_outlives_news_and_ends_with_the_next_claim() -> None:
    async with playing(settled()) as play:
        await play.press("v", "enter")
        for card in ("1 red oval open", "-"):
            await play.show(settled(view={"slots": (card,) * 4, "revision": 99}))
            assert review(play).traits.selected == "green"
        await play.resize(120, 40)
        assert review(play).board.content.lit == frozenset({1, 3})
        await play.show(settled(view={"claim": Pending(1, NOW, NOW + 3000), "open": False, "next_card": None}))
        assert review(play).traits.selected is None
        await play.show(settled(number=4))
        await play.press("v", "enter")
        assert review(play).traits.selected == "green"
        await play.show(settled(number=5))
        assert review(play).traits.selected is None
        assert review(play).board.content.lit is None


async def test_a_click_outside_and_esc_clear_the_selection() -> None:
    async with playing(settled(), (120, 40)) as play:
        for outside in ("#board", "#scores", "#review-board", "#review-label", "#verdict", "#box-none", "#move", Input):
            await play.pilot.click("#review-traits", offset=(3, 1))
            assert review(play).traits.selected == "green"
            await play.pilot.click(outside, offset=(1, 0))
            await play.settle()
            assert review(play).traits.selected is None, outside
        await play.press("escape")
        await play.pilot.click("#review-traits", offset=(3, 1))
        assert play.app.focused is None
        assert "Esc Table" in await play.settle()
        await play.press("escape")
        assert review(play).traits.selected is None
        assert play.app.wishes == []


async def test_space_claims_beside_a_selection_but_selects_in_the_row() -> None:
    async with playing(settled()) as play:
        await play.press("v", "space")
        assert play.app.wishes == []
        assert review(play).traits.selected == "green"
        assert "←→ Trait  Enter Select" in play.text().splitlines()[-1]
        await play.press("escape", "space")
        assert play.app.wishes == [Claim(76)]


async def test_hidden_stays_hidden_for_every_later_review() -> None:
    async with playing(settled()) as play:
        assert "h Hide" in play.text()
        assert "Correct traits" in play.text()
        text = await play.press("h")
        assert "h Show" in text
        for number in (4, 5):
            text = await play.show(settled(number=number))
            assert "Correct traits" not in text
        await play.press("v")
        assert play.app.focused is None
        line = play.text().splitlines()[2]
        await play.pilot.click(offset=(line.index("h Show") + 2, 2))
        assert "Correct traits" in await play.settle()
        assert "Correct traits" in await play.show(settled(number=6))


async def test_a_mask_room_has_the_message_alone() -> None:
    rules = settings(previous="mask", counting="non_matching")
    async with playing(settled(rules), (80, 24)) as play:
        assert "Bo: not     green correct (+1)" in play.text()
        shown = play.text()
        pressed = await play.press("h", "v", after=0)
        assert pressed.splitlines()[:-2] == shown.splitlines()[:-2], "all but why these keys do nothing"
        for words in ("Hide", "Show", "Correct traits", "Claimed cards"):
            assert words not in shown


async def test_who_has_to_answer_sees_nothing_of_the_last_claim() -> None:
    async with playing(settled()) as play:
        await play.press("v", "enter")
        bare = result(rules=settings(previous="mask"))
        mine = scene(
            view={"slots": ("?",) * 4, "claim": Pending(0, NOW, NOW + 3000), "open": False, "result": bare},
            mine={"legal": Legal(answers=TRAITS, resign=True)},
        )
        text = await play.show(mine)
        assert "Which trait" in text
        assert "Correct traits" not in text
        assert review(play).traits.selected is None
        assert "Correct traits" in await play.show(settled(number=4))
