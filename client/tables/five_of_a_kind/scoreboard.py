"""The scoreboard: players in the order that the server gives, with lockouts, resignations and absences."""

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
from engines.contract import Seat
from engines.five_of_a_kind.model import PlayerRow
from protocol.text import cut, fit

SCORE = 3
STATE = 3
"""Cells for the points, and for a lockout's number with its sign."""


@dataclass(frozen=True)
class Scores:
    """The rows with the names, who looks and who has claimed."""

    rows: tuple[PlayerRow, ...]
    names: tuple[str, ...]
    me: Seat | None
    claimant: Seat | None


def scores(scene: Scene) -> Scores:
    """What the scoreboard shows of a scene."""
    shared = shared_of(scene)
    if shared is None:
        return Scores((), (), None, None)
    names = tuple(scene.name(row.seat) for row in shared.players)
    return Scores(shared.players, names, seat_of(scene), shared.claim.seat if shared.claim else None)


class Scoreboard(Painted[Scores]):
    """Player and Score in two columns; between them what keeps a player from claiming."""

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """A heading and a row for each player, two if there is room and a word to say."""
        palette, glyphs = self.look.palette, signs(self.look)
        blank = style(palette.text, palette.ground)
        dim = style(palette.dim, palette.ground)
        name_cols = max(1, width - SCORE - STATE - 2)
        head = Segment(fit(" Player", name_cols + STATE) + "Score".rjust(SCORE + 2), dim)
        lines = [fitted([head], width, blank), fitted([Segment(glyphs.shaft * (width - 1), dim)], width, blank)]
        for row, name in zip(self.content.rows, self.content.names, strict=True):
            mine, claims = row.seat == self.content.me, row.seat == self.content.claimant
            ink = style(
                palette.gold if claims else palette.dim if row.resigned else palette.text, palette.ground, bold=mine
            )
            mark = glyphs.cursor if claims else glyphs.dot if mine else " "
            lines.append(
                fitted(
                    [
                        Segment(mark, ink),
                        *self._called(row, name, name_cols - 1, ink),
                        Segment(str(row.points).rjust(SCORE), ink),
                    ],
                    width,
                    blank,
                )
            )
            word = "Resigned" if row.resigned else "away" if row.away is not None else ""
            if word and height >= 2 * len(self.content.rows) + 2:
                lines.append(fitted([Segment(cut(f"  {word}", width), dim)], width, blank))
        return lines[:height]

    def _called(self, row: PlayerRow, name: str, cols: int, ink: Style) -> list[Segment]:
        """The name, over the cells of the sign where there is none to show."""
        if row.lockout or row.resigned or row.away is not None:
            return [Segment(fit(name, cols), ink), *self._sign(row)]
        return [Segment(fit(name, cols + STATE), ink)]

    def _sign(self, row: PlayerRow) -> list[Segment]:
        """The rounds that a player is locked out for, beside a white cross on red; R and a for who is not there."""
        palette, glyphs = self.look.palette, signs(self.look)
        plain = style(palette.dim, palette.ground)
        if row.lockout and not row.resigned:
            white = "#ffffff" if palette.alarm.startswith("#") else palette.text
            sign = style(white, palette.alarm, bold=True)
            return [Segment(str(row.lockout), plain), Segment(glyphs.cross, sign), Segment(" ", plain)]
        return [Segment(" R " if row.resigned else " a ", plain)]
