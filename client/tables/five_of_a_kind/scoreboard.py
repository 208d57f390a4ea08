"""The scoreboard: players in the order the server ranks them, their points and what holds them back."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from textual.strip import Strip

from client.art.palette import Look, style
from client.art.signs import signs
from client.scene import Scene
from client.tables.five_of_a_kind.words import own_of, shared_of
from client.tables.names import called
from client.tables.phrases import span
from client.widgets.painted import Painted, fitted
from protocol.text import cut

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

    @property
    def quiet(self) -> bool:
        """Whether this player does nothing now."""
        return self.resigned or bool(self.away)

    @property
    def held(self) -> bool:
        """Whether something holds this player back for longer than a claim takes."""
        return self.quiet or bool(self.lockout)


@dataclass(frozen=True)
class ScoreFace:
    """The rows, best first."""

    rows: tuple[Standing, ...] = field(default=())

    @property
    def longest(self) -> int:
        """The cells of the longest name."""
        return max((cell_len(row.name) for row in self.rows), default=0)


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
    """Player at the left, Score at the right.

    What holds a player back stands in a second line, where it takes nothing of the name, and so does the rest of a name
    that is too long: everybody has one if there is room for that, or else as many as there is room for of those who
    need it. Who claims is none of these, so that no row moves for a claim.
    """

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """The heading and the rows."""
        palette, rows = self.look.palette, self.content.rows
        head = style(palette.dim, palette.ground, underline=True)
        gap = Segment(" " * max(1, width - 2 - len("Player") - len("Score")), head)
        lines = [Strip([Segment(" ", self.ground), Segment("Player", head), gap, Segment("Score", head)])]
        free, two = height - 1 - len(rows), list(range(len(rows)))
        if free < len(rows):
            need = [
                n for n in two if rows[n].away or _rest(replace(rows[n], claims=False), width, self.look, brief=True)
            ]
            two = sorted(need, key=lambda n: not rows[n].held)[: max(0, free)]
        for number, row in enumerate(rows):
            lines.append(standing(row, width, self.look, brief=number not in two))
            if number in two:
                state = _state(row, _rest(row, width, self.look, brief=False), width, self.look)
                lines.append(fitted(state, width, self.ground))
        return [line.adjust_cell_length(width, self.ground) for line in lines[:height]]


def standing(row: Standing, width: int, look: Look, *, brief: bool) -> Strip:
    """One row: a mark, the name, points, a gap; with `brief` what holds the player back stands beside the name."""
    palette, glyphs = look.palette, signs(look)
    ground = style(palette.text, palette.ground)
    text = style(palette.dim if row.quiet else palette.text, palette.ground, bold=row.me or row.claims)
    score = Segment(_points(row, width), text)
    badges = _badges(row, width - 1 - score.cell_length, look) if brief else []
    room = max(0, width - 1 - score.cell_length - sum(part.cell_length for part in badges))
    mark = Segment(glyphs.cursor if row.me else " ", style(palette.next, palette.ground, bold=True))
    name = fitted([Segment(cut(row.name, room), text)], room, ground)
    return fitted([mark, *name, *badges, score], width, ground)


def _points(row: Standing, width: int) -> str:
    return f" {row.points:>2} "[:4] if width >= 12 else f" {row.points}"


def _rest(row: Standing, width: int, look: Look, *, brief: bool) -> str:
    """What of a name has no room in its row."""
    left = max(0, width - 1 - len(_points(row, width)))
    badges = _badges(row, left, look) if brief else []
    name = cut(row.name, max(0, left - sum(part.cell_length for part in badges)))
    return row.name.removeprefix(name[:-1]) if name != row.name and name.endswith("…") else ""


def _badges(row: Standing, left: int, look: Look) -> list[Segment]:
    """What holds a player back, in a part of `left` cells beside the name."""
    palette = look.palette
    dim = style(palette.dim, palette.ground)
    if row.claims:
        return [Segment(" claims", style(palette.next, palette.ground, bold=True))]
    if row.resigned:
        return [Segment(" Resigned", dim)]
    badges = [Segment(" ", dim), *lockout_badge(row.lockout, look)] if row.lockout else []
    if row.away:
        left -= INITIALS + sum(part.cell_length for part in badges)
        words = next((words for words in (f" away {row.away}", f" {row.away}") if len(words) <= left), "")
        badges.insert(0, Segment(words, dim))
    return badges


def _state(row: Standing, rest: str, width: int, look: Look) -> list[Segment]:
    """The rest of a name, and what holds its player back, in a line under it; nothing of somebody who may claim.

    Where both have no room, the indent and then the name give way.
    """
    palette = look.palette
    dim = style(palette.dim, palette.ground)
    name = style(palette.dim if row.quiet else palette.text, palette.ground, bold=row.me or row.claims)
    held = _holding(row, width, look)
    room = width - sum(part.cell_length for part in held)
    rest = f"{cut(f'…{rest}', room - 2)} " if rest and room - 2 > 2 * INITIALS else ""
    return [Segment(" " * min(3, room - cell_len(rest)), dim), Segment(rest, name), *held]


def _holding(row: Standing, width: int, look: Look) -> list[Segment]:
    """What holds a player back, in a line of its own."""
    palette = look.palette
    dim = style(palette.dim, palette.ground)
    if row.claims:
        return [Segment("claims", style(palette.next, palette.ground, bold=True))]
    if row.resigned:
        return [Segment("Resigned", dim)]
    badge = lockout_badge(row.lockout, look) if row.lockout else []
    if not row.away:
        return badge
    gap = " " * bool(badge)
    left = width - sum(part.cell_length for part in badge)
    words = f"{gap}away {row.away}"
    return [*badge, Segment(words if len(words) <= left else f"{gap}{row.away}", dim)]


def lockout_badge(rounds: int, look: Look) -> list[Segment]:
    """A white cross on a red round, and the rounds that are left."""
    palette, glyphs = look.palette, signs(look)
    number = Segment(str(rounds), style(palette.text, palette.ground, bold=True))
    if look.glyphs != "blocks" or palette.plain:
        return [Segment(f"({glyphs.cross})", style(palette.bad, palette.ground, bold=True)), number]
    side = style(palette.alarm, palette.ground)
    cross = style("#ffffff" if palette.text.startswith("#") else "bright_white", palette.alarm, bold=True)
    return [Segment("◖", side), Segment(glyphs.cross, cross), Segment("◗", side), number]
