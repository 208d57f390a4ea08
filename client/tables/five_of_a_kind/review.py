"""The review of a settled claim: every trait that was correct, and the cards as they lay."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from rich.segment import Segment
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.strip import Strip

from client.art.palette import Look, style
from client.tables.five_of_a_kind.board import Board, BoardFace, lit
from client.tables.five_of_a_kind.clock import round_words
from client.tables.five_of_a_kind.layout import Layout
from client.tables.five_of_a_kind.traits import Traits
from client.tables.five_of_a_kind.words import said
from client.widgets.painted import Painted, fitted
from engines.five_of_a_kind.board import Found
from engines.five_of_a_kind.model import Result, Settings, Shared

TRAITS: Final = "Correct traits"
CARDS: Final = "Claimed cards"


def reviewed(settings: Settings, shared: Shared | None) -> bool:
    """Whether there is something to review: a settled claim, in a room that keeps its cards shown.

    While another one is pending, the last one's traits and cards would be taken for its own.
    """
    if settings.previous != "keep" or shared is None or shared.claim is not None:
        return False
    return shared.result is not None and shared.result.snapshot is not None


def found(settings: Settings, result: Result) -> tuple[Found, ...]:
    """Every correct answer of a settled claim. In an Anything room the outcome says whether there was one."""
    if settings.counting == "anything":
        return ("anything",) if result.outcome == "correct" else ()
    return result.traits or ()


@dataclass(frozen=True)
class LabelFace:
    """What stands beside the traits and the cards; `selected` are the words of the selected trait.

    Without a claim to review it is not `shown`; then `instead` stands in the first row.
    """

    shown: bool = False
    instead: str = ""
    chips: int = 0
    laid: int = 0
    selected: str = ""


class Label(Painted[LabelFace]):
    """The words at the left, each in the middle of the rows that it names."""

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """The words, and under the first what is selected, where there is a row for it beside the chip's own mark."""
        palette, face = self.look.palette, self.content
        dim, gold = style(palette.dim, palette.ground), style(palette.gold, palette.ground, bold=True)
        lines = [fitted([], width, self.ground)] * height
        if not face.shown:
            return [fitted([Segment(f" {face.instead}", dim)], width, self.ground)]
        inset = Segment(" " if width > len(TRAITS) else "", dim)
        texts = [
            (face.chips + face.laid // 2, Segment(CARDS, dim)),
            (face.chips // 2, Segment(TRAITS, dim)),
            (face.chips // 2 + 1, Segment(face.selected if face.chips > 1 else "", gold)),
        ]
        texts = [(row, text) for row, text in texts if text.text]
        for row, text in texts:
            if row < height:
                lines[row] = fitted([inset, text], width, self.ground)
        return lines


class Review(Horizontal):
    """Traits and cards. A trait that is selected lights the cards that it counts, until another claim comes.

    Its place is blank until there is a claim to review, and while one is pending: to hide it would lay out the table.
    """

    def __init__(self, look: Look) -> None:
        super().__init__(id="review")
        self.label = Label(look, LabelFace(), id="review-label")
        self.traits = Traits(look, id="review-traits")
        self.board = Board(look, BoardFace(), id="review-board")
        self._settings = Settings()
        self._seen: object = None
        self._clock_rows = 3
        self.traits.offer(None)

    def compose(self) -> ComposeResult:
        """The words at the left; at the right the traits above the cards."""
        yield self.label
        with Vertical():
            yield self.traits
            yield self.board

    @property
    def shown(self) -> bool:
        """Whether there are traits to go to."""
        return self.display and bool(self.traits.content.traits)

    def place(self, place: Layout, claim: int) -> None:
        """Take the rows and columns of a layout. `claim` are the columns that Claim takes at the end of the traits."""
        self._clock_rows = place.bar_rows
        self.styles.height = place.chips + place.laid
        self.styles.margin = (0, 0, 0, place.margin)
        self.label.styles.width = place.score_cols
        self.traits.styles.height = place.chips
        # A column between the words and a chip's cursor, where the words leave none.
        self.traits.styles.margin = (0, claim, 0, int(place.score_cols <= len(TRAITS) + 1))
        self.board.styles.height = place.laid
        self.label.show(replace(self.label.content, chips=place.chips, laid=place.laid))
        self.board.show(replace(self.board.content, card_cols=place.card_cols, card_rows=place.laid))

    def show(self, settings: Settings, shared: Shared) -> None:
        """Show the claim that was settled last, where it is to be reviewed; nothing otherwise.

        A selection stays until there is another claim.
        """
        result = shared.result if reviewed(settings, shared) else None
        # A clock of two rows leaves out the round, since the review takes the third.
        instead = round_words(shared) if self._clock_rows < 3 else ""
        self.label.show(replace(self.label.content, shown=result is not None, instead="" if result else instead))
        seen = (result.number, result.snapshot) if result else None
        if seen == self._seen:
            return
        self._seen, self._settings = seen, settings
        self.traits.offer(found(settings, result) if result else None, negative=settings.counting == "non_matching")
        snapshot = (result.snapshot if result else None) or ()
        self.board.show(replace(self.board.content, slots=snapshot, lit=None))
        self.label.show(replace(self.label.content, selected=""))

    @on(Traits.Selected)
    def _selected(self, event: Traits.Selected) -> None:
        event.stop()
        trait = self.traits.selected
        words = "" if trait is None else "Anything" if trait == "anything" else said(trait, self._settings)
        self.label.show(replace(self.label.content, selected=words))
        face = self.board.content
        self.board.show(replace(face, lit=lit(face.slots, self._settings, trait)))
        self.screen.refresh_bindings()
