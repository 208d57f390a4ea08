"""Cards as numbers, the deck of a room, and what a board answers.

A card is 0–80 by number, color, shape and shading; `EMPTY` is an empty card, `UNDEALT` a slot that has no card yet. A
board is a tuple of such numbers, one for each slot.

To count all nine traits and the printed total at once, every card has a *packed* form: one int of ten 5-bit fields, and
a board's counts are the plain sum of its cards'. Five slots make at most 15 symbols, so the top bit of a field stays
free to tell which fields hold what is looked for.
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import Final, Literal, TypeAlias, get_args

from engines.five_of_a_kind.model import Settings, Trait

Board: TypeAlias = tuple[int, ...]

Found: TypeAlias = Trait | Literal["anything"]
"""What a board can answer: a trait, or in an Anything room that five symbols are in play."""

EMPTY: Final = 81
UNDEALT: Final = 82

TRAITS: Final[tuple[Trait, ...]] = get_args(Trait)
"""All nine traits: three of each type, the types in the order color, shape, shading."""

_BITS = 5
_ONES = sum(1 << _BITS * field for field in range(9))
_FIFTEENS = 15 * _ONES
_TOTAL = 9 * _BITS  # where the field of the printed total begins
_LOW = (1 << _TOTAL) - 1
_FIXED: Final[tuple[Trait, Trait, Trait]] = ("blue", "oval", "solid")


def _card_traits(card: int) -> tuple[int, int, int]:
    """The indexes into `TRAITS` of a card's color, shape and shading."""
    return card // 9 % 3, 3 + card // 3 % 3, 6 + card % 3


def number(card: int) -> int:
    """How many symbols are printed on a card; 0 for an empty card and an undealt slot."""
    return card // 27 + 1 if card < EMPTY else 0


def _packed(card: int) -> int:
    if card >= EMPTY:
        return 0
    fields = (*_card_traits(card), 9)
    return number(card) * sum(1 << _BITS * field for field in fields)


_PACKED = tuple(_packed(card) for card in range(UNDEALT + 1))
# How many symbols may have a trait when five have not. Where fewer than five are printed, no count is ever 15.
_LACKING = tuple((total - 5 if total >= 5 else 15) * _ONES for total in range(16))
_FOUND: Final[dict[int, tuple[Trait, ...]]] = {
    sum(16 << _BITS * field for field in fields): tuple(TRAITS[field] for field in fields)
    for size in range(10)
    for fields in combinations(range(9), size)
}
_TYPE_GUARDS = tuple(sum(16 << _BITS * field for field in range(first, first + 3)) for first in (0, 3, 6))
_ENABLED = {
    (color, shape, shading): sum(guards for on, guards in zip((color, shape, shading), _TYPE_GUARDS, strict=True) if on)
    for color in (False, True)
    for shape in (False, True)
    for shading in (False, True)
}


def traits(settings: Settings) -> tuple[Trait, ...]:
    """The traits that may be selected: those of the enabled types."""
    return _FOUND[_ENABLED[settings.color, settings.shape, settings.shading]]


def has(card: int, trait: Trait) -> bool:
    """Whether a card shows a trait. Empty cards and undealt slots show none."""
    return card < EMPTY and TRAITS.index(trait) in _card_traits(card)


def deck(settings: Settings) -> tuple[int, ...]:
    """The regular cards of a room: 3, 9, 27 or 81. A disabled color is blue, a shape oval, a shading solid."""
    return _deck(settings.color, settings.shape, settings.shading)


@cache
def _deck(*types: bool) -> tuple[int, ...]:
    fixed = [trait for on, trait in zip(types, _FIXED, strict=True) if not on]
    return tuple(card for card in range(EMPTY) if all(has(card, trait) for trait in fixed))


def answers(board: Board, settings: Settings) -> tuple[Found, ...]:
    """Every answer of a board: the enabled traits whose count is right, in the order of `TRAITS`.

    Matching counts the symbols that have the trait, Non-matching those that have not. An Anything room has one answer,
    "anything", when the printed numbers total five.
    """
    total = 0
    for card in board:
        total += _PACKED[card]
    if settings.counting == "anything":
        return ("anything",) if total >> _TOTAL == 5 else ()
    wanted = 5 * _ONES if settings.counting == "matching" else _LACKING[total >> _TOTAL]
    # After the xor a field is 0 where the count is the one wanted, else 1 to 15: adding 15 sets its top bit.
    return _FOUND[~((total & _LOW ^ wanted) + _FIFTEENS) & _ENABLED[settings.color, settings.shape, settings.shading]]


def contributors(board: Board, settings: Settings, answer: Found) -> tuple[bool, ...]:
    """For each slot, whether its card counts towards an answer. Empty cards and undealt slots never do."""
    if answer == "anything":
        return tuple(card < EMPTY for card in board)
    wanted = settings.counting == "matching"
    return tuple(card < EMPTY and has(card, answer) is wanted for card in board)


def text(card: int) -> str:
    """A card as it travels: "2 red oval solid", "-" for an empty card, "" for an undealt slot."""
    return _TEXTS[card]


def texts(board: Board) -> tuple[str, ...]:
    """The cards of a board as they travel."""
    return tuple([_TEXTS[card] for card in board])


def parse(name: str) -> int:
    """The card of a text that `text` makes.

    Raises:
        ValueError: there is no such card.
    """
    try:
        return _CARDS[name]
    except KeyError:
        raise ValueError(f"there is no card {name[:40]!r}") from None


def board_of(names: Iterable[str]) -> Board:
    """A board from the texts of its slots."""
    return tuple(map(parse, names))


def _text(card: int) -> str:
    color, shape, shading = (TRAITS[trait] for trait in _card_traits(card))
    return f"{number(card)} {color} {shape} {shading}"


_TEXTS = (*map(_text, range(EMPTY)), "-", "")
_CARDS = {name: card for card, name in enumerate(_TEXTS)}
