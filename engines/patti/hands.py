"""The six categories of three-card hands, their order, and their names (R2, R3, R4)."""

from collections.abc import Mapping
from enum import IntEnum
from functools import lru_cache
from itertools import combinations
from typing import Final, TypeAlias

from engines.cards import suit, value

Hand: TypeAlias = tuple[str, str, str]
"""Three cards by name, as they were dealt."""

Rank: TypeAlias = tuple[int, int, int, int]
"""A category and three card values; of two hands the one with the greater rank is better, whatever their cards."""

WORDS: Final = {9: "nine", 10: "ten", 11: "jack", 12: "queen", 13: "king", 14: "ace"}


class Category(IntEnum):
    """The categories, the weakest first."""

    HIGH = 1
    PAIR = 2
    COLOR = 3
    SEQUENCE = 4
    PURE_SEQUENCE = 5
    TRAIL = 6


@lru_cache(maxsize=16384)
def rank(hand: Hand) -> Rank:
    """How good a hand is; hands of equal rank are equal (R4)."""
    high, middle, low = sorted(map(value, hand), reverse=True)
    one_suit = len(set(map(suit, hand))) == 1
    if high == low:
        return Category.TRAIL, high, middle, low
    if high - middle == middle - low == 1:
        return Category.PURE_SEQUENCE if one_suit else Category.SEQUENCE, high, middle, low
    if one_suit:
        return Category.COLOR, high, middle, low
    if high == middle:
        return Category.PAIR, high, high, low
    if middle == low:
        return Category.PAIR, low, low, high
    return Category.HIGH, high, middle, low


def category(hand: Hand) -> Category:
    """The hand's category."""
    return Category(rank(hand)[0])


def title(hand: Hand) -> str:
    """The hand in words: "Pair of kings, ace"."""
    kind, high, middle, low = rank(hand)
    match Category(kind):
        case Category.TRAIL:
            return f"Trail of {WORDS[high]}s"
        case Category.PURE_SEQUENCE:
            return f"Pure sequence up to the {WORDS[high]}"
        case Category.SEQUENCE:
            return f"Sequence up to the {WORDS[high]}"
        case Category.COLOR:
            return f"Color, {WORDS[high]} {WORDS[middle]} {WORDS[low]}"
        case Category.PAIR:
            return f"Pair of {WORDS[high]}s, {WORDS[low]}"
        case Category.HIGH:
            return f"High card, {WORDS[high]} {WORDS[middle]} {WORDS[low]}"


@lru_cache(maxsize=4)
def shares(deck: tuple[str, ...]) -> Mapping[Rank, float]:
    """For every rank that a deck can deal: the share of its hands that are weaker; equal ones count half."""
    counts: dict[Rank, int] = {}
    for cards in combinations(deck, 3):
        counts[rank(cards)] = counts.get(rank(cards), 0) + 1
    total, weaker = sum(counts.values()), 0
    found = {}
    for one in sorted(counts):
        found[one] = (weaker + counts[one] / 2) / total
        weaker += counts[one]
    return found
