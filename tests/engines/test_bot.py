"""The bot: what it decides, when it acts, what it remembers and what stops it."""

from collections import Counter
from itertools import product
from typing import Any

import msgspec
import pytest

from engines.contract import Plan, SeatInfo
from engines.five_of_a_kind.adaptive import start
from engines.five_of_a_kind.board import answers, board_of, deck, traits
from engines.five_of_a_kind.bot import Bot, new_bot
from engines.five_of_a_kind.model import (
    Answer,
    BotNumbers,
    Claim,
    Claimed,
    Counting,
    Dealt,
    Difficulty,
    Event,
    Legal,
    Over,
    Own,
    Pending,
    PlayerRow,
    Relieved,
    Resigned,
    Resolved,
    Settings,
    Shared,
    Trait,
)

SEATS = (SeatInfo(), SeatInfo(bot=True))
BOT = 1
FIVE_RED = ("3 red oval solid", "2 red oval open", "", "")
NOTHING = ("1 red oval solid", "1 green oval solid", "", "")
TRAITS = traits(Settings())
DIFFICULTIES: tuple[Difficulty, ...] = ("adaptive", "beginner", "intermediate", "expert")


def fresh(number: int = 0, **settings: Any) -> Bot:
    return new_bot(Settings(bot=True, **settings), SEATS, BOT, number.to_bytes(32, "big"))


def shown(slots: tuple[str, ...], claim: Pending | None = None) -> Shared:
    return Shared(
        revision=9,
        round=1,
        open=claim is None,
        slots=slots,
        pointer=0,
        interval=1000,
        next_card=None,
        ends_at=180_000,
        players=(PlayerRow(0, 0, 0, False, None), PlayerRow(1, 0, 0, False, None, bot=True)),
        claim=claim,
        result=None,
        hint=None,
        slower=0,
        faster=0,
        eligible=1,
        relieved=None,
    )


def own(claim: int | None = 7, answering: tuple[Trait, ...] = (), difficulty: Difficulty = "adaptive") -> Own:
    return Own(BOT, "none", Legal(claim=claim, answers=answering), start(difficulty).numbers)


def dealt(bot: Bot, slots: tuple[str, ...], mine: Own | None = None, now: int = 5000) -> Bot:
    return bot.see(shown(slots), mine or own(), (Dealt(1, slots[1]),), now)


def claimed(bot: Bot, mine: Own, at: int = 6000, choose: int = 3000) -> Bot:
    masked = tuple("?" if card else "" for card in bot.slots)
    return bot.see(shown(masked, Pending(BOT, at, at + choose)), mine, (Claimed(BOT, 900),), at)


def test_an_answer_is_claimed_after_the_reaction_time() -> None:
    plan = dealt(fresh(), FIVE_RED).plan
    assert plan is not None
    assert plan.command == Claim(7)
    assert 5600 <= plan.at <= 5900


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_reactions_are_even_within_a_fifth(difficulty: Difficulty) -> None:
    reaction = start(difficulty).numbers.reaction
    plans = [dealt(fresh(n), FIVE_RED, own(difficulty=difficulty), 0).plan for n in range(2000)]
    delays = [plan.at for plan in plans if plan is not None]
    assert len(delays) == 2000
    assert 0.8 * reaction <= min(delays) < 0.81 * reaction
    assert 1.19 * reaction < max(delays) <= 1.2 * reaction
    quarters = Counter(int((delay - 0.8 * reaction) / (0.1 * reaction + 1)) for delay in delays)
    assert all(abs(quarters[quarter] - 500) < 80 for quarter in range(4))


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_without_an_answer_it_claims_as_often_as_its_number_says(difficulty: Difficulty) -> None:
    rate = start(difficulty).numbers.false_claim / 100
    plans = [dealt(fresh(n), NOTHING, own(difficulty=difficulty)).plan for n in range(3000)]
    assert abs(sum(plan is not None for plan in plans) - 3000 * rate) < 4 * (3000 * rate * (1 - rate)) ** 0.5


