"""What a panel in a small window covers, and what of it has no room there."""

import pytest

from engines.five_of_a_kind import model
from engines.five_of_a_kind.model import BotNumbers, Pending
from protocol.messages import Line
from tests.client.tables.scenes import NOW, choosing, result, rows, scene, settings
from tests.client.tables.stage import playing

pytestmark = pytest.mark.asyncio
NOTES = "Notes, only for you"


async def test_a_panel_over_the_table_goes_for_a_claim_unless_one_writes_there() -> None:
    theirs = scene(view={"claim": Pending(1, NOW - 800, NOW + 2200), "open": False, "next_card": None})
    settled = scene(view={"result": result()})
    async with playing(scene(), (60, 20)) as play:
        assert NOTES in await play.press("p")
        seen = await play.show(theirs)
        assert NOTES not in seen
        assert "Bo claims" in seen
        assert NOTES in await play.press("p"), "it can be opened during a claim"
        assert NOTES not in await play.show(settled), "and goes for what came of it"
        assert NOTES in await play.press("t", "h")
        seen = await play.show(theirs)
        assert NOTES in seen
        assert "  h  " in seen, "what is being written stays in sight"
        await play.press("escape", "p")
        assert NOTES not in await play.show(choosing())
        assert NOTES not in await play.show(scene(view={"result": result(number=4)})), (
            "nor does it come back over the review"
        )


async def test_the_whole_info_box_and_chat_are_reached_by_keys_at_80x24() -> None:
    lines = tuple(Line("Bo", f"word {number}", number) for number in range(1, 9))
    relieved = scene(view={"relieved": (3, 12)}, lines=lines)
    async with playing(relieved, (80, 24)) as play:
        assert "word 2" not in await play.press("t")
        assert "PgUp/PgDn Older" in play.text()
        assert "word 2" in await play.press("pageup", "pageup")
        assert "word 8" in await play.press("pagedown", "pagedown", "escape")
        table = play.app.table
        assert "Enter sends, Esc back" in await play.press("t")
        box = table.query_one("#info")
        assert not box.can_focus, "all of it is in sight"
        table.informed.write(table.informed._text + "\n" + "\n".join(f"line {n}" for n in range(6)))
        seen = await play.settle()
        assert "line 5" not in seen
        assert box.can_focus
        box.focus()
        assert "↑↓ Scroll" in await play.press("space")
        assert not play.app.wishes, "Space is not for claiming there"
        assert "line 5" in await play.press(*["down"] * 8)


@pytest.mark.parametrize(("size", "keys"), [((80, 24), ("p",)), ((60, 20), ())])
async def test_nobodys_row_is_cut_from_the_scoreboard_of_nine(size: tuple[int, int], keys: tuple[str, ...]) -> None:
    numbers = BotNumbers(750, 85, 4)
    rules = settings(bot=True, hint="availability")
    view = {
        "testing": model.Testing(("red",), False, numbers),
        "hint": True,
        "result": result(),
        "players": rows(8)[::-1],
    }
    async with playing(scene(rules, players=8, view=view), size) as play:
        seen = await play.press(*keys) if keys else play.text()
        assert "►Ann" in seen, "the last one"
        assert all(f" {name}" in seen for name in ("Bot (Adaptive)", "Bo ", "Zoë", "Gert"))
        assert "CLAIM" in seen
