"""The end: how the game ended, its totals, the last scoreboard with the ratings, and everybody's reaction times."""

from dataclasses import dataclass
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from client.art.palette import Look, style
from client.art.signs import signs
from client.scene import Scene
from client.tables.five_of_a_kind.words import ENDINGS, seat_of, shared_of
from client.tables.phrases import count, gain
from client.widgets.painted import fitted
from client.widgets.report import Report, Scrolled
from engines.five_of_a_kind import model
from engines.five_of_a_kind.model import PlayerRow, RangeShare
from protocol.messages import RatingChange
from protocol.text import fit

RANGES: Final = ("<0.5 s", "0.5-1 s", "1-2 s", "2+ s")
SPLIT: Final = "{:>3}{:>4}{:>4}"
"""A range: all claims in it, the correct ones and the unsuccessful ones."""


@dataclass(frozen=True)
class FinalFace(Scrolled):
    """The end of a game: the players in their last order, their names, the ratings, and who looks."""

    final: model.Final
    rows: tuple[PlayerRow, ...]
    names: tuple[str, ...]
    ratings: tuple[RatingChange, ...]
    me: int | None


def final_face(scene: Scene) -> FinalFace | None:
    """The end of a scene's game; None while it goes on."""
    shared = shared_of(scene)
    if shared is None or shared.final is None:
        return None
    names = tuple(scene.name(row.seat) for row in shared.players)
    return FinalFace(shared.final, shared.players, names, scene.room.ratings, seat_of(scene))


class FinalBoard(Report[FinalFace]):
    """The whole report."""

    def report(self, face: FinalFace, width: int, height: int) -> list[Strip]:
        """Every line of the end."""
        return report(face, width, height, self.look)


def report(face: FinalFace, width: int, height: int, look: Look) -> list[Strip]:
    """Every line of the end; blank ones part it where `height` has room for them."""
    palette = look.palette
    ground = style(palette.text, palette.ground)
    blank = fitted([], width, ground)
    parts = [_totals(face, width, look), _scores(face, width, look), _reactions(face, width, look)]
    needed = sum(map(len, parts))
    gap = [blank] * min(2, max(0, (height - needed) // len(parts)))
    lines = [line for part in parts for line in (*gap, *part)]
    return lines[len(gap) - min(1, len(gap)) :]


def _totals(face: FinalFace, width: int, look: Look) -> list[Strip]:
    palette, final = look.palette, face.final
    ground = style(palette.text, palette.ground)
    strong = style(palette.next, palette.ground, bold=True)
    chances = f"{final.opportunities} opportunit{'y' if final.opportunities == 1 else 'ies'}"
    totals = f"{count(final.dealt, 'card')} dealt, {chances}, {final.missed} missed"
    headline = "Game abandoned" if final.how == "abandoned" else "Game complete"
    title = [Segment(f" {headline}", strong), Segment(f": {totals}", ground)]
    return [fitted(title, width, ground), fitted([Segment(f" {ENDINGS[final.how]}.", ground)], width, ground)]


def _names(width: int) -> int:
    return max(3, min(20, width - len(RANGES) * _share_cols(width) - 9))


def _share_cols(width: int) -> int:
    """The width of a range; a space or two less where names need them more."""
    return 13 if width >= 80 else 12 if width >= 66 else 11


def _scores(face: FinalFace, width: int, look: Look) -> list[Strip]:
    """Rank, player, points, change of rating and new rating."""
    palette, names = look.palette, _names(width)
    ground, head = style(palette.text, palette.ground), _head(look)
    title = f" {fit('Player', names)}{'Score':>7}{'ELO change':>13}{'New ELO':>11} "
    lines = [fitted([Segment(title, head)], width, ground)]
    for row, name in zip(face.rows, face.names, strict=True):
        mine = row.seat == face.me
        ink = style(palette.text, palette.ground, bold=mine)
        mark = signs(look).cursor if mine else " "
        parts = [Segment(f"{mark}{fit(name, names)}{row.points:>7}", ink)]
        parts += _rating(next((one for one in face.ratings if one.seat == row.seat), None), look)
        if row.resigned:
            parts.append(Segment("  Resigned", style(palette.dim, palette.ground)))
        lines.append(fitted(parts, width, ground))
    return lines


def _rating(change: RatingChange | None, look: Look) -> list[Segment]:
    """The change in its colour and with its sign, and the new rating; dashes for who has none."""
    palette, dash = look.palette, signs(look).dash
    if change is None:
        return [Segment(f"{dash:>13}{dash:>11}", style(palette.dim, palette.ground))]
    by = round(change.after - change.before, 1)
    ink = palette.good if by > 0 else palette.bad if by < 0 else palette.text
    tone = style(ink, palette.ground, bold=by != 0)
    new = f"{round(change.after, 1) + 0.0:.1f}"
    return [
        Segment(f"{gain(change.before, change.after):>13}", tone),
        Segment(f"{new:>11}", style(palette.text, palette.ground)),
    ]


def _reactions(face: FinalFace, width: int, look: Look) -> list[Strip]:
    """A row a player: the number of claims, and in each range its share, correct and unsuccessful."""
    palette, names, cols = look.palette, _names(width), _share_cols(width)
    ground = style(palette.text, palette.ground)
    title = (
        f" {fit('Reaction time' if names > 12 else 'Time', names)}{'Claims':>7}"
        + "".join(f"{name:^11}".rjust(cols) for name in RANGES)
        + " "
    )
    glyphs = signs(look)
    splits = SPLIT.format("all", glyphs.right, glyphs.wrong).rjust(cols)
    heads = f"{'':{names + 8}}{splits * len(RANGES)} "
    lines = [
        fitted([Segment(title, style(palette.dim, palette.ground))], width, ground),
        fitted([Segment(heads, _head(look))], width, ground),
    ]
    for row, name in zip(face.rows, face.names, strict=True):
        reaction = next((one for one in face.final.reactions if one.seat == row.seat), None)
        shares = "".join(f"{_share(share, look):>{cols}}" for share in (reaction.ranges if reaction else ()))
        ink = style(palette.text, palette.ground, bold=row.seat == face.me)
        mark = signs(look).cursor if row.seat == face.me else " "
        claims = reaction.claims if reaction else 0
        lines.append(fitted([Segment(f"{mark}{fit(name, names)}{claims:>7}{shares}", ink)], width, ground))
    legend = f" Percent of a player's claims: {glyphs.right} correct, {glyphs.wrong} unsuccessful"
    lines.append(fitted([Segment(legend, style(palette.dim, palette.ground))], width, ground))
    return lines


def _share(share: RangeShare, look: Look) -> str:
    if not share.total:
        return SPLIT.format(signs(look).dash, "", "")
    return SPLIT.format(share.total, share.correct, share.unsuccessful)


def _head(look: Look) -> Style:
    return style(look.palette.dim, look.palette.ground, underline=True)
