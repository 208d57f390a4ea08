"""Foreign text: nothing in it is obeyed, everything in it has a width."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from protocol.text import (
    CHAT_CELLS,
    BadName,
    cell_width,
    clean_line,
    clean_name,
    cut,
    fit,
    name_key,
    painted,
    skeleton,
)

ANY = st.text(st.characters(), max_size=60)


@given(ANY)
def test_nothing_that_a_terminal_obeys_is_painted(text: str) -> None:
    safe = painted(text)
    assert not [letter for letter in safe if unicodedata.category(letter)[0] == "C"]
    assert not set(safe) & set("\u2028\u2029\u200d\ufe0f")
    assert painted(safe) == safe


@given(ANY, st.integers(0, 30))
def test_cut_and_fit_keep_to_their_cells(text: str, cells: int) -> None:
    assert cell_len(cut(text, cells)) <= cells
    assert cell_len(fit(text, cells)) == cells


@given(ANY)
def test_a_clean_line_is_one_line_of_bounded_width_and_stays_as_it_is(text: str) -> None:
    line = clean_line(text)
    if line is not None:
        assert len(line.splitlines()) == 1
        assert cell_width(line) <= CHAT_CELLS
        assert clean_line(line) == line


@given(ANY)
def test_a_name_is_taken_as_it_is_or_refused(text: str) -> None:
    try:
        name = clean_name(text)
    except BadName:
        return
    assert clean_name(name) == name == painted(name)
    assert skeleton(name)


@pytest.mark.parametrize(
    "name",
    [
        "Bob\n*** Ann packed",
        "\x1b[2J",
        "a\u202eb",
        "Ann\u200b",
        "A\u2060nn",
        "\u3164",
        "\u2800",
        "\u200d" * 400,
        "",
        " ",
        " Ann",
        "Ann ",
        "Ann\u00a0",
        "An  n",
        "a" * 17,
        "李" * 9,
        "a" + "\u0301" * 30,
        "🇬🇧",
        "...",
        "\ud800",
    ],
)
def test_names_that_hide_something_are_refused(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


@pytest.mark.parametrize("name", ["[red]x", "李雷", "Zoë", "[0]", "Ann B", "o'Neil", "Иван", "ｱｲ1"])
def test_names_of_all_languages_are_taken(name: str) -> None:
    assert clean_name(name)


def test_a_name_has_one_key() -> None:
    assert name_key("Ann") == name_key("ANN") == name_key("Ａｎｎ")
    assert clean_name("Ａｎｎ") == "Ann"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Аnn"),
        ("Bill", "B1ll"),
        ("Bob", "B0b"),
        ("morn", "mom"),
        ("Ann", "A-n.n"),
        ("Zoe", "Zoë"),
        ("Ian", "lan"),
    ],
)
def test_look_alikes_share_a_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


def test_different_names_have_different_skeletons() -> None:
    names = ["Ann", "Bob", "Anna", "Cem", "李雷", "李", "Иван", "Zed", "Max"]
    assert len(set(map(skeleton, names))) == len(names)


@pytest.mark.parametrize(
    ("chat", "kept"),
    [
        ("\x1b]0;owned\x07hi", "]0;ownedhi"),
        ("\x9b31m", "31m"),
        ("\rAnn: I pack", "Ann: I pack"),
        ("a\u2028b", "a b"),
        ("[@click=app.quit]x[/]", "[@click=app.quit]x[/]"),
        ("\n" * 500, None),
        ("\u200d" * 400, None),
        ("👩‍👩‍👧‍👦", "👩👩👧👦"),
        ("❤️ok", "❤ok"),
        ("🇬🇧", "GB"),
    ],
)
def test_chat_is_kept_without_what_a_terminal_obeys(chat: str, kept: str | None) -> None:
    assert clean_line(chat) == kept


@pytest.mark.parametrize("name", ["李雷", "ＡＢ", "👩‍👩‍👧‍👦", "🇬🇧", "Zoe\u0308", "ﷺ", "a" + "\u0301" * 30, "🏴󠁧󠁢󠁷󠁬󠁳󠁿" * 3])
def test_column_edges_line_up_and_no_wide_letter_is_halved(name: str) -> None:
    for cells in range(1, 12):
        assert cell_len(fit(name, cells)) == cells
        assert painted(name).startswith(cut(name, cells).removesuffix("…"))
