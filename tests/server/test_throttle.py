"""How many guesses and new accounts there may be, by account, address and in all."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import trio

from server import throttle as module
from server.accounts import Denied
from server.config import Frequency, RatesSection
from server.throttle import Throttle, duration
from tests.server.stand import ON_MOCK_CLOCK, config
from tests.server.stores import opened_store


def rates(folder: Path, **changes: Frequency) -> RatesSection:
    return config(folder, **changes).rates


def guess(throttle: Throttle, name: str = "Ann", address: str = "192.0.2.1", code: str = "wrong_password") -> str:
    """One more guess with this outcome ("" succeeds); what the player reads."""
    try:
        with throttle.guess(name, address):
            judge(code)
    except Denied as denied:
        return denied.text
    return ""


def judge(code: str) -> None:
    if code:
        raise Denied(code, "wrong")


@contextmanager
def at(monkeypatch: pytest.MonkeyPatch, moment: int) -> Iterator[None]:
    """The wall clock shows a moment (Unix ms)."""
    with monkeypatch.context() as patch:
        patch.setattr(module, "unix_ms", lambda: moment)
        yield


@ON_MOCK_CLOCK
async def test_wrong_passwords_for_one_account_run_out_and_the_wait_is_told(tmp_path: Path) -> None:
    throttle = Throttle(rates(tmp_path, sign_in_account=Frequency(3, 40.0)))
    addresses = [f"192.0.2.{number}" for number in range(9)]
    told = [
        guess(throttle, name, address)
        for name, address in zip(["Ann", "ANN", " ann ", "Ａｎｎ"], addresses, strict=False)
    ]
    assert told == ["wrong"] * 3 + ["Too many attempts to sign in. Try again in 40 s."]
    await trio.sleep(15)
    assert guess(throttle, "Ann", addresses[8]).endswith("Try again in 25 s.")
    assert guess(throttle, "Bo", addresses[8]) == "wrong"
    await trio.sleep(25)
    assert guess(throttle, "Ann", addresses[8], code="") == ""


@ON_MOCK_CLOCK
async def test_a_name_that_nobody_has_is_counted_like_any_other(tmp_path: Path) -> None:
    throttle = Throttle(rates(tmp_path, sign_in_account=Frequency(2, 40.0)))
    for name in ("Ann", "Nobody", "bad\x00name"):
        assert [guess(throttle, name) for _ in range(3)][1:] == [
            "wrong",
            "Too many attempts to sign in. Try again in 40 s.",
        ]


@ON_MOCK_CLOCK
@pytest.mark.parametrize("code", ["", "busy", "store"])
async def test_only_a_failed_guess_costs_anything(tmp_path: Path, code: str) -> None:
    one = Frequency(1, 1000.0)
    throttle = Throttle(rates(tmp_path, sign_in_account=one, sign_in_address=one, sign_in_all=one))
    for _ in range(5):
        assert guess(throttle, code=code) == ("wrong" if code else "")
    with pytest.raises(trio.Cancelled), throttle.guess("Ann", "192.0.2.1"):
        raise trio.Cancelled._create(source="deadline")
    assert throttle.changes()[0] == ()


@ON_MOCK_CLOCK
@pytest.mark.parametrize(("limit", "same"), [("sign_in_address", True), ("sign_in_all", False)])
async def test_many_names_from_one_address_and_from_all_of_them_are_bounded(
    tmp_path: Path, limit: str, same: bool
) -> None:
    throttle = Throttle(rates(tmp_path, **{limit: Frequency(4, 600.0)}))
    told = [guess(throttle, f"N{number}", "192.0.2.1" if same else f"192.0.2.{number}") for number in range(5)]
    assert told[3:] == ["wrong", "Too many attempts to sign in. Try again in 10 min."]
    assert (guess(throttle, "Bo", "198.51.100.1") == "wrong") is same


@ON_MOCK_CLOCK
async def test_only_accounts_that_are_made_count(tmp_path: Path) -> None:
    throttle = Throttle(rates(tmp_path, register_address=Frequency(2, 30.0)))

    def register(outcome: Callable[[], None] = lambda: None) -> str:
        try:
            with throttle.new_account("192.0.2.1"):
                outcome()
        except Denied as denied:
            return denied.text
        return ""

    def taken() -> None:
        raise Denied("name_taken", "taken")

    assert [register(taken) for _ in range(9)] == ["taken"] * 9
    assert [register(), register(), register()] == ["", "", "Too many new accounts. Try again in 30 s."]


@ON_MOCK_CLOCK
async def test_a_restart_gives_no_guesses_back_and_the_time_in_between_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = rates(tmp_path, sign_in_account=Frequency(3, 40.0))
    async with await opened_store(tmp_path) as store:
        with at(monkeypatch, 1_000_000):
            older = Throttle(section)
            assert [guess(older) for _ in range(4)][2:] == ["wrong", "Too many attempts to sign in. Try again in 40 s."]
            await store.keep_throttles(*older.changes())
            assert older.changes() == ((), ())
        kept = await store.throttles()
        assert {spent.rate for spent in kept} == {"sign_in_account", "sign_in_address", "sign_in_all"}
        assert not any(b"ann" in spent.key.lower() or b"192" in spent.key for spent in kept)
        with at(monkeypatch, 1_030_000):
            newer = Throttle(section)
            newer.restore(kept)
            assert guess(newer) == "Too many attempts to sign in. Try again in 10 s."
        for moment in (0, 1_000_000):  # a clock that was set back gives nothing and takes nothing
            with at(monkeypatch, moment):
                newer = Throttle(section)
                newer.restore(kept)
                assert guess(newer) == "Too many attempts to sign in. Try again in 40 s."
        with at(monkeypatch, 9_000_000):
            newer = Throttle(section)
            newer.restore(kept)
            spent, gone = newer.changes()
            assert (spent, len(gone)) == ((), 3)
            await store.keep_throttles(spent, gone)
        assert await store.throttles() == ()


@ON_MOCK_CLOCK
async def test_memory_for_guesses_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 50)
    throttle = Throttle(rates(tmp_path, sign_in_all=Frequency(1000, 1.0)))
    for number in range(200):
        guess(throttle, f"N{number}", f"192.0.2.{number}")
    assert len(throttle._buckets) == 50
    assert guess(throttle, "N199", "192.0.2.199") == "wrong"


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.01, "1 s"), (39.2, "40 s"), (120, "120 s"), (121, "3 min"), (3600, "60 min")]
)
def test_a_wait_is_told_in_words_and_never_too_short(seconds: float, words: str) -> None:
    assert duration(seconds) == words
