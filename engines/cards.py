"""French-suited cards by name: rank and suit in two letters, as "Qs" (queen of spades) or "Td" (ten of diamonds)."""

from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "shdc"

_VALUES: Final = {rank: value for value, rank in enumerate(RANKS, start=2)}


def deck(ranks: str = RANKS) -> tuple[str, ...]:
    """One card of each suit for every one of `ranks`, suit by suit."""
    return tuple(rank + suit for suit in SUITS for rank in ranks)


def value(card: str) -> int:
    """A card's plain value: 2 to 10, J 11, Q 12, K 13, A 14."""
    return _VALUES[card[0]]


def suit(card: str) -> str:
    """A card's suit: "s", "h", "d" or "c"."""
    return card[1]
