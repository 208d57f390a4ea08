"""The form for a new room: what it shows of each setting, and what follows from using one."""

import pytest
from msgspec.structs import replace
from textual.widgets import Static

from client.art.palette import FULL
from client.local import Local
from client.screens.create import CreateScreen
from client.screens.dialogs import Page
from client.widgets.field import FieldRow
from engines.five_of_a_kind.model import Settings
from engines.five_of_a_kind.setup import SETUP
from engines.patti.model import Settings as Patti
from tests.client.play import Play, inside, lobby, playing
from tests.client.rooms import room

pytestmark = pytest.mark.asyncio

AMBER, FADED = "#ffaf00", "#626262"


def row(play: Play, name: str) -> FieldRow:
    return play.app.screen.query_one(f"#field-{name}", FieldRow)


def inks(play: Play, name: str) -> dict[str, str]:
    """The colour of each part of a row that is not blank."""
    found = {}
    for part in row(play, name).render_line(0):
        color = part.style.color if part.style else None
        if part.text.strip() and color is not None and color.triplet is not None:
            found[part.text.strip()] = color.triplet.hex
    return found


def grounds(play: Play, name: str, *texts: str) -> list[str]:
    """The colours behind the parts of a row that read so."""
    strip = row(play, name).render_line(0)
    behind = [part.style.bgcolor for part in strip if part.style and part.text in texts]
    return [color.name for color in behind if color is not None]


def settings(play: Play) -> Settings:
    assert isinstance(play.app.screen, CreateScreen)
    rules: Settings = play.app.screen.settings
    return rules


async def form(play: Play) -> None:
    await play.until("Play now")
    await play.press("c")
    await play.until("Which game?")
    await play.press("1")
    await play.until("Trait types")


async def test_what_is_selected_is_amber_and_what_is_not_is_faded_with_its_picture() -> None:
    async with playing(lobby()) as play:
        await form(play)
        assert inks(play, "shape") == {"Shape": AMBER, "[x]": AMBER, "On": AMBER} | dict.fromkeys(
            ("~~~", "( )", "< >"), FULL.text
        )
        swatches = grounds(play, "color", "   ")[1:]
        assert swatches == [FULL.red, FULL.green, FULL.blue]
        await play.press("down", "space", "down")
        assert inks(play, "shape") == {"Shape": FADED, "[ ]": FADED, "Off": FADED} | dict.fromkeys(
            ("~~~", "( )", "< >"), FULL.border
        )
        await play.press("up", "up", "space", "down")
        tints = grounds(play, "color", " R ", " G ", " B ")
        assert tints == [FULL.red_tint, FULL.green_tint, FULL.blue_tint]
        assert inks(play, "shading")["Shading"] == AMBER
        assert "Deck: 9 cards" in await play.until("Deck")


async def test_only_the_end_in_effect_is_amber_and_shows_its_value() -> None:
    async with playing(lobby(), local=Local(rooms={"five_of_a_kind": {"rounds": 50}})) as play:
        await form(play)
        ends = ("minutes", "rounds", "points")
        shown = [inks(play, name) for name in ends]
        assert shown == [
            {"Maximum time": AMBER, "3 minutes": AMBER},
            {"Maximum rounds": FADED},
            {"Point target": FADED},
        ]
        await play.pilot.click(row(play, "rounds"), offset=(5, 0))
        await play.press("down")
        assert [inks(play, name) for name in ends[:2]] == [
            {"Maximum time": FADED},
            {"Maximum rounds": AMBER, "50 rounds": AMBER},
        ]
        await play.press("right", "right", "up", "up")
        assert inks(play, "points") == {"Point target": AMBER, "50 points": AMBER}
        assert (settings(play).end, settings(play).rounds, settings(play).points) == ("points", 50, 50)
        await play.press("space")
        assert (settings(play).end, settings(play).minutes) == ("time", 3)


