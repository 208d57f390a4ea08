"""The parts of the table of Five of a Kind, and where each of them stands."""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from client.art.palette import Look
from client.desk import Desk
from client.scene import Scene
from client.tables.five_of_a_kind.board import Board, BoardFace
from client.tables.five_of_a_kind.choice import Choice, choice_size
from client.tables.five_of_a_kind.clock import Clock, ClockFace
from client.tables.five_of_a_kind.control import ClaimControl
from client.tables.five_of_a_kind.final import FinalBoard
from client.tables.five_of_a_kind.helpers import Helpers
from client.tables.five_of_a_kind.hint import Hint
from client.tables.five_of_a_kind.interval import Interval
from client.tables.five_of_a_kind.layout import FRAME_ROWS, LEGIBLE_ROWS, REVIEW_ROWS, Layout, layout
from client.tables.five_of_a_kind.review import Review
from client.tables.five_of_a_kind.scoreboard import Scoreboard, ScoreFace
from client.tables.five_of_a_kind.verdict import Verdict, VerdictFace
from client.tables.five_of_a_kind.words import settings_of, shared_of
from client.widgets.holds import Holds
from client.widgets.notice import SMALLEST, Notice, too_small
from engines.five_of_a_kind.model import Settings


class Parts(Widget):
    """The parts in their places for a scene. What the player arranges is kept on `desk`.

    A table that is not `used` is only looked at: it has no Claim.
    """

    def __init__(self, scene: Scene, look: Look, desk: Desk, *, used: bool) -> None:
        super().__init__()
        self.used = used
        self._desk = desk
        self.scene = scene
        self.look = look
        self.holds = Holds()
        self._choice_place = (0, 0, 1, 1)
        self._bare = 0
        self._placed: tuple[object, ...] = ()
        self.in_sight = False
        """Whether the cards are shown, and can be told from one another: else nothing is claimed or voted for."""
        self._clock = Clock(look, ClockFace(), id="clock")
        self._verdict = Verdict(look, VerdictFace(), id="verdict")
        self.review = Review(look)
        """The review of the claim that was settled last."""
        self._scores = Scoreboard(look, ScoreFace(), id="scores")
        self._board = Board(look, BoardFace(), id="board")
        self._hint = Hint(look, "", id="hint")
        self._helpers = Helpers(look, None, id="helpers")
        self._interval = Interval(look)
        self._final = FinalBoard(look, None, id="final")
        self._notice = Notice(look, (), id="notice")
        self._control = ClaimControl(look, self._desk)
        self._choice = Choice(look, self.holds)
        self._top = Horizontal(self._clock, self._verdict, id="top")
        self._play = Horizontal(self._scores, self._board, id="play")
        self._low = Horizontal(self._hint, Vertical(self._helpers, self._interval, id="controls"), id="low")
        for part in (self._choice, self._final, self._notice, self.review):
            part.display = False

    def compose(self) -> ComposeResult:
        """The parts from top to bottom; the answers stand over them, and the end takes their place."""
        yield self._top
        yield self.review
        yield self._play
        yield self._low
        yield self._final
        yield self._notice
        yield self._control
        yield self._choice

    @property
    def settings(self) -> Settings:
        """The room's settings."""
        return settings_of(self.scene)

    @property
    def folded(self) -> bool:
        """Whether reviews are hidden."""
        return self._desk.folded

    @property
    def _over(self) -> bool:
        shared = shared_of(self.scene)
        return shared is not None and shared.final is not None

    @property
    def roomy(self) -> bool:
        """Whether the report of the end can be read."""
        return self.app.size.width >= SMALLEST[0] and self.app.size.height >= SMALLEST[1]

    def legible(self, height: int) -> bool:
        """Whether the cards could be told from one another with so many rows for the whole table."""
        rows = height - self._helper_rows(height)
        return layout(self.app.size.width, rows, self.settings.slots).legible

    @property
    def crowded(self) -> bool:
        """Whether what a server under test tells leaves no row for a review but the heading's."""
        rows = self.app.size.height - FRAME_ROWS - self.helper_lines
        return bool(self.helper_lines) and LEGIBLE_ROWS <= rows < REVIEW_ROWS

    @property
    def helper_lines(self) -> int:
        """The rows that what a server under test tells takes at least."""
        face = self._helpers.content
        return face.lines if face else 0

    def _layout(self, *, review: bool) -> Layout:
        height = self.size.height - self._helper_rows(self.size.height)
        names = self._scores.content.longest
        hint = self.settings.hint == "availability"
        return layout(self.size.width, height, self.settings.slots, review=review, names=names, hint=hint)

    def _helper_rows(self, height: int) -> int:
        face = self._helpers.content
        return face.rows(height) if face else 0

    def _arrange(self) -> Layout:
        """Give each part its place, where that is another than before: a layout costs more than all that is drawn.

        So a review has its place from the beginning, if there will be any.
        """
        review = self.settings.previous == "keep" and not self.folded
        place, size, helpers = self._layout(review=review), self.size, self._helper_rows(self.size.height)
        hint = self.settings.hint == "availability"
        cols, rows = choice_size(max(3, len(self._choice.content.traits)), (place.board_cols, place.card_rows), size)
        over = self._over
        placed = (place, size, self.app.size, helpers, hint, cols, rows, over)
        if placed == self._placed:
            return place
        self._placed = placed
        self._place_parts(place, helpers, hint=hint)
        self.in_sight = place.legible and not over
        for part in (self._top, self._play, self._low):
            part.display = self.in_sight
        self.review.display = self.in_sight and bool(place.chips)
        self._final.display = over and self.roomy
        self._notice.display = not (self.roomy if over else place.legible)
        self._notice.show(too_small(*self.app.size, over=over)[: None if self.used else 2])
        self._choice.fit(cols, rows)
        slots = place.slots_place
        left = slots.x + (slots.width - cols) // 2
        # They end with the cards, or a row below: a row of the slots is always in sight.
        self._bare = max(1, slots.height - rows)
        top = min(slots.y + self._bare, size.height - rows)
        self._choice_place = (max(0, min(left, size.width - cols)), max(0, top), cols, rows)
        return place

    def _place_parts(self, place: Layout, helpers: int, *, hint: bool) -> None:
        width = self.size.width
        self._top.styles.height = place.bar_rows
        self._play.styles.height = place.play_rows
        self._low.styles.height = place.low_rows + helpers
        cols = min(place.claim_cols, max(1, width // 3))
        right = max(0, width - place.margin - place.play_cols)
        self._top.styles.margin = (0, right + cols, place.above, place.margin)
        self._play.styles.margin = (0, 0, place.below, place.margin)
        left = place.low_left(hint=hint)
        self._low.styles.margin = (
            0,
            right,
            0,
            place.margin + left - (min(place.hint_cols, left) if hint else 0),
        )
        self._clock.styles.width = max(1, place.clock_cols)
        self.review.place(place, right + cols if place.beside else 0)
        # A button is drawn in three rows or in one, and takes no more than it is drawn in.
        rows = place.top_rows if place.top_rows >= 3 else 1
        self._control.place(cols, rows, right, self.size, place.slots_place)
        self._scores.styles.width = place.score_cols
        self._board.styles.width = place.board_cols
        self._hint.styles.width = min(place.hint_cols, max(1, width // 3))
        self._hint.display = hint
        self._helpers.styles.height = helpers
