"""Show, side show and all in, and how pots are split (R17 to R23)."""

import pytest

from engines.contract import Leave
from engines.patti.model import AllIn, Answer, Answered, Ask, Bet, Dropped, Result, See, Settings, Show, SideShow
from tests.engines.patti_table import COLOR, HIGH, PAIR, PURE, RUN, TRAIL, Table

EQUAL = ("As Kh Qd", "Ah Kd Qc", "Ad Kc Qs")


def result(table: Table) -> Result:
    found = table.shared().result
    assert found is not None
    return found


def shares(table: Table) -> dict[int, int]:
    return {share.seat: share.amount for share in result(table).winners}


def asking(hands: tuple[str, ...], players: int = 3) -> Table:
    """The second player asks the first for a side show; all have seen."""
    table = Table(players)
    table.deal(hands)
    table.see()
    table.bet()
    table.ask()
    return table


def test_r17_a_show_needs_exactly_two_in_however_many_sit_at_the_table() -> None:
    table = Table(4)
    table.deal((PAIR, COLOR, RUN, TRAIL))
    assert table.refused_turn(Show) == "too_many"
    table.drop()
    assert table.refused_turn(Show) == "too_many"
    table.drop()
    third, fourth = table.order[2:]
    table.see(third)
    assert not table.round.play(fourth).seen
    before = table.coins(third, fourth)
    table.show()
    assert table.coins(third, fourth) == (before[0] - 10, before[1] + 50)
    assert [hand.seat for hand in result(table).revealed] == [third, fourth]
    assert [hand.name for hand in result(table).revealed] == ["Sequence up to the jack", "Trail of aces"]


def test_r17_a_show_costs_a_blind_player_the_full_bet() -> None:
    table = Table(2)
    table.deal()
    table.bet(2)
    first = table.turn
    assert (table.legal(first).bet, table.legal(first).full) == (10, 20)
    before = table.coins(first)[0]
    table.show()
    assert ("pot", 20) in [(entry[1], entry[2]) for entry in table.entries() if entry[0] == first]
    assert table.coins(first)[0] in (before - 20, before - 20 + result(table).pot)


def test_r17_coins_move_only_when_the_show_really_happens() -> None:
    table = Table(3)
    table.deal()
    coins = table.coins()
    assert table.refused_turn(Show) == "too_many"
    assert table.coins() == coins
    table = Table(2, coins=(20, 20))
    table.deal()
    table.bet(2)
    assert (table.legal(table.turn).show, table.legal(table.turn).bet) == (False, None)
    assert table.refused_turn(Show) == "too_dear"
    assert table.coins() == (5, 5)


def test_r18_a_side_show_asks_the_nearest_in_who_acted_before() -> None:
    table = Table(4)
    table.deal()
    table.see()
    first, second, third, fourth = table.order
    assert table.refused_turn(SideShow) == "nobody_acted"
    table.bet(1)
    assert table.legal(second).side_show == first
    table.bet(1)
    assert table.legal(third).side_show == second
    table.bet(1)
    table.drop()
    assert table.legal(first).side_show == third
    assert fourth not in table.round.inside


def test_r18_the_one_asked_is_across_those_who_dropped() -> None:
    table = Table(5)
    table.deal()
    table.see()
    first = table.order[0]
    table.bet(1)
    table.drop()
    assert table.legal(table.turn).side_show == first


def test_r18_no_side_show_with_or_for_the_blind_nor_with_two_nor_with_less_than_the_bet() -> None:
    table = Table(3)
    table.deal()
    first, second, third = table.order
    table.bet()
    table.see(second)
    assert table.refused_turn(SideShow) == "rival_blind"
    table.see(first)
    table.bet()
    assert table.legal(third).side_show is None
    assert table.refused_turn(SideShow) == "blind"
    table.drop()
    assert table.refused_turn(SideShow) == "too_few"
    poor = Table(3, coins=(19, 19, 19))
    poor.deal()
    poor.bet()
    poor.see()
    assert poor.refused_turn(SideShow) == "too_dear"


