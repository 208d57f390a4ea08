"""Registering and signing in, with real hashes and a real store."""

import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
import trio
from argon2 import PasswordHasher

from server import accounts as module
from server.accounts import Account, Accounts, Denied, unmatched
from server.store.engine import FILE_NAME
from server.store.store import Store
from tests.server.stores import finished, opened_store

PASSWORD = "correct horse"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await opened_store(tmp_path, busy_seconds=0) as opened:
        yield opened


@pytest.fixture
def accounts(store: Store) -> Accounts:
    return Accounts(store, queue=8)


class Counting(PasswordHasher):
    """The real hasher, which writes down what it was asked to check, in which thread."""

    def __init__(self) -> None:
        super().__init__(time_cost=2, memory_cost=19_456, parallelism=1)
        self.checked: list[str] = []
        self.hashed = 0
        self.threads: set[int] = set()

    def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # type: ignore[override] # noqa: A002
        self.checked.append(str(hash))
        self.threads.add(threading.get_ident())
        return super().verify(hash, password)

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self.hashed += 1
        self.threads.add(threading.get_ident())
        return super().hash(password, salt=salt)


def counted(accounts: Accounts) -> Counting:
    accounts._hasher = Counting()
    return accounts._hasher


async def kept_hash(store: Store) -> str:
    stored = await store.account("ann")
    assert stored is not None
    return stored.password_hash


async def denied(accounts: Accounts, name: str, password: str) -> Denied:
    with pytest.raises(Denied) as refused:
        await accounts.sign_in(name, password)
    return refused.value


async def test_who_registers_can_sign_in_under_any_spelling_of_the_name(accounts: Accounts) -> None:
    made = await accounts.register("Ann", PASSWORD)
    assert made == Account(made.id, "Ann", 1500.0)
    for name in ("Ann", "ANN", "ann", "Ａｎｎ", " ann "):
        assert await accounts.sign_in(name, PASSWORD) == made


async def test_signing_in_brings_the_present_rating(accounts: Accounts, store: Store) -> None:
    await accounts.register("Ann", PASSWORD)
    stored = await store.account("ann")
    assert stored is not None
    await store.finish(finished("g1", stored), lambda ratings: dict.fromkeys(ratings, 1510.5))
    assert (await accounts.sign_in("Ann", PASSWORD)).rating == 1510.5


@pytest.mark.parametrize(
    "name",
    ["Tom", "TOM", "Ｔｏｍ", "Том", "T.o.m", "Tóm", "t om"],
    ids=["same", "case", "fullwidth", "cyrillic", "dots", "accent", "space"],
)
async def test_a_taken_name_and_its_look_alikes_are_refused_to_all(accounts: Accounts, name: str) -> None:
    await accounts.register("Tom", PASSWORD)
    for attempt in (accounts.register(name, PASSWORD), accounts.free_name(name)):
        with pytest.raises(Denied) as refused:
            await attempt
        assert refused.value.code == "name_taken"


@pytest.mark.parametrize(
    "name", ["", " ", "Ann ", " Ann", "Ann\u00a0", "A\u2060nn", "\u3164", "\u2800", "A\x1bnn", "A\nn"]
)
async def test_a_name_that_could_deceive_is_refused_with_a_sentence(accounts: Accounts, name: str) -> None:
    for attempt in (accounts.register(name, PASSWORD), accounts.free_name(name)):
        with pytest.raises(Denied) as refused:
            await attempt
        assert refused.value.code == "bad_name"
        assert refused.value.text.endswith(".")


async def test_a_guests_name_is_kept_in_its_clean_form(accounts: Accounts) -> None:
    assert await accounts.free_name("Ｂｏｂ") == "Bob"


@pytest.mark.parametrize(
    ("password", "words"),
    [
        ("", "at least 8"),
        ("7 chars", "at least 8"),
        ("x" * 257, "at most 256"),
        ("ANN ANN ANN", "must not be the name"),
        (" \u3000" * 8, "nothing but spaces"),
        ("secret\0word", "control characters"),
        ("\x7f" * 9, "control characters"),
    ],
)
async def test_a_weak_password_is_refused_with_a_sentence(accounts: Accounts, password: str, words: str) -> None:
    with pytest.raises(Denied, match="weak_password") as refused:
        await accounts.register("Ann Ann Ann", password)
    assert words in refused.value.text
    assert await accounts.free_name("Ann Ann Ann") == "Ann Ann Ann"


@pytest.mark.parametrize(
    "password", ["x" * 8, "x" * 256, "пароль пароль", "\U0001f600" * 8, "  spaces  too  ", "lone \ud800 surrogate"]
)
async def test_any_characters_make_a_password(accounts: Accounts, password: str) -> None:
    made = await accounts.register("Ann", password)
    assert await accounts.sign_in("Ann", password) == made
    assert (await denied(accounts, "Ann", password + "x")).code == "wrong_password"


async def test_an_accent_counts_the_same_however_the_keyboard_sends_it(accounts: Accounts) -> None:
    made = await accounts.register("Ann", "cafe\u0301 au lait")
    assert await accounts.sign_in("Ann", "caf\u00e9 au lait") == made


async def test_known_and_unknown_names_get_the_same_answer_after_the_same_work(accounts: Accounts) -> None:
    await accounts.register("Ann", PASSWORD)
    answers = []
    for name in ("Ann", "Nobody", "bad\x00name", "\ud800", ""):
        hasher = counted(accounts)
        refused = await denied(accounts, name, "wrong horse")
        answers.append((refused.code, refused.text, len(hasher.checked), hasher.hashed))
        (checked,) = hasher.checked
        assert not hasher.check_needs_rehash(checked)  # of the present strength, so it costs the same
        assert threading.get_ident() not in hasher.threads
    assert len(set(answers)) == 1


