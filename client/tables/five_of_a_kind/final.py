"""The end: the last scoreboard with the ratings, and everybody's reaction times."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from client.art.palette import style
from client.art.signs import signs
from client.scene import Scene
from client.tables.five_of_a_kind.painted import Painted, fitted
from client.tables.five_of_a_kind.words import seat_of, shared_of
from engines.five_of_a_kind.model import Final, PlayerRow, RangeShare
from protocol.messages import RatingChange
from protocol.text import fit

RANGES = ("under 0.5 s", "0.5-1 s", "1-2 s", "2 s and more")
RANGE_COLS = 12
CLAIMS_COLS = 7
LEGEND = "Shares of a player's claims: all = correct + unsuccessful"


@dataclass(frozen=True)
class Ending:
    """What is shown of the end: the players in their last order, their names, the ratings by seat, and who looks."""

    final: Final
    rows: tuple[PlayerRow, ...]
    names: tuple[str, ...]
    ratings: tuple[RatingChange, ...]
    me: int | None


def ending(scene: Scene) -> Ending | None:
    """The end of a scene's game; None while it goes on."""
    shared = shared_of(scene)
    if shared is None or shared.final is None:
        return None
    names = tuple(scene.name(row.seat) for row in shared.players)
    return Ending(shared.final, shared.players, names, scene.room.ratings, seat_of(scene))


class FinalBoard(Painted[Ending | None]):
    """One row a player: points, change of rating, new rating, and the reaction times in four ranges."""

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """The scoreboard, then the reaction times under it."""
        end, palette = self.content, self.look.palette
        if end is None:
            return []
        blank = style(palette.text, palette.ground)
        dim = style(palette.dim, palette.ground)
        if height < 2 * len(end.rows) + 5:
            return self._in_one(end, width, dim, blank)[:height]
        gap = [fitted([], width, blank)] if height >= 2 * len(end.rows) + 6 else []
        names = max(8, min(24, width - CLAIMS_COLS - 4 * (RANGE_COLS + 1) - 1))
        lines = [*self._scores(end, names, width, dim, blank), *gap]
        head = f" {fit('Reaction time', names)}{'Claims'.rjust(7)}" + "".join(r.rjust(RANGE_COLS + 1) for r in RANGES)
        lines += [fitted([Segment(head, dim)], width, blank), self._rule(width, dim)]
        for row, name in zip(end.rows, end.names, strict=True):
            reaction = next((one for one in end.final.reactions if one.seat == row.seat), None)
            shares = reaction.ranges if reaction else ()
            texts = "".join(self._share(share).rjust(RANGE_COLS + 1) for share in shares)
            claims = str(reaction.claims if reaction else 0).rjust(7)
            lines.append(fitted([Segment(f" {fit(name, names)}{claims}{texts}", blank)], width, blank))
        lines.append(fitted([Segment(f" {LEGEND}", dim)], width, blank))
        return lines[:height]

    def _in_one(self, end: Ending, width: int, dim: Style, blank: Style) -> list[Strip]:
        """Points, ratings and reaction times in one row for each player, where there is no room for two tables."""
        names = max(8, min(20, width - 66))
        cols = (6, 7, 8, 11, 11, 11, 11)
        heads = ("Score", "ELO", "New", "< 0.5 s", "0.5-1 s", "1-2 s", "2 s +")
        head = f" {fit('Player', names)}" + "".join(text.rjust(col) for text, col in zip(heads, cols, strict=True))
        lines = [fitted([Segment(head, dim)], width, blank), self._rule(width, dim)]
        for row, name in zip(end.rows, end.names, strict=True):
            change = next((one for one in end.ratings if one.seat == row.seat), None)
            reaction = next((one for one in end.final.reactions if one.seat == row.seat), None)
            shares = "".join(self._share(share).rjust(11) for share in (reaction.ranges if reaction else ()))
            ink = (
                dim
                if row.resigned
                else style(self.look.palette.text, self.look.palette.ground, bold=row.seat == end.me)
            )
            first = Segment(f" {fit(name, names)}{str(row.points).rjust(6)}", ink)
            lines.append(fitted([first, *self._elo(change, 7, 8), Segment(shares, blank)], width, blank))
        return [*lines, fitted([Segment(f" {LEGEND}", dim)], width, blank)]

    def _scores(self, end: Ending, names: int, width: int, dim: Style, blank: Style) -> list[Strip]:
        head = f" {fit('Player', names)}{'Score'.rjust(7)}{'ELO change'.rjust(13)}{'New ELO'.rjust(13)}"
        lines = [fitted([Segment(head, dim)], width, blank), self._rule(width, dim)]
        for row, name in zip(end.rows, end.names, strict=True):
            change = next((one for one in end.ratings if one.seat == row.seat), None)
            bold = style(self.look.palette.text, self.look.palette.ground, bold=row.seat == end.me)
            parts = [Segment(f" {fit(name, names)}{str(row.points).rjust(7)}", bold), *self._elo(change, 13, 13)]
            word = "   Resigned" if row.resigned else ""
            lines.append(fitted([*parts, Segment(word, dim)], width, blank))
        return lines

    def _rule(self, width: int, dim: Style) -> Strip:
        return fitted([Segment(signs(self.look).shaft * width, dim)], width, dim)

    def _elo(self, change: RatingChange | None, by_cols: int, new_cols: int) -> list[Segment]:
        palette = self.look.palette
        dash = signs(self.look).dash
        if change is None:
            plain = style(palette.dim, palette.ground)
            return [Segment(dash.rjust(by_cols), plain), Segment(dash.rjust(new_cols), plain)]
        by = round(change.after - change.before, 1) + 0.0
        ink = palette.good if by > 0 else palette.bad if by < 0 else palette.text
        words = f"{by:+.1f}" if by else "0.0"
        tone = style(ink, palette.ground, bold=by != 0)
        after = f"{round(change.after, 1) + 0.0:.1f}"
        return [Segment(words.rjust(by_cols), tone), Segment(after.rjust(new_cols), tone)]

    def _share(self, share: RangeShare) -> str:
        if not share.total:
            return signs(self.look).dash
        return f"{share.total}%={share.correct}+{share.unsuccessful}"
