"""The interval control: the current delay, slower, faster; a vote is given by choosing a box."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.segment import Segment
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.strip import Strip

from client.art.palette import Look, style
from client.art.signs import signs
from client.scene import Scene
from client.tables.five_of_a_kind.words import own_of, shared_of
from client.tables.phrases import count
from client.widgets.painted import Painted, boxed, fitted
from engines.five_of_a_kind.model import VoteFor

BOXES: Final[tuple[VoteFor, VoteFor, VoteFor]] = ("none", "slower", "faster")
KEYS: Final[dict[VoteFor, str]] = {"none": "0", "slower": "-", "faster": "+"}


@dataclass(frozen=True)
class BoxFace:
    """One box. `chosen` is the own vote; a box that is not `open` cannot be chosen now, none where it is not `live`."""

    words: str = ""
    key: str = ""
    chosen: bool = False
    open: bool = False
    live: bool = False


def box_faces(scene: Scene, vote: VoteFor | None) -> dict[VoteFor, BoxFace]:
    """The three boxes of a scene; `vote` is a choice on its way, highlighted at once."""
    shared, own = shared_of(scene), own_of(scene)
    if shared is None:
        return {}
    words = {
        "none": f"{shared.interval} ms",
        "slower": f"Slower {count(shared.slower, 'vote')}",
        "faster": f"Faster {count(shared.faster, 'vote')}",
    }
    chosen: VoteFor = vote or (own.vote if own else "none")
    open_boxes = own.legal.votes if own else ()
    return {
        box: BoxFace(
            words[box], KEYS[box], box == chosen, open=box in open_boxes and box != chosen, live=bool(open_boxes)
        )
        for box in BOXES
    }


class Box(Painted[BoxFace]):
    """One of the three boxes."""

    can_focus = True
    FOCUS_ON_CLICK: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "press", "Vote", key_display="Enter")]

    class Pressed(Message):
        """The player chooses a box."""

        def __init__(self, choice: VoteFor) -> None:
            super().__init__()
            self.choice: VoteFor = choice

    def __init__(self, look: Look, choice: VoteFor) -> None:
        super().__init__(look, BoxFace(), id=f"box-{choice}")
        self.choice: VoteFor = choice

    def action_press(self) -> None:
        """Enter or Space on the focused box."""
        if self.content.open:
            self.post_message(self.Pressed(self.choice))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The highlighted box cannot be chosen again, nor any without the right to vote."""
        return action != "press" or self.content.open or None

    def on_key(self, event: events.Key) -> None:
        """A key that does nothing here is none of the screen's either: Space would claim there."""
        if event.key in {"enter", "space"} and not self.content.open:
            event.stop()

    def on_click(self, event: events.Click) -> None:
        """The mouse."""
        event.stop()
        self.action_press()

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """A double frame around the chosen one; in one line that is reversed, so that the key keeps its place."""
        palette, face, glyphs = self.look.palette, self.content, signs(self.look)
        ink = palette.dim if not face.live else palette.gold if face.chosen else palette.text
        words = style(ink, palette.ground, bold=face.chosen, underline=self.has_focus)
        mark = glyphs.cursor if self.has_focus else ""
        if height < 3 or width < 6:
            words = style(ink, palette.ground, bold=face.chosen, underline=self.has_focus, reverse=face.chosen)
            forms = self._lines(mark)
            text = next((form for form in forms if len(form) < width), forms[-1])
            return [fitted([Segment(text, words)], width, self.ground)]
        line = fitted([Segment(f"{mark}{face.words}", words)], width - 2, self.ground, "center")
        edge = style(ink if face.chosen else palette.border, palette.ground, bold=face.chosen)
        frame = glyphs.chosen if face.chosen else glyphs.frame
        key = style(palette.next if face.open else palette.dim, palette.ground, bold=face.open)
        return boxed([line], width, frame, edge, face.key, key)

    def _lines(self, mark: str) -> tuple[str, ...]:
        """The words for one line with their key, the longest first."""
        key, words = self.content.key, self.content.words
        brief = words.replace("Slower", "Slow").replace("Faster", "Fast")
        return f" {mark}{key} {words} ", f"{mark}{key} {words}", f"{mark}{key} {brief}", f"{mark}{key}{brief}"


class Interval(Horizontal):
    """The three boxes side by side."""

    def __init__(self, look: Look) -> None:
        super().__init__(id="interval")
        self.boxes = {choice: Box(look, choice) for choice in BOXES}

    def compose(self) -> ComposeResult:
        """The boxes."""
        yield from self.boxes.values()

    def show(self, faces: dict[VoteFor, BoxFace]) -> None:
        """Show the boxes of a scene."""
        for choice, face in faces.items():
            self.boxes[choice].show(face)
