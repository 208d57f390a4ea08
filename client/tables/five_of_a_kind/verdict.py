"""Who claims, and what came of the claim before: three lines with the picture of the trait that was chosen."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from rich.segment import Segment
from textual.strip import Strip

from client.art.chips import INLINE_COLS, chip, inline
from client.art.palette import style
from client.scene import Scene
from client.tables.five_of_a_kind.words import goal, seat_of, settings_of, shared_of, verdict
from client.tables.names import called
from client.tables.phrases import count
from client.widgets.bar import bar, steps
from client.widgets.painted import Painted, fitted
from engines.five_of_a_kind.model import IntervalChanged, Result, Shared

CHIP_COLS = 8


@dataclass(frozen=True)
class VerdictFace:
    """What is told: three lines, the first strong; a trait's picture; or a bar with the share of time left.

    `mood` colours the first line: good, bad or none. What it says is in the words too.
    """

    lines: tuple[str, ...] = ()
    trait: str | None = None
    mood: str = ""
    share: float | None = None


def verdict_face(scene: Scene, now: float) -> VerdictFace:
    """What a scene tells at `now`, the room's time in ms."""
    shared = shared_of(scene)
    if shared is None:
        return VerdictFace(("Waiting for the server",))
    claim = shared.claim
    if claim is not None and claim.seat != seat_of(scene):
        name = called(scene, claim.seat, 20)
        seconds = max(0.0, (claim.deadline - now) / 1000)
        share = steps(now, claim.at, claim.deadline, 40)
        return VerdictFace((f"{name} claims and has to answer", f"{seconds:.1f} s"), share=share)
    if claim is not None:
        return VerdictFace(("You claimed first. Choose a trait.", "The cards are hidden meanwhile."))
    if shared.result is None:
        return VerdictFace((_opening(shared), goal(settings_of(scene)), _news(scene, shared)))
    return _settled(scene, shared, shared.result)


def _opening(shared: Shared) -> str:
    return f"Round {shared.round}" if shared.round else "Get ready: the first card is coming."


def _settled(scene: Scene, shared: Shared, result: Result) -> VerdictFace:
    mood = "good" if result.outcome == "correct" else "bad" if result.outcome in {"incorrect", "timeout"} else ""
    second = f"after {result.reaction} ms, round {result.round}"
    return VerdictFace((verdict(scene, result), second, _news(scene, shared)), trait=result.trait, mood=mood)


def _news(scene: Scene, shared: Shared) -> str:
    """What else changed: lockouts made shorter for all in this round, or another card interval."""
    if shared.relieved and shared.relieved[1] == shared.round:
        return f"{count(shared.relieved[0], 'round')} taken off every lockout"
    changed = [event for event in scene.fresh if isinstance(event, IntervalChanged)]
    if changed:
        before, after = changed[-1].before, changed[-1].after
        return f"Cards come {'faster' if after < before else 'slower'}: {after} ms"
    return ""


class Verdict(Painted[VerdictFace]):
    """The three lines."""

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """The lines, with a large picture where three of them fit, else with a small one in the line."""
        palette, face = self.look.palette, self.content
        colors = {"good": palette.good, "bad": palette.bad}
        strong = style(colors.get(face.mood, palette.text), palette.ground, bold=True)
        plain = style(palette.dim, palette.ground)
        gap = Segment(" ", plain)
        if face.share is not None:
            return self._waiting(width, face.share)[:height]
        rows: list[list[Segment]]
        if height >= 3 and face.trait and width >= 5 * CHIP_COLS:
            picture = chip(face.trait, CHIP_COLS, 3, palette.ground, self.look)
            texts = [Segment(line, plain if number else strong) for number, line in enumerate(face.lines)]
            texts += [Segment("", plain)] * (3 - len(texts))
            rows = [[gap, *row, gap, gap, text] for row, text in zip(picture, texts, strict=True)]
        else:
            small = [inline(face.trait, palette.ground, self.look), gap] if face.trait else []
            inset = INLINE_COLS + 1 if small else 0
            wrapped = [
                (line, plain if number else strong)
                for number, text in enumerate(face.lines)
                for line in wrap(text, max(8, width - 2 - inset), max_lines=height, placeholder=" …")
            ]
            rows = [[gap, *(small if number == 0 else ()), Segment(*text)] for number, text in enumerate(wrapped)]
        return [fitted(row, width, self.ground) for row in rows[:height]]

    def _waiting(self, width: int, share: float) -> list[Strip]:
        """Somebody's claim, and how long the claimant has still got."""
        palette, (words, seconds) = self.look.palette, self.content.lines
        claimed = Segment(f" {words}", style(palette.next, palette.ground, bold=True))
        cells = max(0, min(40, width - len(seconds) - 3))
        parts = bar(share, cells, palette.ground, self.look)
        return [
            fitted([claimed], width, self.ground),
            fitted([Segment(" ", self.ground), *parts, Segment(f" {seconds}", self.ground)], width, self.ground),
        ]
