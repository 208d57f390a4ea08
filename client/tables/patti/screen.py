"""Patti on the screen that every table builds on."""

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen

from client.foreign import foreign
from client.scene import Scene
from client.screens.dialogs import CANCEL, Option, Question
from client.screens.help import help_page
from client.screens.open_table import LET_IN, OpenTable
from client.screens.panelled import PANEL_COLS
from client.screens.parting import Parting
from client.screens.sized import UNSEEN
from client.screens.table import IGNORED
from client.tables.patti.card import ranking, rules_card
from client.tables.patti.final import SessionTable
from client.tables.patti.layout import layout
from client.tables.patti.leaving import parting
from client.tables.patti.promises import hold
from client.tables.patti.refusals import nothing_chosen, why_not
from client.tables.patti.table import PattiTable
from client.tables.patti.words import coins, gain, own_of, row_of, settings_of, shared_of
from client.tables.phrases import count
from client.widgets.holds import Holds
from engines.contract import Setup
from engines.patti.model import Row
from engines.patti.setup import SETUP
from protocol.text import fit

EARLY: Final = "That is not sent yet."
FRAME_ROWS: Final = 3
"""Heading, message and keys."""
INFO_FRAME: Final = 6
"""The columns of the panel that the Info box has for its frame and a scroll bar."""
LEAST_STANDING: Final = 14
"""The columns of a player's standing in the smallest window with a table."""


