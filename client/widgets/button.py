"""A button that Space presses too."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Button as TextualButton


class Button(TextualButton):
    """A button one line high. Its label is shown as it is: no markup in it is read."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "press", "Press")]

    def __init__(self, label: str, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(Content(label), id=id, classes=classes, compact=True)
