"""The session of Patti 24: deals and holds, joining, the end, the order of things, checkable deals (R32 to R39)."""

from hashlib import sha256

import pytest

from engines.contract import Away, Back, Host, Illegal, Leave, SeatInfo, Sit, Stack
from engines.patti.model import Answered, Dealt, Dropped, Ended, Held, Hold, Left, Over, Revealed, Settings, Three
from engines.proof import card_commitment
from tests.engines.patti_table import COLOR, PAIR, TRAIL, Table


def ended(table: Table) -> Ended | None:
    return table.position.ended


def test_r32_the_first_deal_comes_after_3_seconds_and_the_next_8_after_a_result() -> None:
    table = Table(2)
    assert table.game.deadline == table.shared().next_deal == 3_000
    table.deal()
    assert table.shared().next_deal is None
    table.wait(5_000)
    table.drop()
    assert table.game.deadline == table.shared().next_deal == 16_000
    assert table.wait(7_999) == ()
    table.wait(1)
    assert table.shared().round == 2


def test_r32_a_table_that_waits_deals_8_seconds_after_somebody_came_back() -> None:
    table = Table(2)
    table.tell(Away(0))
    table.wait(10_000)
    assert (table.shared().next_deal, table.shared().round) == (None, 0)
    table.tell(Back(0))
    assert table.shared().next_deal == 18_000
    table.wait(8_000)
    assert table.shared().round == 1


def test_r32_a_table_that_waits_deals_8_seconds_after_somebody_sat_down() -> None:
    table = Table(2)
    table.tell(Away(0))
    table.wait(10_000)
    table.tell(Sit(2, SeatInfo(balance=10_000)))
    table.wait(8_000)
    assert set(table.order) == {1, 2}


def test_r33_the_host_holds_the_next_round_and_lets_it_go_on() -> None:
    table = Table(3, settings=Settings(patience=60_000))
    table.deal()
    assert table.refused(0, Hold(True)).code == "no_pause"
    table.end_round()
    assert table.refused(1, Hold(True)).code == "not_host"
    assert table.refused(0, Hold(False)).code == "same"
    assert table.act(0, Hold(True)) == (Held(True),)
    assert table.shared().held
    assert table.wait(59_999) == ()
    table.act(0, Hold(False))
    assert not table.shared().held
    table.wait(1_000)
    assert table.shared().round == 2


def test_r33_a_hold_ends_at_the_operators_cap() -> None:
    table = Table(3, settings=Settings(patience=60_000))
    table.act(0, Hold(True))
    table.wait(60_000)
    assert (table.shared().round, table.shared().held) == (1, False)


def test_r33_the_hold_is_the_hosts_whoever_that_is_now() -> None:
    table = Table(3)
    table.tell(Leave(0))
    assert table.shared().host is None
    table.tell(Host(2))
    assert table.shared().host == 2
    table.act(2, Hold(True))
    assert table.refused(1, Hold(False)).code == "not_host"


def test_r34_who_sits_down_during_a_round_is_dealt_into_the_next() -> None:
    table = Table(3)
    table.deal()
    assert table.vacant() == (3,)
    table.tell(Sit(3, SeatInfo(balance=10_000)))
    assert 3 not in table.order
    assert table.coins(3) == (10_000,)
    table.end_round()
    table.deal()
    assert 3 in table.order
    assert [row.seat for row in table.shared().rows] == [0, 1, 2, 3]


def test_r34_who_left_may_come_back_to_the_same_seat() -> None:
    table = Table(5)
    table.deal()
    table.end_round()
    table.tell(Leave(2))
    net = table.position.chairs[2].net
    assert table.vacant() == (2, 5)
    table.deal()
    assert [row.seat for row in table.shared().rows] == [0, 1, 3, 4]
    table.tell(Sit(2, SeatInfo(balance=9_990)))
    assert table.position.chairs[2].net == net
    assert table.vacant() == (5,)
    assert [row.seat for row in table.shared().rows] == [0, 1, 2, 3, 4]
    table.end_round()
    table.deal()
    first = table.order.index(0)
    assert table.order[first:] + table.order[:first] == (0, 1, 2, 3, 4)


@pytest.mark.parametrize(("cards", "places"), [(24, 8), (20, 6)])
def test_r34_a_full_table_has_no_seat(cards: int, places: int) -> None:
    table = Table(places - 1, settings=Settings(cards=20 if cards == 20 else 24))
    table.tell(Sit(places - 1, SeatInfo(balance=10_000)))
    assert table.vacant() == ()
    with pytest.raises(Illegal, match="no_seat"):
        table.tell(Sit(places, SeatInfo(balance=10_000)))
    table.deal()
    assert len(table.order) == places
    table.tell(Leave(2))
    assert table.vacant() == (2, places)