def answer_rates(slots: tuple[str, ...], difficulty: Difficulty, **settings: Any) -> Counter[str]:
    chosen = Counter[str]()
    for n in range(2000):
        bot = claimed(dealt(fresh(n, **settings), slots), own(None, TRAITS, difficulty))
        assert bot.plan is not None
        assert isinstance(bot.plan.command, Answer)
        chosen[bot.plan.command.trait] += 1
    return chosen


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_its_answer_is_right_as_often_as_its_number_says(difficulty: Difficulty) -> None:
    rate = start(difficulty).numbers.correct / 100
    chosen = answer_rates(("3 red oval solid", "2 red diamond open", "", ""), difficulty)
    assert abs(chosen["red"] - 2000 * rate) < 4 * (2000 * rate * (1 - rate)) ** 0.5
    assert set(chosen) == set(TRAITS)


def test_of_several_right_answers_it_takes_any() -> None:
    chosen = answer_rates(FIVE_RED, "expert")
    assert min(chosen["red"], chosen["oval"]) > 850


def test_after_a_false_claim_it_takes_any_wrong_answer() -> None:
    bots = (dealt(fresh(n), NOTHING) for n in range(2000))
    chosen = Counter[Trait]()
    for bot in bots:
        plan = claimed(bot, own(None, TRAITS)).plan if bot.plan is not None else None
        if plan is not None:
            assert isinstance(plan.command, Answer)
            chosen[plan.command.trait] += 1
    assert len(chosen) == 9


def test_under_non_matching_it_counts_what_lacks_the_trait() -> None:
    slots = ("3 red oval solid", "2 red oval open", "1 blue diamond striped", "")
    wrong = set(TRAITS) - {"blue", "diamond", "striped"}
    chosen = answer_rates(slots, "expert", counting="non_matching")
    assert sum(chosen[trait] for trait in wrong) < 2000 * 0.06


def test_it_answers_between_400_and_800_ms_after_its_claim() -> None:
    times = []
    for n in range(2000):
        plan = claimed(dealt(fresh(n), FIVE_RED), own(None, TRAITS), at=6000, choose=2000).plan
        assert plan is not None
        times.append(plan.at - 6000)
    assert (min(times), max(times)) == (400, 800)


def test_no_answer_is_planned_for_a_game_that_ends_first() -> None:
    assert claimed(dealt(fresh(), FIVE_RED), own(None, TRAITS), choose=400).plan is None


def test_only_its_own_claim_makes_it_answer() -> None:
    bot = dealt(fresh(), FIVE_RED)
    assert bot.see(shown(FIVE_RED, Pending(0, 5100, 8100)), own(None), (Claimed(0, 100),), 5100).plan is None


ANYTHING: dict[str, Any] = {"color": False, "shape": False, "shading": False, "counting": "anything"}


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_anything_is_settled_at_once_while_its_reaction_time_and_its_false_claims_count(difficulty: Difficulty) -> None:
    numbers, mine = start(difficulty).numbers, own(difficulty=difficulty)
    five, four = ("3 blue oval solid", "2 blue oval solid"), ("3 blue oval solid", "1 blue oval solid")
    right = [dealt(fresh(n, **ANYTHING), five, mine, 0).plan for n in range(200)]
    delays = [plan.at for plan in right if plan is not None and plan.command == Claim(7)]
    assert len(delays) == 200, "the chance of a correct answer does not count"
    assert 0.8 * numbers.reaction <= min(delays) < numbers.reaction < max(delays) <= 1.2 * numbers.reaction
    rate, wrong = numbers.false_claim / 100, [dealt(fresh(n, **ANYTHING), four, mine).plan for n in range(2000)]
    assert abs(sum(plan is not None for plan in wrong) - 2000 * rate) < 4 * (2000 * rate * (1 - rate)) ** 0.5
    settled: tuple[Event, ...] = (Claimed(BOT, 700), Resolved(BOT, "incorrect", None))
    bot = dealt(fresh(**ANYTHING), five)
    assert bot.plan is not None
    assert bot.see(shown(five), own(None), settled, 5700).plan is None, "no answer follows"


CANCELS: list[Event] = [Claimed(0, 100), Over("time")]


@pytest.mark.parametrize("event", CANCELS)
def test_a_claim_or_the_end_cancels_its_plan(event: Event) -> None:
    bot = dealt(fresh(), FIVE_RED)
    assert bot.plan is not None
    assert bot.see(shown(FIVE_RED), own(None), (event,), 5100).plan is None


def test_a_new_card_cancels_its_plan() -> None:
    bot = dealt(fresh(), FIVE_RED)
    without = (*FIVE_RED[:2], "1 red oval solid", "")
    assert bot.see(shown(without), own(8), (Dealt(2, without[2]),), 5500).plan is None


