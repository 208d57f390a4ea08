"""Signs that stand beside one another can be told from one another, in ASCII too."""

import pytest

from client.art.palette import Glyphs, Look
from client.art.signs import ASCII, BLOCKS, CONSOLE, Signs, signs


@pytest.mark.parametrize("tier", [BLOCKS, CONSOLE, ASCII], ids=["blocks", "console", "ascii"])
def test_right_wrong_and_nothing_are_told_apart(tier: Signs) -> None:
    assert len({tier.right, tier.wrong, tier.dash}) == 3


def test_a_check_mark_is_a_root_only_where_the_font_has_nothing_nearer() -> None:
    tiers: tuple[Glyphs, ...] = ("blocks", "console", "ascii")
    assert [signs(Look(glyphs=glyphs)).right for glyphs in tiers] == ["✓", "√", "+"]
    assert CONSOLE.right.encode("cp437"), "a sign of the IBM PC's"
