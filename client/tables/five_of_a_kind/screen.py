"""Five of a Kind on the screen that every table builds on."""

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen

from client.scene import Scene
from client.screens.parting import Parting
from client.screens.table import IGNORED, TableScreen
from client.tables.five_of_a_kind.card import rules_card
from client.tables.five_of_a_kind.final import FinalBoard
from client.tables.five_of_a_kind.layout import FRAME_ROWS
from client.tables.five_of_a_kind.table import FiveOfAKindTable
from client.tables.five_of_a_kind.verdict import FOLD_KEY
from client.tables.five_of_a_kind.words import goal, own_of, settings_of, shared_of
from client.tables.phrases import count
from engines.contract import Setup
from engines.five_of_a_kind.model import Resign, VoteFor
from engines.five_of_a_kind.setup import SETUP, label

VOTES: Final = Binding.Group("Vote")
"""Hints that tell little without each other."""

PANEL_ROWS: Final = 6
"""The height of the panel where it lies under the table, and a server under test tells nothing there."""


class FiveOfAKindScreen(TableScreen, inherit_bindings=False):
    """A room of Five of a Kind."""

    GAME = "Five of a Kind"
    SETUP: ClassVar[Setup] = SETUP
    TESTING = "answers are shown"
    HELP = """\
Tab goes to Claim, to the icon that moves it (arrows; Home: the middle of the slots), to the vote boxes, and in a \
review to the correct traits.

In a small window a card's words are short: 3R Sq str or 3R SqSt is 3 red squiggles, striped; Ov is oval, Di diamond, \
So or sol solid, Op or opn open."""
    # The game's own keys stand first in the footer.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "claim", "Claim"),
        Binding("c", "claim", "Claim", show=False),
        Binding(FOLD_KEY, "fold(True)", "Hide"),
        Binding(FOLD_KEY, "fold(False)", "Show"),
        Binding("v", "review", "Traits"),
        Binding("up", "scroll(-1)", "Scroll", key_display="↑↓"),
        Binding("down", "scroll(1)", "Scroll", show=False),
        Binding("pageup", "scroll(-10)", "Scroll", show=False),
        Binding("pagedown", "scroll(10)", "Scroll", show=False),
        *TableScreen.BINDINGS,
        Binding("minus", "vote('slower')", "Slower", key_display="-", group=VOTES),
        Binding("plus,equals_sign", "vote('faster')", "Faster", key_display="+", group=VOTES),
        Binding("0", "vote('none')", "Neither", group=VOTES),
        *Screen.BINDINGS,
    ]

    _claimed: tuple[object, object] = (None, None)
    """The claim that was drawn last, and the number of the last one that was settled."""

    def compose_table(self) -> ComposeResult:
        """One widget is the whole table."""
        yield self.table

    @cached_property
    def table(self) -> FiveOfAKindTable:
        """That widget."""
        return FiveOfAKindTable(self.scene, self.look, self.clock, self.desk, self.play)

    def draw(self, scene: Scene) -> None:
        """Bring the table to the newest scene. A panel that lies over it makes way for a claim and what comes of it."""
        own = own_of(scene)
        self.set_class(own is not None and bool(own.legal.answers), "-answering")
        self.table.show(scene)
        self.set_class(self.table.crowded, "-crowded")
        shared = shared_of(scene)
        claimed = (shared.claim, shared.result and shared.result.number) if shared else (None, None)
        if claimed != self._claimed and any(claimed):
            self.uncover()
        self._claimed = claimed
        for lines in (1, 2):  # the panel leaves them their rows
            self.set_class(self.table.helper_lines == lines, f"-told-{lines}")

    def room_under(self) -> bool:
        """Where cards can be told from one another above it, the panel covers neither Claim nor a card."""
        return self.table.legible(self.app.size.height - FRAME_ROWS - PANEL_ROWS + self.table.helper_lines)

    @property
    def _crowded_out(self) -> bool:
        """Whether there is a review, and only the panel under the table takes its place."""
        return self.panel and self.has_class("-under") and self.table.settled and not self.table.foldable

    def legible(self) -> bool:
        """Whether the cards can be told from one another, or the report of the end can be read."""
        return self.table.roomy if self.over else self.table.legible(self.app.size.height - FRAME_ROWS)

    def draw_sent(self, scene: Scene) -> None:
        """A press of Claim, a vote or an answer is shown where it was given."""
        self.table.show_sent(scene)

    def strike(self, key: str) -> bool:
        """Claim is a race."""
        bound = self._bindings.key_to_bindings.get(key, ())
        if not any(binding.action == "claim" for binding in bound) or self.check_action("claim", ()) is not True:
            return False
        self.table.holds.report(key, self.clock())
        self.action_claim()
        return True

    def heading(self, scene: Scene) -> str | Content:
        """The game and what is played."""
        rules = settings_of(scene)
        mask = f" · {label(rules, 'previous')}" if rules.previous == "mask" else ""
        return f"{self.GAME} · {label(rules, 'counting')} · {SETUP.headline(rules)}{mask}"

    def selecting(self) -> bool:
        """Whether a trait of the review is selected."""
        return self.is_mounted and self.table.review.traits.selected is not None

    def returned(self) -> None:
        """Esc is back at the table; whoever has to answer is back at the answers."""
        self.table.attend()

    def info(self, scene: Scene) -> Sequence[Content]:
        """The newest relief, and what a claim is for."""
        shared = shared_of(scene)
        over = shared is not None and shared.final is not None
        lines = [Content("The game is over." if over else goal(settings_of(scene)))]
        if shared is not None and shared.relieved is not None:
            taken = count(shared.relieved[0], "round")
            # First, since under the table the box has four rows of 22 cells for both, or two beside a scroll bar.
            lines.insert(0, Content(f"Round {shared.relieved[1]}: {taken} off every lockout."))
        return lines

    def card(self, scene: Scene) -> str:
        """The rules as they are in this room."""
        return rules_card(settings_of(scene))

    def parting(self, scene: Scene) -> Parting | None:
        """Who still plays can resign."""
        own = own_of(scene)
        if own is None or not own.legal.resign:
            return None
        return Parting("You stop playing for good. You can stay and watch, or leave.", Resign())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Space is there for who plays, and dim while that player cannot claim; a vote only while it can be given."""
        own, shared = own_of(self.scene), shared_of(self.scene)
        if action in {"claim", "vote"}:
            if own is None or shared is None or not self.table.in_sight:
                return False
            if action == "vote":
                return parameters[0] in own.legal.votes
            # Whoever chooses or has resigned has no use for it.
            return bool(own.legal.resign and not own.legal.answers) and (own.legal.claim is not None or None)
        if action == "table" and self.is_mounted and self.table.answering:
            return False
        if action == "scroll":
            return bool(self.is_mounted and self.over and self.query_one(FinalBoard).overflow())
        if action == "fold":
            if self.is_mounted and self._crowded_out:
                return not parameters[0]
            return self.is_mounted and self.table.foldable and self.table.folded != parameters[0]
        if action == "review":
            return self.is_mounted and self.table.review.shown and not self.table.review.traits.has_focus
        return super().check_action(action, parameters)

    def refusal(self, action: str, parameters: tuple[object, ...]) -> str:
        """Of the replay's key nothing is said here: it leads to the review's traits while the game goes on."""
        return "" if action == "replay" else super().refusal(action, parameters)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A click anywhere but on a trait ends the review's selection."""
        self.table.review.traits.clear()

    def on_key(self, event: events.Key) -> None:
        """Note when keys are reported: this comes before what they are bound to."""
        self.table.holds.report(event.key, self.clock())

    def action_part(self) -> None:
        """Ask about resigning; but not for a letter that was meant for the answers, a moment too late."""
        if not self.table.just_chose():
            super().action_part()

    def action_claim(self) -> None:
        """Claim: once for each press, however long the key is held."""
        self.table.claim(fresh=self.table.holds.fresh)

    def on_five_of_akind_table_ignored(self, event: FiveOfAKindTable.Ignored) -> None:
        """A key that would have claimed did not count."""
        event.stop()
        self.aside(IGNORED)

    def action_vote(self, choice: VoteFor) -> None:
        """Vote for another interval."""
        self.table.vote(choice)

    def action_fold(self, hide: bool) -> None:
        """Hide the review of a claim, or show it, in place of the panel where there is no room for both."""
        if self._crowded_out:
            self.action_panel()
        if hide != self.table.folded:
            self.table.fold()
            self.refresh_bindings()

    def action_review(self) -> None:
        """Go to the traits of the review."""
        self.table.review.traits.focus(scroll_visible=False)

    def action_scroll(self, lines: int) -> None:
        """Move through the report of the end."""
        self.query_one(FinalBoard).move(lines)
