"""The clock: the time since Start, what is left until the end, and the round."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment
from textual.strip import Strip

from client.art.palette import style
from client.scene import Scene
from client.tables.five_of_a_kind.words import left, settings_of, shared_of
from client.tables.phrases import span
from client.widgets.painted import Painted, fitted
from engines.five_of_a_kind.model import Shared


@dataclass(frozen=True)
class ClockFace:
    """Three short lines; `urgent` when little is left."""

    elapsed: str = ""
    left: str = ""
    round: str = ""
    urgent: bool = False


def clock_face(scene: Scene, now: float) -> ClockFace:
    """The clock of a scene at `now`, the room's time in ms."""
    shared = shared_of(scene)
    if shared is None:
        return ClockFace()
    ends = shared.ends_at
    return ClockFace(
        elapsed=f"{span(now if ends is None else min(now, ends))} elapsed",
        left=left(settings_of(scene), shared, now),
        round=round_words(shared),
        urgent=ends is not None and ends - now <= 10_000,
    )


def round_words(shared: Shared) -> str:
    """The number of the round."""
    return f"round {shared.round}" if shared.round else "first card soon"


class Clock(Painted[ClockFace]):
    """The three lines, one below the other."""

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """As many of the lines as there is room for, each in its place; what is left, where there is room for one.

        A line that is too long goes without its last word.
        """
        palette, face = self.look.palette, self.content
        plain = style(palette.dim, palette.ground)
        strong = style(palette.bad if face.urgent else palette.text, palette.ground, bold=True)
        texts = ((face.elapsed, plain), (face.left, strong), (face.round, plain))
        shown = texts[:height] if height > 1 else texts[1:2]
        lines = ((text if len(text) < width else text.rpartition(" ")[0], look) for text, look in shown)
        return [fitted([Segment(" ", plain), Segment(text, look)], width, self.ground) for text, look in lines]
