"""Pastes in what a terminal sends, in whatever pieces it comes."""

import pytest
from textual.events import Paste

from client.paste import END, LONGEST, START, Pastes, plain

KEYS = f"ab\x1b[A{START}one\x1b[31mred\x1b[0m\ntwo{END}c{START}{END}\x1bOP"
READ = [("keys", "ab\x1b[A"), ("paste", "onered\ntwo"), ("keys", "c"), ("paste", ""), ("keys", "\x1bOP")]


def read(text: str, size: int) -> list[tuple[str, str]]:
    """What comes of a text in pieces of some size, with neighbouring keys joined."""
    pastes = Pastes()
    parts: list[tuple[str, str]] = []
    for at in range(0, len(text), size):
        for part in pastes.feed(text[at : at + size], more=at + size < len(text)):
            if isinstance(part, Paste):
                parts.append(("paste", part.text))
            elif parts and parts[-1][0] == "keys":
                parts[-1] = "keys", parts[-1][1] + part
            else:
                parts.append(("keys", part))
    return parts


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 1000])
def test_pastes_are_told_from_keys_in_pieces_of_any_size(size: int) -> None:
    assert read(KEYS, size) == READ


def test_a_key_waits_for_nothing_but_the_rest_of_a_mark() -> None:
    pastes = Pastes()
    assert list(pastes.feed("\x1b", more=False)) == ["\x1b"]
    assert list(pastes.feed("\x1b[20", more=False)) == []
    assert pastes.flush() == "\x1b[20"
    assert list(pastes.feed("0~", more=False)) == ["0~"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("\x1b[1;31mred\x1b[m", "red"),
        ("\x9b31mred", "red"),
        ("a\x1b]52;c;QUJD\x07b\x1b]8;;http://x\x1b\\c", "abc"),
        ("a\x1bPq#0\x1b\\b\x1b_x\x1b\\c", "abc"),
        ("a\x1b(Bb\x1b7c\x1b", "abc"),
        ("never\x1b]ended", "neverended"),
        ("a\tb\nc [x] ]52;", "a\tb\nc [x] ]52;"),
    ],
)
def test_what_a_terminal_obeys_is_dropped_with_all_that_it_holds(text: str, left: str) -> None:
    assert plain(text) == left


def test_a_paste_is_bounded() -> None:
    parts = read(START + "x\x1b[31m" * 200_000 + END + "y", 4096)
    kind, text = parts[0]
    assert kind == "paste"
    assert set(text) == {"x"}
    assert len(text) <= LONGEST
    assert parts[1:] == [("keys", "y")]