async def test_no_password_opens_the_hash_that_unknown_names_are_checked_against(accounts: Accounts) -> None:
    hasher = counted(accounts)
    assert unmatched(hasher) != unmatched(hasher)
    assert not await accounts._fits("", unmatched(hasher))
    assert hasher.checked


async def test_the_password_is_kept_only_as_a_hash(accounts: Accounts, store: Store, tmp_path: Path) -> None:
    await accounts.register("Ann", PASSWORD)
    assert (await kept_hash(store)).startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert all(PASSWORD.encode() not in file.read_bytes() for file in tmp_path.iterdir())


async def test_a_hash_of_an_older_strength_is_renewed_by_a_right_password_alone(
    accounts: Accounts, store: Store
) -> None:
    made = await accounts.register("Ann", PASSWORD)
    older = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
    await store.set_password_hash(made.id, older)
    await denied(accounts, "Ann", "wrong horse")
    assert await kept_hash(store) == older
    assert await accounts.sign_in("Ann", PASSWORD) == made
    hasher = counted(accounts)
    assert not hasher.check_needs_rehash(await kept_hash(store))
    assert await accounts.sign_in("Ann", PASSWORD) == made
    assert hasher.hashed == 0


async def test_a_damaged_hash_lets_nobody_in(accounts: Accounts, store: Store) -> None:
    made = await accounts.register("Ann", PASSWORD)
    await store.set_password_hash(made.id, "$argon2id$nonsense")
    assert (await denied(accounts, "Ann", PASSWORD)).code == "wrong_password"


async def test_many_sign_in_side_by_side_each_with_the_own_answer(store: Store) -> None:
    accounts = Accounts(store, queue=100)
    await accounts.register("Ann", PASSWORD)
    await accounts.register("Bob", "another horse")
    answers: list[str] = []

    async def attempt(name: str, password: str) -> None:
        try:
            answers.append((await accounts.sign_in(name, password)).name)
        except Denied as refused:
            answers.append(refused.code)

    async with trio.open_nursery() as nursery:
        for _ in range(5):
            nursery.start_soon(attempt, "Ann", PASSWORD)
            nursery.start_soon(attempt, "Bob", "another horse")
            nursery.start_soon(attempt, "Bob", PASSWORD)
    assert sorted(answers) == ["Ann"] * 5 + ["Bob"] * 5 + ["wrong_password"] * 5


async def test_of_look_alikes_who_register_at_once_one_gets_the_name(store: Store) -> None:
    accounts = Accounts(store, queue=100)
    outcomes: list[str] = []

    async def attempt(name: str) -> None:
        try:
            await accounts.register(name, PASSWORD)
            outcomes.append("made")
        except Denied as refused:
            outcomes.append(refused.code)

    async with trio.open_nursery() as nursery:
        for name in ("Ann", "ANN", "Ánn", "A.nn"):
            nursery.start_soon(attempt, name)
    assert sorted(outcomes) == ["made", "name_taken", "name_taken", "name_taken"]


async def test_a_full_queue_sends_newcomers_away_and_frees_again(store: Store) -> None:
    accounts = Accounts(store, queue=3)
    made = await accounts.register("Ann", PASSWORD)
    held, begun = threading.Event(), []

    class Slow(Counting):
        def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # type: ignore[override] # noqa: A002
            begun.append(1)
            held.wait()
            return super().verify(hash, password)

    accounts._hasher = Slow()
    async with trio.open_nursery() as nursery:
        for _ in range(3):
            nursery.start_soon(accounts.sign_in, "Ann", PASSWORD)
        while accounts._waiting < 3:
            await trio.lowlevel.checkpoint()
        assert len(begun) <= module.AT_A_TIME
        refused = await denied(accounts, "Ann", PASSWORD)
        assert refused.code == "busy"
        assert "in a moment" in refused.text
        held.set()
    assert await accounts.sign_in("Ann", PASSWORD) == made


async def test_a_cancelled_sign_in_gives_its_place_in_the_queue_back(accounts: Accounts) -> None:
    await accounts.register("Ann", PASSWORD)
    for _ in range(20):
        with trio.CancelScope() as scope:
            scope.cancel()
            await accounts.sign_in("Ann", PASSWORD)
    assert accounts._waiting == 0
    assert (await accounts.sign_in("Ann", PASSWORD)).name == "Ann"


async def test_a_store_in_trouble_is_told_as_a_pause(accounts: Accounts, store: Store, tmp_path: Path) -> None:
    made = await accounts.register("Ann", PASSWORD)
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Denied, match="store") as refused:
            await accounts.register("Bob", PASSWORD)
        assert "in a moment" in refused.value.text
        assert await accounts.sign_in("Ann", PASSWORD) == made  # nothing needs to be written for that
        other.execute("ROLLBACK")
    assert (await accounts.register("Bob", PASSWORD)).name == "Bob"


async def test_a_renewal_that_cannot_be_written_keeps_nobody_out(
    accounts: Accounts, store: Store, tmp_path: Path
) -> None:
    made = await accounts.register("Ann", PASSWORD)
    older = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
    await store.set_password_hash(made.id, older)
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert await accounts.sign_in("Ann", PASSWORD) == made
