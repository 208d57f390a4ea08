"""A walk by keys alone, at 80x24 and without a mouse: nothing that can be done is hidden on any screen."""

from random import Random
from typing import Any

import pytest
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button

from client.commands import commands
from client.screens.dialogs import Option, Question
from tests.client.crawl import faults
from tests.client.play import Play, lobby, playing, text
from tests.client.rooms import row
from tests.client.sizes import HIGHEST, WIDEST, Sizes
from tests.client.walk import walk

pytestmark = pytest.mark.asyncio


@pytest.mark.long
async def test_every_screen_by_keys_alone_and_at_a_size_of_a_sample() -> None:
    seen: dict[str, list[str]] = {}
    dice, sizes = Random(5), Sizes(())

    async def look(play: Play, name: str) -> None:
        # Of screens of one kind, those that follow have nothing new to lay out.
        fresh = name.partition(",")[0] not in {known.partition(",")[0] for known in seen}
        seen[name] = await faults(play.app.screen)
        # To lay screens out twice costs as much as the whole walk: half of them do, and all of them for scripts/sizes.
        if fresh and not play.app.screen.is_modal and dice.randint(0, 1):
            sizes.sizes = ((dice.randint(1, WIDEST), dice.randint(1, HIGHEST)),)
            await sizes(play, name)

    await walk(look)
    assert {name: found for name, found in seen.items() if found} == {}
    assert not sizes.faults, "\n".join(sizes.faults)
    assert len(seen) > 50


async def test_what_is_planted_is_found() -> None:
    class Planted(Screen[None]):
        BINDINGS = [Binding("x", "hidden", ""), Binding("tab", "app.bell", "Bell")]  # noqa: RUF012

        def compose(self) -> Any:
            yield Button("first")
            yield Button("second")

        def action_hidden(self) -> None: ...

        def action_forgotten(self) -> None: ...

    async with playing(lobby()) as play:
        await play.until("Play now")
        await play.app.push_screen(Planted())
        found = "\n".join(await faults(play.app.screen))
    assert "no key leads to action_forgotten" in found
    assert "no hint tells of x" in found
    assert "no entry tells of x" in found
    assert "no key leads to Button(" in found


async def test_the_list_of_all_commands_does_what_it_says_and_obeys_no_foreign_name() -> None:
    async with playing(lobby(row("r1", "bob"))) as play:
        await play.until("Play now")
        await play.press("ctrl+p")
        await play.until("Create room  c", "Leave fivefold  Ctrl-C")
        await play.press(*"new", "backspace", "backspace", "backspace", *"create", "enter")
        await play.until("Which game?")
        await play.press("1")
        await play.until("New room ·")
        chosen: list[str | None] = []
        options = (Option("1", "[red]x[/] \x1b]0;owned\x07", "evil"), Option("c", "Cancel", ""))
        play.app.push_screen(Question("Who?", Content("Who?"), options), chosen.append)
        await play.until("Who?")
        await play.press("ctrl+p")
        seen = await play.until("[red]x[/] ]0;owned  1", "Cancel  c")
        assert "\x1b" not in seen
        await play.press(*"red", "enter")
        await play.gone("Who?")
        assert chosen == ["evil"]
        assert all(command.words for command in commands(play.app.screen))
        assert "New room" in text(play.app)
