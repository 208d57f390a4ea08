"""What the Learn screen practises with: a sample card and a board, drawn on this machine, of which no game knows."""

from collections.abc import Mapping
from random import Random
from typing import Final

from client.art.chips import TRAIT_TYPES
from engines.five_of_a_kind.board import EMPTY, Found, answers, board_of, deck, text
from engines.five_of_a_kind.model import Settings

PROPERTIES: Final[Mapping[str, tuple[str, str, str]]] = {"symbols": ("1", "2", "3"), **TRAIT_TYPES}
"""What a card's text says, in its order, and every value that each of them can have."""


def sample(settings: Settings, luck: Random) -> str:
    """A regular card of the room's deck (R8); never an empty one."""
    return text(luck.choice(deck(settings)))


def changed(card: str, value: str) -> str:
    """The card with one property set to a value, and all others as they were."""
    words = zip(card.split(" "), PROPERTIES.values(), strict=True)
    return " ".join(value if value in values else word for word, values in words)


def combination(settings: Settings, luck: Random) -> tuple[str, ...]:
    """A card for every slot of the room, each drawn by itself and with replacement as in a game (R9)."""
    return tuple(_slot(settings, luck) for _ in range(settings.slots))


def correct(slots: tuple[str, ...], settings: Settings) -> tuple[Found, ...]:
    """Every correct answer of a board under the room's way of counting."""
    return answers(board_of(slots), settings)


def _slot(settings: Settings, luck: Random) -> str:
    return text(EMPTY) if luck.randrange(100) < settings.empty else sample(settings, luck)
