"""What a server under test shows at the table: Exactly five and Bot settings, beside the hint panel."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as altered
from syrupy.assertion import SnapshotAssertion

from client.art.palette import Look
from client.scene import Scene
from client.tables.five_of_a_kind.helpers import HelperFace, Helpers, helper_face
from engines.five_of_a_kind import model
from engines.five_of_a_kind.model import BotNumbers
from tests.client.tables.scenes import TRAITS, ended, result, scene, settings
from tests.client.tables.stage import playing

NUMBERS = BotNumbers(882.5, 84.5, 4.49)
ANYTHING = settings(color=False, shape=False, shading=False, counting="anything", bot=True)


def under_test(testing: model.Testing, view: dict[str, Any] | None = None, **rules: Any) -> Scene:
    return scene(settings(bot=True, **rules), view={"testing": testing, **(view or {})})


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_helpers_beside_the_hint_panel(size: tuple[int, int], screen: SnapshotAssertion) -> None:
    plain = scene(settings(bot=True, hint="availability"), view={"hint": True})
    async with playing(plain, size) as play:
        before = play.text()
        assert "There's a trait!" in before
        assert "Exactly five" not in before
        assert "Bot settings" not in before
        helped = under_test(model.Testing(("red", "open"), False, NUMBERS), hint="availability")
        assert await play.show(helped) == screen
        assert await play.show(plain) == before
        assert "─ Hint ─" in before
        over = await play.show(ended(rules=settings(bot=True, hint="availability")))
        for gone in ("Hint", "There's a trait!", "Exactly five", "Bot settings"):
            assert gone not in over


@pytest.mark.asyncio
async def test_room_info_tells_every_setting_and_the_testing_mode(screen: SnapshotAssertion) -> None:
    now = under_test(model.Testing((), False, NUMBERS))
    async with playing(replace(now, room=altered(now.room, testing=True, joining="approval"))) as play:
        assert await play.press("i") == screen
    async with playing(scene()) as play:
        assert "Testing" not in await play.press("i")


def test_the_words_of_the_helpers_follow_the_counting_and_are_rounded() -> None:
    for counting, words in (("matching", "red, open"), ("non_matching", "not red, not open")):
        face = helper_face(under_test(model.Testing(("red", "open"), False, NUMBERS), counting=counting))
        assert face is not None
        assert face.answers[0] == words
        assert face.bot is not None
        assert face.bot[0] == "Adaptive: reaction 883 ms, correct 85%, false claim 4%"
        assert all(number in face.bot[1] for number in ("883 ms", "85%", "4%"))
    for it_is, words in ((True, "It is"), (False, "")):
        face = helper_face(scene(ANYTHING, view={"testing": model.Testing((), it_is, NUMBERS)}))
        assert face is not None
        assert face.answers[0] == words
        assert face.bot is not None
        assert "correct unused" in face.bot[0]
        assert "correct unused" in face.bot[1]
    bare = helper_face(scene(view={"testing": model.Testing((), False, None)}))
    assert bare is not None
    assert bare.answers[0] == "none"
    assert bare.bot is None
    narrow = Helpers(Look(), HelperFace(("red, open",), ("a" * 60, "a" * 40))).paint(40, 2)
    assert narrow[0].text.rstrip() == "Exactly five: red, open"
    assert narrow[1].text.endswith("…"), "what is cut says so"
    four = helper_face(under_test(model.Testing(TRAITS[3:7], False, None), counting="non_matching"))
    assert four is not None
    line = Helpers(Look(), four).paint(44, 1)[0].text
    assert line.rstrip() == "Exactly five: !squiggle !oval !diamond !sol…"
    assert helper_face(scene()) is None
    assert helper_face(ended()) is None


@pytest.mark.asyncio
async def test_the_panel_leaves_what_the_server_tells_in_sight_and_comes_back_to_the_same_place() -> None:
    told = under_test(model.Testing(("red", "open"), False, NUMBERS), hint="availability")
    async with playing(told) as play:
        await play.press("p", after=0)
        text, desk = play.text(), play.app.table.desk
        assert all(words in text for words in ("Exactly five:", "Bot settings:", "CLAIM", "Notes, only for you"))
    async with playing(told, desk=desk) as play:
        assert play.text() == text


def test_no_number_of_the_bot_is_cut_in_one_line_of_a_small_window() -> None:
    for numbers in (BotNumbers(882.5, 84.5, 4.49), BotNumbers(450, 97, 1)):
        face = helper_face(under_test(model.Testing(("red",), False, numbers), difficulty="intermediate"))
        assert face is not None
        for width in range(42, 80):
            line = Helpers(Look(), face).paint(width, 2)[1].text
            assert line.rstrip().endswith(f" {round(numbers.false_claim)}%"), width
            assert "Intermediate" in line


@pytest.mark.asyncio
async def test_a_review_has_its_rows_under_test_in_the_smallest_window_too() -> None:
    settled = under_test(model.Testing(("red", "open"), False, NUMBERS), {"result": result()}, hint="availability")
    async with playing(settled, (60, 20)) as play:
        parts = ("Correct traits", "Claimed cards", "Exactly five: red, open", "Bot: Adaptive", "─ Hint ─", "h Hide")
        assert all(words in play.text() for words in parts)
        assert "║    green║" in await play.press("v", "enter")
        assert "Correct traits" not in await play.press("escape", "h")
        assert "Correct traits" in await play.press("h")


@pytest.mark.asyncio
async def test_what_stands_under_the_cards_begins_with_them() -> None:
    for hint in ("availability", "none"):
        for slots in (3, 4, 5):
            rules: dict[str, Any] = {"hint": hint, "slots": slots}
            async with playing(under_test(model.Testing(("red",), False, NUMBERS), **rules), (80, 24)) as play:
                for size in ((80, 24), (120, 40), (60, 20)):
                    await play.resize(*size)
                    parts = [play.app.table.query_one(f"#{name}").region.x for name in ("board", "helpers", "box-none")]
                    # The hint's sentence alone is wider than what five cards leave in the smallest window, and the
                    # boxes are wider than four.
                    narrow = (hint, slots) == ("availability", 5) or slots == 4 or (hint, slots) == ("none", 3)
                    assert len(set(parts)) == 1 or (narrow and size == (60, 20)), (size, rules)
                    boxes = play.text().splitlines()[-3:]
                    assert size != (60, 20) or any("0 1000 ms " in line for line in boxes), boxes
