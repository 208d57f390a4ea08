"""The answers a claimant chooses from, with the time that is left."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingsMap, BindingType
from textual.message import Message
from textual.strip import Strip

from client.art.chips import INLINE_COLS, PICTURE, chip, inline
from client.art.palette import Look, style
from client.art.signs import signs
from client.widgets.bar import bar
from client.widgets.holds import Holds
from client.widgets.painted import Painted, boxed, fitted
from engines.five_of_a_kind.model import Trait

COLUMNS: Final = 3
"""The answers of one trait type stand side by side."""

LETTERS: Final[dict[Trait, str]] = {
    "red": "r",
    "green": "g",
    "blue": "b",
    "squiggle": "s",
    "oval": "o",
    "diamond": "d",
    "solid": "l",
    "striped": "t",
    "open": "p",
}
"""A letter for each answer that the word holds and no other answer has."""

CELL: Final = (20, PICTURE[1])
"""The size of an answer with its picture, in cells; without room for that an answer is one line."""

LEAST_COLS: Final = 19
"""The columns that an answer with its picture needs."""

FRAME: Final = 2
TELLING: Final = 3
"""So many letters of an answer tell it from every other."""


@dataclass(frozen=True)
class ChoiceFace:
    """The answers, the one under the cursor, the one that was sent; the share of time left, and its seconds.

    `full` is the size in cells when everything is seen; while it grows and shrinks, it is seen through a smaller frame.
    """

    traits: tuple[Trait, ...] = ()
    negative: bool = False
    cursor: int = 0
    sent: Trait | None = None
    share: float = 1.0
    seconds: str = ""
    full: tuple[int, int] = (0, 0)


def choice_size(answers: int, board: tuple[int, int], area: tuple[int, int]) -> tuple[int, int]:
    """The size of the choice over the cards of a board, within an area; all in cells.

    It is as wide as they are, if its pictures have room enough there, and at the least two thirds as high: above it the
    slots stay in sight, with their question marks.
    """
    (board_cols, card_rows), (width, height) = board, area
    rows = -(-answers // COLUMNS)
    lines = rows * (CELL[1] if rows * CELL[1] + FRAME <= height else 1) + FRAME
    cols = board_cols if board_cols >= COLUMNS * LEAST_COLS + FRAME else COLUMNS * CELL[0] + FRAME
    return min(width, max(cols, board_cols)), min(height, max(lines, 2 * card_rows // 3))


class Choice(Painted[ChoiceFace]):
    """The answers, three in a row: a digit, a letter, arrows and Enter, or the mouse choose one."""

    can_focus = True
    FOCUS_ON_CLICK: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", "Move", key_display="arrows"),
        Binding("right", "move(1)", "Move", show=False),
        Binding("up", f"move(-{COLUMNS})", "Move", show=False),
        Binding("down", f"move({COLUMNS})", "Move", show=False),
        Binding("enter", "take", "Choose"),
    ]

    class Chosen(Message):
        """The player chooses an answer."""

        def __init__(self, trait: Trait) -> None:
            super().__init__()
            self.trait: Trait = trait

    def __init__(self, look: Look, holds: Holds) -> None:
        super().__init__(look, ChoiceFace(), id="choice")
        self._holds = holds
        self._bind()

    def open(self, traits: tuple[Trait, ...], *, negative: bool) -> None:
        """Offer these answers, the cursor on the first; `negative` puts "not" before each."""
        self.show(ChoiceFace(traits, negative, full=self.content.full))
        self._bind()
        self.screen.refresh_bindings()

    def _bind(self) -> None:
        """Have the keys of the answers, and before there are any, those of all."""
        face = self.content
        keys = _keys(face.traits or tuple(LETTERS), negative=face.negative, shown=self._legible)
        self._bindings = BindingsMap([*keys, *self.BINDINGS])

    def fit(self, cols: int, rows: int) -> None:
        """Have this size once everything is seen."""
        self.show(replace(self.content, full=(cols, rows)))
        self._bind()

    @property
    def _legible(self) -> bool:
        """Whether there is room for all answers, so that each can be told from every other: else none is chosen."""
        face = self.content
        cols, rows = face.full
        word = len("not ") * face.negative + TELLING
        return rows >= -(-len(face.traits) // COLUMNS) + FRAME and (cols - FRAME) // COLUMNS >= len("►1 ") + word

    def drain(self, share: float, seconds: str) -> None:
        """Show how much time is left."""
        self.show(replace(self.content, share=share, seconds=seconds))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing is chosen among answers that have no room; but their letters still lead nowhere else."""
        return action not in {"move", "take"} or self._legible

    def take(self, number: int) -> None:
        """Choose an answer by its number from 0; there is none of a number below. The first choice stands."""
        face = self.content
        if face.sent is None and 0 <= number < len(face.traits) and self._legible:
            self.show(replace(face, cursor=number, sent=face.traits[number]))
            self.post_message(self.Chosen(face.traits[number]))

    def mark(self, sent: Trait | None) -> None:
        """Show which answer is on its way; None lets the player choose again."""
        face = self.content
        cursor = face.traits.index(sent) if sent in face.traits else face.cursor
        self.show(replace(face, sent=sent, cursor=cursor))

    def action_answer(self, number: int) -> None:
        """A digit or a letter."""
        self.take(number)

    def action_take(self) -> None:
        """The answer under the cursor; not by the Enter that is still held down from the claim."""
        if self._holds.fresh:
            self.take(self.content.cursor)

    def action_move(self, by: int) -> None:
        """Move the cursor; it stops at the edges."""
        face = self.content
        column = face.cursor % COLUMNS + (by if abs(by) == 1 else 0)
        to = face.cursor + by
        if face.sent is None and 0 <= to < len(face.traits) and 0 <= column < COLUMNS:
            self.show(replace(face, cursor=to))

    def on_click(self, event: events.Click) -> None:
        """The mouse."""
        event.stop()
        number = self._answer_at(event.x, event.y)
        if number is not None:
            self.take(number)

    def _geometry(self, width: int, height: int) -> tuple[int, int, int, int, int]:
        """The width and height of an answer, the rows between two, and the column and row where the first begins."""
        rows = max(1, -(-len(self.content.traits) // COLUMNS))
        cols = max(1, (width - FRAME) // COLUMNS)
        lines = CELL[1] if rows * CELL[1] + FRAME <= height else 1
        spare = max(0, height - FRAME - rows * lines)
        gap = min(2, spare // (rows + 1))
        top = 1 + (spare - gap * (rows - 1) + 1) // 2
        return cols, lines, gap, 1 + (width - FRAME - COLUMNS * cols) // 2, top

    def _answer_at(self, x: int, y: int) -> int | None:
        (full, left, above) = self._view()
        cols, lines, gap, start, top = self._geometry(*full)
        column, (row, line) = (x + left - start) // cols, divmod(y + above - top, lines + gap)
        number = row * COLUMNS + column
        inside = 0 <= column < COLUMNS and row >= 0 and line < lines and number < len(self.content.traits)
        return number if inside else None

    def _view(self) -> tuple[tuple[int, int], int, int]:
        """The full size, and the columns and rows of it that are out of sight at the left and above."""
        (width, height), (cols, rows) = self.size, self.content.full
        full = max(width, cols), max(height, rows)
        return full, (full[0] - width) // 2, (full[1] - height) // 2

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """A frame, and within it the middle of what there is to see; in its lower edge the time that is left."""
        (cols, rows), left, above = self._view()
        if cols < 10 or rows < 4 or width < 2 or height < 2:
            return []
        palette = self.look.palette
        body = self._body(cols, rows)[above : above + height - 2]
        title = "Which trait do exactly five lack?" if self.content.negative else "Which trait do exactly five share?"
        frame = style(palette.next, palette.panel, bold=True)
        seen = [line.crop(left, left + width - 2) for line in body]
        chars = signs(self.look).frame
        return [*boxed(seen, width, chars, frame, title, frame)[:-1], self._time(width, (chars[5], chars[7]), frame)]

    def _time(self, width: int, corners: tuple[str, str], frame: Style) -> Strip:
        """The lower edge: a bar that drains, and the seconds that are left."""
        palette, seconds = self.look.palette, f" {self.content.seconds} "
        cells = max(0, width - FRAME - len(seconds))
        time = [*bar(self.content.share, cells, palette.panel, self.look), Segment(seconds[: width - FRAME], frame)]
        return Strip([Segment(corners[0], frame), *time, Segment(corners[1], frame)])

    def _body(self, width: int, height: int) -> list[Strip]:
        """All answers, as they stand within the frame of a full size."""
        palette, face = self.look.palette, self.content
        cols, lines, gap, _, top = self._geometry(width, height)
        room, fill = width - FRAME, style(palette.text, palette.panel)
        body = [fitted([], room, fill)] * (top - 1)
        for first in range(0, len(face.traits), COLUMNS):
            numbers = range(first, min(first + COLUMNS, len(face.traits)))
            cells = [self._answer(number, cols, lines) for number in numbers]
            for line in range(lines):
                body.append(fitted([part for cell in cells for part in cell[line]], room, fill, "center"))
            body += [fitted([], room, fill)] * gap
        body += [fitted([], room, fill)] * (height - FRAME - len(body))
        return body[: height - FRAME]

    def _answer(self, number: int, cols: int, lines: int) -> list[Strip]:
        """One answer in `lines` lines of `cols` cells."""
        face, palette = self.content, self.look.palette
        trait = face.traits[number]
        chosen = face.cursor == number
        off = face.sent is not None and face.sent != trait
        ground = palette.newest if chosen else palette.panel
        fill = style(palette.text, ground)
        word = style(palette.dim if off else palette.next if chosen else palette.text, ground, bold=chosen)
        key = style(palette.dim if off else palette.next, ground, bold=True)
        mark = Segment(signs(self.look).cursor if chosen else " ", key)
        sent = "sent" if face.sent == trait else ""
        if lines < CELL[1]:
            negation = "not " if face.negative else ""
            parts = [mark, Segment(f"{number + 1} ", key)]
            if cols >= INLINE_COLS + 3 + len(negation) + len("squiggle"):
                parts += [inline(trait, ground, self.look), Segment(" ", fill)]
            return [fitted([*parts, Segment(sent or negation + trait, word)], cols, fill)]
        picture = chip(trait, ground, self.look)
        keys = (Segment(f" {number + 1} ", key), Segment("   ", key), Segment(f" {LETTERS[trait]} ", key))
        texts = ("not" if face.negative else "", trait, sent)
        rows = zip(keys, picture, texts, strict=True)
        out = [[k, *row, Segment(" ", fill), Segment(text, word)] for k, row, text in rows]
        out[1][0] = mark
        out[1].insert(1, Segment("  ", fill))
        return [fitted(row, cols, fill) for row in out]


def _keys(traits: tuple[Trait, ...], *, negative: bool, shown: bool) -> Iterator[Binding]:
    """A digit and a letter for each answer, by its name in the list of all commands; the first stands for all below.

    The letters of all other answers are taken, too: in a hurry none may resign or open the chat.
    """
    for number, trait in enumerate(traits):
        yield Binding(
            f"{number + 1},{LETTERS[trait]}",
            f"answer({number})",
            "Answer",
            show=shown and number == 0,
            key_display=f"1-{len(traits)} or letter",
            tooltip=f"Answer {'not ' if negative else ''}{trait}",
        )
    for trait, letter in LETTERS.items():
        if trait not in traits:
            yield Binding(letter, "answer(-1)", show=False)
