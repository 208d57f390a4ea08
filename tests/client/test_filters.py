"""What reaches a terminal that has only ASCII, or no colours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from client.filters import AsciiOnly, Colourless, ascii_text
from protocol.text import painted

BLACK = Color(0, 0, 0)


@pytest.mark.parametrize(
    ("text", "ascii_"),
    [
        ("plain", "plain"),
        ("╭─ Chat ─╮", "+- Chat -+"),
        ("│█▀▄│", "|###|"),
        ("‹ 3 minutes ›", "< 3 minutes >"),
        ("↑↓ Move · Zoë…", "^v Move * Zoe~"),
        ("李雷 and 👍", "???? and ??"),
        ("Zoë", "Zoe"),
        ("Привет", "??????"),
    ],
)
def test_every_glyph_becomes_one_as_wide(text: str, ascii_: str) -> None:
    assert ascii_text(text) == ascii_


@given(st.text())
def test_whatever_may_be_painted_keeps_its_width(text: str) -> None:
    clean = painted(text)
    assert ascii_text(clean).isascii()
    assert len(ascii_text(clean)) == cell_len(clean)


def test_the_filter_keeps_styles() -> None:
    bold = Style(bold=True)
    assert AsciiOnly().apply([Segment("é", bold), Segment("x")], BLACK) == [Segment("e", bold), Segment("x")]


def test_no_colour_is_left_and_what_stands_out_still_does() -> None:
    style = Style(color="#ff0000", bgcolor="green", bold=True, reverse=True)
    [made, bare] = Colourless().apply([Segment("x", style), Segment("y")], BLACK)
    assert made.style is not None
    assert made.style.color is not None
    assert made.style.color.is_default
    assert made.style.bgcolor is not None
    assert made.style.bgcolor.is_default
    assert made.style.bold
    assert made.style.reverse
    assert bare.style is None
