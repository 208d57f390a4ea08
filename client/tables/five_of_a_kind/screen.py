"""Five of a Kind on the screen that every table builds on."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content

from client.scene import Scene
from client.screens.table import Parting, TableScreen
from client.tables.five_of_a_kind.claim import claimable
from client.tables.five_of_a_kind.table import FiveOfAKindTable
from client.tables.five_of_a_kind.words import count, goal, left, own_of, shared_of, span
from engines.contract import Setup
from engines.five_of_a_kind.model import Resign
from engines.five_of_a_kind.setup import SETUP

HELD = 0.3
"""A key that is held down repeats; Space counts again after so long without it (s)."""


class FiveOfAKindScreen(TableScreen):
    """A room of Five of a Kind."""

    CSS_PATH = "table.tcss"
    GAME = "Five of a Kind"
    SETUP: ClassVar[Setup] = SETUP
    HELP = """\
Cards appear one after another. As soon as exactly five printed symbols share a trait (or lack it, or are out at all: \
the settings say which), press Space. The first to claim has a few seconds to choose the trait.

A right answer scores a point. A wrong one, or none in time, keeps you from claiming for some rounds. After a claim \
the round is closed until the next card. You may vote for faster or slower cards at any time."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "claim", "Claim"),
        Binding("minus", "vote('slower')", "Slower", key_display="-"),
        Binding("plus,equals_sign", "vote('faster')", "Faster", key_display="+"),
        Binding("0", "vote('none')", "Neither"),
    ]

    def compose_table(self) -> ComposeResult:
        """One widget is the whole table."""
        yield FiveOfAKindTable(self.scene, self.look, self.room_time)

    def on_mount(self) -> None:
        """Let the clock in the heading run."""
        super().on_mount()
        self._spaced = -1000.0
        self.set_interval(0.25, self._tick)

    def draw(self, scene: Scene) -> None:
        """Bring the table to the newest scene."""
        self.query_one(FiveOfAKindTable).draw(scene)

    def heading(self, scene: Scene) -> str | Content:
        """Round, time since the start, and what is left."""
        shared = shared_of(scene)
        if shared is None or shared.final is not None:
            return f"{self.GAME} · Game complete" if shared else self.GAME
        now = self.room_time()
        turn = f"round {shared.round}" if shared.round else "first card coming"
        return f"{self.GAME} · {turn} · {span(now)} · {left(scene.room.settings, shared, now)}"

    def info(self, scene: Scene) -> Sequence[Content]:
        """What the room plays for, and the newest relief."""
        shared = shared_of(scene)
        lines = [Content(goal(scene.room.settings))]
        if shared is not None and shared.relieved is not None:
            taken = count(shared.relieved[0], "round")
            lines.append(Content(f"Round {shared.relieved[1]}: {taken} taken off every lockout."))
        return lines

    def parting(self, scene: Scene) -> Parting | None:
        """Who still plays can resign."""
        own = own_of(scene)
        if own is None or not own.legal.resign:
            return None
        return Parting("You stop playing for good. You can stay and watch, or leave.", Resign())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Space and the votes are there for who plays, and dim while they do nothing."""
        own, shared = own_of(self.scene), shared_of(self.scene)
        if action in {"claim", "vote"} and (own is None or shared is None or shared.final is not None):
            return False
        if action == "claim":
            return claimable(self.scene).live or None
        if action == "vote":
            return (own is not None and parameters[0] in own.legal.votes) or None
        return super().check_action(action, parameters)

    def action_claim(self) -> None:
        """Claim: once for each press, however long it is held."""
        now = self.clock() / 1000
        held = now - self._spaced < HELD
        self._spaced = now
        if not held:
            self.query_one(FiveOfAKindTable).claim()

    def action_vote(self, choice: str) -> None:
        """Vote for another interval."""
        self.query_one(FiveOfAKindTable).vote(choice)

    def on_five_of_akind_table_wish(self, event: FiveOfAKindTable.Wish) -> None:
        """Send what the table wishes."""
        event.stop()
        self.play(event.command)

    def _tick(self) -> None:
        if not self.over:
            self.write_heading()
