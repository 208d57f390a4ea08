"""One setting on one line, operated by arrows, Space, Enter and the mouse."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from engines.contract import Choice, Scalar

LABEL = 26
"""Cells from the start of a row to its value."""


@dataclass(frozen=True)
class Face:
    """What a row shows: its choices, which one is chosen, and how that looks.

    `blank` shows no value; `faded` is not in effect; `bright` is in effect and stands out (amber). A `toggle` is on or
    off; a `spread` row shows all its choices where there is room, the chosen one in brackets. `picture` stands behind
    the value.
    """

    choices: tuple[Choice, ...]
    value: Scalar
    enabled: bool = True
    blank: bool = False
    faded: bool = False
    bright: bool = False
    toggle: bool = False
    spread: bool = False
    picture: tuple[Segment, ...] = ()


class FieldRow(Widget, can_focus=True):
    """A label and a value. Left and right choose a neighbour; Space and Enter the next one, around the end.

    A mark at each side of the value says that there is a neighbour.

    The first use of a row that is not in effect puts it in effect with the value that it remembers.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"field--faded", "field--bright", "field--cursor", "field--plain"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "Move", key_display="↑↓"),
        Binding("down", "app.focus_next", "Move", show=False),
        Binding("left", "step(-1)", "Change", key_display="←→"),
        Binding("right", "step(1)", "Change", show=False),
        Binding("space,enter", "turn", "Next", key_display="Space"),
    ]

    class Used(Message):
        """The player set the row to a value."""

        def __init__(self, row: "FieldRow", value: Scalar) -> None:
            super().__init__()
            self.row = row
            self.value = value

        @property
        def control(self) -> "FieldRow":
            """The row."""
            return self.row

    def __init__(self, name: str, label: str, face: Face) -> None:
        super().__init__(id=f"field-{name.replace('_', '-')}")
        self.field = name
        self.label = label
        self.face = face

    def wear(self, face: Face) -> None:
        """Show another face."""
        if face != self.face:
            if face.enabled != self.face.enabled:
                if self.has_focus:
                    self.screen.focus_previous()
                self.disabled = not face.enabled
            self.face = face
            self.refresh()

    def on_mount(self) -> None:
        """A row that cannot be used takes no focus."""
        self.disabled = not self.face.enabled

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One line."""
        return 1

    def render_line(self, y: int) -> Strip:
        """Mark, label, value and picture."""
        face = self.face
        base = self.rich_style
        name = "field--faded" if face.faded or not face.enabled else "field--bright" if face.bright else "field--plain"
        style = self.get_component_rich_style(name)
        value = "" if face.blank else next((c.label for c in face.choices if _same(c.value, face.value)), "")
        cursor = self.get_component_rich_style("field--cursor") if self.has_focus else base
        segments = [
            Segment("> " if self.has_focus else "  ", cursor),
            Segment(self.label.ljust(LABEL), style),
            *self._value(value, style, cursor),
        ]
        if face.picture:
            segments.append(Segment("   ", base))
            segments += [Segment(text, base + (own or Style.null())) for text, own, _ in face.picture]
        return Strip(segments).adjust_cell_length(self.size.width, base)

    def _value(self, value: str, style: Style, cursor: Style) -> list[Segment]:
        face = self.face
        if face.toggle:
            return [Segment("  [x] " if face.value else "  [ ] ", style), Segment(value.ljust(3), style)]
        if face.spread and self.size.width >= 2 + LABEL + sum(cell_len(choice.label) + 4 for choice in face.choices):
            chosen = [(_same(choice.value, face.value), choice.label) for choice in face.choices]
            return [Segment(f" [{label}] " if on else f"  {label}  ", cursor if on else style) for on, label in chosen]
        wide = max((cell_len(choice.label) for choice in face.choices), default=0)
        if not self.has_focus:
            return [Segment(f"  {value.ljust(wide)}  ", style)]
        first, last = (face.choices and _same(face.choices[end].value, face.value) for end in (0, -1))
        marks = ("  " if first and not face.blank else "‹ ", "  " if last and not face.blank else " ›")
        return [Segment(marks[0], cursor), Segment(value.ljust(wide), style), Segment(marks[1], cursor)]

    def action_step(self, by: int) -> None:
        """Choose the neighbour, if there is one."""
        self._use(by, around=False)

    def action_turn(self) -> None:
        """Choose the next value; after the last, the first."""
        self._use(1, around=True)

    def on_click(self, event: events.Click) -> None:
        """A click on the value chooses the next one; on its left mark, the one before. A toggle is one all over."""
        self.focus()
        if self.face.toggle or self.face.blank or event.x >= LABEL + 2:
            self._use(-1 if not self.face.toggle and event.x < LABEL + 4 else 1, around=True)

    def _use(self, by: int, *, around: bool) -> None:
        face = self.face
        if not face.enabled or not face.choices:
            return
        if face.blank:
            self._take(face.value)
            return
        at = next((n for n, choice in enumerate(face.choices) if _same(choice.value, face.value)), 0)
        to = at + by
        to = to % len(face.choices) if around or face.toggle else min(max(to, 0), len(face.choices) - 1)
        if to != at:
            self._take(face.choices[to].value)

    def _take(self, value: Scalar) -> None:
        # Shown at once: a second press may come before the owner has answered the first.
        self.face = replace(self.face, value=value, blank=False)
        self.refresh()
        self.post_message(self.Used(self, value))


def _same(one: Scalar, other: Scalar) -> bool:
    return one == other and isinstance(one, bool) is isinstance(other, bool)
