"""The room's chat: what was said, and a line to say something."""

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from client.foreign import foreign
from client.widgets.input import ChatInput
from protocol.messages import Line
from protocol.names import plain

LIMIT = 200
"""The most characters of one line; the server takes no more."""

KEPT = 200
"""The number of lines that are kept on the screen."""


class ChatBox(Vertical):
    """The chat. Posts `Said` when the player sends a line."""

    class Said(Message):
        """The player wrote a line."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, id: str = "chat") -> None:  # noqa: A002
        super().__init__(id=id)
        self._lines: tuple[Line, ...] = ()

    def compose(self) -> ComposeResult:
        """The lines, and under them the place to write."""
        said = VerticalScroll(Static(id="chat-lines", markup=False), id="chat-scroll", can_focus=False)
        yield said
        yield ChatInput(said, max_length=LIMIT, id="chat-input", compact=True)

    def write(self, lines: tuple[Line, ...]) -> None:
        """Show these lines instead of the former ones; the newest is kept in sight."""
        if lines == self._lines or not self.is_mounted:
            return
        self._lines = lines
        body = Content("\n").join([spoken(line) for line in lines[-KEPT:]])
        self.query_one("#chat-lines", Static).update(body)
        self.on_resize()

    def on_resize(self) -> None:
        """Keep the newest line in sight."""
        self.query_one("#chat-scroll", VerticalScroll).scroll_end(animate=False)

    def talk(self) -> None:
        """Put the cursor into the line."""
        self.query_one(ChatInput).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Send what was written."""
        event.stop()
        text = event.value.strip()
        event.input.clear()
        if text:
            self.post_message(self.Said(text))


def spoken(line: Line) -> Content:
    """One line of chat as it is shown: who said it, or a star before a notice of the room."""
    if not line.name:
        return Content.assemble(("* ", "$text-muted"), foreign(line.text, "$text-muted"))
    name = line.name if plain(line.name) else f'"{line.name}"'  # where it ends is seen without bold type too
    return Content.assemble(foreign(name, "bold"), ": ", foreign(line.text))
