"""Entries, reset, reloads, fines and leaving (R27 to R31)."""

import pytest

from engines.contract import Account, Away, Back, Illegal, Leave, Removed, Reset, SeatInfo, Sit
from engines.patti.model import AllIn, Cleared, Drop, Dropped, Left, Reloaded, Settings
from tests.engines.patti_table import PAIR, TRAIL, Table


def test_r27_every_coin_that_moves_is_an_entry_and_the_accounts_are_named() -> None:
    table = Table(3)
    table.deal()
    assert table.step.accounts == tuple(Account(seat, 9990, 0) for seat in range(3))
    first = table.turn
    table.bet()
    assert table.entries() == [(first, "pot", 5, "blind")]
    assert table.step.accounts == (Account(first, 9985, 0),)
    table.play(Drop, Drop)
    assert table.entries() == [("pot", first, 35, "pot")]
    assert table.step.accounts == (Account(first, 10_020, 0),)


def test_r28_a_reset_sets_all_balances_back_between_rounds_only() -> None:
    table = Table(3, coins=(120, 30_000, 10_000))
    assert table.tell(Reset()) == (Cleared(),)
    assert table.coins() == (10_000,) * 3
    assert table.entries() == [("mint", 0, 9_880, "reset"), (1, "mint", 20_000, "reset")]
    assert [chair.net for chair in table.position.chairs] == [0, 0, 0]
    table.deal()
    game = table.game
    with pytest.raises(Illegal, match="running"):
        table.tell(Reset())
    assert table.game is game


def test_r28_who_sat_out_plays_again_after_a_reset() -> None:
    table = Table(3, coins=(0, 10_000, 10_000), waited=7)
    table.tell(Reset())
    assert table.position.chairs[0].waited == 0
    table.deal()
    assert set(table.order) == {0, 1, 2}


def test_r29_after_25_rounds_sat_out_comes_the_reload() -> None:
    table = Table(3, coins=(3, 10_000, 10_000), settings=Settings(rounds=50))
    waits = []
    for _ in range(25):
        table.deal()
        assert 0 not in table.order
        waits.append(table.shared().rows[0].waits)
        table.end_round()
    assert waits == list(range(24, -1, -1))
    assert table.deal()[0] == Reloaded(0, 5_000)
    assert table.entries()[0] == ("mint", 0, 4_997, "reload")
    assert 0 in table.order
    assert table.coins(0) == (4_990,)
    assert table.shared().rows[0].waits is None


def test_r29_the_rounds_count_over_sessions() -> None:
    table = Table(3, coins=(3, 10_000, 10_000), waited=24)
    table.deal()
    assert Account(0, 3, 25) in table.step.accounts
    table.end_round()
    table.deal()
    assert 0 in table.order


def test_r29_rounds_at_which_the_player_did_not_sit_do_not_count() -> None:
    table = Table(4, coins=(3, 10_000, 10_000, 10_000))
    table.deal()
    table.tell(Leave(0))
    table.end_round()
    table.deal()
    table.end_round()
    assert table.position.chairs[0].waited == 1


def test_r29_if_fewer_than_two_could_play_all_who_wait_are_reloaded_at_once() -> None:
    table = Table(3, coins=(0, 7, 10_000))
    events = table.deal()
    assert events[:2] == (Reloaded(0, 5_000), Reloaded(1, 5_000))
    assert table.coins() == (4_990, 4_990, 9_990)
    table = Table(3, coins=(0, 10_000, 10_000))
    table.deal()
    assert set(table.order) == {1, 2}


def test_r29_after_an_all_in_between_two_the_one_without_coins_is_reloaded() -> None:
    table = Table(2, coins=(13, 13))
    table.deal((PAIR, TRAIL))
    table.play(AllIn)
    loser = table.order[0]
    assert table.coins(loser) == (0,)
    table.deal()
    assert table.coins(loser) == (4_990,)


def test_r30_who_is_away_for_over_a_minute_is_removed_and_fined_into_the_pot() -> None:
    table = Table(4)
    table.deal()
    away = table.order[3]
    table.tell(Away(away))
    table.wait(20_000)
    table.bet()
    table.wait(20_000)
    table.bet()
    table.wait(20_000)
    pot, coins = table.shared().pot, table.coins(away)[0]
    assert away in table.round.inside
    events = table.wait(1)
    assert events == (Left(away, True, 100), Dropped(away, "removed"))
    assert (table.shared().pot, table.coins(away)) == (pot + 100, (coins - 100,))
    assert table.step.removed == (Removed(away, "no connection for over 60 s, fine 100 coins"),)
    assert away in table.vacant()
    left = next(seat for seat in table.round.inside if seat != table.turn)
    table.tell(Leave(left))
    rows = {row.seat: row for row in table.shared().rows}
    assert [(rows[seat].seated, rows[seat].removed) for seat in (away, left)] == [(False, True), (False, False)]
    # Back in the same round, the seat is the player's again, and the hand is not.
    table.tell(Sit(away, SeatInfo(balance=coins - 100)))
    row = next(row for row in table.shared().rows if row.seat == away)
    assert (row.seated, row.removed, row.inside, row.gone) == (True, False, False, "removed")


def test_r30_who_is_back_in_time_keeps_seat_cards_and_turn() -> None:
    table = Table(3)
    table.deal()
    first = table.turn
    table.see(first)
    hand, deadline = table.own(first).hand, table.game.deadline
    table.tell(Away(first))
    table.wait(5_000)
    table.tell(Back(first))
    assert (table.turn, table.own(first).hand, table.game.deadline) == (first, hand, deadline)
    table.wait(24_999)
    table.bet()


def test_r30_between_rounds_the_fine_goes_to_the_house_and_is_never_more_than_there_is() -> None:
    table = Table(3, coins=(40, 10_000, 10_000))
    table.deal()
    table.tell(Away(0))
    table.end_round()
    table.deal()
    assert 0 not in table.order
    table.wait(20_000)
    table.end_round()
    assert table.game.deadline is not None
    table.wait(8_000)
    while table.position.chairs[0].seated:
        if table.position.running:
            table.end_round()
        table.expire()
    assert (table.position.house, table.entries()) == (30, [(0, "house", 30, "fine")])
    assert table.coins(0) == (0,)


def test_r31_leaving_is_a_drop_without_a_fine_also_out_of_turn() -> None:
    table = Table(3)
    table.deal()
    first, second, third = table.order
    coins = table.coins(third)
    assert table.tell(Leave(third)) == (Left(third, False, 0), Dropped(third, "left"))
    assert table.coins(third) == coins
    assert (table.turn, table.step.removed) == (first, ())
    table.tell(Leave(second))
    result = table.shared().result
    assert result is not None
    assert [share.seat for share in result.winners] == [first]
    assert result.how == "last"


def test_r31_who_left_is_never_asked_again_in_that_round_even_when_back_at_the_table() -> None:
    table = Table(4)
    table.deal()
    second = table.order[1]
    table.tell(Leave(second))
    table.tell(Sit(second, SeatInfo(balance=table.coins(second)[0])))
    table.bet()
    assert table.turn == table.order[2]
    assert not list(table.legal(second))
    table.end_round()
    table.deal()
    assert second in table.order
