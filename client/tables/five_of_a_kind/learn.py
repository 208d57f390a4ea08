"""Learn the cards and Learn the gameplay: practice in the waiting room that the live game knows nothing of."""

from random import Random
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from client.art.cards import tallest, widest
from client.art.chips import TRAIT_TYPES
from client.art.palette import Look
from client.clock import monotonic
from client.news import News
from client.screens.dialogs import end
from client.screens.panelled import WIDE
from client.screens.rules import rules
from client.screens.shell import ShellScreen
from client.state import ClientState
from client.tables.five_of_a_kind.board import Board, BoardFace, lit
from client.tables.five_of_a_kind.card import rules_card
from client.tables.five_of_a_kind.layout import SMALLEST_CARD
from client.tables.five_of_a_kind.practice import PROPERTIES, changed, combination, correct, sample
from client.tables.five_of_a_kind.properties import PropertyFace, PropertyRow, Sample
from client.tables.five_of_a_kind.screen import FiveOfAKindScreen
from client.tables.five_of_a_kind.traits import Traits
from client.tables.five_of_a_kind.words import goal, settings_of
from client.widgets.button import Button
from client.widgets.chat import spoken
from client.widgets.form import Form
from engines.five_of_a_kind.board import Found

_BARS: Final = 3
"""Rows of heading, message and keys."""
_PLAY_ROWS: Final = 7
"""Rows of the section on the gameplay, without its board."""
_HIGHEST: Final = 15
"""Rows beyond which a practice card would only keep the sections from being seen at once."""
_WIDEST: Final = 102
"""The columns that a section has between its borders, at most."""


