"""One seat at the table: who sits there, the cards, the coins, and what happens there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from client.art.palette import Look, style
from client.art.signs import signs
from client.tables.patti.faces import LEAST_ROWS, hand_rows
from client.tables.patti.words import coins
from client.widgets.bar import bar
from client.widgets.painted import fitted
from protocol.text import cut

Mood = Literal["", "turn", "won", "out"]
"""What colours a seat: nothing, its turn, a share of the pot, or that it is not in. Words say the same."""


@dataclass(frozen=True)
class SeatFace:
    """What a seat shows. `hand` are cards by name or backs; `known` says what is known of it.

    `news` is the newest that happened there; both in words from the longest to the shortest. `share` is the part of its
    time that is left, `clock` that time in words.
    """

    name: str
    coins: int = 0
    paid: int = 0
    dealer: bool = False
    me: bool = False
    hand: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    news: tuple[str, ...] = ()
    mood: Mood = ""
    share: float | None = None
    clock: str = ""


def paint_seat(face: SeatFace | None, width: int, height: int, look: Look) -> list[Strip]:
    """A seat in its frame, `height` strips of `width` cells; nothing where nobody sits."""
    ground = style(look.palette.text, look.palette.ground)
    blank = fitted([], width, ground)
    if face is None or width < 8 or height < 5:
        return [blank] * height
    inner = width - 2
    rows = height - 4 if height - 4 >= LEAST_ROWS else 1
    hand = hand_rows(face.hand, inner, rows, look, faint=face.mood == "out") if face.hand else []
    lines = [fitted(row, inner, ground, "center") for row in hand]
    above = max(0, height - 4 - len(lines))
    lines = [fitted([], inner, ground)] * (above // 2) + lines + [fitted([], inner, ground)] * (above - above // 2)
    lines += [_money(face, inner, look), _news(face, inner, look)]
    return _framed(face, lines[: height - 2], width, look)


def _edge(face: SeatFace, look: Look) -> tuple[str, Style]:
    """The frame's characters, and their colour."""
    palette, glyphs = look.palette, signs(look)
    match face.mood:
        case "turn":
            return glyphs.chosen, style(palette.next, palette.ground, bold=True)
        case "won":
            return glyphs.chosen, style(palette.good, palette.ground, bold=True)
        case _:
            return glyphs.frame, style(palette.border, palette.ground)


def _framed(face: SeatFace, lines: Sequence[Strip], width: int, look: Look) -> list[Strip]:
    palette = look.palette
    chars, edge = _edge(face, look)
    out = face.mood == "out"
    strong = style(palette.dim if out else palette.text, palette.ground, bold=not out)
    mark = f" {signs(look).cursor} " if face.me else " "
    dealer = " D " if face.dealer else ""
    room = width - 4 - len(dealer) - len(mark) - 1
    name = f"{mark}{cut(face.name, room)} "
    fill = chars[1] * (width - 4 - cell_len(name) - len(dealer))
    gold = style(palette.ground, palette.gold, bold=True, reverse=palette.plain)
    top = [
        Segment(chars[0] + chars[1], edge),
        Segment(name, strong),
        Segment(fill, edge),
        Segment(dealer, gold),
        Segment(chars[1] + chars[2], edge),
    ]
    known = next((text for text in face.known if len(text) + 6 <= width), cut("".join(face.known[-1:]), width - 6))
    words = f" {known} " if known else ""
    low = [
        Segment(chars[5] + chars[6], edge),
        Segment(words, style(palette.dim if out else palette.text, palette.ground)),
        Segment(chars[6] * (width - 3 - len(words)) + chars[7], edge),
    ]
    left, right = Segment(chars[3], edge), Segment(chars[4], edge)
    middle = [Strip([left, *line, right]) for line in lines]
    return [Strip([part for part in top if part.text]), *middle, Strip([part for part in low if part.text])]


def _money(face: SeatFace, width: int, look: Look) -> Strip:
    """The balance, and what of it lies in the pot."""
    palette = look.palette
    ground = style(palette.text, palette.ground)
    out = face.mood == "out"
    have = Segment(f" {coins(face.coins)}", style(palette.dim if out else palette.gold, palette.ground, bold=not out))
    paid = f"{coins(face.paid)} in " if face.paid else ""
    room = width - have.cell_length
    if len(paid) > room:
        paid = ""
    return Strip([have, Segment(" " * (room - len(paid)), ground), Segment(paid, style(palette.dim, palette.ground))])


def _news(face: SeatFace, width: int, look: Look) -> Strip:
    """The clock of whoever has to act, else the last act."""
    palette = look.palette
    ground = style(palette.text, palette.ground)
    if face.share is not None:
        cells = max(0, width - 3 - len(face.clock))
        parts = [Segment(" ", ground), *bar(face.share, cells, palette.ground, look)]
        return fitted([*parts, Segment(f" {face.clock}", ground)], width, ground)
    colors = {"turn": palette.next, "won": palette.good, "out": palette.dim}
    text = next((text for text in face.news if len(text) < width), cut(face.news[-1], width - 1) if face.news else "")
    ink = style(colors.get(face.mood, palette.text), palette.ground, bold=face.mood in {"turn", "won"})
    return fitted([Segment(f" {text}", ink)], width, ground)
