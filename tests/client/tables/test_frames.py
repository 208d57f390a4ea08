"""What of a screen is painted, picture by picture: nothing that is not yet, or not any more, in its place."""

from typing import Any

import pytest
from textual.app import App
from textual.screen import Screen

from client.app import FivefoldApp
from tests.client import play as plays
from tests.client.tables.scenes import result, scene
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


async def test_of_a_table_of_another_size_and_of_a_dialog_over_it_nothing_but_the_whole_is_painted() -> None:
    async with playing(scene(view={"result": result()}), (80, 24), kind=PaintedTable) as play:
        app = play.app
        assert isinstance(app, PaintedTable)
        for size in ((120, 40), (60, 20), (97, 31)):
            app.pictures = []
            whole = await play.resize(*size)
            assert set(app.pictures) == {whole}
        # The clock under a dialog goes on; what stands in the dialog and in its last line does not change.
        for key, *words in (
            ("r", "─ Resign ─", "←→ Move"),
            ("i", "─ Room info ─", "Esc Back"),
            ("f1", "─ Five of a Kind ─", "↑↓ Scroll"),
        ):
            app.pictures = []
            keys = (await play.press(key)).splitlines()[-1]
            assert all(word in picture for picture in app.pictures for word in words)
            assert {picture.splitlines()[-1] for picture in app.pictures} == {keys}
            await play.press("escape")


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