class PattiScreen(OpenTable, inherit_bindings=False):
    """A room of Patti."""

    GAME = "Patti 24"
    SETUP: ClassVar[Setup] = SETUP
    TESTING = "the host stacks decks"
    GUESTS = True
    ORDER = "Three go to each seat, from the dealer's left."
    HELP = """\
Three cards each, and a bet that rises by itself. You play blind at half the price until you see your cards.

A key chooses an act; {send}, or the same key again, sends it, and Esc takes it back. What an act costs stands on it."""
    STACKING = """

This server is under test: with {stack} the host says with which cards the next deal begins."""
    # The game's own keys stand first in the footer, behind the one for those who wait.
    BINDINGS: ClassVar[list[BindingType]] = [
        LET_IN,
        Binding("enter", "send", "Send"),
        Binding("escape", "take_back", "Take back"),
        Binding("y", "act('accept')", "Accept"),
        Binding("x", "act('decline')", "Decline"),
        Binding("b,space", "act('bet')", "Bet"),
        Binding("a", "act('all_in')", "All in"),
        Binding("s", "act('see')", "See cards"),
        Binding("c", "act('side_show')", "Side show"),
        Binding("o", "act('show')", "Show"),
        Binding("d", "act('drop')", "Drop"),
        Binding("h", "act('hold')", "Hold"),
        Binding("h", "act('go_on')", "Go on"),
        Binding("up", "scroll(-1)", "Scroll", key_display="↑↓"),
        Binding("down", "scroll(1)", "Scroll", show=False),
        Binding("pageup", "scroll(-10)", "Scroll", show=False),
        Binding("pagedown", "scroll(10)", "Scroll", show=False),
        *(binding for binding in OpenTable.BINDINGS if binding is not LET_IN),
        *Screen.BINDINGS,
    ]

    def compose_table(self) -> ComposeResult:
        """One widget is the whole table."""
        self._holds = Holds()
        yield self.table

    @cached_property
    def table(self) -> PattiTable:
        """That widget."""
        return PattiTable(self.scene, self.look, self.clock)

    def draw(self, scene: Scene) -> None:
        """Bring the table to the newest scene."""
        self.table.show(scene)

    def free(self, scene: Scene) -> bool:
        """Bots keep their places, and whoever leaves gives one up."""
        shared = shared_of(scene)
        return shared is None or sum(row.seated and not row.bot for row in shared.rows) < scene.room.seats

    def deal(self, scene: Scene) -> int:
        """Rounds are dealt one by one."""
        shared = shared_of(scene)
        return shared.round if shared is not None else 0

    def legible(self) -> bool:
        """Whether there is room for all seats."""
        return self.table.legible

    def corner(self) -> tuple[int, int]:
        """The seats at the right: not one's own hand and clock, the pot with its questions, nor the acts."""
        width, height = self.app.size
        place = layout(width, height - FRAME_ROWS)
        return width - place.margin - place.side - place.middle, height - FRAME_ROWS - place.acts

    def heading(self, scene: Scene) -> str | Content:
        """The game, what is played, and what is particular about this table."""
        shared = shared_of(scene)
        bots = sum(member.account == "bot" for member in scene.room.members)
        marks = f" · {count(bots, 'bot')}" if bots else ""
        if shared is not None and shared.stacked:
            marks += " · stacked deck"
        return f"{self.GAME} · {SETUP.summary(settings_of(scene))}{marks}"

    def info(self, scene: Scene) -> Sequence[Content]:
        """The round, and how the session stands, the best first."""
        shared = shared_of(scene)
        if shared is None:
            return ()
        rows = sorted(shared.rows, key=lambda row: -row.net)
        head = f"Round {shared.round} of {settings_of(scene).rounds}" if shared.round else "The session begins."
        cells = max(LEAST_STANDING, min(PANEL_COLS, self.corner()[0]) - INFO_FRAME)
        return [Content(head), *(_standing(scene, row, cells) for row in rows)]

    def hold(self, scene: Scene) -> None:
        """Each card was promised by itself; the key of the deals is never shown."""
        hold(self.desk.promises, scene)

    def card(self, scene: Scene) -> str:
        """The rules as they are in this room."""
        return rules_card(settings_of(scene))

    def parting(self, scene: Scene) -> Parting | None:
        """Whoever has a seat gives it up by leaving, and a hand with it."""
        return None if self.over else parting(scene)

    def urgent(self) -> str:
        """That little time is left, where the acts leave no room to say so."""
        return self.table.untold

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A key is there only while the server would take what it does."""
        if action == "act":
            return self.is_mounted and self.table.offered(str(parameters[0])) is not None
        if action in {"send", "take_back"}:
            return self.is_mounted and self.table.chosen is not None
        if action == "reset_book" and (shared := shared_of(self.scene)) is not None and shared.turn is not None:
            return False
        if action == "scroll":
            return bool(self.is_mounted and self.over and self.query_one(SessionTable).overflow())
        return super().check_action(action, parameters)

    def refusal(self, action: str, parameters: tuple[object, ...]) -> str:
        """Why an act is not possible, and Enter where none is chosen."""
        match action:
            case "act" | "send" | "reset_book" if not self.legible():
                return UNSEEN
            case "act":
                return why_not(self.scene, str(parameters[0]))
            case "send":
                return nothing_chosen(self.scene)
            case "reset_book" if self.scene.room.owns_book and not self.over:
                return "The book can be reset between rounds."
            case _:
                return super().refusal(action, parameters)

    def on_key(self, event: events.Key) -> None:
        """Note when keys are reported: this comes before what they are bound to."""
        self._holds.report(event.key, self.clock())

    def action_act(self, name: str) -> None:
        """Choose an act, or send it; what is held down, or comes too soon, chooses at the most."""
        chosen = self.table.chosen
        if self._holds.fresh or chosen is None or chosen.name != name:
            self.table.press(name)
        else:
            self.aside(IGNORED)

    def action_send(self) -> None:
        """Send what is chosen."""
        if self._holds.fresh:
            self.table.send()
        else:
            self.aside(IGNORED)

    def action_take_back(self) -> None:
        """Choose nothing after all."""
        self.table.take_back()

    def action_help(self) -> None:
        """Show which hands are better, how acts are made, the rest of the rules, the keys, and what is checked."""
        rules = settings_of(self.scene)
        text = f"{ranking(rules)}\n\n{self.HELP}{self.STACKING if self.scene.room.testing else ''}"
        card, notes = rules_card(rules, hands=False), self.desk.promises.about()
        self.app.push_screen(help_page(self.GAME, text, self, card, notes))

    def action_scroll(self, lines: int) -> None:
        """Move through the session's table."""
        self.query_one(SessionTable).move(lines)

    def on_patti_table_chosen(self, event: PattiTable.Chosen) -> None:
        """Other keys are live now, and a warning may have another place."""
        event.stop()
        self.refresh_bindings()
        self._count_down()

    def on_patti_table_alarm(self, event: PattiTable.Alarm) -> None:
        """The message line may have to say so."""
        event.stop()
        self._count_down()

    def on_patti_table_all_in(self, event: PattiTable.AllIn) -> None:
        """All in asks first, and is sent only if it still means the same."""
        event.stop()
        act = event.act

        def answered(value: str | None) -> None:
            if value == "in" and self.table.offered(act.name) == act:
                if self.scene.wait(self.clock()):
                    self.aside(EARLY)
                else:
                    self.play(act.command)

        if self.app.screen is self:
            own = own_of(self.scene)
            row = row_of(self.scene, own.seat) if own else None
            words = f"You put in all of your {coins(row.coins)} coins. " if row and row.coins else ""
            # Not the letter that opened the question: whoever holds that one down would answer.
            text = f"{words}The betting ends at once: all who are in show their hands, and the best one takes the pot."
            self.app.push_screen(Question(f"{act.label}?", text, (CANCEL, Option("y", "All in", "in"))), answered)

    def on_patti_table_early(self, event: PattiTable.Early) -> None:
        """Say that nothing was sent."""
        event.stop()
        self.aside(EARLY)

    def on_patti_table_wish(self, event: PattiTable.Wish) -> None:
        """Send what the table wishes."""
        event.stop()
        self.play(event.command)


def _standing(scene: Scene, row: Row, cells: int) -> Content:
    """A player's net result in this session, in so many cells."""
    net = gain(row.net)
    return foreign(f"{fit(scene.name(row.seat), cells - 1 - len(net))} {net}")
