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
from client.widgets.painted import boxed, fitted
from client.widgets.report import Report, Scrolled
from engines.five_of_a_kind import model
from engines.five_of_a_kind.model import PlayerRow, RangeShare
from protocol.messages import RatingChange
from protocol.text import fit

RANGES: Final = ("<0.5 s", "0.5-1 s", "1-2 s", "2+ s")
SPLIT: Final = "{:>3}{:>4}{:>4}"
"""A range: all claims in it, the correct ones and the unsuccessful ones."""
WIDEST: Final = 80
"""The columns that the report takes at the most, framed: more would only pull its numbers apart."""
LONGEST: Final = 17
"""The cells that a name takes at the most."""


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
    """Every line of the end, in the middle of its place; with room for them, frames and blank lines part it."""
    ground, cols = style(look.palette.text, look.palette.ground), min(width, WIDEST)
    parts = _parts(face, cols, look, framed=width >= WIDEST)
    if sum(map(len, parts)) > height:
        parts = _parts(face, cols, look, framed=False)
    spare = max(0, height - sum(map(len, parts)))
    gap = [fitted([], width, ground)] * min(2, spare // (len(parts) + 1))
    lines = [fitted(line, width, ground, "center") for part in parts for line in (*part, *gap)]
    return [fitted([], width, ground)] * ((spare - len(gap) * (len(parts) - 1)) // 2) + lines[: len(lines) - len(gap)]


def _parts(face: FinalFace, cols: int, look: Look, *, framed: bool) -> list[list[Strip]]:
    """Totals, scores and reaction times, each of `cols` columns; the tables `framed` or not."""
    inner, palette = cols - 2 * framed, look.palette
    edge, words = style(palette.border, palette.ground), style(palette.text, palette.ground)
    tables = {"Final scores": _scores(face, inner, look), "Reaction times": _reactions(face, inner, look)}
    if framed:
        tables = {name: boxed(part, cols, signs(look).frame, edge, name, words) for name, part in tables.items()}
    return [_totals(face, cols, look), *tables.values()]


def _totals(face: FinalFace, width: int, look: Look) -> list[Strip]:
    palette, final = look.palette, face.final
    ground = style(palette.text, palette.ground)
    strong = style(palette.next, palette.ground, bold=True)
    chances = f"{final.opportunities} opportunit{'y' if final.opportunities == 1 else 'ies'}"
    headline = "Game abandoned" if final.how == "abandoned" else "Game complete"
    forms = [
        f": {dealt} dealt, {chances}, {final.missed} missed" for dealt in (count(final.dealt, "card"), final.dealt)
    ]
    totals = next((form for form in forms if len(headline) + len(form) <= width), forms[-1])
    lines = [Segment(headline, strong), Segment(totals, ground)], [Segment(f"{ENDINGS[final.how]}.", ground)]
    return [fitted(line, width, ground, "center") for line in lines]


def _count_cols(width: int) -> int:
    """The width of the claims or points; in a narrow window names need it more."""
    return 7 if width >= 66 else 4


def _share_cols(width: int) -> int:
    """The width of a range, which begins with a space at the least."""
    return 13 if width >= 78 else 12


def _scores(face: FinalFace, width: int, look: Look) -> list[Strip]:
    """Rank, player, points, change of rating and new rating."""
    palette, cols, rated = look.palette, max(6, _count_cols(width)), _share_cols(width) + 1
    ground, names = style(palette.text, palette.ground), max(3, min(LONGEST, width - cols - 2 * rated - 11))
    title = f" {fit('Player', names)}{'Score':>{cols}}{'ELO change':>{rated}}{'New ELO':>{rated}}"
    lines = [fitted([Segment(title.ljust(width), _head(look))], width, ground)]
    for row, name in zip(face.rows, face.names, strict=True):
        mine = row.seat == face.me
        ink = style(palette.text, palette.ground, bold=mine)
        mark = signs(look).cursor if mine else " "
        parts = [Segment(f"{mark}{fit(name, names)}{row.points:>{cols}}", ink)]
        parts += _rating(next((one for one in face.ratings if one.seat == row.seat), None), rated, look)
        if row.resigned:
            parts.append(Segment("  Resigned", style(palette.dim, palette.ground)))
        lines.append(fitted(parts, width, ground))
    return lines


def _rating(change: RatingChange | None, cols: int, look: Look) -> list[Segment]:
    """The change in its colour and with its sign, and the new rating; dashes for who has none."""
    palette, dash = look.palette, signs(look).dash
    if change is None:
        return [Segment(f"{dash:>{cols}}{dash:>{cols}}", style(palette.dim, palette.ground))]
    by = round(change.after - change.before, 1)
    ink = palette.good if by > 0 else palette.bad if by < 0 else palette.text
    tone = style(ink, palette.ground, bold=by != 0)
    new = f"{round(change.after, 1) + 0.0:.1f}"
    return [
        Segment(f"{gain(change.before, change.after):>{cols}}", tone),
        Segment(f"{new:>{cols}}", style(palette.text, palette.ground)),
    ]


def _reactions(face: FinalFace, width: int, look: Look) -> list[Strip]:
    """A row a player: the number of claims, and in each range its share, correct and unsuccessful."""
    palette, counted, cols = look.palette, _count_cols(width), _share_cols(width)
    ground, dim, glyphs = style(palette.text, palette.ground), style(palette.dim, palette.ground), signs(look)
    names = max(3, min(LONGEST, width - len(RANGES) * cols - counted - 2))
    ranges = "".join(f"{name:^11}".rjust(cols) for name in RANGES)
    splits = SPLIT.format("all", glyphs.right, glyphs.wrong).rjust(cols) * len(RANGES)
    lines = [
        fitted([Segment(f"{'Claims':>{1 + names + counted}}{ranges}", dim)], width, ground),
        fitted([Segment(f" {fit('Player', names)}{'':{counted}}{splits}".ljust(width), _head(look))], width, ground),
    ]
    for row, name in zip(face.rows, face.names, strict=True):
        reaction = next((one for one in face.final.reactions if one.seat == row.seat), None)
        shares = "".join(f"{_share(share, look):>{cols}}" for share in (reaction.ranges if reaction else ()))
        ink = style(palette.text, palette.ground, bold=row.seat == face.me)
        mark = signs(look).cursor if row.seat == face.me else " "
        claims = reaction.claims if reaction else 0
        lines.append(fitted([Segment(f"{mark}{fit(name, names)}{claims:>{counted}}{shares}", ink)], width, ground))
    legend = f" Percent of a player's claims: {glyphs.right} correct, {glyphs.wrong} unsuccessful"
    return [*lines, fitted([Segment(legend, dim)], width, ground)]


def _share(share: RangeShare, look: Look) -> str:
    if not share.total:
        return SPLIT.format(signs(look).dash, "", "")
    return SPLIT.format(share.total, share.correct, share.unsuccessful)


def _head(look: Look) -> Style:
    return style(look.palette.dim, look.palette.ground, underline=True)
