"""What of a screen is painted, picture by picture: nothing that is not yet, or not any more, in its place."""

from typing import Any

import pytest
from textual.app import App
from textual.screen import Screen

from client.app import FivefoldApp
from tests.client import play as plays
from tests.client.tables.scenes import scene
from tests.client.tables.stage import Tables, playing

pytestmark = pytest.mark.asyncio


class Painted(App[None]):
    """Keeps what is painted of all screens but the blank one that every app begins with."""

    pictures: list[str]

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        if renderable is not None and not self._batch_count and type(screen) is not Screen:
            self.pictures = [*getattr(self, "pictures", ()), plays.text(self)]
        super()._display(screen, renderable)


class PaintedTable(Painted, Tables):
    """A table of which every picture is kept."""


class PaintedClient(Painted, FivefoldApp):
    """The client, and every picture of it."""

    CSS_PATH = [f"../../../client/{path}" for path in FivefoldApp.CSS_PATH]  # noqa: RUF012


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_of_a_table_nothing_but_the_whole_is_painted(size: tuple[int, int]) -> None:
    async with playing(scene(), size, kind=PaintedTable) as play:
        app = play.app
        assert isinstance(app, PaintedTable)
        whole = play.text()
        assert "CLAIM   Space" in whole
        assert set(app.pictures) == {whole}
        for _ in range(2):
            app.pictures = []
            before, whole = whole, await play.press("p")
            assert whole != before
            assert set(app.pictures) == {whole}


async def test_of_the_other_screens_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plays, "FivefoldApp", PaintedClient)
    async with plays.playing(plays.lobby()) as play:
        app = play.app
        assert isinstance(app, PaintedClient)
        await play.until("Play now", "Enter Play")
        assert all("Enter Play" in picture for picture in app.pictures if "Play now" in picture)
        app.pictures = []
        await play.press("f2")
        whole = await play.until("Letters in the symbols", "> Colors", "Space Next")
        assert set(app.pictures) == {whole}
