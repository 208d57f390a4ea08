"""Text that others wrote, made harmless to paint. Everything that shows a name, chat or a refusal goes through here."""

from textual.content import Content
from textual.style import Style

from protocol.text import painted


def foreign(text: str, style: str | Style = "") -> Content:
    """The text as it stands, with nothing in it that a terminal or Textual's markup would obey."""
    return Content.styled(painted(text), style) if style else Content(painted(text))
