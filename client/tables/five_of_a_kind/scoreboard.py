"""The scoreboard: players in the order the server ranks them, their points and what holds them back."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rich.segment import Segment
from textual.strip import Strip

from client.art.palette import Look, style
from client.art.signs import signs
from client.scene import Scene
from client.tables.five_of_a_kind.words import own_of, shared_of
from client.tables.names import called, shortened
from client.tables.phrases import span
from client.widgets.painted import Painted, fitted

INITIALS: Final = 2
"""The fewest cells of a name that tell anything."""


@dataclass(frozen=True)
class Standing:
    """One player's row. `name` is harmless already, but not cut; `away` says for how long somebody is."""

    name: str
    points: int
    lockout: int = 0
    resigned: bool = False
    away: str = ""
    me: bool = False
    claims: bool = False


@dataclass(frozen=True)
class ScoreFace:
    """The rows, best first."""

    rows: tuple[Standing, ...] = field(default=())


def score_face(scene: Scene, now: float) -> ScoreFace:
    """The scoreboard of a scene at `now`, the room's time in ms."""
    shared, own = shared_of(scene), own_of(scene)
    if shared is None:
        return ScoreFace()
    mine = own.seat if own else None
    claimant = shared.claim.seat if shared.claim else None
    return ScoreFace(
        tuple(
            Standing(
                name=called(scene, row.seat, 64),
                points=row.points,
                lockout=row.lockout,
                resigned=row.resigned,
                away="" if row.away is None else span(now - row.away),
                me=row.seat == mine,
                claims=row.seat == claimant,
            )
            for row in shared.players
        )
    )


class Scoreboard(Painted[ScoreFace]):
    """Player at the left, Score at the right. Who resigned or is away has a second line for it, where there is room."""

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """The heading and the rows."""
        palette = self.look.palette
        head = style(palette.dim, palette.ground, underline=True)
        gap = Segment(" " * max(1, width - 2 - len("Player") - len("Score")), head)
        lines = [Strip([Segment(" ", self.ground), Segment("Player", head), gap, Segment("Score", head)])]
        second = sum(row.resigned or bool(row.away) for row in self.content.rows)
        roomy = 1 + len(self.content.rows) + second <= height
        for row in self.content.rows:
            lines.append(standing(row, width, self.look, brief=not roomy))
            if roomy and (words := "Resigned" if row.resigned else row.away and f"away {row.away}"):
                dim = style(palette.dim, palette.ground)
                lines.append(fitted([Segment(f"   {words}", dim)], width, self.ground))
        return [line.adjust_cell_length(width, self.ground) for line in lines[:height]]


def standing(row: Standing, width: int, look: Look, *, brief: bool) -> Strip:
    """One row: a mark, the name, badges, points, a gap. With `brief`, "Resigned" and "away" stand beside the name."""
    palette, glyphs = look.palette, signs(look)
    ground = style(palette.text, palette.ground)
    quiet = row.resigned or bool(row.away)
    text = style(palette.dim if quiet else palette.text, palette.ground, bold=row.me or row.claims)
    badges: list[Segment] = []
    if row.claims:
        badges.append(Segment(" claims", style(palette.next, palette.ground, bold=True)))
    elif row.resigned and brief:
        badges.append(Segment(" Resigned", style(palette.dim, palette.ground)))
    if row.lockout and not row.resigned:
        badges += [Segment(" ", ground), *lockout_badge(row.lockout, look)]
    score = Segment(f"{row.points:>3} " if width >= 12 else f" {row.points}", text)
    if row.away and not row.resigned and brief:
        left = width - 1 - INITIALS - sum(part.cell_length for part in (*badges, score))
        words = next((words for words in (f" away {row.away}", f" {row.away}") if len(words) <= left), "")
        badges.insert(0, Segment(words, style(palette.dim, palette.ground)))
    room = max(0, width - 1 - sum(part.cell_length for part in (*badges, score)))
    mark = Segment(glyphs.cursor if row.me else " ", style(palette.next, palette.ground, bold=True))
    name = fitted([Segment(shortened(row.name, room), text)], room, ground)
    return fitted([mark, *name, *badges, score], width, ground)


def lockout_badge(rounds: int, look: Look) -> list[Segment]:
    """A white cross on a red round, and the rounds that are left."""
    palette, glyphs = look.palette, signs(look)
    number = Segment(str(rounds), style(palette.text, palette.ground, bold=True))
    if look.ascii or palette.plain:
        return [Segment(f"({glyphs.cross})", style(palette.bad, palette.ground, bold=True)), number]
    side = style(palette.alarm, palette.ground)
    cross = style("#ffffff" if palette.text.startswith("#") else "bright_white", palette.alarm, bold=True)
    return [Segment("◖", side), Segment(glyphs.cross, cross), Segment("◗", side), number]
