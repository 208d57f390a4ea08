"""Elo: the source's formula, the bot's share and the floor."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.ratings import FLOOR, humans_only, with_bot

TRUTH: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data" / "elo.json").read_text())

tables = st.integers(1, 8).flatmap(
    lambda n: st.tuples(
        st.lists(st.floats(1, 3000), min_size=n, max_size=n), st.lists(st.integers(0, 50), min_size=n, max_size=n)
    )
)


@pytest.mark.parametrize("case", TRUTH, ids=lambda case: f"{case['kind']} {case['old']}")
def test_the_worked_tables(case: dict[str, Any]) -> None:
    if "bot_points" in case:
        new = with_bot(case["old"], case["points"], case["bot_points"])
        assert math.fsum(new) == pytest.approx(math.fsum(case["old"]), abs=1e-9)
    else:
        new = humans_only(case["old"], case["points"])
    assert new == pytest.approx(case["new"], abs=1e-6)


def test_five_to_nothing_is_a_whole_win_and_a_whole_loss() -> None:
    assert humans_only((1500.0, 1500.0), (5, 0)) == (1520.0, 1480.0)


def test_three_players_share_by_points() -> None:
    changes = [new - 1000 for new in humans_only((1000.0,) * 3, (5, 3, 2))]
    assert changes == pytest.approx([20 / 3, -4 / 3, -16 / 3])
    assert sum(changes) == pytest.approx(0)


def test_ten_thousand_wins_over_the_same_opponent_lose_nothing() -> None:
    ratings: tuple[float, ...] = (1000.0, 1000.0)
    for _ in range(10_000):
        ratings = humans_only(ratings, (1, 0))
        assert math.fsum(ratings) == pytest.approx(2000, abs=1e-6)
    assert ratings == pytest.approx((1732.54, 267.46), abs=0.01)


def test_big_tables_still_move() -> None:
    new = humans_only((1000.0,) * 33, (7,) + (0,) * 32)
    assert new[0] - 1000 == pytest.approx(38.79, abs=0.005)
    assert new[1] - 1000 == pytest.approx(-1.21, abs=0.005)
    assert math.fsum(new) == pytest.approx(33_000)
    first, *others = humans_only((1000.0,) * 64, (1,) + (0,) * 63)
    assert first == pytest.approx(1000 + 40 * 63 / 64)
    assert others == pytest.approx([1000 - 40 / 64] * 63)


def test_a_favourite_still_gains_a_little() -> None:
    winner, loser = humans_only((1802.0, 1186.0), (1, 0))
    assert winner - 1802 == pytest.approx(1.1, abs=0.05)
    assert loser - 1186 == pytest.approx(-1.1, abs=0.05)


@given(st.floats(1, 3000), st.integers(0, 100), st.integers(0, 100))
def test_alone_or_alone_against_the_bot_nothing_moves(rating: float, points: int, bot_points: int) -> None:
    assert humans_only((rating,), (points,)) == (rating,)
    assert with_bot((rating,), (points,), bot_points) == (rating,)


@given(tables)
def test_without_a_bot_only_the_floor_adds_to_the_total(table: tuple[list[float], list[int]]) -> None:
    ratings, points = table
    new = humans_only(ratings, points)
    assert min(new) >= FLOOR
    if FLOOR not in new:
        assert math.fsum(new) == pytest.approx(math.fsum(ratings), abs=1e-6)
    else:
        assert math.fsum(new) >= math.fsum(ratings) - 1e-6


@given(tables, st.integers(0, 50))
def test_with_a_bot_the_total_stays_and_nobody_sinks_below_the_floor(
    table: tuple[list[float], list[int]], bot_points: int
) -> None:
    ratings, points = table
    new = with_bot(ratings, points, bot_points)
    assert min(new) >= FLOOR
    assert math.fsum(new) == pytest.approx(math.fsum(ratings), abs=1e-6)


@given(tables, st.integers(0, 50))
def test_away_from_the_floor_the_bot_changes_every_human_by_the_same(
    table: tuple[list[float], list[int]], bot_points: int
) -> None:
    ratings, points = table
    ratings = [rating + 500 for rating in ratings]
    shared = with_bot(ratings, points, bot_points)
    plain = humans_only([*ratings, 1500.0], [*points, bot_points])
    shares = [a - b for a, b in zip(shared, plain[:-1], strict=True)]
    assert shares == pytest.approx([(plain[-1] - 1500) / len(ratings)] * len(ratings), abs=1e-6)


def test_nobody_has_points_everybody_has_the_same_share() -> None:
    assert humans_only((1500.0,) * 4, (0,) * 4) == pytest.approx((1500.0,) * 4)
    strong, weak = humans_only((1700.0, 1300.0), (0, 0))
    assert (strong, weak) == pytest.approx((1700 + 40 * (1 / 2 - 10 / 11), 1300 + 40 * (1 / 2 - 1 / 11)))
    expected = 10 / (10 + 1 + 1)  # 400 above two equal ones
    assert humans_only((1900.0, 1500.0, 1500.0), (0,) * 3)[0] == pytest.approx(1900 + 40 * (1 / 3 - expected))


def test_ratings_far_apart_do_not_overflow() -> None:
    assert humans_only((1.0, 1_000_000.0), (0, 1)) == (1.0, 1_000_000.0)


@pytest.mark.parametrize(("ratings", "points"), [((), ()), ((1500.0,), ()), ((1500.0,), (1, 2))])
def test_a_table_that_does_not_add_up_is_refused(ratings: tuple[float, ...], points: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"human|rating"):
        humans_only(ratings, points)
    with pytest.raises(ValueError, match=r"human|rating"):
        with_bot(ratings, points, 0)