class LearnScreen(ShellScreen):
    """Two sections one below the other: whoever moves into one of them sees all of it."""

    HORIZONTAL_BREAKPOINTS = [(0, "-slim"), (80, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012
    TITLE_HERE = "Learn"
    HELP = """\
Learn the cards: change one property of the sample card at a time, or draw another card of this room's deck.

Learn the gameplay: a board as this room could deal it, with every correct answer. Select one to see which cards it \
counts. "Esc", a click beside the answers or other cards end that.

All this is practice: the game of this room knows nothing of it, and it begins for you here too."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "Move", key_display="↑↓"),
        Binding("down", "app.focus_next", "Move", show=False),
        Binding("g", "card", "Random card", tooltip="Generate random card"),
        Binding("g", "cards", "Random cards", tooltip="Generate random cards"),
        Binding("escape", "clear", "Clear"),
        Binding("escape,q", "back", "Back"),
    ]

    def __init__(self, state: ClientState, room: str, look: Look, luck: Random) -> None:
        """Practice under the settings of `room`; what it draws comes from `luck`."""
        super().__init__(state)
        self.room = room
        self._settings = settings_of(state.scenes[room])
        self._look = look
        self._luck = luck
        self._news = News()
        self._news.hear(state.scenes[room].lines, monotonic())
        self._news.pass_over()

    def where(self, state: ClientState) -> str:
        """The room that this teaches for."""
        return f"Learn · room {self.room}"

    def card(self) -> str:
        """The rules as they will be here."""
        return rules(rules_card(self._settings), FiveOfAKindScreen, self)

    def compose_body(self) -> ComposeResult:
        """The two sections."""
        card, slots = sample(self._settings, self._luck), combination(self._settings, self._luck)
        with Form(id="learn"):
            with Vertical(id="learn-cards", classes="section") as section:
                section.border_title = "Learn the cards"
                with Horizontal():
                    yield Sample(self._look, card, id="sample")
                    with Vertical(id="properties"):
                        *traits, symbols = self._rows(card)
                        yield from traits
                        with Vertical(id="last"):
                            yield symbols
                            yield Button(" Generate random card ", id="card")
            with Vertical(id="learn-gameplay", classes="section") as section:
                section.border_title = "Learn the gameplay"
                yield Static(goal(self._settings), id="goal", classes="label", markup=False)
                yield Board(self._look, BoardFace(slots), id="practice")
                with Horizontal(id="found"):
                    yield Static("Correct answers", classes="label", markup=False)
                    yield Button(" Generate random cards ", id="cards")
                yield Traits(self._look)

    def _rows(self, card: str) -> list[PropertyRow]:
        """A row for each trait type in the order of the room's form, and the symbols' number below them."""
        values = dict(zip(PROPERTIES, card.split(" "), strict=True))
        kept = [name for name in TRAIT_TYPES if not getattr(self._settings, name)]
        return [
            PropertyRow(self._look, PropertyFace(name.capitalize(), PROPERTIES[name], values[name], name in kept))
            for name in (*TRAIT_TYPES, "symbols")
        ]

    def on_mount(self) -> None:
        """Begin with the first property that can be changed."""
        super().on_mount()
        self._offer()
        next(row for row in self.query(PropertyRow) if row.can_focus).focus()
        self.set_interval(1, lambda: self.draw(self.state))

    def draw(self, state: ClientState) -> None:
        """News of the room: the newest refusal, or what was said last. What is practised stays as it is."""
        scene = state.scenes.get(self.room)
        if scene is not None and scene.notice:
            self.tell(scene.notice)
        else:
            self._news.hear(scene.lines if scene is not None else (), monotonic())
            lines = self._news.newest(monotonic())
            self.query_one("#message", Static).update(Content("  ").join(map(spoken, lines)))

    # Learn the cards.

    @on(PropertyRow.Chosen)
    def _property_chosen(self, event: PropertyRow.Chosen) -> None:
        card = self.query_one(Sample)
        card.show(changed(card.content, event.value))

    @on(Button.Pressed, "#card")
    def action_card(self) -> None:
        """Another card of the room's deck."""
        card = sample(self._settings, self._luck)
        self.query_one(Sample).show(card)
        for row in self.query(PropertyRow):
            row.wear(next(word for word in card.split(" ") if word in row.content.values))

    # Learn the gameplay.

    @on(Button.Pressed, "#cards")
    def action_cards(self) -> None:
        """Another board, with nothing selected."""
        self._lay(combination(self._settings, self._luck), None)
        self._offer()

    @on(Traits.Selected)
    def _answer_selected(self, event: Traits.Selected) -> None:
        self._lay(self.query_one(Board).content.slots, event.trait)
        self.refresh_bindings()

    def on_mouse_down(self) -> None:
        """A press that no answer took: it ends the selection."""
        self.query_one(Traits).clear()

    def action_clear(self) -> None:
        """End the selection."""
        self.query_one(Traits).clear()

    def _offer(self) -> None:
        found, tags = correct(self.query_one(Board).content.slots, self._settings), self.query_one(Traits)
        leaves = tags.has_focus and not found
        tags.offer(found, negative=self._settings.counting == "non_matching")
        if leaves:  # the keys stay those of this section
            self.query_one("#cards").focus()
        self.refresh_bindings()

    def _lay(self, slots: tuple[str, ...], answer: Found | None) -> None:
        """Show a board; the cards that a selected answer counts stand out, the others are dim."""
        rows = min(_HIGHEST, max(SMALLEST_CARD[1], self.size.height - _BARS - _PLAY_ROWS))
        room = min(_WIDEST, self.size.width - 3)
        cols = max(SMALLEST_CARD[0], min(room // len(slots), widest(rows)))
        rows = min(rows, tallest(cols))
        board = self.query_one(Board)
        board.styles.height, board.styles.width = rows, cols * len(slots)
        board.styles.margin = (0, 0, 0, max(0, room - cols * len(slots)) // 2)
        board.show(BoardFace(slots, card_cols=cols, card_rows=rows, lit=lit(slots, self._settings, answer)))

    def on_resize(self) -> None:
        """Lay the board anew."""
        board, tags = self.query_one(Board), self.query_one(Traits)
        self._lay(board.content.slots, tags.selected)

    # Both.

    @property
    def _at_gameplay(self) -> bool:
        return self.focused is not None and self.query_one("#learn-gameplay") in self.focused.ancestors

    def on_descendant_focus(self) -> None:
        """Bring the whole section into sight, where it fits."""
        part = self.query_one("#learn-gameplay" if self._at_gameplay else "#learn-cards")
        scroll = self.query_one("#learn")
        if part.outer_size.height <= scroll.size.height:
            scroll.scroll_to_widget(part, animate=False)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """One key draws for the section that one is in; Esc ends a selection first."""
        match action:
            case "card" | "cards":
                return self.built and (action == "cards") is self._at_gameplay
            case "clear" | "back":
                selected = self.built and self.query_one(Traits).selected is not None
                return selected is (action == "clear")
            case _:
                return True

    def action_back(self) -> None:
        """Back to the waiting room."""
        end(self, None)
