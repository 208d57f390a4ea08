"""The deal, the turns, laps and bets of Patti 24 (R5 to R16, R24 to R26)."""

import json
from pathlib import Path

import pytest

from engines.contract import Away, Back, Leave
from engines.patti.betting import raised
from engines.patti.model import AllIn, Bet, Dealt, Drop, Dropped, Raised, Saw, See, Settings, Show, SideShow
from tests.engines.patti_table import COLOR, HIGH, PAIR, RUN, TRAIL, Table

LADDERS = json.loads((Path(__file__).parents[1] / "data" / "votes_and_bets.json").read_text())


def test_r5_the_first_dealer_is_drawn_by_lot() -> None:
    dealers = set()
    for number in range(60):
        table = Table(4, key=number.to_bytes(32, "big"))
        table.deal()
        dealers.add(table.position.dealer)
    assert dealers == {0, 1, 2, 3}


@pytest.mark.parametrize("ending", ["drops", "show", "timeout", "leave"])
def test_r5_the_deal_moves_one_seat_however_a_round_ended(ending: str) -> None:
    table = Table(4)
    table.deal()
    dealer = table.position.dealer
    assert dealer is not None
    match ending:
        case "drops":
            table.end_round()
        case "show":
            table.play(Drop, Drop, Show)
        case "timeout":
            table.play(Drop, Drop)
            table.wait(30_000)
        case "leave":
            table.play(Drop, Drop)
            table.tell(Leave(table.turn))
    assert table.position.running is None
    seated = table.position.seated
    table.deal()
    ring = [seat for seat in (*range(dealer + 1, 4), *range(dealer + 1)) if seat in seated]
    assert table.position.dealer == ring[0]


def test_r5_nobody_deals_twice_after_the_dealers_left_neighbour_and_the_dealer_have_left() -> None:
    table = Table(5)
    table.deal()
    dealer, first = table.position.dealer, table.order[0]
    assert dealer is not None
    table.tell(Leave(first))
    table.tell(Leave(dealer))
    table.end_round()
    table.deal()
    assert table.position.dealer == (dealer + 2) % 5
    assert table.order[0] == (dealer + 3) % 5


def test_r6_everybody_pays_the_boot_and_the_bet_starts_there_each_round() -> None:
    table = Table(3, settings=Settings(boot=20))
    table.deal()
    assert table.coins() == (9980, 9980, 9980)
    assert sorted(table.entries()) == [(seat, "pot", 20, "boot") for seat in range(3)]
    assert (table.shared().pot, table.shared().bet, table.shared().lap) == (60, 20, 1)
    table.see()
    table.bet(6)
    assert table.shared().bet == 50
    table.end_round()
    table.deal()
    assert (table.shared().bet, table.shared().lap) == (20, 1)


def test_r7_who_has_less_than_the_boot_is_not_dealt_in() -> None:
    table = Table(3, coins=(10_000, 5, 10_000))
    table.deal()
    assert set(table.order) == {0, 2}
    assert table.coins(1) == (5,)
    assert [row.playing for row in table.shared().rows] == [True, False, True]
    assert table.refused(1, See()).code == "sits_out"
    table.end_round()
    table.deal()
    assert table.position.dealer in (0, 2)


def test_r7_who_is_not_connected_at_the_deal_is_not_dealt_in() -> None:
    table = Table(3)
    table.tell(Away(1))
    table.deal()
    assert set(table.order) == {0, 2}
    table.tell(Back(1))
    assert set(table.order) == {0, 2}
    table.end_round()
    table.deal()
    assert set(table.order) == {0, 1, 2}


def test_r8_a_hand_is_unknown_to_its_own_player_until_see() -> None:
    table = Table(3)
    table.deal()
    assert all(table.own(seat).hand is None for seat in range(3))
    table.see(1)
    assert table.own(1).hand is not None
    assert table.own(0).hand is None
    assert [row.seen for row in table.shared().rows] == [seat == 1 for seat in range(3)]


def test_r9_the_dealers_left_neighbour_begins_and_turns_go_to_the_left() -> None:
    table = Table(4)
    table.deal()
    dealer = table.position.dealer
    assert dealer is not None
    turns = []
    for _ in range(5):
        turns.append(table.turn)
        table.bet()
    assert turns == [(dealer + 1 + number) % 4 for number in range(5)]


def test_r10_a_turn_that_runs_out_is_a_drop_and_the_next_one_has_its_whole_time() -> None:
    table = Table(3)
    table.deal()
    first, second = table.order[:2]
    assert table.wait(29_999) == ()
    assert table.wait(1) == (Dropped(first, "timeout"),)
    assert table.turn == second
    assert table.game.deadline == table.now + 30_000
    assert table.coins(first) == (9990,)


def test_r10_after_an_act_the_old_deadline_never_comes() -> None:
    table = Table(3)
    table.deal()
    first = table.turn
    table.wait(10_000)
    table.tell(Away(first))
    table.tell(Back(first))
    table.tell(Away(first))
    table.tell(Back(first))
    assert table.game.deadline == 33_000
    table.bet()
    assert table.wait(29_999) == ()
    assert table.round.inside == table.order


def test_r11_the_bet_rises_when_everybody_in_has_acted_once() -> None:
    table = Table(3)
    table.deal()
    table.bet(2)
    assert table.shared().bet == 10
    table.bet()
    assert table.events[-1] == Raised(2, 20)
    table.drop()
    table.bet()
    assert table.shared().bet == 20
    table.bet()
    assert (table.shared().bet, table.shared().lap) == (30, 3)


