"""The hands of Patti 24, all of them, against tables made apart from this code (R1 to R4)."""

import json
from collections import Counter
from itertools import combinations, pairwise, permutations
from pathlib import Path
from typing import Any

import pytest

from engines.cards import deck
from engines.patti.hands import Category, Hand, category, rank, shares, title

TRUTH = json.loads((Path(__file__).parents[1] / "data" / "patti_hands.json").read_text())
DECKS = {24: deck("9TJQKA"), 20: deck("TJQKA")}
NAMES = {
    "trail": Category.TRAIL,
    "pure sequence": Category.PURE_SEQUENCE,
    "sequence": Category.SEQUENCE,
    "colour": Category.COLOR,
    "pair": Category.PAIR,
    "high": Category.HIGH,
}
ORDER = "9TJQKA"
RUNS = ["9TJ", "TJQ", "JQK", "QKA"]


def hand(text: str) -> Hand:
    first, second, third = text.split()
    return first, second, third


def judged(cards: Hand) -> tuple[str, str]:
    """Category and what decides within it, found by comparing texts: the best card's letter first."""
    ranks = sorted((card[0] for card in cards), key=ORDER.index)
    suited = len({card[1] for card in cards}) == 1
    count = Counter(ranks)
    by_weight = "".join(sorted(ranks, key=lambda one: (count[one], ORDER.index(one)), reverse=True))
    if len(count) == 1:
        return "trail", by_weight
    if "".join(ranks) in RUNS:
        return "pure sequence" if suited else "sequence", by_weight
    if suited:
        return "colour", by_weight
    return "pair" if len(count) == 2 else "high", by_weight


def place(cards: Hand) -> tuple[int, list[int]]:
    name, by_weight = judged(cards)
    return -list(NAMES).index(name), [ORDER.index(one) for one in by_weight]


@pytest.mark.parametrize("truth", TRUTH.values(), ids=TRUTH.keys())
def test_r1_r2_every_hand_of_a_deck_has_its_category(truth: dict[str, Any]) -> None:
    hands: list[Any] = list(combinations(DECKS[truth["deck"]], 3))
    assert len(hands) == truth["hands"]
    for name, kind in NAMES.items():
        found = [cards for cards in hands if category(cards) is kind]
        assert len(found) == truth["counts"][name]
        assert len({rank(cards) for cards in found}) == truth["distinct"][name]
        assert all(judged(cards)[0] == name for cards in found)
    assert len(set(map(rank, hands))) == truth["distinct_total"]


@pytest.mark.parametrize("cards", DECKS.values(), ids=DECKS.keys())
def test_r2_r4_the_order_of_all_hands_is_that_of_their_cards(cards: tuple[str, ...]) -> None:
    hands: list[Any] = sorted(combinations(cards, 3), key=place)
    for weaker, better in pairwise(hands):
        same = place(weaker) == place(better)
        assert (rank(weaker) == rank(better)) if same else (rank(weaker) < rank(better))


def test_r2_trails_beat_pure_sequences_and_so_on_down() -> None:
    best_to_worst = ["9s 9h 9d", "9c Tc Jc", "Qs Ah Kd", "9h Jh Ah", "Ks Kc Ad", "As Jh 9d"]
    assert [category(hand(text)) for text in best_to_worst] == sorted(Category, reverse=True)
    ranks = [rank(hand(text)) for text in best_to_worst]
    assert ranks == sorted(ranks, reverse=True)


def test_r2_a_trail_of_nines_beats_cards_of_more_worth() -> None:
    assert rank(hand("9s 9h 9d")) > rank(hand("As Kh Jd"))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Ks Qs Jh", Category.SEQUENCE),
        ("Tc 9c Ac", Category.COLOR),
        ("Ks As 9s", Category.COLOR),
        ("Kh As 9d", Category.HIGH),
        ("Ah 9s Td", Category.HIGH),
        ("Js Qh Kd", Category.SEQUENCE),
        ("Qc Kc Ac", Category.PURE_SEQUENCE),
    ],
)
def test_r3_sequences_are_four_and_none_wraps(text: str, kind: Category) -> None:
    assert category(hand(text)) is kind


def test_r3_the_order_of_the_cards_in_the_hand_is_no_matter() -> None:
    orders: list[Any] = list(permutations(("Qh", "As", "Kd")))
    assert {rank(cards) for cards in orders} == {(Category.SEQUENCE, 14, 13, 12)}


def test_r4_a_pair_is_decided_by_the_pair_and_then_by_the_third_card() -> None:
    assert rank(hand("9s 9h Td")) < rank(hand("Ts Th 9d")) < rank(hand("Ts Td Ah"))
    assert rank(hand("Ah Ks Kd")) > rank(hand("Qh Ks Kd"))


def test_r4_suits_never_count() -> None:
    assert rank(hand("As Kh Jd")) == rank(hand("Ah Kd Js"))
    assert rank(hand("9s Js As")) == rank(hand("9h Jh Ah"))


def test_hands_have_names() -> None:
    named = {
        "Ks Kc Ad": "Pair of kings, ace",
        "As Ah Ad": "Trail of aces",
        "Qc Kc Ac": "Pure sequence up to the ace",
        "Js Qh Kd": "Sequence up to the king",
        "9h Jh Ah": "Color, ace jack nine",
        "As Jh 9d": "High card, ace jack nine",
    }
    assert {text: title(hand(text)) for text in named} == named


@pytest.mark.parametrize("cards", DECKS.values(), ids=DECKS.keys())
def test_the_share_of_weaker_hands_grows_with_the_rank(cards: tuple[str, ...]) -> None:
    found = shares(cards)
    in_order = [found[one] for one in sorted(found)]
    assert in_order == sorted(in_order)
    assert 0 < in_order[0] < 0.05
    assert 0.95 < in_order[-1] < 1
    hands: list[Any] = list(combinations(cards, 3))
    assert sum(found[rank(one)] for one in hands) == pytest.approx(len(hands) / 2)