async def test_couplings_blank_what_is_not_in_effect_and_the_cursor_never_stands_there() -> None:
    async with playing(lobby()) as play:
        await form(play)
        await play.pilot.click(row(play, "counting"), offset=(30, 0))
        assert (settings(play).counting, settings(play).interval) == ("non_matching", 3000)
        for name in ("color", "shape", "shading"):
            await play.pilot.click(row(play, name), offset=(4, 0))
        assert settings(play).counting == "anything"
        assert list(inks(play, "choose")) == ["Time to choose a trait"]
        await play.press(*["down"] * 6)
        assert play.app.focused is row(play, "interval")
        await play.press("down")
        assert play.app.focused is row(play, "lockout")
        await play.press(*["down"] * 4, "space", "down", "right", "right")
        assert (settings(play).bot, settings(play).difficulty) == (True, "intermediate")
        # The defaults leave no bot, so that its difficulty cannot be set: the cursor goes to the row before.
        await play.press("d")
        assert settings(play) == Settings()
        assert play.app.focused is row(play, "bot")


async def test_the_row_under_the_cursor_is_always_in_sight_and_says_what_it_means() -> None:
    async with playing(lobby(), size=(60, 20), local=Local(rooms={"five_of_a_kind": {"bot": True}})) as play:
        await form(play)
        view = play.app.screen.query_one("#form")
        for field in SETUP.fields:
            assert play.app.focused is row(play, field.name)
            await play.pilot.pause()  # a longer sentence has taken its row by now, and the form followed
            assert view.region.contains_region(row(play, field.name).region)
            assert field.help
            assert str(play.app.screen.query_one("#message", Static).content) == field.help
            await play.press("down")
        await play.press("down", "down")
        been = []
        for key in ("home", "pagedown", "pagedown", "end", "pageup", "home"):
            await play.press(key)
            assert isinstance(play.app.focused, FieldRow)
            been.append(play.app.focused.field)
            assert view.region.contains_region(play.app.focused.region)
        assert been == ["color", "rounds", "difficulty", "difficulty", "previous", "color"]
        await play.until("Trait types")
        # The mouse's wheel leaves the cursor behind; the next key goes back to it before it does anything.
        await play.press("home")
        view.scroll_end(animate=False, immediate=True)
        await play.pilot.pause()
        assert not view.region.contains_region(row(play, "color").region)
        await play.press("right")
        assert view.region.contains_region(row(play, "color").region)
        assert not settings(play).color


async def test_no_remembered_setting_that_is_damaged_or_contradicts_another_reaches_the_form() -> None:
    good: dict[str, bool | int | str] = {"slots": 5, "previous": "mask", "bot": True, "difficulty": "expert"}
    odd: tuple[dict[str, bool | int | str], ...] = (
        {"slots": 9},
        {"slots": "5"},
        {"bot": 1},
        {"counting": "anything"},
        {"color": False, "shape": False, "shading": False},
        {"type": "five"},
    )
    async with playing(lobby(), local=Local(rooms={"five_of_a_kind": good})) as play:
        await form(play)
        assert settings(play) == replace(Settings(), slots=5, previous="mask", bot=True, difficulty="expert")
        for damaged in odd:
            play.app.local = Local(rooms={"five_of_a_kind": {**good, **damaged}})
            await play.press("escape")
            await form(play)
            assert settings(play) == Settings(), damaged


async def test_the_help_is_of_the_game_whose_room_it_is() -> None:
    async with playing(inside(room(kind="patti", settings=Patti(), rated=False))) as play:
        await play.until("Players")
        await play.press("f1")
        assert "you practise" not in help_of(play)
        await play.press("escape")
    async with playing(lobby()) as play:
        for number, of_it in (("2", False), ("1", True)):
            await play.until("Play now")
            await play.press("c", number)
            await play.until("New room ·")
            await play.press("f1")
            assert "Faded settings are not in effect" in help_of(play)
            assert ('using one of "Game ends after" puts it in effect.' in help_of(play)) is of_it
            await play.press("escape", "escape")


def help_of(play: Play) -> str:
    """What the page says that stands over a screen."""
    page = play.app.screen
    assert isinstance(page, Page)
    return str(page._text)
