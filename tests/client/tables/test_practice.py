"""What the Learn screen deals, changes and lists, without a screen."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.art.palette import MONO, Look
from client.tables.five_of_a_kind.practice import PROPERTIES, changed, combination, correct, sample
from client.tables.five_of_a_kind.properties import LABEL_COLS, PropertyFace, PropertyRow
from engines.five_of_a_kind.board import deck, has, parse, text
from engines.five_of_a_kind.model import Settings

PLAIN = Settings(color=False, shape=False, shading=False, counting="anything")
rooms = st.builds(
    Settings,
    color=st.booleans(),
    shape=st.booleans(),
    shading=st.booleans(),
    slots=st.sampled_from([3, 4, 5]),
    empty=st.sampled_from([0, 2, 5, 10, 20]),
)


@given(rooms, st.integers())
def test_a_sample_card_is_of_the_rooms_deck_and_never_empty(settings: Settings, seed: int) -> None:
    luck = Random(seed)
    assert {sample(settings, luck) for _ in range(20)} <= {text(card) for card in deck(settings)}


def test_every_card_of_the_deck_comes_as_a_sample() -> None:
    luck = Random(5)
    assert {sample(Settings(empty=20), luck) for _ in range(2000)} == {text(card) for card in deck(Settings())}


@given(st.sampled_from(deck(Settings())), st.sampled_from([v for vs in PROPERTIES.values() for v in vs]))
def test_a_value_changes_its_own_property_and_no_other(card: int, value: str) -> None:
    before, after = text(card).split(" "), changed(text(card), value).split(" ")
    for old, new, values in zip(before, after, PROPERTIES.values(), strict=True):
        assert new == (value if value in values else old)


@given(rooms, st.integers())
def test_a_combination_fills_every_slot_of_the_room(settings: Settings, seed: int) -> None:
    slots = combination(settings, Random(seed))
    assert len(slots) == settings.slots
    assert set(slots) <= {"-", *(text(card) for card in deck(settings))}


@pytest.mark.parametrize("empty", [0, 2, 20])
def test_slots_are_drawn_apart_and_with_replacement_with_the_rooms_chance_of_an_empty_card(empty: Any) -> None:
    luck = Random(1)
    settings = Settings(color=False, shape=False, shading=False, counting="anything", slots=5, empty=empty)
    boards = [combination(settings, luck) for _ in range(4000)]
    cards = Counter(slot for board in boards for slot in board)
    assert abs(cards["-"] / 20_000 - empty / 100) < 0.012
    regular = [count for card, count in cards.items() if card != "-"]
    assert len(regular) == 3
    assert max(regular) - min(regular) < 700
    # Where the first slot holds a card, the second holds the same one as often as any other.
    after = Counter(board[1] for board in boards if board[0] == "2 blue oval solid")
    assert abs(after["2 blue oval solid"] - after["1 blue oval solid"]) < 130


@given(st.integers(), st.sampled_from(["matching", "non_matching"]), st.sampled_from([3, 4, 5]))
def test_every_correct_answer_is_listed_under_the_rooms_way_of_counting(seed: int, counting: Any, slots: Any) -> None:
    settings = Settings(slots=slots, empty=20, counting=counting)
    board = combination(settings, Random(seed))
    counts = Counter[str]()
    for slot in board:
        for trait in () if slot == "-" else slot.split(" ")[1:]:
            counts[trait] += int(slot[0])
    total = sum(int(slot[0]) for slot in board if slot != "-")
    wanted = {
        trait
        for kind in ("color", "shape", "shading")
        for trait in PROPERTIES[kind]
        if (counts[trait] if counting == "matching" else total - counts[trait]) == 5
    }
    assert set(correct(board, settings)) == wanted


@given(st.integers(1, 120), st.integers(1, 5), st.booleans())
def test_a_property_fits_every_size(width: int, height: int, fixed: bool) -> None:
    for values in PROPERTIES.values():
        for look in (Look(), Look(MONO, "ascii")):
            strips = PropertyRow(look, PropertyFace("Shading", values, values[1], fixed)).paint(width, height)
            beneath = not values[0].isdigit() and (width - LABEL_COLS) // 3 < 18
            assert len(strips) == min(height, 4 if beneath else 3)
            assert all(strip.cell_length == width for strip in strips)


def test_anything_is_listed_only_when_five_symbols_are_out_and_nothing_where_no_answer_is() -> None:
    assert correct(("2 blue oval solid", "-", "3 blue oval solid", "-"), PLAIN) == ("anything",)
    assert correct(("2 blue oval solid", "1 blue oval solid", "3 blue oval solid", "-"), PLAIN) == ()
    assert correct(("1 red oval solid", "1 red oval open", "-", "-"), Settings()) == ()
    assert correct(("3 red oval solid", "2 red diamond open", "-", "-"), Settings()) == ("red",)
    two = Settings(shape=False, counting="non_matching")
    assert correct(("3 red oval solid", "2 red oval open", "-", "-"), two) == ("green", "blue", "striped")
    assert not has(parse("-"), "oval")
