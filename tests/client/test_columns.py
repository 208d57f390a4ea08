"""Rows of the lobby and the heading: what has no room is left out by whole parts, and never cut within a word."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.content import Content

from client.screens.lobby import _row, _widths
from client.widgets.columns import columns, fewer, lines_of
from client.widgets.heading import shorter
from engines.contract import Setup
from engines.five_of_a_kind.setup import SETUP
from engines.patti.setup import SETUP as PATTI
from protocol.text import NAME_CELLS
from tests.client.rooms import row


def test_a_list_is_shortened_by_whole_parts() -> None:
    words = "24 cards, boot 100, ×2, 100 rounds"
    assert [fewer(words, cells) for cells in (34, 33, 25, 24, 22, 21, 18, 8)] == [
        words,
        "24 cards, boot 100, ×2, …",
        "24 cards, boot 100, ×2, …",
        "24 cards, boot 100, ×2",
        "24 cards, boot 100, ×2",
        "24 cards, boot 100, …",
        "24 cards, boot 100",
        "24 cards",
    ]


@given(st.integers(60, 200), st.sampled_from([SETUP, PATTI]), st.integers(0, 999))
def test_a_row_of_the_lobby_fits_its_window_and_cuts_no_name_and_no_setting(
    width: int, setup: Setup, watchers: int
) -> None:
    host, summary = "李" * (NAME_CELLS // 2), setup.summary(setup.defaults())
    one = row("a", host, summary=summary, watchers=watchers, joining="passcode")
    widths = _widths(width - 4, [one])
    text = _row(one, widths).plain
    assert cell_len(text) <= width - 4
    assert host in text
    assert "passcode" in text
    assert summary.split(", ")[0] in text
    assert "…" not in text or ", …" in text
    assert str(watchers or "") in text or width < 74


def test_a_column_without_width_is_left_out() -> None:
    assert columns(("a", "b", "c"), (2, 0, -2)).plain == "a   c"


def test_names_are_told_in_as_many_lines_as_they_take() -> None:
    assert lines_of(["ann", "Christopher", "李雷", "bo"], 12) == ["ann,", "Christopher,", "李雷, bo"]
    assert lines_of([], 12) == []


def test_a_heading_loses_whole_parts_and_never_its_first() -> None:
    left = Content("Patti 24 · 24 cards, boot 100, ×2, 100 rounds · 7 bots · stacked deck")
    right = Content("watching · Wilhelmina Oakes")
    shown = {
        cells: " | ".join(part.plain for part in shorter(left, right, cells)) for cells in (98, 96, 77, 70, 60, 40, 5)
    }
    assert shown == {
        98: f"{left.plain} | {right.plain}",
        96: f"{left.plain} | {right.plain}",
        77: f"{left.plain} | watching",
        70: "Patti 24 · 24 cards, boot 100, ×2, … · 7 bots · stacked deck | watching",
        60: "Patti 24 · 24 cards, … · 7 bots · stacked deck | watching",
        40: "Patti 24 · 7 bots · stacked deck | watching",
        5: "Patti 24 | watching",
    }
