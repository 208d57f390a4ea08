"""The bots of Patti 24 (R40)."""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from engines.contract import SeatInfo
from engines.patti.bot import LATEST, NUMBERS, SOONEST, new_bot
from engines.patti.model import Answer, Bet, Drop, Paid, Saw, See, Settings, Temper
from tests.engines import contract_suite as suite
from tests.engines.drive import Table as Driven
from tests.engines.patti_table import HIGH, KEY, KIND, TRAIL, Table

TEMPERS: tuple[Temper, ...] = ("cautious", "balanced", "bold")


def session(number: int, **settings: Any) -> tuple[Driven, Counter[str], suite.Books]:
    """A session in which one human never acts and the bots play it to its end; and what they did."""
    chosen = Settings(**{"rounds": 10, "bots": 3} | settings)
    seats = (SeatInfo(balance=10_000), *(SeatInfo(bot=True, balance=10_000),) * chosen.bots)
    did: Counter[str] = Counter()
    books = suite.Books(seats)

    def count(table: Driven, step: Any, act: Any) -> None:
        for event in step.events:
            if isinstance(event, Paid | Saw) and event.seat:
                did[event.what if isinstance(event, Paid) else "see"] += 1
        did["drop"] += act is not None and isinstance(act.command, Drop)

    table = Driven(KIND, chosen, seats, number.to_bytes(32, "big"), watchers=[count, books])
    for _ in range(5_000):
        if table.over:
            break
        table.pass_deadlines(1)
    return table, did, books


def test_r40_every_session_of_bots_ends() -> None:
    did: Counter[str] = Counter()
    for number in range(30):
        table, acts, books = session(number, bots=1 + number % 7, temper=(*TEMPERS, "mixed")[number % 4])
        assert table.game.outcome is not None
        assert table.game.outcome.how == "rounds"
        assert sum(books.balances.values()) == books.sum
        did += acts
    assert all(did[what] > 20 for what in ("bet", "blind", "show", "side show", "see", "drop")), did


def test_r40_a_bold_bot_stays_in_more_often_than_a_cautious_one() -> None:
    bets = {temper: session(1, bots=4, temper=temper)[1] for temper in TEMPERS}
    blind = [bets[temper]["blind"] for temper in TEMPERS]
    assert blind == sorted(blind)
    drops = [bets[temper]["drop"] for temper in TEMPERS]
    assert drops[0] > drops[2]


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


def test_r40_the_streams_of_bots_differ_and_are_not_the_decks() -> None:
    settings = Settings(bots=2)
    seats = (SeatInfo(), SeatInfo(bot=True), SeatInfo(bot=True))
    one, other = (new_bot(settings, seats, seat, KEY) for seat in (1, 2))
    assert one.chance != other.chance
    assert (one.numbers, other.numbers) == (NUMBERS["cautious"], NUMBERS["balanced"])
    assert replace(one, seat=2) != other
