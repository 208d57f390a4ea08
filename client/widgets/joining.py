"""The part of the form for a new room that says how the room is joined."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from client.joining import CHOICES, DIGITS, GUEST_MEANINGS, GUESTS, INCOMPLETE, MEANINGS
from client.widgets.field import Face, FieldRow
from client.widgets.input import InputLine, NewPasscodeInput
from protocol.parts import Joining


class JoiningFields(Vertical):
    """A row for the way of joining and, while that is by passcode, a line for the passcode.

    Args:
        joining: The way chosen at first.
        suggestion: A passcode to begin with.
        admits: Whether the game takes guests, so that one can choose whether they may join.
    """

    class Changed(Message):
        """The way of joining or the passcode is another one."""

    def __init__(self, joining: Joining, suggestion: str, *, admits: bool = False) -> None:
        super().__init__(id="joining")
        self.joining: Joining = joining
        self.guests = True
        self._admits = admits
        self._line = NewPasscodeInput(suggestion, id="passcode")

    def compose(self) -> ComposeResult:
        """The row and the line."""
        yield FieldRow("joining", "Joining", self._face())
        yield InputLine("Passcode", self._line, id="passcode-line")
        if self._admits:
            yield FieldRow("guests", "Guests", self._guest_face())

    def on_mount(self) -> None:
        """Only a passcode that counts is seen."""
        self._wear()

    @property
    def passcode(self) -> str | None:
        """The passcode of the room to be, if it has one."""
        return self._line.value if self.joining == "passcode" else None

    @property
    def problems(self) -> tuple[str, ...]:
        """Why no room can be made in this way."""
        return (INCOMPLETE,) if self.passcode is not None and len(self.passcode) != DIGITS else ()

    def meaning(self, focused: Widget | None) -> str:
        """What the choice under the cursor means, in a sentence; "" where the focus is elsewhere."""
        if focused is self._line:
            return MEANINGS["passcode"]
        match focused:
            case FieldRow(field="joining"):
                return MEANINGS[self.joining]
            case FieldRow(field="guests"):
                return GUEST_MEANINGS[self.guests]
        return ""

    def reset(self) -> None:
        """Back to the default."""
        self.joining, self.guests = "open", True
        self._wear()

    @on(FieldRow.Used)
    def used(self, event: FieldRow.Used) -> None:
        """Another way was chosen."""
        event.stop()
        if event.row.field == "guests":
            self.guests = bool(event.value)
        else:
            self.joining = next(way for way in ("open", "approval", "passcode") if way == event.value)
        self._wear()
        self.post_message(self.Changed())

    @on(Input.Changed)
    def typed(self, event: Input.Changed) -> None:
        """The passcode is another one."""
        event.stop()
        self.post_message(self.Changed())

    def _wear(self) -> None:
        for row in self.query(FieldRow):
            row.wear(self._guest_face() if row.field == "guests" else self._face())
        line = self.query_one("#passcode-line")
        appears = self.joining == "passcode" and not line.display
        line.display = self.joining == "passcode"
        if appears:
            # Under the last row of a form there is not always room for it.
            self.call_after_refresh(line.scroll_visible, animate=False)

    def _face(self) -> Face:
        return Face(CHOICES, self.joining)

    def _guest_face(self) -> Face:
        return Face(GUESTS, self.guests)
