"""The end of a session: how it ended, and everybody's net result, rounds and best hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from textual.strip import Strip

from client.art.palette import Look, style
from client.art.signs import signs
from client.scene import Scene
from client.tables.names import called
from client.tables.patti.faces import printed
from client.tables.patti.story import won
from client.tables.patti.words import ENDINGS, NAME_CELLS, coins, gain, own_of, shared_of, shorter
from client.tables.phrases import count, span
from client.widgets.painted import fitted
from client.widgets.report import Report, Scrolled
from engines.patti.model import Record, Revealed, Tally
from protocol.text import cut, fit

NUMBERS: Final = ("Net", "Won", "Played")
COLS: Final = (12, 6, 9)
HAND: Final = "Best hand shown"
BESIDE: Final = 4 + sum(COLS) + 3
"""The columns of a line that hold neither a name nor a hand."""
LEAST_NAME: Final = 6


@dataclass(frozen=True)
class FinalFace(Scrolled):
    """The session's account, the names of its table, and who looks."""

    record: Record
    names: tuple[str, ...]
    me: int | None
    left: frozenset[int] = frozenset()
    """Who was not at the table any more."""
    won: str = ""
    """Who won the last round."""
    shown: tuple[tuple[str, Revealed], ...] = ()
    """The hands that were shown in it, and whose they are."""


def final_face(scene: Scene) -> FinalFace | None:
    """The end of a scene's session; None while it goes on."""
    shared, own = shared_of(scene), own_of(scene)
    if shared is None or shared.final is None:
        return None
    names = tuple(scene.name(row.seat) for row in shared.final.table)
    left = {row.seat for row in shared.final.table} - {row.seat for row in shared.rows if row.seated}
    me = own.seat if own else None
    # The session's table takes the place of the felt at once, so it says what the felt would have shown.
    last = f"Round {shared.round}: {won(scene)}" if shared.result is not None else ""
    hands = shared.result.revealed if shared.result is not None else ()
    shown = tuple((called(scene, hand.seat, NAME_CELLS), hand) for hand in hands)
    return FinalFace(shared.final, names, me, frozenset(left), last, shown)


class SessionTable(Report[FinalFace]):
    """The whole account."""

    def report(self, face: FinalFace, width: int, height: int) -> list[Strip]:
        """Every line of it; blank ones part it where there is room for them."""
        palette = self.look.palette
        ground = style(palette.text, palette.ground)
        blank = fitted([], width, ground)
        record = face.record
        strong = style(palette.next, palette.ground, bold=True)
        words = f"{count(record.rounds, 'round')} in {span(record.duration)}"
        house = f", {coins(record.house)} coins in fines went to the house" if record.house else ""
        head = [
            fitted([Segment(" Session over", strong), Segment(f": {ENDINGS[record.how]}.", ground)], width, ground),
            fitted([Segment(f" {words}{house}.", ground)], width, ground),
        ]
        best = [_best(row, "left" if row.seat in face.left else "") for row in record.table]
        names = _name_cells(best, width)
        title = f"    {fit('Player', names)}" + "".join(
            f"{name:>{cols}}" for name, cols in zip(NUMBERS, COLS, strict=True)
        )
        under = style(palette.dim, palette.ground, underline=True)
        table = [fitted([Segment(f"{title}  {HAND}", under)], width, ground)]
        for row, name, hand in zip(record.table, face.names, best, strict=True):
            table.append(_row(row, name, names, width, hand, row.seat == face.me, self.look))
        lines = [face.won] * bool(face.won) + [_shown(who, hand, width - 2, self.look) for who, hand in face.shown]
        last = [fitted([Segment(f" {cut(line, width - 2)}", ground)], width, ground) for line in lines]
        gap = [blank] if len(head) + len(last) + len(table) + 4 <= height else []
        return [*gap, *head, *gap, *last, *gap, *table]


def _shown(who: str, hand: Revealed, cells: int, look: Look) -> str:
    """The hand that somebody showed, in the longest of its words that have room."""
    texts = [f"{who} shows {printed(hand.cards, look)}: {name}." for name in shorter(hand.name)]
    return next((text for text in texts if cell_len(text) <= cells), texts[-1])


def _best(row: Tally, left: str) -> tuple[str, ...]:
    """Whether somebody had left, and the best hand that they showed, in words from the longest to the shortest."""
    hands = shorter(row.best) if row.best else ("",)
    return tuple(", ".join(filter(None, (left, hand))) for hand in hands)


def _fitting(texts: Sequence[str], room: int) -> str:
    """The longest of some texts that fits."""
    return next((text for text in texts if len(text) <= room), cut(texts[-1], room))


def _name_cells(best: Sequence[Sequence[str]], width: int) -> int:
    """The columns of the names: what the words of the hands leave, which are as long as beside the narrowest names."""
    room = width - BESIDE
    hands = max([len(HAND), *(len(_fitting(texts, min(24, room - LEAST_NAME))) for texts in best)])
    return max(LEAST_NAME, min(18, room - hands))


def _row(row: Tally, name: str, names: int, width: int, best: Sequence[str], mine: bool, look: Look) -> Strip:
    """One player's line; `best` are words from the longest to the shortest."""
    palette = look.palette
    ink = style(palette.text, palette.ground, bold=mine)
    tone = palette.good if row.net > 0 else palette.bad if row.net < 0 else palette.text
    net = style(tone, palette.ground, bold=row.net != 0)
    mark = signs(look).cursor if mine else " "
    ground = style(palette.text, palette.ground)
    hand = _fitting(best, width - BESIDE - names)
    parts = [
        Segment(f"{mark}{row.place:>2} {fit(name, names)}", ink),
        Segment(f"{gain(row.net):>{COLS[0]}}", net),
        Segment(f"{row.won:>{COLS[1]}}{row.played:>{COLS[2]}}", ink),
        Segment(f"  {hand or signs(look).dash}", style(palette.text if row.best else palette.dim, palette.ground)),
    ]
    return fitted(parts, width, ground)