def test_r11_the_one_missing_act_of_a_lap_may_be_a_drop_or_a_leave() -> None:
    table = Table(3)
    table.deal()
    table.bet(2)
    table.drop()
    assert table.shared().bet == 20
    table = Table(3)
    table.deal()
    table.bet(2)
    table.tell(Leave(table.turn))
    assert table.shared().bet == 20


@pytest.mark.parametrize(("factor", "ladder"), [(15, LADDERS["patti_bet_boot_10_factor_1_5"]), (20, [10, 20, 40, 80])])
def test_r11_the_ladder_of_bets(factor: int, ladder: list[int]) -> None:
    table = Table(2, settings=Settings(factor=20 if factor == 20 else 15))
    bets = [10]
    while len(bets) < len(ladder):
        bets.append(raised(table.position, bets[-1]))
    assert bets == ladder
    assert all(bet % 10 == 0 for bet in bets)


def test_r12_the_last_one_in_takes_the_pot_and_shows_nothing() -> None:
    table = Table(3)
    table.deal()
    last = table.order[2]
    table.bet()
    table.drop()
    table.act(table.order[2], Bet(table.position.turns))
    table.drop()
    result = table.shared().result
    assert result is not None
    assert (result.how, result.pot, result.revealed) == ("last", 40, ())
    assert [(share.seat, share.amount) for share in result.winners] == [(last, 40)]
    assert table.coins(last) == (10_025,)
    assert table.shared().pot == 0


def test_r13_see_is_free_at_any_time_and_spends_no_turn() -> None:
    table = Table(3)
    table.deal()
    first, other = table.order[0], table.order[2]
    deadline = table.game.deadline
    table.see(other)
    assert table.events == (Saw(other),)
    table.see(first)
    assert (table.turn, table.game.deadline) == (first, deadline)
    assert table.entries() == []
    assert table.refused(first, See()).code == "seen"
    table.drop()
    assert table.refused(first, See()).code == "dropped"


def test_r14_a_blind_bet_costs_half() -> None:
    table = Table(3)
    table.deal()
    first, second, third = table.order
    table.see(second)
    assert (table.legal(first).bet, table.legal(second).bet) == (5, None)
    table.bet(3)
    assert table.coins(first, second, third) == (9985, 9980, 9985)
    assert [play.did for play in table.round.plays] == ["blind", "bet", "blind"]


def test_r15_after_five_blind_bets_only_see_and_drop_are_left() -> None:
    table = Table(2)
    table.deal()
    first = table.turn
    for _ in range(5):
        table.bet(2)
    assert table.shared().lap == 6
    table.tell(Away(first))
    table.tell(Back(first))
    assert list(table.legal(first)) == [See(), Drop(table.position.turns)]
    assert [table.refused_turn(command) for command in (Bet, AllIn, Show)] == ["must_see"] * 3
    table.see(first)
    assert table.legal(first).bet == table.shared().bet == 120
    table.bet()


def test_r16_a_drop_costs_what_was_paid_and_no_more() -> None:
    table = Table(3)
    table.deal()
    first = table.turn
    table.bet(3)
    table.drop()
    assert table.coins(first) == (9985,)
    assert table.shared().pot == 45
    assert table.refused(first, Drop(table.position.turns)).code == "dropped"
    assert table.refused(table.order[2], Drop(table.position.turns)).code == "not_your_turn"


def test_r24_the_clock_of_a_short_stack_stops_until_the_cap() -> None:
    table = Table(3, coins=(12, 12, 12), settings=Settings(patience=120_000))
    table.deal()
    assert table.coins() == (2, 2, 2)
    assert table.shared().stopped
    assert table.shared().deadline == table.now + 120_000
    assert table.wait(119_999) == ()
    assert table.wait(1)[0] == Dropped(table.order[0], "timeout")


def test_r24_the_clock_stops_in_mid_turn_for_one_who_sees_that_the_price_is_too_high() -> None:
    table = Table(3, coins=(17, 17, 17))
    table.deal()
    first = table.turn
    assert not table.shared().stopped
    table.wait(29_000)
    table.see(first)
    assert table.shared().stopped
    assert table.shared().deadline == 3_000 + 600_000
    assert list(table.legal(first)) == [AllIn(1), Drop(1)]


def test_r25_when_the_boot_takes_all_coins_the_hands_are_revealed_at_once() -> None:
    table = Table(3, coins=(10, 10, 10))
    events = table.deal((PAIR, TRAIL, COLOR))
    assert table.position.running is None
    assert isinstance(events[0], Dealt)
    result = table.shared().result
    assert result is not None
    assert result.how == "boot"
    assert [hand.cards for hand in result.revealed] == [tuple(text.split()) for text in (PAIR, TRAIL, COLOR)]
    assert table.coins(table.order[1]) == (30,)


def test_r25_one_whose_last_coin_was_the_boot_is_offered_all_in_with_nothing() -> None:
    table = Table(3, coins=(10, 10_000, 10_000))
    table.deal({0: RUN, 1: HIGH, 2: PAIR})
    while table.turn != 0:
        table.bet()
    assert table.shared().stopped
    assert list(table.legal(0)) == [See(), AllIn(table.position.turns), Drop(table.position.turns)]
    pot = table.shared().pot
    table.all_in()
    result = table.shared().result
    assert result is not None
    assert (result.how, result.pot) == ("all in", pot)
    assert table.coins(0) == (pot,)


def test_r26_a_command_meant_for_an_earlier_turn_is_refused() -> None:
    table = Table(2)
    table.deal()
    first, stale = table.turn, table.position.turns
    table.bet(2)
    assert table.turn == first
    for command in (Bet(stale), Drop(stale), Show(stale), AllIn(stale), SideShow(stale)):
        assert table.refused(first, command).code == "late"
