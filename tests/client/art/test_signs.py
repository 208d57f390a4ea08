"""Signs that stand beside one another can be told from one another, in ASCII too."""

import pytest

from client.art.signs import ASCII, BLOCKS, Signs


@pytest.mark.parametrize("signs", [BLOCKS, ASCII], ids=["blocks", "ascii"])
def test_right_wrong_and_nothing_are_told_apart(signs: Signs) -> None:
    assert len({signs.right, signs.wrong, signs.dash}) == 3
