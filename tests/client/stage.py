"""A small app that shows one screen, and its picture as text."""

from typing import Any

import pytest
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from textual.app import App
from textual.screen import Screen

from client.app import FivefoldApp
from client.art.palette import FULL, Look
from client.theme import theme_for

SIZES = [(80, 24), (120, 40)]


class TextPicture(SingleFileSnapshotExtension):
    """A snapshot as one text file, readable in a diff."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


class Stage(App[None]):
    """Shows one screen in the client's own styles, and keeps what the screen wishes."""

    CSS_PATH = [f"../../client/{path}" for path in FivefoldApp.CSS_PATH]  # noqa: RUF012
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, screen: Screen[Any], look: Look | None = None) -> None:
        super().__init__()
        self._first = screen
        self.wishes: list[Any] = []
        theme = theme_for(look.palette if look else FULL)
        self.register_theme(theme)
        self.theme = theme.name

    def on_mount(self) -> None:
        self.push_screen(self._first)

    def on_table_screen_wish(self, event: Any) -> None:
        self.wishes.append(event.command)

    def on_table_screen_depart(self, event: Any) -> None:
        self.wishes.append(("depart", event.command))

    def on_table_screen_speak(self, event: Any) -> None:
        self.wishes.append(("say", event.text))


def picture(app: App[Any]) -> str:
    """The screen as text, without the spaces at the ends of lines."""
    lines = ["".join(segment.text for segment in strip).rstrip() for strip in app.screen._compositor.render_strips()]
    return "\n".join(lines) + "\n"


@pytest.fixture
def text_picture(snapshot: Any) -> Any:
    return snapshot.use_extension(TextPicture)
