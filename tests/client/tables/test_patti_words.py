"""Whatever a table of Patti says has a form that fits, down to the smallest window with a table."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace as altered
from rich.cells import cell_len

from client.art.palette import Look
from client.scene import Scene
from client.tables.patti.final import SessionTable, final_face
from client.tables.patti.pot import pot_face
from client.tables.patti.seats import seat_faces
from client.tables.patti.words import shorter
from engines.cards import deck
from engines.patti.hands import title
from engines.patti.model import Ask, Revealed
from tests.client.tables.patti_scenes import NOW, SALTS, over, result, scene
from tests.client.tables.patti_states import FEW, STATES

SIDE, KNOWN, MIDDLE = 17, 14, 18
"""The cells of a seat's news, of what is known of its hand, and of a line of the pot, in a window of 60 x 20."""
TITLES = sorted({title(hand) for hand in combinations(deck("9TJQKA"), 3)})
WORST = "High card, queen jack nine"


def test_every_hand_has_words_that_fit_the_smallest_seat_and_no_two_have_the_same() -> None:
    assert shorter("Color, king queen ten") == ("Color, king queen ten", *["Color king queen ten"] * 2, "Color K Q 10")
    assert shorter("Pure sequence up to the queen")[1:] == (
        "Pure sequence to queen",
        "Pure seq. to queen",
        "Pure seq. to Q",
    )
    shortest = {shorter(words)[-1] for words in TITLES}
    assert len(shortest) == len(TITLES) > 70
    assert max(map(len, shortest)) <= KNOWN


def rare() -> dict[str, Scene]:
    """Moments with much to say in little room."""
    waits: dict[int, dict[str, Any]] = {0: {"playing": False, "inside": False, "waits": 24}}
    pause = {"turn": None, "began": None, "deadline": None}
    three = result("all in", winners=(0, 1, 2), seats=(0, 1, 2), pot=9_999_999)
    ask = {"turn": 7, "ask": Ask(7, 0), "began": NOW - 3_000, "deadline": NOW + 12_000}
    return {
        **STATES,
        "sits out": scene(rows={**FEW, **waits}),
        "split": scene(view=three),
        "rich": scene(players=8, view=result("last", winners=(7,), seats=(), pot=9_999_999)),
        "held": scene(view={**pause, "next_deal": NOW + 600_000, "held": True}),
        "waiting": scene(view={**pause, "next_deal": None}),
        "no news": replace(scene(), update=None),
        "asked by a long name": scene(players=8, view=ask),
        "asking a long name": scene(players=8, view={**ask, "ask": Ask(0, 7)}),
    }


@pytest.mark.parametrize("state", rare())
def test_seats_and_pot_have_words_that_fit_the_smallest_table(state: str) -> None:
    now = rare()[state]
    for face in filter(None, seat_faces(now, NOW)):
        assert not face.news or len(face.news[-1]) <= SIDE, face.news
        assert not face.known or len(face.known[-1]) <= KNOWN, face.known
    for _, texts in pot_face(now, NOW).lines:
        assert cell_len(texts[-1]) <= MIDDLE, texts


@pytest.mark.parametrize(("look", "cards"), [(Look(), "Q♦ 10♦ K♦"), (Look(glyphs="ascii"), "Qd 10d Kd")])
def test_the_end_cuts_no_word_and_writes_cards_as_they_are_printed(look: Look, cards: str) -> None:
    ended = over()
    assert ended.update is not None
    shared: Any = ended.update.shared
    table = tuple(altered(row, best=WORST) for row in shared.final.table)
    hand = Revealed(2, ("Qd", "Td", "Kd"), SALTS, "Pure sequence up to the king")
    rows = tuple(altered(row, seated=False) for row in shared.rows)
    view = altered(
        shared, final=altered(shared.final, table=table), rows=rows, result=altered(shared.result, revealed=(hand,))
    )
    face = final_face(replace(ended, update=altered(ended.update, shared=view)))
    assert face is not None
    for width in range(60, 121):
        lines = ["".join(part.text for part in line) for line in SessionTable(look, face).report(face, width, 20)]
        rest = [line.rstrip().rpartition("left, ")[2] for line in lines if "left, " in line]
        assert len(rest) == len(table)
        assert set(rest) <= set(shorter(WORST)), width
        shown = next(line.strip() for line in lines if "shows" in line)
        assert f"Christopher Rob shows {cards}: Pure seq" in shown
        assert shown.endswith((" king.", " K."))
