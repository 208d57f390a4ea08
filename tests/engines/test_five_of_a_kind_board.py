"""Cards, the deck and the answers of a board (R8, R15 to R18)."""

import json
from collections import Counter
from itertools import combinations_with_replacement
from math import factorial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.five_of_a_kind.board import (
    EMPTY,
    TRAITS,
    UNDEALT,
    Board,
    Found,
    answers,
    board_of,
    contributors,
    deck,
    has,
    number,
    parse,
    text,
    traits,
)
from engines.five_of_a_kind.model import Settings
from tests.engines.five_of_a_kind_table import ANYTHING

DATA = Path(__file__).parents[1] / "data"
BOARDS: list[dict[str, Any]] = json.loads((DATA / "five_of_a_kind_boards.json").read_text())
PROBABILITIES: dict[str, float] = json.loads((DATA / "five_of_a_kind_probability.json").read_text())["values"]
NON_MATCHING = Settings(counting="non_matching")


def settings_of(types: int, counting: str) -> Settings:
    """Settings with that many trait types enabled."""
    if not types:
        return ANYTHING
    return Settings(types > 0, types > 1, types > 2, counting="matching" if counting == "matching" else "non_matching")


@pytest.mark.parametrize("types", range(4))
def test_r8_the_deck_has_three_to_the_power_of_one_more_than_the_enabled_types(types: int) -> None:
    cards = deck(settings_of(types, "matching"))
    assert len(cards) == len(set(cards)) == 3 ** (1 + types)
    assert Counter(map(number, cards)) == dict.fromkeys((1, 2, 3), 3**types)


def test_r8_disabled_types_are_fixed_to_blue_oval_and_solid() -> None:
    assert [text(card) for card in deck(ANYTHING)] == ["1 blue oval solid", "2 blue oval solid", "3 blue oval solid"]
    assert all(has(card, "blue") for card in deck(Settings(color=False)))
    assert all(has(card, "oval") for card in deck(Settings(shape=False)))
    assert all(has(card, "solid") for card in deck(Settings(shading=False)))
    for trait in ("red", "green", "blue"):
        assert sum(has(card, trait) for card in deck(Settings(shape=False, shading=False))) == 3


def test_every_card_has_a_text_and_every_text_its_card() -> None:
    names = [text(card) for card in range(UNDEALT + 1)]
    assert len(set(names)) == 83
    assert [parse(name) for name in names] == list(range(83))
    assert names[EMPTY] == "-"
    assert names[UNDEALT] == ""
    card = parse("2 red squiggle striped")
    assert number(card) == 2
    assert [trait for trait in TRAITS if has(card, trait)] == ["red", "squiggle", "striped"]


@pytest.mark.parametrize("name", ["?", "4 red oval solid", "2 Red oval solid", "2 red oval", " ", "[/red]"])
def test_a_text_that_is_no_card_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no card"):
        parse(name)


@pytest.mark.parametrize("case", BOARDS, ids=lambda case: str(case["name"]))
def test_r15_known_boards_have_exactly_their_answers(case: dict[str, Any]) -> None:
    board = board_of(case["cards"])
    assert sorted(answers(board, Settings())) == case["matching"]
    assert sorted(answers(board, NON_MATCHING)) == case["non_matching"]
    assert sum(map(number, board)) == case["total"]


boards = st.integers(3, 5).flatmap(lambda slots: st.tuples(*[st.integers(0, UNDEALT)] * slots))


def counted(board: Board, settings: Settings, trait: str) -> int:
    """The symbols that have a trait (Matching) or have it not, counted one by one from the cards' texts."""
    matching = settings.counting == "matching"
    cards = [text(card).split() for card in board if card < EMPTY]
    return sum(int(words[0]) for words in cards if (trait in words) is matching)


@given(boards, st.sampled_from([settings_of(types, c) for types in (1, 2, 3) for c in ("matching", "non_matching")]))
def test_r15_r16_answers_are_the_enabled_traits_that_count_five(board: Board, settings: Settings) -> None:
    expected = tuple(trait for trait in traits(settings) if counted(board, settings, trait) == 5)
    assert answers(board, settings) == expected
    for trait in expected:
        marks = contributors(board, settings, trait)
        assert sum(number(card) for card, mark in zip(board, marks, strict=True) if mark) == 5


def test_r15_only_values_of_enabled_types_can_be_selected() -> None:
    assert traits(Settings()) == TRAITS
    assert traits(Settings(shape=False)) == ("red", "green", "blue", "solid", "striped", "open")
    assert traits(Settings(color=False, shading=False)) == ("squiggle", "oval", "diamond")
    assert traits(ANYTHING) == ()
    five_blue_ovals = board_of(["2 blue oval solid", "3 blue oval open", ""])
    assert answers(five_blue_ovals, Settings(color=False, shape=False)) == ()


def test_r16_empty_cards_and_slots_without_a_card_count_zero_either_way() -> None:
    board = board_of(["2 red oval solid", "-", "3 red oval solid", "", ""])
    assert answers(board, Settings()) == ("red", "oval", "solid")
    assert answers(board, NON_MATCHING) == ("green", "blue", "squiggle", "diamond", "striped", "open")
    assert answers(board_of(["-", "-", ""]), NON_MATCHING) == ()


@pytest.mark.parametrize(
    ("cards", "found"),
    [
        (["2 blue oval solid", "3 blue oval solid", ""], ("anything",)),
        (["2 blue oval solid", "2 blue oval solid", "1 blue oval solid"], ("anything",)),
        (["2 blue oval solid", "2 blue oval solid", "-"], ()),
        (["2 blue oval solid", "2 blue oval solid", "2 blue oval solid"], ()),
    ],
)
def test_r17_anything_is_right_when_five_symbols_are_printed(cards: list[str], found: tuple[Found, ...]) -> None:
    assert answers(board_of(cards), ANYTHING) == found


def test_r18_contributors_have_the_trait_or_have_it_not_and_are_never_empty() -> None:
    board = board_of(["2 red oval solid", "-", "3 green oval open", ""])
    assert contributors(board, Settings(), "oval") == (True, False, True, False)
    assert contributors(board, Settings(), "red") == (True, False, False, False)
    assert contributors(board, NON_MATCHING, "red") == (False, False, True, False)
    assert contributors(board, NON_MATCHING, "blue") == (True, False, True, False)
    assert contributors(board, ANYTHING, "anything") == (True, False, True, False)


def chance_of_an_answer(settings: Settings, slots: int, empty: float) -> float:
    """The exact chance that a full board has an answer: every multiset of cards once, by its number of orders."""
    cards = deck(settings)
    favourable = dict.fromkeys(range(slots + 1), 0)  # by the number of empty cards
    for board in combinations_with_replacement((*cards, EMPTY), slots):
        if answers(board, settings):
            counts = Counter(board)
            orders = factorial(slots)
            for times in counts.values():
                orders //= factorial(times)
            favourable[counts[EMPTY]] += orders
    return sum(
        boards * empty**empties * ((1 - empty) / len(cards)) ** (slots - empties)
        for empties, boards in favourable.items()
    )


@pytest.mark.parametrize("name", PROBABILITIES)
def test_r9_r15_the_chance_of_an_answer_is_that_of_an_enumeration_made_apart(name: str) -> None:
    words = name.replace("=", " ").split()
    types = 0 if words[0] == "anything" else int(words[1])
    slots, empty = int(words[words.index("M") + 1]), float(words[words.index("e") + 1])
    found = chance_of_an_answer(settings_of(types, words[-1]), slots, empty)
    assert round(found, 6) == PROBABILITIES[name]
