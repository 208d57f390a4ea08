"""Chance: the same draws from the same key, none favoured, forks that leave the trunk alone."""

import hashlib
import hmac
from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.chance import Chance

KEY = bytes(range(32))


def draws(chance: Chance, n: int, times: int) -> list[int]:
    values = []
    for _ in range(times):
        value, chance = chance.below(n)
        values.append(value)
    return values


def chi_square(counts: Counter[int], cells: int) -> float:
    expected = sum(counts.values()) / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


def test_the_stream_is_the_one_described() -> None:
    first = hmac.new(KEY, (0).to_bytes(8, "big"), hashlib.sha256).digest()
    second = hmac.new(KEY, (1).to_bytes(8, "big"), hashlib.sha256).digest()
    assert draws(Chance(KEY), 256, 64) == list(first + second)
    fork = hmac.new(KEY, b"fork:deal", hashlib.sha256).digest()
    assert Chance(KEY).fork("deal") == Chance(fork)


def test_a_draw_across_two_blocks_takes_bytes_of_both() -> None:
    stream = b"".join(hmac.new(KEY, i.to_bytes(8, "big"), hashlib.sha256).digest() for i in range(2))
    value, after = Chance(KEY, 31).below(65536)
    assert value == int.from_bytes(stream[31:33], "big")
    assert after.drawn == 33


@given(st.binary(min_size=32, max_size=32), st.integers(1, 2**70), st.integers(0, 200))
def test_a_draw_is_in_range_and_replays(key: bytes, n: int, drawn: int) -> None:
    chance = Chance(key, drawn)
    value, after = chance.below(n)
    assert 0 <= value < n
    assert (value, after) == Chance(key, drawn).below(n)
    assert after.drawn > drawn or n == 1


def test_a_choice_of_one_draws_nothing() -> None:
    assert Chance(KEY, 5).below(1) == (0, Chance(KEY, 5))


@pytest.mark.parametrize("n", [0, -1])
def test_a_choice_of_none_is_an_error(n: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Chance(KEY).below(n)


@pytest.mark.parametrize(
    # The 99.99 % points of chi-square with n-1 degrees of freedom. 3 and 81 are decks, 129 rejects nearly half.
    ("n", "limit"),
    [(3, 18.5), (81, 136.0), (129, 199.0), (256, 346.0)],
)
def test_no_number_is_favoured(n: int, limit: float) -> None:
    assert chi_square(Counter(draws(Chance(KEY), n, 20_000)), n) < limit


def test_every_place_of_a_shuffle_takes_every_item_alike() -> None:
    chance, cells = Chance(KEY), Counter[int]()
    for _ in range(10_000):
        order, chance = chance.shuffled(range(24))
        cells.update(24 * place + item for place, item in enumerate(order))
    assert sorted(order) == list(range(24))
    # Every place takes each item once in a shuffle, which leaves (24 - 1)² = 529 degrees of freedom: p > 0.001.
    assert chi_square(cells, 24 * 24) * 23 / 24 < 634


@pytest.mark.parametrize("p", [0, 1, 2.5, 50, 97, 100])
def test_percent_is_true_as_often_as_it_says(p: float) -> None:
    chance = Chance(KEY)
    hits = 0
    for _ in range(20_000):
        hit, chance = chance.percent(p)
        hits += hit
    spread = (20_000 * p / 100 * (1 - p / 100)) ** 0.5
    assert abs(hits - 20_000 * p / 100) <= 4 * spread


def test_what_a_fork_draws_never_shifts_the_trunk() -> None:
    trunk = Chance(KEY)
    bot = trunk.fork("bot 1")
    before = draws(trunk, 81, 20)
    draws(bot, 81, 1000)
    assert draws(trunk, 81, 20) == before
    assert trunk.fork("bot 1") == bot
    assert len({trunk.fork(name).key for name in ("deal", "bot 1", "bot 2", "")} | {trunk.key}) == 5


def test_a_position_in_a_stream_can_be_stored() -> None:
    _, chance = Chance(KEY).below(1000)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(chance), type=Chance) == chance