def test_r35_a_session_ends_after_its_rounds() -> None:
    table = Table(2, settings=Settings(rounds=10))
    for number in range(1, 11):
        assert ended(table) is None
        table.deal()
        assert table.shared().round == number
        table.end_round()
    assert ended(table) == "rounds"
    assert table.game.deadline is None
    outcome = table.game.outcome
    assert outcome is not None
    assert (outcome.how, outcome.rated) == ("rounds", False)


def test_r35_the_last_one_at_the_table_wins_whatever_the_coins_say() -> None:
    table = Table(3)
    table.deal()
    first, second, third = table.order
    table.drop()
    table.tell(Leave(second))
    assert ended(table) is None
    assert table.position.running is None
    table.tell(Leave(third))
    assert ended(table) == "last"
    outcome = table.game.outcome
    assert outcome is not None
    places = {result.seat: (result.place, result.points) for result in outcome.results}
    assert places == {first: (1, -10), third: (2, 20), second: (3, -10)}


def test_r35_without_humans_the_session_ends_at_once_and_the_best_hand_in_takes_the_pot() -> None:
    table = Table(1, settings=Settings(bots=3))
    table.deal({1: PAIR, 2: TRAIL, 3: COLOR})
    table.tell(Leave(0))
    assert ended(table) == "deserted"
    assert table.coins(2) == (10_030,)
    assert table.position.the_round.pot == 0
    assert table.events[-1] == Over("deserted")


def test_r35_bots_keep_the_last_human_company() -> None:
    table = Table(2, settings=Settings(bots=1))
    table.tell(Leave(1))
    assert ended(table) is None


def test_r36_the_final_table_ranks_by_net_result() -> None:
    table = Table(3, settings=Settings(rounds=10))
    for _ in range(10):
        table.deal({0: PAIR, 1: TRAIL, 2: COLOR})
        while table.turn != 2:
            table.bet()
        table.drop()
        if table.position.running:
            table.show()
    final = table.shared().final
    assert final is not None
    assert [row.seat for row in final.table] == sorted(range(3), key=lambda seat: -table.position.chairs[seat].net)
    rows = {row.seat: row for row in final.table}
    assert (rows[1].best, rows[0].best, rows[2].best) == ("Trail of aces", "Pair of kings, ten", None)
    assert sum(row.won for row in final.table) == 10
    assert sum(row.net for row in final.table) == 0
    assert [row.played for row in final.table] == [10, 10, 10]


def test_r36_equal_results_share_a_place() -> None:
    table = Table(4)
    for seat in (3, 2, 1):
        table.tell(Leave(seat))
    outcome = table.game.outcome
    assert outcome is not None
    assert [result.place for result in outcome.results] == [1, 2, 2, 2]


def test_r36_who_left_before_a_round_comes_after_all_who_played() -> None:
    table = Table(3, settings=Settings(rounds=10))
    table.act(0, Hold(True))
    table.tell(Leave(1))
    table.act(0, Hold(False))
    for _ in range(10):
        table.deal({0: PAIR, 2: TRAIL})
        while table.turn != 0:
            table.bet()
        table.drop()
    final = table.shared().final
    assert final is not None
    assert [(row.seat, row.place, row.played) for row in final.table][-1] == (1, 3, 0)
    assert min(row.net for row in final.table) < 0
    assert table.game.outcome is not None
    assert table.game.outcome.absent == (1,)


def test_r37_a_removal_comes_before_the_end_of_a_turn() -> None:
    table = Table(3, settings=Settings(patience=60_001), coins=(12, 12, 12))
    table.deal()
    first, second, _ = table.order
    table.tell(Away(first))
    assert table.game.deadline == table.shared().deadline == 63_001
    assert table.wait(60_001) == (Left(first, True, 2), Dropped(first, "removed"))
    assert table.turn == second


def test_r37_a_removal_comes_before_the_end_of_a_side_show() -> None:
    table = Table(4)
    table.deal()
    table.see()
    first, second, third, _ = table.order
    table.tell(Away(second))
    for wait in (22_500, 22_500):
        table.bet()
        table.wait(wait)
    table.wait(1)
    table.ask()
    assert table.round.asked == second
    assert table.game.deadline == table.shared().deadline == table.now + 15_000
    events = table.wait(15_000)
    assert events == (Left(second, True, 100), Answered(third, second, "off"), Dropped(second, "removed"))
    assert first in table.round.inside


