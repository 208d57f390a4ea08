"""The games this client can play: besides the tables themselves, the only place that names one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any, Final

from rich.segment import Segment
from textual.widget import Widget

from client.art.chips import TRAIT_TYPES, inline
from client.art.palette import Look
from client.scene import Scene
from client.screens.shell import ShellScreen
from client.screens.table import TableScreen
from client.state import ClientState
from client.tables.five_of_a_kind import story
from client.tables.five_of_a_kind.card import rules_card
from client.tables.five_of_a_kind.learn import LearnScreen
from client.tables.five_of_a_kind.screen import FiveOfAKindScreen
from client.tables.five_of_a_kind.table import FiveOfAKindTable
from client.tables.patti import story as patti_story
from client.tables.patti.card import rules_card as patti_card
from client.tables.patti.screen import PattiScreen
from client.tables.patti.table import PattiTable
from client.tables.patti.words import gain
from engines.contract import Seat, Setup
from engines.five_of_a_kind.setup import SETUP as FIVE_OF_A_KIND
from engines.patti.setup import SETUP as PATTI
from protocol.messages import Event, Settings

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
    drawing: Callable[[Scene, Look, Callable[[], float]], Widget]
    """The table without a screen around it, for a scene, a look and a clock in ms."""
    draw: Callable[[Any, Scene], None]
    """Brings such a table to another scene."""
    story: Callable[[Scene, Scene], str]
    """What the step from one scene to the next did, in a sentence."""
    moment: Callable[[Sequence[Event]], bool]
    """Whether a step with these events is one to leap to in a replay."""
    calls: Callable[[Scene, Scene], Seat | None]
    """The seat whose player has to look up between two scenes: a claim was settled, a turn began."""
    leaps: str
    """What a replay leaps between, in the plural."""
    away: str
    """What it means for who plays to go away for a while, in a sentence."""
    card: Callable[[Any], str]
    """The rules for given settings, on one page."""
    learn: Learn | None = None
    points: Callable[[int], str] = "{:,}".format
    """A result as the table writes it."""

    @property
    def guests(self) -> bool:
        """Whether guests may play with others."""
        return self.table.GUESTS


def traits(name: str, ground: str, look: Look, faded: bool) -> tuple[Segment, ...]:
    """A trait type's three values, side by side."""
    parts = [(inline(trait, ground, look, faded=faded), Segment(" ")) for trait in TRAIT_TYPES.get(name, ())]
    return tuple(part for pair in parts for part in pair)[:-1]


_FIVE_OF_A_KIND: Final = Kind(
    name="five_of_a_kind",
    title="Five of a Kind",
    setup=FIVE_OF_A_KIND,
    table=FiveOfAKindScreen,
    preview=traits,
    style="styles/five_of_a_kind.tcss",
    drawing=FiveOfAKindTable,
    draw=FiveOfAKindTable.show,
    story=story.story,
    moment=story.moment,
    calls=story.settled,
    leaps="claims",
    away="The game goes on without you; you can come back to it for two minutes.",
    card=rules_card,
    learn=LearnScreen,
)
_PATTI: Final = Kind(
    name="patti",
    title="Patti 24",
    setup=PATTI,
    table=PattiScreen,
    preview=lambda name, ground, look, faded: (),
    style="styles/patti.tcss",
    drawing=PattiTable,
    draw=PattiTable.show,
    story=patti_story.story,
    moment=patti_story.moment,
    calls=patti_story.calls,
    leaps="rounds",
    away="The game goes on without you. After a minute you lose your seat, and 100 coins.",
    card=patti_card,
    points=gain,
)
KINDS: Final[Mapping[str, Kind]] = MappingProxyType({kind.name: kind for kind in (_FIVE_OF_A_KIND, _PATTI)})


def calls(before: Scene, after: Scene) -> Seat | None:
    """The seat whose player has to look up between two scenes of one game."""
    kind = KINDS.get(after.room.kind)
    return kind.calls(before, after) if kind is not None else None


def quick() -> Settings:
    """The settings of "Play now": Five of a Kind with the defaults, against the Adaptive bot."""
    settings: Any = FIVE_OF_A_KIND.adjusted(FIVE_OF_A_KIND.defaults(), "bot", True)
    return settings  # type: ignore[no-any-return]  # the contract knows no game's settings


QUICK: Final = "Five of a Kind against the Adaptive bot, 3 minutes"
"""What "Play now" plays."""


def title(kind: str) -> str:
    """A kind's title; its name, if this client does not know it (a newer server has more games)."""
    return KINDS[kind].title if kind in KINDS else kind.replace("_", " ")


def points(kind: str, number: int) -> str:
    """A result of a kind as its table writes it."""
    return KINDS[kind].points(number) if kind in KINDS else f"{number:,}"