def test_r18_the_asker_pays_the_full_bet_and_waits() -> None:
    table = asking((COLOR, PAIR))
    first, second, third = table.order
    assert table.entries() == [(second, "pot", 10, "side show")]
    assert table.shared().ask == Ask(second, first)
    assert list(table.legal(second)) == []
    assert table.refused(second, Bet(table.position.turns)).code == "waiting"
    assert table.refused(third, Bet(table.position.turns)).code == "not_your_turn"
    assert table.refused(third, Answer(table.position.turns, True)).code == "not_asked"
    assert table.refused(first, Answer(table.position.turns - 1, True)).code == "not_asked"
    assert list(table.legal(first)) == [Answer(table.position.turns, True), Answer(table.position.turns, False)]


@pytest.mark.parametrize(("hands", "loser"), [((COLOR, PAIR), 1), ((PAIR, COLOR), 0), (EQUAL, 1)])
def test_r19_the_weaker_hand_drops_and_of_equal_ones_the_askers(hands: tuple[str, ...], loser: int) -> None:
    table = asking(hands)
    first, second, third = table.order
    table.answer(accept=True)
    assert table.events == (
        Answered(second, first, "accepted"),
        Dropped(table.order[loser], "side show"),
    )
    assert table.turn == third
    assert table.position.running is not None
    assert table.shared().compared == Answered(second, first, "accepted")


def test_r19_declined_the_coins_stay_and_the_turn_is_spent() -> None:
    table = asking((PAIR, COLOR))
    first, second, third = table.order
    table.answer(accept=False)
    assert table.events == (Answered(second, first, "declined"),)
    assert table.round.inside == table.order
    assert table.turn == third
    assert table.shared().pot == 50
    assert table.coins(second) == (9980,)
    assert table.shared().compared == Answered(second, first, "declined")
    table.bet()
    assert table.shared().compared is not None
    table.bet()
    assert table.shared().compared is None


def test_r19_no_answer_in_15_seconds_is_a_decline() -> None:
    table = asking((PAIR, COLOR))
    assert table.wait(14_999) == ()
    (event,) = table.wait(1)
    assert isinstance(event, Answered)
    assert event.how == "timeout"
    assert table.game.deadline == table.now + 30_000
    assert table.shared().compared == event


def test_r19_each_turn_has_one_side_show_which_can_be_declined_again_and_again() -> None:
    table = asking((PAIR, COLOR, TRAIL))
    for asked in (0, 1, 2, 0):
        assert table.round.asked == table.order[asked]
        before = table.shared().pot
        table.answer(accept=False)
        assert table.shared().pot == before
        table.ask()


def test_r19_a_side_show_completes_a_lap_once_it_is_settled() -> None:
    table = Table(3)
    table.deal((RUN, PAIR, COLOR))
    table.see()
    table.bet(2)
    table.ask()
    assert table.shared().bet == 10
    table.answer(accept=True)
    assert table.shared().bet == 20
    assert table.turn == table.order[0]


def test_r20_only_the_two_ever_see_these_cards() -> None:
    table = asking((COLOR, PAIR, TRAIL))
    first, second, third = table.order
    table.answer(accept=True)
    assert [hand.cards for hand in table.own(first).others] == [tuple(PAIR.split())]
    assert [hand.cards for hand in table.own(second).others] == [tuple(COLOR.split())]
    assert table.own(third).others == ()
    table.drop()
    assert table.position.running is None
    assert result(table).revealed == ()
    assert table.own(third).others == ()


def test_r21_an_asker_who_goes_ends_the_side_show() -> None:
    table = asking((PAIR, COLOR, RUN, TRAIL), players=4)
    first, second, third = table.order[:3]
    table.tell(Leave(second))
    assert Answered(second, first, "off") in table.events
    assert table.round.asked is None
    assert table.turn == third
    assert first in table.round.inside
    assert table.own(first).others == ()


