"""The games this client can play: besides the tables themselves, the only place that names one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any, Final

from rich.segment import Segment

from client.art.chips import TRAIT_TYPES, inline
from client.art.palette import Look
from client.screens.shell import ShellScreen
from client.screens.table import TableScreen
from client.state import ClientState
from client.tables.five_of_a_kind.learn import LearnScreen
from client.tables.five_of_a_kind.screen import FiveOfAKindScreen
from engines.contract import Setup
from engines.five_of_a_kind.setup import SETUP as FIVE_OF_A_KIND
from protocol.messages import Settings

Preview = Callable[[str, str, Look, bool], tuple[Segment, ...]]
"""Draws a field's `preview` in one line, on a ground colour; faded, where the field is not in effect."""

Learn = Callable[[ClientState, str, Look, Random], ShellScreen]
"""Makes the screen on which one practises in a waiting room, given by its id; it draws from its own luck."""


@dataclass(frozen=True)
class Kind:
    """One game as the shell knows it: its form, its table, and how its form's fields are pictured.

    `style` is the table's style sheet, as seen from the client's folder. `learn` makes its practice, if
    it has one.
    """

    name: str
    title: str
    setup: Setup
    table: type[TableScreen]
    preview: Preview
    style: str
    learn: Learn | None = None


def traits(name: str, ground: str, look: Look, faded: bool) -> tuple[Segment, ...]:
    """A trait type's three values, side by side."""
    parts = [(inline(trait, ground, look, faded=faded), Segment(" ")) for trait in TRAIT_TYPES.get(name, ())]
    return tuple(part for pair in parts for part in pair)[:-1]


_FIVE_OF_A_KIND: Final = Kind(
    "five_of_a_kind",
    "Five of a Kind",
    FIVE_OF_A_KIND,
    FiveOfAKindScreen,
    traits,
    "styles/five_of_a_kind.tcss",
    LearnScreen,
)
KINDS: Final[Mapping[str, Kind]] = MappingProxyType({kind.name: kind for kind in (_FIVE_OF_A_KIND,)})


def quick() -> Settings:
    """The settings of "Play now": Five of a Kind with the defaults, against the Adaptive bot."""
    settings: Any = FIVE_OF_A_KIND.adjusted(FIVE_OF_A_KIND.defaults(), "bot", True)
    return settings  # type: ignore[no-any-return]  # the contract knows no game's settings


QUICK: Final = "Five of a Kind against the Adaptive bot, 3 minutes"
"""What "Play now" plays."""


def title(kind: str) -> str:
    """A kind's title; its name, if this client does not know it (a newer server has more games)."""
    return KINDS[kind].title if kind in KINDS else kind.replace("_", " ")
