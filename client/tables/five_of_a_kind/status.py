"""What happens, in words: the claim that runs or the one that was settled, and the availability hint."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment
from textual.strip import Strip

from client.art.chips import inline
from client.art.palette import Look, style
from client.art.signs import signs
from client.scene import Scene
from client.tables.five_of_a_kind.names import called
from client.tables.five_of_a_kind.painted import Painted, fitted
from client.tables.five_of_a_kind.words import ENDINGS, count, goal, hint_words, seat_of, shared_of, verdict
from engines.five_of_a_kind.model import Shared


@dataclass(frozen=True)
class Says:
    """The first line with the trait whose chip stands before it, the second line, and the hint (None: no panel)."""

    first: str
    chip: str = ""
    mood: str = "text"
    second: str = ""
    hint: str | None = None
    bar: float | None = None
    """How much of the time to choose is left, from 1 to 0."""


def says(scene: Scene, now: float) -> Says:
    """What there is to say about a scene. `now` is the room's clock in ms."""
    shared, settings = shared_of(scene), scene.room.settings
    if shared is None:
        return Says("Dealing …")
    hint = None if settings.hint == "none" or shared.final else hint_words(settings, shared)
    if shared.final is not None:
        final = shared.final
        totals = f"{count(final.dealt, 'card')} dealt, {final.opportunities} with an answer, {final.missed} missed"
        return Says(f"Game complete. {ENDINGS[final.how]}.", mood="gold", second=totals)
    if shared.claim is not None:
        mine = shared.claim.seat == seat_of(scene)
        name = "You claim" if mine else f"{called(scene, shared.claim.seat, 16)} claims"
        span = max(1, shared.claim.deadline - shared.claim.at)
        rest = min(1.0, max(0.0, (shared.claim.deadline - now) / span))
        words = "choose the trait" if mine else "choosing a trait"
        return Says(f"{name}: {words}", mood="gold", second=_relief(shared), hint=hint, bar=rest)
    result = shared.result
    if result is None:
        return Says(
            goal(settings), second="Space claims. A wrong claim costs rounds." if settings.lockout else "", hint=hint
        )
    mood = "good" if result.outcome == "correct" else "bad"
    second = f"after {result.reaction / 1000:.2f} s" + (f" {_relief(shared)}" if shared.relieved else "")
    return Says(verdict(scene, result), chip=result.trait or "", mood=mood, second=second, hint=hint)


def _relief(shared: Shared) -> str:
    if shared.relieved is None or shared.relieved[1] != shared.round:
        return ""
    return f"All were locked out: {count(shared.relieved[0], 'round')} taken off."


class Status(Painted[Says]):
    """Up to three lines at the left of the Claim control."""

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """The news, more of it or the draining bar, and the hint panel, which stands empty where there is none."""
        palette, says = self.look.palette, self.content
        blank = style(palette.text, palette.ground)
        ink = {"good": palette.good, "bad": palette.bad, "gold": palette.gold}.get(says.mood, palette.text)
        chip = [inline(says.chip, palette.ground, self.look), Segment(" ", blank)] if says.chip else []
        first = [Segment(" ", blank), *chip, Segment(says.first, style(ink, palette.ground, bold=True))]
        second: Sequence[Segment] = [Segment(f" {says.second}", style(palette.dim, palette.ground))]
        if says.bar is not None:
            second = [Segment(" ", blank), *bar(says.bar, min(40, width - 2), self.look)]
        lines = [fitted(first, width, blank), fitted(second, width, blank)]
        if says.hint is not None:
            words = [Segment(" Hint ", style(palette.dim, palette.panel)), Segment(" ", blank)]
            lines.append(
                fitted([*words, Segment(says.hint, style(palette.gold, palette.ground, bold=True))], width, blank)
            )
        return lines[:height]


def bar(rest: float, width: int, look: Look) -> list[Segment]:
    """A bar that drains: `rest` from 1 to 0 of `width` cells, to half a cell."""
    glyphs, palette = signs(look), look.palette
    halves = round(2 * rest * max(0, width))
    full, half = divmod(halves, 2)
    ink = style(palette.gold, palette.ground)
    trough = style(palette.border, palette.ground)
    return [
        Segment(glyphs.full * full + glyphs.half * half, ink),
        Segment(glyphs.trough * (max(0, width) - full - half), trough),
    ]