@pytest.mark.parametrize(("difficulty", "claims"), [("beginner", 0), ("expert", 20)])
def test_a_slow_reaction_misses_what_a_quick_one_claims(difficulty: Difficulty, claims: int) -> None:
    """Cards come every 800 ms, and each leaves an answer: whoever takes longer never gets to claim one."""
    bot, made = fresh(), 0
    for card in range(20):
        bot = dealt(bot, FIVE_RED, own(card, difficulty=difficulty), 800 * card)
        made += bot.plan is not None and bot.plan.at < 800 * (card + 1)
    assert made == claims


STAYS: list[tuple[Event, ...]] = [(), (Relieved(1),), (Resigned(0),)]


@pytest.mark.parametrize("events", STAYS)
def test_nothing_else_changes_its_plan_or_draws_from_its_stream(events: tuple[Event, ...]) -> None:
    bot = dealt(fresh(), FIVE_RED)
    assert bot.see(shown(FIVE_RED), own(), events, 5100) == bot


def test_locked_out_it_decides_nothing() -> None:
    bot = dealt(fresh(), FIVE_RED, own(None))
    assert bot.plan is None
    # Not even when the lockout ends before the next card: a card is decided on when it is dealt.
    assert bot.see(shown(FIVE_RED), own(7), (Relieved(1),), 5100).plan is None


def test_under_mask_it_remembers_every_card_it_saw() -> None:
    bot = fresh(previous="mask")
    bot = bot.see(shown(("3 red oval solid", "", "", "")), own(), (Dealt(0, "3 red oval solid"),), 1000)
    bot = bot.see(shown(("?", "-", "", "")), own(), (Dealt(1, "-"),), 2000)
    bot = bot.see(shown(("?", "?", "2 red oval open", "")), own(3), (Dealt(2, "2 red oval open"),), 3000)
    assert bot.slots == ("3 red oval solid", "-", "2 red oval open", "")
    assert bot.plan is not None
    after = bot.see(shown(("1 blue oval solid", "?", "?", "")), own(3), (Dealt(0, "1 blue oval solid"),), 4000)
    assert after.slots == ("1 blue oval solid", "-", "2 red oval open", "")


def test_cards_dealt_between_two_views_are_remembered_too() -> None:
    cards = (Dealt(0, "3 red oval solid"), Dealt(1, "2 red oval open"))
    assert fresh(previous="mask").see(shown(("?", "2 red oval open", "", "")), own(), cards, 2000).slots == FIVE_RED


def test_its_own_mask_does_not_make_it_forget() -> None:
    bot = claimed(dealt(fresh(), FIVE_RED), own(None, TRAITS))
    assert bot.slots == FIVE_RED


def test_it_replays_and_can_be_stored() -> None:
    first, second = (claimed(dealt(fresh(3), FIVE_RED), own(None, TRAITS)) for _ in range(2))
    assert first == second
    assert msgspec.msgpack.encode(first) == msgspec.msgpack.encode(second)
    assert dealt(fresh(4), FIVE_RED).plan != dealt(fresh(5), FIVE_RED).plan


def test_it_plays_only_a_seat_of_its_own() -> None:
    with pytest.raises(ValueError, match="bot"):
        new_bot(Settings(bot=True), SEATS, 0, bytes(32))


@pytest.mark.parametrize("counting", ["matching", "non_matching"])
def test_some_answer_is_always_wrong(counting: Counting) -> None:
    settings = Settings(shape=False, shading=False, counting=counting)
    names = [f"{n} {color} oval solid" for n in (1, 2, 3) for color in ("red", "green", "blue")]
    assert sorted(board_of(names)) == sorted(deck(settings))
    boards = product([*board_of(names), *board_of(["-"])], repeat=5)
    assert max(len(answers(board, settings)) for board in boards) == 2


def test_learned_numbers_in_full_precision_give_whole_milliseconds() -> None:
    learned = Own(BOT, "none", Legal(claim=7), BotNumbers(882.368421, 85, 4))
    plans = [dealt(fresh(n), FIVE_RED, learned, 0).plan for n in range(500)]
    assert all(plan is not None and 706 <= plan.at <= 1058 for plan in plans)
    hasty = Own(BOT, "none", Legal(claim=7), BotNumbers(0.4, 85, 4))
    assert dealt(fresh(), FIVE_RED, hasty, 10).plan == Plan(Claim(7), 11)
