"""Who claims, and what came of the claim before: three lines with the chip of the trait that was chosen."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip

from client.art.palette import style
from client.scene import Scene
from client.tables.five_of_a_kind.claim import BRIEF_NAME
from client.tables.five_of_a_kind.traits import tag
from client.tables.five_of_a_kind.words import goal, seat_of, settings_of, shared_of, verdict
from client.tables.phrases import count
from client.widgets.bar import bar, steps
from client.widgets.painted import Painted, fitted
from engines.five_of_a_kind.model import IntervalChanged, Result, Shared, Trait
from protocol.text import cut, painted

FOLD_KEY: Final = "h"
"""The key that hides the review and shows it again."""
IN_TIME: Final = " in time"
"""What "no answer" can do without."""
FOLD_ROW: Final = 1
"""The row of the words that say so."""


@dataclass(frozen=True)
class VerdictFace:
    """What is told: three lines, the first strong; a trait's chip before the first; or a bar with the time left.

    `who` stands before the chip. `mood` colours the first line: good, bad or none; what it says is in the words too.
    `fold` is what the key of the review does now, "" where there is no review.
    """

    lines: tuple[str, ...] = ()
    who: str = ""
    trait: Trait | None = None
    negative: bool = False
    mood: str = ""
    share: float | None = None
    fold: str = ""


def verdict_face(scene: Scene, now: float, *, used: bool = True) -> VerdictFace:
    """What a scene tells at `now`, the room's time in ms.

    Where the table is not `used`, but only looked at, one's own claim is told as others read it.
    """
    shared = shared_of(scene)
    if shared is None:
        return VerdictFace(("Waiting for the server",))
    claim = shared.claim
    if claim is not None and (claim.seat != seat_of(scene) or not used):
        seconds = max(0.0, (claim.deadline - now) / 1000)
        share = steps(now, claim.at, claim.deadline, 40)
        return VerdictFace((f"{seconds:.1f} s",), who=painted(scene.name(claim.seat)), share=share)
    if claim is not None:
        return VerdictFace(("You claimed first. Choose a trait.", "The cards are hidden meanwhile."))
    if shared.result is None:
        opening = () if shared.round else ("Get ready: the first card is coming.",)
        return VerdictFace((*opening, goal(settings_of(scene)), _news(scene, shared)))
    return _settled(scene, shared, shared.result)


def _settled(scene: Scene, shared: Shared, result: Result) -> VerdictFace:
    mood = "good" if result.outcome == "correct" else "bad" if result.outcome in {"incorrect", "timeout"} else ""
    (who, words), second = verdict(scene, result), f"after {result.reaction} ms, round {result.round}"
    negative = settings_of(scene).counting == "non_matching"
    return VerdictFace((words, second, _news(scene, shared)), who, result.trait, negative, mood)


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
    """The three lines. At the end of the second one the mouse folds and unfolds the review."""

    class Fold(Message):
        """The review is to be hidden, or shown again."""

    def on_click(self, event: events.Click) -> None:
        """The mouse, on the words that say so."""
        if self.content.fold and event.y == FOLD_ROW and event.x >= self.size.width - len(self._fold()):
            event.stop()
            self.post_message(self.Fold())

    def _fold(self) -> str:
        return f" {FOLD_KEY} {self.content.fold} " if self.content.fold else ""

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """The lines; where the first is too long for its place, its words go on in the second."""
        rows = self._waiting(width) if self.content.share is not None else self._told(width, height)
        told = [fitted(row, max(0, width - 1), self.ground) for row in rows[:height]]
        lines = [fitted(row, width, self.ground) for row in told]
        if self.content.fold and len(lines) > FOLD_ROW:
            line = lines[FOLD_ROW].crop(0, max(0, width - len(self._fold())))
            lines[FOLD_ROW] = Strip([*line, *self._control()])
        return lines

    def _control(self) -> list[Segment]:
        palette, fold = self.look.palette, self.content.fold
        return [
            Segment(f" {FOLD_KEY}", style(palette.next, palette.ground, bold=True)),
            Segment(f" {fold} ", style(palette.text, palette.ground)),
        ]

    def _told(self, width: int, height: int) -> list[list[Segment]]:
        palette, face = self.look.palette, self.content
        colors = {"good": palette.good, "bad": palette.bad}
        strong = style(colors.get(face.mood, palette.text), palette.ground, bold=True)
        plain = style(palette.dim, palette.ground)
        gap = Segment(" ", plain)
        rows, lines = [], [(line, plain if number else strong) for number, line in enumerate(face.lines) if line]
        picture = self._picture()
        left = width - 2 - len(": ") - sum(part.cell_length for part in picture)
        whole = not face.who or cell_len(face.who) + len(face.lines[0]) <= left
        if len(lines) + (not whole) > height and len(lines) > 1:
            del lines[1]  # Who claimed, and the news, are more telling than when it was.
        if face.who:
            words, _ = lines[0]
            beside = whole or (len(lines) >= height and left - len(words) >= BRIEF_NAME)
            name = cut(face.who, max(1, left - len(words) * beside))
            rows.append([gap, Segment(f"{name}: ", strong), *picture, Segment(words * beside, strong)])
            lines = lines[beside:]
        for line, tone in lines:
            room = max(8, width - 2 - (len(self._fold()) if len(rows) == FOLD_ROW else 0))
            # Where that is too much, what comes after a comma goes: when it was, or what follows from it.
            words = line if len(line) <= room else line.partition(", ")[0].removesuffix(IN_TIME)
            lasting = max(1, height - len(rows))
            rows += [[gap, Segment(part, tone)] for part in wrap(words, room, max_lines=lasting, placeholder=" …")]
        return rows

    def _picture(self) -> list[Segment]:
        """The chip of the trait that was chosen, if there is one."""
        face, text = self.content, style(self.look.palette.text, self.look.palette.ground)
        if face.trait is None:
            return []
        return [*tag(face.trait, text, self.look, negation="not " if face.negative else ""), Segment(" ", text)]

    def _waiting(self, width: int) -> list[list[Segment]]:
        """Somebody's claim, and how long the claimant has still got."""
        palette, face = self.look.palette, self.content
        (seconds,), who = face.lines, face.who
        long, brief = "claims and has to answer", "claims"
        words = long if cell_len(who) + len(f"  {long} ") <= width else brief
        name = cut(who, max(1, width - len(f"  {words} ")))
        claimed = Segment(f" {name} {words}", style(palette.next, palette.ground, bold=True))
        cells = max(0, min(40, width - len(seconds) - 3 - len(self._fold())))
        parts = bar(face.share or 0.0, cells, palette.ground, self.look)
        return [[claimed], [Segment(" ", self.ground), *parts, Segment(f" {seconds}", self.ground)]]
