"""The bot's numbers and the Adaptive learner's weighted sums."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.five_of_a_kind.adaptive import start
from engines.five_of_a_kind.model import BotNumbers, Difficulty

FIXED: dict[Difficulty, BotNumbers] = {
    "beginner": BotNumbers(1200, 70, 8),
    "intermediate": BotNumbers(750, 85, 4),
    "expert": BotNumbers(450, 97, 1),
}

rounds = st.lists(
    st.tuples(
        st.lists(st.integers(1, 5000), max_size=1),
        st.lists(st.sampled_from([0, 100]), max_size=1),
        st.lists(st.sampled_from([0, 100]), max_size=9),
    ),
    max_size=40,
)


@pytest.mark.parametrize("difficulty", FIXED)
def test_a_fixed_difficulty_never_learns(difficulty: Difficulty) -> None:
    learner = start(difficulty)
    assert learner.numbers == FIXED[difficulty]
    assert learner.settled([1], [0], [100, 100]) == learner


def test_adaptive_starts_as_intermediate() -> None:
    assert start("adaptive").numbers == FIXED["intermediate"]


def test_the_first_claim_after_one_second() -> None:
    numbers = start("adaptive").settled([1000]).numbers
    assert numbers.reaction == pytest.approx((0.9 * 750 + 1000) / 1.9)
    assert round(numbers.reaction) == 882
    assert (numbers.correct, numbers.false_claim) == (85, 4)


def test_without_observations_the_value_stays_and_its_weight_fades() -> None:
    quiet = start("adaptive")
    for _ in range(10):
        quiet = quiet.settled()
    assert quiet.numbers.reaction == pytest.approx(750)
    assert quiet.reaction.weight == pytest.approx(0.9**10)
    assert quiet.settled([1000]).numbers.reaction > start("adaptive").settled([1000]).numbers.reaction


def test_several_observations_in_one_round_weigh_one_each() -> None:
    numbers = start("adaptive").settled(false_claims=[0, 0, 100]).numbers
    assert numbers.false_claim == pytest.approx((0.9 * 4 + 100) / (0.9 + 3))


def test_a_silence_of_any_length_changes_no_value() -> None:
    learner = start("adaptive")
    for _ in range(10_000):
        learner = learner.settled()
    assert learner.numbers == FIXED["intermediate"]
    numbers = learner.settled([1000], [0], [100]).numbers
    assert (numbers.reaction, numbers.correct, numbers.false_claim) == pytest.approx((1000, 0, 100))


@given(rounds)
def test_an_observation_of_k_rounds_ago_weighs_a_kth_power_of_nine_tenths(
    rounds: list[tuple[list[int], list[int], list[int]]],
) -> None:
    learner = start("adaptive")
    for reactions, accuracy, false_claims in rounds:
        learner = learner.settled(reactions, accuracy, false_claims)
    for column, (begin, got) in enumerate(
        [(750, learner.numbers.reaction), (85, learner.numbers.correct), (4, learner.numbers.false_claim)]
    ):
        weighed = [(Fraction(9, 10) ** len(rounds), begin)]
        for age, observed in enumerate(reversed(rounds)):
            weighed += [(Fraction(9, 10) ** age, value) for value in observed[column]]
        mean = sum(weight * value for weight, value in weighed) / sum(weight for weight, _ in weighed)
        assert got == pytest.approx(float(mean), abs=1e-9)
