"""What Learn shows of a trait is what a claimant sees of it, cell by cell."""

import pytest
from textual.app import App

from client.art.chips import PICTURE
from client.art.palette import MONO, Look
from client.tables.five_of_a_kind.choice import COLUMNS
from client.tables.five_of_a_kind.properties import LABEL_COLS, PropertyRow
from engines.five_of_a_kind.model import Settings
from tests.client.play import inside
from tests.client.play import playing as client
from tests.client.rooms import room
from tests.client.tables.scenes import choosing, settings
from tests.client.tables.stage import playing

pytestmark = pytest.mark.asyncio

Picture = tuple[tuple[tuple[str, str], ...], ...]


def picture(app: App[None], left: int, top: int) -> Picture:
    """The characters with their inks; what is drawn in the dialog's own ground counts as blank."""
    strips = app.screen._compositor.render_strips(app.size)
    cols, rows = PICTURE
    unseen = Look().palette.panel
    picture = []
    for strip in strips[top : top + rows]:
        cells = [
            (char, str(part.style.color.name) if part.style and part.style.color else "")
            for part in strip
            for char in part.text
        ]
        row = cells[left : left + cols]
        picture.append(tuple((" ", "") if char == " " or ink == unseen else (char, ink) for char, ink in row))
    return tuple(picture)


@pytest.mark.parametrize("look", [Look(), Look(MONO, "ascii")], ids=["blocks", "ascii"])
async def test_the_pictures_of_learn_are_those_of_the_answers(look: Look) -> None:
    sizes = ((60, 20), (80, 24), (120, 40))
    asked, learnt = {}, {}
    async with playing(choosing(settings()), sizes[0], look) as play:
        for size in sizes:
            await play.resize(*size)
            choice = play.app.table.table._choice
            cols, lines, gap, start, top = choice._geometry(*choice.size)
            for number, trait in enumerate(choice.content.traits):
                y, x = divmod(number, COLUMNS)
                place = (choice.region.x + start + x * cols + 3, choice.region.y + top + y * (lines + gap))
                asked[size, trait] = picture(play.app, *place)
    async with client(inside(room(settings=Settings())), size=sizes[0], look=look) as learn:
        await learn.until("l Learn")
        await learn.press("l")
        await learn.until("Learn the cards", "Esc Back")
        for size in sizes:
            await learn.pilot.resize_terminal(*size)
            await learn.pilot.pause()
            for row in learn.app.screen.query(PropertyRow):
                for number, value in enumerate(() if row.content.counts else row.content.values):
                    left = row.region.x + LABEL_COLS + number * row._cols(row.size.width) + 1
                    learnt[size, value] = picture(learn.app, left, row.region.y)
    assert len(learnt) == 9 * len(sizes)
    assert learnt == asked
    for size in sizes:
        assert len({learnt[key] for key in learnt if key[0] == size}) == 9
