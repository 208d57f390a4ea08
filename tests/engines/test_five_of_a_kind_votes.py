"""The interval vote (R35 to R38)."""

import json
from pathlib import Path

import msgspec
import pytest

from engines.contract import Away, Back
from engines.five_of_a_kind.model import Dealt, IntervalChanged, Resign, Settings, Vote, VoteFor
from tests.engines.five_of_a_kind_table import Table

LADDERS = json.loads((Path(__file__).parents[1] / "data" / "votes_and_bets.json").read_text())


def test_r35_voting_is_open_before_the_first_card_during_a_claim_and_to_the_claimant() -> None:
    table = Table()
    table.vote(0, "faster")
    table.deal()
    table.claim(1)
    table.vote(0, "slower")
    table.vote(1, "faster")
    view = table.game.shared("table")
    assert (view.slower, view.faster, view.eligible) == (1, 1, 2)


def test_r35_the_selected_box_cannot_be_selected_again() -> None:
    table = Table()
    assert table.game.own(0).vote == "none"
    assert table.refused(0, Vote("none")).code == "same_vote"
    table.vote(0, "faster")
    assert table.game.own(0).vote == "faster"
    assert table.game.legal(0).votes == ("none", "slower")
    assert table.refused(0, Vote("faster")).code == "same_vote"
    table.vote(0, "slower")
    table.vote(0, "none")
    assert table.game.shared("table").slower == 0


def test_r35_neither_the_bot_nor_the_resigned_vote() -> None:
    table = Table(humans=2, bot=True)
    table.act(1, Resign())
    assert table.refused(1, Vote("faster")).code == "resigned"
    assert table.refused(2, Vote("faster")).code == "bot"
    assert table.game.shared("table").eligible == 1


@pytest.mark.parametrize(
    ("humans", "votes", "decides"),
    [(1, 1, True), (2, 1, False), (2, 2, True), (3, 1, False), (3, 2, True), (4, 2, False), (4, 3, True), (8, 5, True)],
)
def test_r36_strictly_more_than_half_decide_immediately_before_a_card(humans: int, votes: int, decides: bool) -> None:
    table = Table(humans=humans)
    for seat in range(votes):
        table.vote(seat, "slower")
    happened = table.deal()
    assert table.now == 1000
    assert [type(event) for event in happened] == ([IntervalChanged, Dealt] if decides else [Dealt])
    assert table.position.next_card == 1000 + (1100 if decides else 1000)


def test_r36_one_human_with_the_bot_is_a_majority() -> None:
    table = Table(humans=1, bot=True)
    table.vote(0, "faster")
    assert table.deal()[0] == IntervalChanged(1000, 900)


def test_r36_locked_out_resigned_and_absent_players_do_not_count() -> None:
    table = Table(humans=4)
    table.vote(0, "faster")
    table.fail(1)
    table.deal()
    assert table.position.interval == 1000  # one of three
    table.act(2, Resign())
    table.deal()
    assert table.position.interval == 1000  # one of two
    table.tell(Away(3))
    table.wait(10_001)
    assert table.game.shared("table").eligible == 1
    table.deal()
    assert table.position.interval == 900  # one of one
    table.tell(Back(3))
    assert table.game.shared("table").eligible == 2


def test_r36_a_vote_of_somebody_absent_rests_until_the_return() -> None:
    table = Table(humans=3)
    table.vote(0, "slower")
    table.tell(Away(0))
    table.wait(10_001)
    assert table.game.shared("table").slower == 0
    table.tell(Back(0))
    assert table.game.shared("table").slower == 1


@pytest.mark.parametrize("choice", ["faster", "slower"])
def test_r37_the_interval_changes_by_a_tenth_rounded_half_up(choice: VoteFor) -> None:
    table = Table(Settings(end="rounds"), humans=1)
    before, cards = 1000, table.now
    for expected in LADDERS[f"{choice}_from_1000_ms"]:
        table.vote(0, choice)
        assert table.deal()[0] == IntervalChanged(before, expected)
        cards, before = table.now, expected
        assert table.position.next_card == cards + expected
    assert table.settings.interval == 1000


@pytest.mark.parametrize(("before", "faster", "slower"), [(1, 1, 1), (4, 4, 4), (5, 5, 6), (14, 13, 15), (15, 14, 17)])
def test_r37_small_intervals_stay_positive_whole_numbers(before: int, faster: int, slower: int) -> None:
    for choice, after in (("faster", faster), ("slower", slower)):
        table = Table(humans=1)
        table.game = type(table.game)(table.position.but(interval=before))
        table.act(0, Vote(choice))  # type: ignore[arg-type]
        table.deal()
        assert table.position.interval == after
        assert table.player(0).vote == "none"


def test_r37_the_operators_bounds_clamp_the_start_and_every_change() -> None:
    table = Table(Settings(floor=950, ceiling=1050), humans=1)
    table.vote(0, "faster")
    assert table.deal()[0] == IntervalChanged(1000, 950)
    table.vote(0, "faster")
    assert [type(event) for event in table.deal()] == [Dealt]
    assert table.player(0).vote == "none"
    for after in (1045, 1050, 1050):
        table.vote(0, "slower")
        table.deal()
        assert table.position.interval == after
    assert Table(Settings(floor=1500)).position.next_card == 1500
    assert Table(msgspec.structs.replace(Settings(), interval=3000, ceiling=2500)).position.next_card == 2500


def test_r38_the_votes_that_won_are_cleared_and_the_others_stay() -> None:
    table = Table(humans=4)
    for seat in (0, 1, 2):
        table.vote(seat, "faster")
    table.vote(3, "slower")
    table.deal()
    assert [table.game.own(seat).vote for seat in range(4)] == ["none", "none", "none", "slower"]
    view = table.game.shared("table")
    assert (view.faster, view.slower, view.interval) == (0, 1, 900)


def test_r37_votes_are_not_counted_while_a_claim_stops_the_cards() -> None:
    table = Table(humans=1)
    table.deal()
    table.claim(0)
    table.vote(0, "faster")
    table.wait(2999)
    assert table.position.interval == 1000
