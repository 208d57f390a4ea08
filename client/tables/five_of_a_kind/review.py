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
from client.tables.five_of_a_kind.layout import Layout
from client.tables.five_of_a_kind.traits import Traits
from client.tables.five_of_a_kind.words import said
from client.widgets.painted import Painted, fitted
from engines.five_of_a_kind.board import Found
from engines.five_of_a_kind.model import Result, Settings, Shared

TRAITS: Final = "Correct traits"
CARDS: Final = "Claimed cards"


def reviewed(settings: Settings, shared: Shared | None) -> bool:
    """Whether there is a place for a review: of a settled claim, in a room that keeps its cards shown."""
    return settings.previous == "keep" and shared is not None and shared.result is not None


def found(settings: Settings, result: Result) -> tuple[Found, ...]:
    """Every correct answer of a settled claim. In an Anything room the outcome says whether there was one."""
    if settings.counting == "anything":
        return ("anything",) if result.outcome == "correct" else ()
    return result.traits or ()


@dataclass(frozen=True)
class LabelFace:
    """What stands beside the traits and the cards; `selected` are the words of the selected trait."""

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
    """Traits and cards. A trait that is selected lights the cards that it counts, until another claim comes."""

    def __init__(self, look: Look) -> None:
        super().__init__(id="review")
        self.label = Label(look, LabelFace(), id="review-label")
        self.traits = Traits(look, id="review-traits")
        self.board = Board(look, BoardFace(), id="review-board")
        self._settings = Settings()
        self._seen: tuple[object, ...] = ()

    def compose(self) -> ComposeResult:
        """The words at the left; at the right the traits above the cards."""
        yield self.label
        with Vertical():
            yield self.traits
            yield self.board

    @property
    def shown(self) -> bool:
        """Whether there are traits to go to."""
        return self.display and self.visible and bool(self.traits.content.traits)

    def place(self, place: Layout, claim: int) -> None:
        """Take the rows and columns of a layout. `claim` are the columns that Claim takes at the end of the traits."""
        self.styles.height = place.chips + place.laid
        self.styles.margin = (0, 0, 0, place.margin)
        self.label.styles.width = place.score_cols
        self.traits.styles.height = place.chips
        self.traits.styles.margin = (0, claim, 0, 0)
        self.board.styles.height = place.laid
        self.label.show(replace(self.label.content, chips=place.chips, laid=place.laid))
        self.board.show(replace(self.board.content, card_cols=place.card_cols, card_rows=place.laid))

    def show(self, settings: Settings, shared: Shared) -> None:
        """Show the claim that was settled last. A selection stays until there is another claim.

        While that one is pending, the last one's traits and cards would be taken for its own.
        """
        result, claim = shared.result, shared.claim
        snapshot = result.snapshot if result else None
        self.visible = snapshot is not None and claim is None
        seen = (result.number if result else 0, claim.at if claim else None, snapshot)
        if result is None or seen == self._seen:
            return
        self._seen, self._settings = seen, settings
        self.traits.offer(found(settings, result), negative=settings.counting == "non_matching")
        self.board.show(replace(self.board.content, slots=snapshot or (), lit=None))
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
