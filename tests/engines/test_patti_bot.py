"""The bots of Patti 24 (R40)."""

from collections import Counter

import pytest
from msgspec.structs import replace

from engines.contract import Leave, SeatInfo
from engines.patti.bot import LATEST, NUMBERS, SOONEST, new_bot
from engines.patti.model import Answer, Bet, See, Settings, SideShow, Temper
from tests.engines.patti_table import HIGH, KEY, TRAIL, Table
from tests.engines.soak import played, session

TEMPERS: tuple[Temper, ...] = ("cautious", "balanced", "bold")


def test_r40_every_session_of_bots_ends_and_its_book_agrees_after_every_act() -> None:
    did: Counter[str] = Counter()
    for number in range(200):
        did += played(number)
    assert all(did[what] > 20 for what in ("bet", "blind", "show", "side show", "see", "all in")), did
    assert did["ended: rounds"] + did["ended: last"] + did["ended: deserted"] == 200


def test_r40_a_bold_bot_stays_in_more_often_than_a_cautious_one() -> None:
    done = [session(1, Settings(rounds=10, bots=4, temper=temper), restless=False) for temper in TEMPERS]
    assert [one["blind"] for one in done] == sorted(one["blind"] for one in done)
    paid = [one["bet"] + one["blind"] for one in done]
    assert paid[0] < paid[2]


@pytest.mark.parametrize("hand", [TRAIL, HIGH])
def test_r40_a_blind_bot_thinks_the_same_whatever_its_hand_is(hand: str) -> None:
    table = Table(1, settings=Settings(bots=1))
    table.deal({1: hand})
    bot = new_bot(table.settings, table.seats, 1, KEY).see(table.shared(), table.own(1), (), table.now)
    if table.turn != 1:
        table.bet()
        bot = bot.see(table.shared(), table.own(1), (), table.now)
    assert bot.plan is not None
    assert isinstance(bot.plan.command, See | Bet)
    assert (
        bot.plan == new_bot(table.settings, table.seats, 1, KEY).see(table.shared(), table.own(1), (), table.now).plan
    )
    assert table.now + SOONEST <= bot.plan.at <= table.now + LATEST


def test_r40_a_bot_that_has_seen_drops_a_weak_hand_and_keeps_a_strong_one() -> None:
    plans: dict[str, Counter[str]] = {TRAIL: Counter(), HIGH: Counter()}
    for number in range(40):
        for hand, counted in plans.items():
            table = Table(2, settings=Settings(bots=1, temper="cautious"))
            table.deal({2: hand})
            while table.turn != 2:
                table.bet()
            table.see(2)
            bot = new_bot(table.settings, table.seats, 2, number.to_bytes(32, "big"))
            plan = bot.see(table.shared(), table.own(2), (), table.now).plan
            assert plan is not None
            counted[type(plan.command).__name__] += 1
    assert plans[TRAIL]["Drop"] == 0
    assert plans[HIGH]["Drop"] > 30


def test_r40_a_bot_answers_a_side_show_and_forgets_a_plan_that_has_lost_its_turn() -> None:
    table = Table(2, settings=Settings(bots=1))
    table.deal()
    while table.turn != 2:
        table.bet()
    bot = new_bot(table.settings, table.seats, 2, KEY).see(table.shared(), table.own(2), (), table.now)
    assert bot.plan is not None
    assert bot.see(table.shared(), table.own(2), (), table.now + 100).plan is bot.plan
    table.see()
    table.bet()
    assert bot.see(table.shared(), table.own(2), (), table.now).plan is None
    table.ask()
    plan = bot.see(table.shared(), table.own(2), (), table.now).plan
    assert plan is not None
    assert isinstance(plan.command, Answer)
    assert plan.command in table.legal(2)


def test_r40_a_bot_thinks_again_when_its_plan_cannot_be_done_any_more() -> None:
    plans = Counter[str]()
    for number in range(60):
        table = Table(3, settings=Settings(bots=1))
        table.deal({3: TRAIL})
        table.see()
        table.bet()
        while table.turn != 3:
            table.bet()
        bot = new_bot(table.settings, table.seats, 3, number.to_bytes(32, "big"))
        bot = bot.see(table.shared(), table.own(3), (), table.now)
        assert bot.plan is not None
        if isinstance(bot.plan.command, SideShow):
            table.tell(Leave(0))
            table.tell(Leave(1))
            after = bot.see(table.shared(), table.own(3), (), table.now).plan
            assert after is not None
            assert after.command in table.legal(3)
            plans[type(after.command).__name__] += 1
    assert plans.total() > 5


def test_r40_the_streams_of_bots_differ_and_are_not_the_decks() -> None:
    settings = Settings(bots=2)
    seats = (SeatInfo(), SeatInfo(bot=True), SeatInfo(bot=True))
    one, other = (new_bot(settings, seats, seat, KEY) for seat in (1, 2))
    assert one.chance != other.chance
    assert (one.numbers, other.numbers) == (NUMBERS["cautious"], NUMBERS["balanced"])
    assert replace(one, seat=2) != other
