"""The row of correct traits by itself: what it shows at which size, and how one of them is selected."""

import pytest
from textual import events, on
from textual.app import App, ComposeResult

from client.art.chips import inline
from client.art.palette import FULL, MONO, Glyphs, Look
from client.art.signs import signs
from client.tables.five_of_a_kind.traits import Traits
from engines.five_of_a_kind.board import TRAITS, Found

pytestmark = pytest.mark.asyncio


class Row(App[None]):
    """A screen with nothing but the chips, that clears by a press anywhere else."""

    AUTO_FOCUS = None
    CSS = "Traits { height: 3; } #small { height: 1; }"

    def __init__(self, look: Look | None = None) -> None:
        super().__init__()
        self.look = look or Look()
        self.seen: list[Found | None] = []

    def compose(self) -> ComposeResult:
        yield Traits(self.look, id="row")
        yield Traits(self.look, id="small")

    @on(Traits.Selected, "#row")
    def _selected(self, event: Traits.Selected) -> None:
        self.seen.append(event.trait)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.query_one("#row", Traits).clear()

    def lines(self) -> list[str]:
        strips = self.screen._compositor.render_strips(self.size)
        return [strip.text.rstrip() for strip in strips]


async def test_keys_and_mouse_select_and_a_press_outside_clears() -> None:
    app = Row()
    async with app.run_test(size=(80, 10)) as pilot:
        row = app.query_one("#row", Traits)
        row.offer(("red", "oval", "open"), negative=False)
        row.focus()
        await pilot.press("left", "right", "enter", "right", "right", "right", "space", "enter")
        assert app.seen == ["oval", "open"]
        assert "".join(row.render_line(1).text.split()) == "│red││()oval│►║[]open║"
        await pilot.click(row, offset=(3, 1))
        assert app.seen == ["oval", "open", "red"]
        for outside in ((60, 1), (40, 8)):
            await pilot.click(row, offset=(3, 1))
            await pilot.click(offset=outside)
            assert row.selected is None
        row.select(1)
        row.offer(("oval", "open"), negative=False)
        await pilot.pause()
        assert row.selected is None


async def test_the_selected_chip_has_a_gold_frame_and_nothing_moves() -> None:
    app = Row()
    async with app.run_test(size=(80, 10)) as pilot:
        row = app.query_one("#row", Traits)
        row.offer(("red", "oval"), negative=False)
        await pilot.pause()
        before = app.lines()[:3]
        assert before == [" ┌───────┐ ┌────────┐", " │    red│ │( ) oval│", " └───────┘ └────────┘"]
        row.select(1)
        await pilot.pause()
        assert app.lines()[:3] == [" ┌───────┐ ╔════════╗", " │    red│ ║( ) oval║", " └───────┘ ╚════════╝"]
        gold = [part.text for part in row.render_line(0) if part.style and part.style.bold and part.text.strip()]
        assert "".join(gold) == "╔════════╗"
        assert all(
            part.style and part.style.color and part.style.color.name == FULL.gold
            for part in row.render_line(0)
            if "═" in part.text
        )
        row.focus()
        await pilot.pause()
        assert app.lines()[1] == " │    red│►║( ) oval║"


async def test_pictures_give_way_to_words_and_words_to_pictures_where_there_is_no_room() -> None:
    app = Row(Look(MONO))
    async with app.run_test(size=(80, 10)) as pilot:
        row, small = app.query_one("#row", Traits), app.query_one("#small", Traits)
        for one in (row, small):
            one.offer(TRAITS, negative=False)
        await pilot.pause()
        line = "  red   green   blue   squiggle   oval   diamond   solid   striped   open"
        assert app.lines()[3] == line
        assert app.lines()[1].count("│") >= 18
        await pilot.click("#small", offset=(24, 0))
        assert small.selected == "squiggle"
        six: tuple[Found, ...] = ("green", "blue", "squiggle", "diamond", "solid", "striped")
        small.offer(six, negative=True)
        await pilot.pause()
        assert app.lines()[3] == "  not green   not blue   not squiggle   not diamond   not solid   not striped"
        eight: tuple[Found, ...] = ("red", *six, "open")
        small.offer(eight, negative=True)
        await pilot.pause()
        assert app.lines()[3] == "  not  R    not  G    not  B    not ~~~   not < >   not [█]   not │││   not [ ]"
        small.offer(("squiggle",), negative=True)
        await pilot.pause()
        assert app.lines()[3] == "  not ~~~ squiggle"


async def test_no_answer_reads_none_and_anything_has_a_chip() -> None:
    app = Row(Look(glyphs="ascii"))
    async with app.run_test(size=(80, 10)) as pilot:
        small = app.query_one("#small", Traits)
        small.offer((), negative=False)
        await pilot.pause()
        assert app.lines()[1].strip() == "None"
        assert app.lines()[3].strip() == "None"
        await pilot.click(small, offset=(1, 0))
        assert small.selected is None
        small.offer(("anything",), negative=False)
        small.select(0)
        await pilot.pause()
        assert app.lines()[3] == " * 5  Anything*"


@pytest.mark.parametrize("glyphs", ["blocks", "ascii"])
async def test_a_selection_in_one_line_has_no_sign_that_a_picture_has(glyphs: Glyphs) -> None:
    app = Row(Look(MONO, glyphs))
    async with app.run_test(size=(140, 10)) as pilot:
        small = app.query_one("#small", Traits)
        small.offer(TRAITS, negative=False)
        small.focus()
        pictures = "".join(inline(trait, "", small.look).text for trait in TRAITS)
        known = signs(small.look)
        cursor, side = known.cursor, known.chosen[3]
        assert side not in pictures + cursor
        for number, trait in enumerate(TRAITS):
            small.select(number)
            await pilot.pause()
            picture = inline(trait, "", small.look).text
            assert f"{cursor}{side}{picture} {trait}{side}" in app.lines()[3]
            assert app.lines()[3].count(side) == 2