def test_r37_a_removal_comes_before_a_deal() -> None:
    table = Table(3)
    table.deal()
    table.end_round()
    table.deal()
    gone = table.order[0]
    table.tell(Away(gone))
    table.wait(52_001)
    table.end_round()
    assert table.shared().next_deal == table.now + 8_000
    events = table.wait(8_000)
    assert events[0] == Left(gone, True, 100)
    assert isinstance(events[-1], Dealt)


def test_r37_if_all_are_removed_at_once_the_pot_goes_to_the_last_of_them() -> None:
    table = Table(3, settings=Settings(patience=600_000), coins=(12, 12, 12))
    table.deal()
    for seat in (2, 0, 1):
        table.tell(Away(seat))
    table.wait(60_001)
    assert tuple(one.seat for one in table.step.removed) == table.order
    assert ended(table) == "deserted"
    last = table.order[2]
    assert table.round.result is not None
    assert [(share.seat, share.amount) for share in table.round.result.winners] == [(last, 34)]
    assert table.coins(*table.order) == (0, 0, 0)
    assert table.position.house == 36


def opens(table: Table, hand: Revealed) -> bool:
    """Whether a hand's salts open the commitments that everybody was shown."""
    (places,) = [one.places for one in table.shared().commitments if one.seat == hand.seat]
    made: list[str] = []
    for place, (salt, card) in enumerate(zip(hand.salts, hand.cards, strict=True), 1):
        text = f"{salt} {table.shared().round} {hand.seat} {place} {card}"
        made.append(sha256(text.encode()).hexdigest())
        assert made[-1] == card_commitment(salt, table.shared().round, hand.seat, place, card)
    return tuple(made) == places


def test_r38_every_card_is_committed_at_the_deal_and_opened_to_those_who_may_see_it() -> None:
    table = Table(4)
    table.deal()
    before = table.shared().commitments
    assert [one.seat for one in before] == list(table.order)
    assert len({text for one in before for text in one.places}) == 12
    table.see()
    table.bet()
    table.ask()
    table.answer(accept=True)
    for seat in table.order:
        own = table.own(seat)
        assert own.hand is not None
        assert all(opens(table, hand) for hand in (own.hand, *own.others))
    table.drop()
    table.show()
    result = table.shared().result
    assert result is not None
    assert len(result.revealed) == 2
    assert all(opens(table, hand) for hand in result.revealed)
    assert table.shared().commitments == before


def test_r38_a_salt_belongs_to_one_card_of_one_round() -> None:
    table = Table(3)
    salts: list[Three] = []
    for _ in range(3):
        table.deal()
        salts += [play.salts for play in table.round.plays]
        table.end_round()
    flat = [salt for three in salts for salt in three]
    assert len(set(flat)) == len(flat) == 27
    assert all(len(salt) == 32 and int(salt, 16) >= 0 for salt in flat)


def test_r39_each_rounds_deck_is_its_own_and_no_act_shifts_it() -> None:
    dealt = []
    for acts in (0, 3):
        table = Table(3)
        table.deal()
        table.bet(acts)
        table.end_round()
        table.deal()
        dealt.append([play.hand for play in table.round.plays])
    assert dealt[0] == dealt[1]
    cards = [card for hand in dealt[0] for card in hand]
    assert len(set(cards)) == 9


def test_r39_the_20_card_deck_has_no_nines() -> None:
    table = Table(6, settings=Settings(cards=20, rounds=10))
    seen = set()
    for _ in range(9):
        table.deal()
        seen |= {card for play in table.round.plays for card in play.hand}
        table.end_round()
    assert {card[0] for card in seen} == set("AKQJT")
    assert len(seen) == 20


def test_r39_a_stacked_deck_is_dealt_once_and_the_table_says_so() -> None:
    table = Table(2)
    assert not table.shared().stacked
    table.deal((TRAIL, PAIR))
    assert [" ".join(play.hand) for play in table.round.plays] == [TRAIL, PAIR]
    assert table.shared().stacked
    table.end_round()
    table.deal()
    assert [" ".join(play.hand) for play in table.round.plays] != [TRAIL, PAIR]
    assert table.shared().stacked
    for cards, words in ((("Tc", "As", "Tc"), "Tc stands there twice."), (("2s",), "not hold"), (("Jr",), "not hold")):
        with pytest.raises(Illegal, match="no_deck") as refused:
            table.tell(Stack(cards))
        assert words in refused.value.text
