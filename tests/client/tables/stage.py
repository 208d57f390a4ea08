"""A small app with nothing but the table on it, at a time that stands still, and the screen as text."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot

from client.art.palette import Look
from client.desk import Desk
from client.scene import Scene
from client.screens.shell import Open, Wanted
from client.screens.table import TableScreen
from client.stage import Stage
from client.tables.registry import KINDS
from protocol.messages import Command, Request


class Tables(Stage):
    """The table's screen as the client shows it. It keeps what the player wishes instead of sending it."""

    CSS_PATH = [  # noqa: RUF012
        f"../../../client/{path}" for path in (*Stage.CSS_PATH, *(kind.style for kind in KINDS.values()))
    ]

    def __init__(self, scene: Scene, look: Look | None = None, desk: Desk | None = None) -> None:
        super().__init__(look or Look())
        self.time = float(scene.update.time if scene.update else 0)
        self.wishes: list[Command] = []
        self.departures: list[Command | None] = []
        self.said: list[str] = []
        self.opened: list[Open] = []
        self.wanted: list[Callable[[int], Request]] = []
        self.stacking = 0
        self.again = 0
        table = KINDS[scene.room.kind].table
        self.table: Any = table(scene, self.look, clock=lambda: self.time, desk=desk, send=self._keep)
        # The scenes' chat is of the first seconds of 1970, and so is the time of day here.
        self.table.desk.news.today = lambda: 2.0

    def on_mount(self) -> None:
        super().on_mount()
        self.push_screen(self.table)

    def _keep(self, command: Command) -> Scene:
        self.wishes.append(command)
        scene: Scene = self.table.scene
        return scene

    def on_table_screen_depart(self, event: TableScreen.Depart) -> None:
        self.departures.append(event.command)

    def on_table_screen_speak(self, event: TableScreen.Speak) -> None:
        self.said.append(event.text)

    def on_open(self, event: Open) -> None:
        self.opened.append(event)

    def on_table_screen_again(self) -> None:
        self.again += 1

    def on_stacking(self) -> None:
        self.stacking += 1

    def on_wanted(self, event: Wanted) -> None:
        self.wanted.append(event.make)

    def text(self) -> str:
        """What stands on the screen, line by line, without colours."""
        strips = self.screen._compositor.render_strips(self.size)
        return "".join(f"{''.join(part.text for part in strip).rstrip()}\n" for strip in strips)


class Play:
    """A table at play: keys, scenes and sizes go in, the screen comes out as text."""

    def __init__(self, app: Tables, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    def text(self) -> str:
        """The screen now."""
        return self.app.text()

    async def settle(self) -> str:
        """Let everything that is under way be drawn."""
        await self.pilot.pause()
        self.app.table.table.tick()
        await self.pilot.pause()
        return self.text()

    async def show(self, scene: Scene) -> str:
        """A newer scene."""
        self.app.table.show(scene)
        return await self.settle()

    async def resize(self, width: int, height: int) -> str:
        """Another size of the terminal."""
        await self.pilot.resize_terminal(width, height)
        return await self.settle()

    async def press(self, *keys: str, after: float = 1000) -> str:
        """Keys, each `after` ms after the one before."""
        for key in keys:
            self.app.time += after
            await self.pilot.press(key)
        return await self.settle()


@asynccontextmanager
async def playing(
    scene: Scene,
    size: tuple[int, int] = (80, 24),
    look: Look | None = None,
    desk: Desk | None = None,
    kind: type[Tables] = Tables,
) -> AsyncIterator[Play]:
    """A table that shows a scene, in a kind of app, until the block ends."""
    app = kind(scene, look, desk)
    async with app.run_test(size=size) as pilot:
        play = Play(app, pilot)
        await play.settle()
        yield play
