"""Foreign text: nothing in it is obeyed, everything in it has a width."""

import itertools
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from wcwidth import iter_graphemes, wcwidth

from protocol import lookalikes
from protocol.text import (
    CHAT_CELLS,
    BadName,
    clean_line,
    clean_name,
    cut,
    fit,
    name_key,
    painted,
    skeleton,
)

ANY = st.text(st.characters(), max_size=60)
OBEYED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@given(ANY)
def test_nothing_that_a_terminal_obeys_is_painted(text: str) -> None:
    safe = painted(text)
    # Only what this Python's Unicode does not know yet, but the terminal's width table does, may be without a category.
    assert {unicodedata.category(letter) for letter in safe if cell_len(letter) != 2}.isdisjoint(OBEYED)
    assert {unicodedata.category(letter) for letter in safe}.isdisjoint(OBEYED - {"Cn"})
    assert not set(safe) & set("\u200d\ufe0f")
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
        assert cell_len(line) <= CHAT_CELLS
        assert clean_line(line) == line


def test_no_code_point_gets_through_that_a_terminal_obeys_or_two_tables_measure_apart() -> None:
    blocks = (
        range(0x3100),
        range(0xA000, 0xAC00),
        range(0xD7FF, 0x11000),
        range(0x1D000, 0x20000),
        range(0xE0000, 0xE0200),
    )
    for code in itertools.chain(*blocks):
        safe = painted(chr(code))
        assert safe == painted(safe)
        assert all(unicodedata.category(letter) not in OBEYED - {"Cn"} for letter in safe)
        assert cell_len(safe) == sum(map(wcwidth, safe)), hex(code)


@given(ANY)
def test_clusters_are_as_wide_together_as_one_by_one(text: str) -> None:
    whole = painted(text)
    assert sum(map(cell_len, iter_graphemes(whole))) == cell_len(whole)


def test_heaps_of_marks_cost_no_time_to_sort() -> None:
    # Normalising this first would take it a second; as it is, nothing of it reaches the normaliser.
    assert painted("a" + "\u0301\u0316" * 8_000) == "á\u0316"
    assert clean_line("\u0316\u0301" * 8_000) is None


@given(ANY)
def test_a_key_and_a_skeleton_come_out_of_any_text(text: str) -> None:
    key = name_key(text)
    assert name_key(key) == key
    assert name_key(text.upper()) == name_key(text.upper().lower())
    assert skeleton(text) == skeleton(unicodedata.normalize("NFD", text))


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
        "[/",
        "👍🏽a",
        "x🏴󠁧󠁢󠁷󠁬󠁳󠁿",
        "an\u180bn",
        "\U0001d159\U0001d159",
        "ﷺ",
        "\u0301Ann",
        "\ud800",
        "\ue000a",
        "ab\uffff",
        "Bot",
        "b.o.t",
        "Bot (Adaptive)",
        "Deleted player",
        "DELETED PLAYER",
        "B\u00f6t(Expert)",
    ],
)
def test_names_that_hide_something_are_refused(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


@pytest.mark.parametrize(
    ("most", "more", "limit"),
    [
        ("a" * 16, "a" * 17, "16 cells"),
        ("李" * 8, "李" * 9, "16 cells"),
        ("ệ" * 16, "ệ" * 17, "16 cells"),
        ("ก็่" * 5 + "abc", "ก็่" * 5 + "abcd", "48 bytes"),
        ("ก็่" * 5, "ก็่" * 16, "48 bytes"),
    ],
)
def test_a_names_limits_are_cells_and_bytes(most: str, more: str, limit: str) -> None:
    assert clean_name(most) == most
    with pytest.raises(BadName, match=limit):
        clean_name(more)


@pytest.mark.parametrize(
    "name",
    [
        "[red]x",
        "Botany",
        "(Bo) T",
        "李雷",
        "Zoë",
        "[0]",
        "Ann B",
        "o'Neil",
        "Иван",
        "ｱｲ1",
        "राम",
        "สมชาย",
        "עדי",
        "علي",
        "まりこx",
        "김민수 B",
        "ʻOhana",
        "👍 ok",
        "[/b]",
    ],
)
def test_names_of_all_languages_are_taken(name: str) -> None:
    assert clean_name(name)


def test_a_name_has_one_key() -> None:
    assert name_key("Ann") == name_key("ANN") == name_key("Ａｎｎ")
    assert clean_name("Ａｎｎ") == "Ann"
    assert {name_key(name) for name in ("Ann ", " Ann", "Ann\u00a0", "A\u2060nn", "Ann\u200b")} == {"ann"}
    assert name_key("STRASSE") == name_key("straße")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Аnn"),
        ("Bill", "B1ll"),
        ("Bob", "B0b"),
        ("morn", "mom"),
        ("Ann", "A-n.n"),
        ("Ann", "Ann\u00b7"),
        ("Ann", "\u2018Ann\u2019"),
        ("Zoe", "Zoë"),
        ("Ian", "lan"),
        ("ANN", "ΑΝΝ"),
        ("ann", "ᴀɴɴ"),
        ("TOM", "том"),
        ("WALL", "ᎳᎪᏞᏞ"),
        ("wall", "ꮃꭺꮮꮮ"),
        ("PAUL", "ꓑꓮꓴꓡ"),
        ("bob8", "bobB"),
        ("Ann", "A\u0335nn"),
    ],
)
def test_look_alikes_share_a_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


def test_different_names_have_different_skeletons() -> None:
    names = [
        "Ann",
        "Bob",
        "Anna",
        "Cem",
        "李雷",
        "李",
        "Иван",
        "Zed",
        "Max",
        "राम",
        "रम",
        "रोम",
        "かき",
        "がき",
        "각",
        "간",
    ]
    assert len(set(map(skeleton, names))) == len(names)


def test_every_row_of_look_alikes_keeps_to_its_script() -> None:
    titles = ("CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "LISU", "LATIN", "")
    for title, (letters, alike) in zip(titles, lookalikes._ROWS, strict=True):
        assert len(set(letters)) == len(letters)
        assert all(unicodedata.name(letter).startswith(title) for letter in letters)
        assert alike.isascii()
        assert unicodedata.normalize("NFKD", letters) == letters


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
        ("👍🏽", "👍"),
        ("1\ufe0f\u20e3", "1\u20e3"),
        ("🩷", "🩷"),
        ("a\tb\x00c\x7f\x85d", "a bc d"),
        ("x\u3000y\u2800z", "x yz"),
        ("\ud83d", None),
        ("\u3164\u2800", None),
        ("y\u0301\u0301\u0301\u0301!", "ý\u0301!"),
        ("李" * 150, "李" * 99 + "…"),
    ],
)
def test_chat_is_kept_without_what_a_terminal_obeys(chat: str, kept: str | None) -> None:
    assert clean_line(chat) == kept


@pytest.mark.parametrize("name", ["李雷", "ＡＢ", "👩‍👩‍👧‍👦", "🇬🇧", "Zoe\u0308", "ﷺ", "a" + "\u0301" * 30, "🏴󠁧󠁢󠁷󠁬󠁳󠁿" * 3])
def test_column_edges_line_up_and_no_wide_letter_is_halved(name: str) -> None:
    for cells in range(1, 12):
        assert cell_len(fit(name, cells)) == cells
        assert painted(name).startswith(cut(name, cells).removesuffix("…"))
