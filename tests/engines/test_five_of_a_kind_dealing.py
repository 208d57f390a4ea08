"""Start, the card cycle, rounds, and what is counted (R9 to R14)."""

from collections import Counter
from itertools import pairwise

import msgspec
import pytest

from engines.five_of_a_kind.board import EMPTY, UNDEALT, Board, answers, deck, parse, texts
from engines.five_of_a_kind.model import Answer, Claim, Counting, Dealt, Settings
from tests.engines.five_of_a_kind_table import ANYTHING, Table


def test_r10_the_game_begins_with_empty_slots_and_no_points() -> None:
    table = Table(Settings(slots=5), humans=3)
    view = table.game.shared("table")
    assert view.slots == ("",) * 5
    assert view.pointer == 0
    assert view.round == 0
    assert not view.open
    assert [row.points for row in view.players] == [0, 0, 0]


@pytest.mark.parametrize("interval", [1000, 2000, 3000])
def test_r10_the_first_card_comes_one_starting_interval_after_start(interval: int) -> None:
    table = Table(msgspec.structs.replace(Settings(), interval=interval))
    assert table.wait(interval - 1) == ()
    assert isinstance(table.wait(1)[0], Dealt)
    assert table.position.next_card == 2 * interval


@pytest.mark.parametrize("slots", [3, 4, 5])
def test_r11_cards_go_from_slot_to_slot_and_then_over_the_oldest(slots: int) -> None:
    table = Table(msgspec.structs.replace(Settings(), slots=slots))
    for card in range(2 * slots + 1):
        before = table.position.board
        assert table.position.pointer == card % slots
        (event,) = table.deal()
        assert isinstance(event, Dealt)
        assert event.slot == card % slots
        expected = list(before)
        expected[event.slot] = parse(event.card)
        assert table.position.board == tuple(expected)
        assert table.position.board.count(UNDEALT) == max(0, slots - card - 1)


def test_r9_every_card_is_from_the_deck_and_comes_again() -> None:
    table = Table(msgspec.structs.replace(ANYTHING, end="rounds", empty=0))
    dealt = [event.card for event in table.deal(60) if isinstance(event, Dealt)]
    assert set(dealt) == {"1 blue oval solid", "2 blue oval solid", "3 blue oval solid"}
    assert any(first == second for first, second in pairwise(dealt))


@pytest.mark.parametrize("empty", [0, 20])
def test_r9_empty_cards_come_with_their_chance_and_regular_ones_evenly(empty: int) -> None:
    # Stays below ten minutes without an act: 599 cards.
    table = Table(msgspec.structs.replace(Settings(shape=False, shading=False), empty=empty, end="rounds"))
    cards = Counter(parse(event.card) for event in table.deal(599) if isinstance(event, Dealt))
    empties = cards.pop(EMPTY, 0)
    assert abs(empties - 599 * empty / 100) < 4 * (599 * empty / 100 * (1 - empty / 100)) ** 0.5 + 1
    assert set(cards) == set(deck(table.settings))
    expected = (599 - empties) / 9
    assert sum((count - expected) ** 2 / expected for count in cards.values()) < 26.1  # chi-square, 8 df, p = 0.001


def test_r9_the_same_key_deals_the_same_cards_and_another_key_others() -> None:
    first, second, other = Table(), Table(humans=1, bot=True), Table(key=b"\xff" * 32)
    dealt = [[event for event in table.deal(20) if isinstance(event, Dealt)] for table in (first, second, other)]
    assert dealt[0] == dealt[1]
    assert dealt[0] != dealt[2]


def test_r12_a_round_lasts_until_somebody_claims_and_the_next_card_begins_another() -> None:
    table = Table()
    assert table.position.round == 0
    table.deal(3)
    assert table.position.round == 1
    table.claim(0)
    table.act(0, Answer(table.wrong()))
    assert table.position.round == 1
    assert not table.game.shared("table").open
    table.deal()
    assert table.position.round == 2
    assert table.game.shared("table").open
    table.deal(2)
    assert table.position.round == 2


def test_r13_cards_stay_visible_or_become_question_marks() -> None:
    shown, masked = (
        Table(msgspec.structs.replace(Settings(empty=20), previous=previous)) for previous in ("keep", "mask")
    )
    assert masked.game.shared("table").slots == ("", "", "", "")
    for card in range(9):
        shown.deal()
        masked.deal()
        board = shown.game.shared("table").slots
        newest = card % 4
        expected = tuple(
            text if slot == newest else "?" if slot < newest or card >= 4 else "" for slot, text in enumerate(board)
        )
        assert "?" not in board
        assert masked.game.shared("table").slots == expected
    # The deal of this key has empty cards among these nine; as earlier cards they were masked like any other.
    assert EMPTY in masked.position.board


def printed(board: Board) -> int:
    """The symbols on a board, as its cards name them."""
    return sum(int(name[0]) for name in texts(board) if name[:1].isdigit())


@pytest.mark.parametrize("counting", ["matching", "non_matching", "anything"])
def test_r14_every_deal_and_every_board_with_an_answer_is_counted(counting: Counting) -> None:
    enabled = counting != "anything"
    table = Table(
        Settings(color=enabled, shape=enabled, shading=enabled, counting=counting, empty=20, end="rounds"), humans=1
    )
    opportunities = 0
    for dealt in range(1, 60):
        table.deal()
        board = table.position.board
        opportunities += bool(answers(board, table.settings)) if enabled else printed(board) == 5
        assert table.position.dealt == dealt
        assert table.position.opportunities == opportunities
    assert 0 < opportunities < 59


def test_r14_a_claim_names_the_card_by_the_revision_which_counts_every_change() -> None:
    table = Table()
    table.vote(0, "faster")
    table.vote(0, "none")
    table.deal(2)
    assert table.position.revision == 4
    assert table.game.legal(0).claim == 4
    table.vote(1, "slower")
    assert table.position.revision == 5
    assert table.game.legal(0).claim == 4
    table.act(0, Claim(4))
    assert table.position.claims == ()
    assert table.position.choosing == 0
