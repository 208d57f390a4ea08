"""The Claim control."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip

from client.art.palette import style
from client.art.signs import signs
from client.scene import Scene
from client.tables.five_of_a_kind.words import own_of, shared_of
from client.tables.names import called
from client.widgets.painted import Painted, boxed, fitted

BRIEF_NAME: Final = 7
"""The cells of a name that says in the closed control who chooses."""


@dataclass(frozen=True)
class ClaimFace:
    """`ready` to press, `sent` without an answer, `closed` for a reason, `gone` while the answers stand there.

    A `moved` one may stand on cards: it fills its place, so that it has no dark rim there.
    """

    state: Literal["ready", "sent", "closed", "gone"] = "closed"
    words: str = ""
    key: str = "Space"
    moved: bool = False


GONE: Final = ClaimFace("gone", "CLAIM")


def claim_face(scene: Scene, *, pressed: bool) -> ClaimFace:
    """The control of a scene; `pressed` says that a claim is on its way."""
    shared, own = shared_of(scene), own_of(scene)
    if shared is None:
        return ClaimFace("closed", "")
    if not scene.linked:
        return ClaimFace("closed", "no connection")
    if shared.final:
        return ClaimFace("closed", "game over")
    if own is None:
        return ClaimFace("closed", "watching")
    row = next(row for row in shared.players if row.seat == own.seat)
    if row.resigned:
        return ClaimFace("closed", "resigned")
    if shared.claim is not None and shared.claim.seat == own.seat:
        return GONE
    if row.lockout:
        return ClaimFace("closed", f"locked out: {row.lockout}")
    if pressed:
        return ClaimFace("sent", "Claiming")
    if own.legal.claim is not None:
        return ClaimFace("ready", "CLAIM")
    if shared.claim is not None:
        name = called(scene, shared.claim.seat, BRIEF_NAME)
        return ClaimFace("closed", "already claimed" if name.endswith("…") else f"{name} chooses")
    return ClaimFace("closed", "round is closed" if shared.round else "no card yet")


class ClaimButton(Painted[ClaimFace]):
    """A button that says why it cannot be pressed, where it cannot."""

    can_focus = True
    FOCUS_ON_CLICK: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("space,enter", "press", "Claim", key_display="Space")]

    class Pressed(Message):
        """The player presses Claim. `key` is False for the mouse."""

        def __init__(self, *, key: bool) -> None:
            super().__init__()
            self.key = key

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The key is dim while it claims nothing."""
        return action != "press" or self.content.state == "ready" or None

    def action_press(self) -> None:
        """Enter or Space on the focused button."""
        self.post_message(self.Pressed(key=True))

    def on_click(self, event: events.Click) -> None:
        """The mouse."""
        event.stop()
        self.post_message(self.Pressed(key=False))

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """A full block when it can be pressed, a thin frame when not; it goes as the block that it was."""
        palette, face, glyphs = self.look.palette, self.content, signs(self.look)
        if face.state == "closed":
            return self._barred(width, height)
        key = face.key if face.state == "ready" else ""
        more = glyphs.more if face.state == "sent" else ""
        color = palette.text if face.state == "sent" else palette.next
        block = style(palette.ground, color, bold=True, reverse=palette.plain)
        mark = f"{glyphs.cursor} " if self.has_focus else ""
        words = f"{mark}{face.words}{more}{'   ' if key else ''}{key}"
        if self.look.ascii:
            words = f"[ {words} ]"
        middle = fitted([Segment(words, block)], width, block, "center")
        if height < 3:
            return [middle]
        if face.moved:
            blank = fitted([], width, block)
            return [blank, middle, blank]
        rim = style(color, palette.ground)
        return [
            Strip([Segment(glyphs.top_edge * width, rim)]),
            middle,
            Strip([Segment(glyphs.low_edge * width, rim)]),
        ]

    def _barred(self, width: int, height: int) -> Sequence[Strip]:
        palette, face = self.look.palette, self.content
        ground = palette.panel if face.moved else palette.ground
        fill = style(palette.text, ground)
        words = Segment(face.words, fill)
        if height < 3 or width < 4:
            return [fitted([words], width, fill, "center")]
        line = fitted([words], width - 2, fill, "center")
        edge = style(palette.next if self.has_focus else palette.border, ground)
        return boxed([line], width, signs(self.look).frame, edge, "Claim", style(palette.dim, ground))