def test_r21_one_who_is_asked_and_goes_drops() -> None:
    table = asking((PAIR, COLOR, RUN, TRAIL), players=4)
    first, second, third = table.order[:3]
    table.tell(Leave(first))
    assert Dropped(first, "left") in table.events
    assert table.round.asked is None
    assert table.turn == third
    assert second in table.round.inside


def test_r21_somebody_else_who_goes_is_no_matter() -> None:
    table = asking((PAIR, COLOR, RUN))
    first, second, third = table.order
    table.tell(Leave(third))
    assert table.round.asked == first
    table.answer(accept=True)
    assert [share.seat for share in result(table).winners] == [second]
    assert result(table).how == "last"


def test_r22_all_in_ends_the_betting_and_reveals_blind_hands_too() -> None:
    table = Table(3, coins=(13, 10_000, 10_000))
    table.deal({0: RUN, 1: PAIR, 2: TRAIL})
    while table.turn != 0:
        table.bet()
    assert table.legal(0).all_in == 3
    table.all_in()
    assert (result(table).how, len(result(table).revealed)) == ("all in", 3)
    assert shares(table) == {2: result(table).pot}
    assert table.coins(0) == (0,)


def test_r22_one_pot_and_no_side_pots() -> None:
    table = Table(3, coins=(13, 10_000, 10_000))
    table.deal({0: TRAIL, 1: PAIR, 2: RUN})
    while table.turn != 0:
        table.bet()
    pot = table.shared().pot + 3
    table.all_in()
    assert shares(table) == {0: pot}


def test_r22_exactly_enough_is_a_bet_that_ends_the_betting() -> None:
    table = Table(3, coins=(15, 15, 15))
    table.deal((HIGH, PAIR, PURE))
    assert table.refused_turn(AllIn) == "enough"
    table.bet()
    assert result(table).how == "all in"
    assert shares(table) == {table.order[2]: 35}


def test_r22_who_dropped_before_an_all_in_has_no_part_in_it() -> None:
    table = Table(3, coins=(13, 13, 13))
    table.deal((TRAIL, PAIR, RUN))
    table.drop()
    table.all_in()
    assert [hand.seat for hand in result(table).revealed] == list(table.order[1:])
    assert shares(table) == {table.order[2]: 33}


def test_r22_a_side_show_paid_with_the_last_coin_leaves_all_in_with_nothing() -> None:
    table = Table(3, coins=(20, 20, 20))
    table.deal((PAIR, COLOR, TRAIL))
    table.bet()
    table.see()
    table.ask()
    asker = table.order[1]
    table.answer(accept=True)
    assert table.coins(asker) == (0,)
    table.drop()
    assert result(table).how == "last"


def test_r23_equal_hands_split_the_pot_at_a_show() -> None:
    table = Table(2)
    table.deal(EQUAL[:2])
    table.bet(2)
    pot = table.shared().pot
    table.show()
    assert shares(table) == dict.fromkeys(table.order, (pot + 20) // 2)


def test_r23_odd_coins_go_to_the_winners_nearest_to_the_dealers_left() -> None:
    table = Table(4, coins=(16, 16, 16, 16))
    table.deal((HIGH, *EQUAL))
    table.bet(3)
    assert table.shared().pot == 55
    table.see(table.turn)
    table.all_in()
    first, second, third = table.order[1:]
    assert shares(table) == {first: 21, second: 20, third: 20}
    assert [entry[2] for entry in table.entries() if entry[0] == "pot"] == [21, 20, 20]


def test_r23_the_better_of_two_equal_categories_takes_it_all() -> None:
    table = Table(2, settings=Settings(cards=20))
    table.deal(("As Kh Qd", "Ah Kd Js"))
    table.bet(2)
    table.show()
    assert list(shares(table)) == [table.order[0]]
    assert table.refused(table.order[0], See()).code == "no_round"
