"""A small app with nothing but the table on it, at a fixed time, and the screen as text."""

from textual.app import App

from client.art.palette import Look
from client.scene import Scene
from client.screens.table import TableScreen
from client.stage import Stage
from client.tables.five_of_a_kind.screen import FiveOfAKindScreen
from protocol.messages import Command
from tests.client.tables.scenes import NOW


class Tables(Stage):
    """The table's screen as the client shows it. It keeps what the player wishes instead of sending it."""

    CSS_PATH = [  # noqa: RUF012
        *(f"../../../client/{path}" for path in Stage.CSS_PATH),
        "../../../client/styles/five_of_a_kind.tcss",
    ]

    def __init__(self, scene: Scene, look: Look | None = None) -> None:
        super().__init__(look or Look())
        self.time = float(NOW)
        self.wishes: list[Command] = []
        self.table = FiveOfAKindScreen(scene, self.look, clock=lambda: self.time)

    def on_mount(self) -> None:
        super().on_mount()
        self.push_screen(self.table)

    def on_table_screen_wish(self, event: TableScreen.Wish) -> None:
        self.wishes.append(event.command)


def text(app: App[None]) -> str:
    """What stands on the screen, line by line, without colours."""
    lines = [
        "".join(segment.text for segment in strip).rstrip() for strip in app.screen._compositor.render_strips(app.size)
    ]
    return "\n".join(lines) + "\n"
