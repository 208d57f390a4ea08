"""The Claim control, and the boxes that change the card interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip

from client.art.palette import style
from client.art.signs import signs
from client.scene import Scene
from client.tables.five_of_a_kind.painted import Painted, boxed, fitted
from client.tables.five_of_a_kind.words import count, own_of, shared_of
from engines.five_of_a_kind.model import Claim, VoteFor


@dataclass(frozen=True)
class Claimable:
    """The control's words, and whether a press does something. `pending` is a press that is not answered yet."""

    words: str
    live: bool = False
    pending: bool = False


def claimable(scene: Scene) -> Claimable:
    """The Claim control for a scene: what it does, or why it does nothing."""
    shared, own = shared_of(scene), own_of(scene)
    if shared is None or own is None or shared.final is not None:
        return Claimable("")
    if any(isinstance(command, Claim) for command in scene.pending):
        return Claimable("Claiming …", pending=True)
    if own.legal.claim is not None:
        return Claimable("CLAIM  Space", live=True)
    row = next(row for row in shared.players if row.seat == own.seat)
    if row.resigned:
        return Claimable("You resigned")
    if shared.claim is not None:
        return Claimable("Your claim" if shared.claim.seat == own.seat else "Claimed")
    if row.lockout:
        return Claimable(f"Out for {count(row.lockout, 'round')}")
    return Claimable("Next card …")


class Pressed(Message):
    """The player pressed Claim."""


class ClaimControl(Painted[Claimable], can_focus=True):
    """A box of its own at the top right. Space and Enter press it while it has the focus, a click at any time."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "press", "Claim", show=False)]

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """A box around the words, bright while a claim is possible."""
        palette, shown = self.look.palette, self.content
        ground = palette.ground
        if not shown.words:
            return []
        bright = shown.live or shown.pending
        edge = style(palette.gold if bright else palette.border, ground, bold=bright)
        words = style(palette.gold if bright else palette.dim, ground, bold=bright, reverse=shown.live)
        line = fitted(
            [Segment(f" {shown.words} " if shown.live else shown.words, words)], width - 2, style("", ground), "center"
        )
        if height < 3:
            return [fitted([Segment(shown.words, words)], width, style("", ground), "right")]
        return boxed([line], width, signs(self.look).chosen if self.has_focus else signs(self.look).frame, edge)

    def on_click(self) -> None:
        """A click is a press."""
        self.action_press()

    def action_press(self) -> None:
        """Tell the table."""
        if self.content.live:
            self.post_message(Pressed())


@dataclass(frozen=True)
class Interval:
    """The interval in ms, the eligible votes, and the player's own; `open` says which boxes can be selected."""

    interval: int = 0
    slower: int = 0
    faster: int = 0
    own: VoteFor | None = None
    open: tuple[VoteFor, ...] = ()


def interval(scene: Scene) -> Interval:
    """The interval control for a scene."""
    shared, own = shared_of(scene), own_of(scene)
    if shared is None or shared.final is not None:
        return Interval()
    votes = own.legal.votes if own else ()
    return Interval(shared.interval, shared.slower, shared.faster, own.vote if own else None, votes)


class Voted(Message):
    """The player selected a box."""

    def __init__(self, choice: VoteFor) -> None:
        super().__init__()
        self.choice: VoteFor = choice


BOXES: tuple[VoteFor, ...] = ("slower", "none", "faster")
BOX_COLS = 19


class IntervalControl(Painted[Interval]):
    """Three boxes: slower, the current interval, faster. Exactly one is highlighted for who plays: the own vote."""

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """Boxes of three rows, or one line of words where there is less room."""
        shown, palette = self.content, self.look.palette
        blank = style("", palette.ground)
        if not shown.interval:
            return []
        cols = min(BOX_COLS, width // 3)
        parts = [self._box(box, cols, height) for box in BOXES]
        left = Segment(" " * ((width - 3 * cols) // 2), blank)
        return [
            fitted([left, *(segment for part in row for segment in part)], width, blank)
            for row in zip(*parts, strict=True)
        ]

    def _box(self, box: VoteFor, cols: int, height: int) -> list[Strip]:
        shown, palette, glyphs = self.content, self.look.palette, signs(self.look)
        chosen = shown.own == box
        can = box in shown.open
        ink = palette.next if chosen else palette.text if can else palette.dim
        words = self._words(box, cols - 2)
        line = fitted(
            [Segment(words, style(ink, palette.ground, bold=chosen))], cols - 2, style("", palette.ground), "center"
        )
        if height < 3:
            ends = ("[", "]") if chosen else (" ", " ")
            edge = style(ink, palette.ground)
            return [Strip([Segment(ends[0], edge), *line, Segment(ends[1], edge)])]
        edge = style(palette.next if chosen else palette.border, palette.ground, bold=chosen)
        return boxed([line], cols, glyphs.chosen if chosen else glyphs.frame, edge)

    def _words(self, box: VoteFor, cols: int) -> str:
        shown = self.content
        if box == "none":
            return f"{shown.interval} ms"
        votes = shown.slower if box == "slower" else shown.faster
        key = "-" if box == "slower" else "+"
        long = f"{key} {box} {count(votes, 'vote')}"
        return long if len(long) <= cols else f"{box} {votes}"

    def on_click(self, event: events.Click) -> None:
        """A click selects a box that can be selected."""
        cols = min(BOX_COLS, self.size.width // 3)
        number = (event.x - (self.size.width - 3 * cols) // 2) // max(1, cols)
        if 0 <= number < 3 and BOXES[number] in self.content.open:
            self.post_message(Voted(BOXES[number]))
