"""Accounts and finished games in a real SQLite file: stored once, whole, and still there after a restart."""

import errno
import os
import sqlite3
import stat
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
import trio
from msgspec.structs import replace

from engines.contract import Seat
from server.store import hardener, writer
from server.store.engine import FILE_NAME
from server.store.errors import NameTaken, StoreUnavailable
from server.store.lock import NAME
from server.store.records import FinishedGame, Page, StoredAccount, Tally
from server.store.store import Store
from tests.server.databases import FILE_ONLY
from tests.server.disk import end_at_once
from tests.server.stores import finished, first_takes, opened_store, player, settled


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await opened_store(tmp_path) as opened:
        yield opened


def take_ten(ratings: Mapping[Seat, float]) -> Mapping[Seat, float]:
    return first_takes(10.0, dict(ratings))


def unasked(ratings: Mapping[Seat, float]) -> Mapping[Seat, float]:
    raise AssertionError("nothing is to be rated here")


async def rating(store: Store, name: str) -> float:
    found = await store.account(name.lower())
    assert found is not None
    return found.rating


async def test_an_account_is_found_by_its_key(store: Store) -> None:
    ann = await player(store, "Ann", 1512.25)
    assert await store.account("ann") == ann
    assert ann.rating == 1512.25
    assert await store.account("Ann") is None


async def test_a_name_is_taken_by_its_key_and_by_its_look(store: Store) -> None:
    await player(store, "Ann")
    assert await store.name_taken("ann", "other")
    assert await store.name_taken("other", "ann")
    assert not await store.name_taken("other", "else")
    newcomer = StoredAccount(0, "Ann", "hash", 1500.0, 1)
    for key, skeleton in (("ann", "other"), ("other", "ann")):
        with pytest.raises(NameTaken):
            await store.add_account(newcomer, key, skeleton)


async def test_of_many_who_want_one_name_at_once_one_gets_it(store: Store) -> None:
    outcomes: list[str] = []

    async def try_it() -> None:
        try:
            await player(store, "Ann")
            outcomes.append("made")
        except NameTaken:
            outcomes.append("taken")

    async with trio.open_nursery() as nursery:
        for _ in range(20):
            nursery.start_soon(try_it)
    assert sorted(outcomes) == ["made"] + ["taken"] * 19


@FILE_ONLY
async def test_what_nobody_waits_for_reaches_the_disk_a_little_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached = threading.Event()

    def reach(log: int) -> None:
        os.fsync(log)
        reached.set()

    monkeypatch.setattr(hardener, "HARDENED_AFTER", 0.01)
    monkeypatch.setattr(hardener, "harden", reach)
    async with await opened_store(tmp_path) as store:
        for _ in range(2):
            await store.set_password_hash(1, "hash")
            assert await trio.to_thread.run_sync(reached.wait, 10)
            reached.clear()
        monkeypatch.setattr(hardener, "HARDENED_AFTER", 3600.0)
        await store.set_password_hash(1, "another")
    assert reached.is_set()  # at the end at the latest


async def test_a_game_comes_back_as_it_was_stored(store: Store) -> None:
    ann, bob = await player(store, "Ann"), await player(store, "Bob")
    game = finished("g1", ann, bob)
    stored = await store.finish(game, take_ten)
    assert await store.game("g1") == stored
    assert [(seat.rating_before, seat.rating_after) for seat in stored.seats] == [
        (1500.0, 1510.0),
        (1500.0, 1490.0),
        (None, None),
    ]
    bare = [replace(seat, rating_before=None, rating_after=None) for seat in stored.seats]
    assert replace(stored, seats=tuple(bare)) == game
    assert (await rating(store, "Ann"), await rating(store, "Bob")) == (1510.0, 1490.0)


async def test_a_game_is_stored_and_rated_once(store: Store) -> None:
    ann, bob = await player(store, "Ann"), await player(store, "Bob")
    game = finished("g1", ann, bob)
    first = await store.finish(game, take_ten)
    second = await store.finish(replace(game, how="points", commands=()), unasked)
    assert second == first
    assert await rating(store, "Ann") == 1510.0


async def test_closings_of_one_game_side_by_side_rate_it_once(store: Store) -> None:
    game = finished("g1", await player(store, "Ann"), await player(store, "Bob"))
    results: list[FinishedGame] = []

    async def close() -> None:
        results.append(await store.finish(game, take_ten))

    async with trio.open_nursery() as nursery:
        for _ in range(10):
            nursery.start_soon(close)
    assert len(results) == 10
    assert len(set(results)) == 1
    assert await rating(store, "Ann") == 1510.0


async def test_ratings_are_read_when_the_game_closes_and_their_sum_is_kept(store: Store) -> None:
    people = [await player(store, f"p{number}", 1500.0 + number / 7) for number in range(6)]
    chance = Random(5)
    tables = [chance.sample(people, chance.randint(2, 4)) for _ in range(40)]

    async def close(number: int, table: list[StoredAccount]) -> None:
        await store.finish(finished(f"g{number}", *table), lambda found: first_takes(3.0, dict(found)))

    async with trio.open_nursery() as nursery:
        for number, table in enumerate(tables):
            nursery.start_soon(close, number, table)
    expected = {one.name: one.rating for one in people}
    for table in tables:
        for seat, one in enumerate(table):
            expected[one.name] += 3.0 * (len(table) - 1) if seat == 0 else -3.0
    found = {one.name: await rating(store, one.name) for one in people}
    assert found == pytest.approx(expected)
    assert sum(found.values()) == pytest.approx(sum(one.rating for one in people))


async def test_an_unrated_game_changes_no_rating(store: Store) -> None:
    ann = await player(store, "Ann")
    stored = await store.finish(finished("g1", ann, rated=False), unasked)
    assert all(seat.rating_after is None for seat in stored.seats)
    assert await rating(store, "Ann") == 1500.0


async def test_guests_and_bots_are_not_rated(store: Store) -> None:
    game = finished("g1", await player(store, "Ann"), await player(store, "Bob"))
    guest = replace(game.seats[1], account=None, rating_before=1.0, rating_after=2.0)
    asked: list[Mapping[Seat, float]] = []

    def rate(ratings: Mapping[Seat, float]) -> Mapping[Seat, float]:
        asked.append(ratings)
        return ratings

    stored = await store.finish(replace(game, seats=(game.seats[0], guest, game.seats[2])), rate)
    assert asked == [{0: 1500.0}]
    # Nothing is kept of the bot's rating, so it meets everybody with its 1500.
    for seat in stored.seats[1:]:
        assert (seat.rating_before, seat.rating_after) == (None, None)


@pytest.mark.parametrize(
    "wrong",
    [
        {0: 1500.0},
        {0: 1500.0, 1: 1500.0, 2: 1500.0},
        {0: float("nan"), 1: 1500.0},
        {0: float("inf"), 1: 1.0},
        {0: 0, 1: 9},
    ],
)
async def test_an_improper_rating_stores_nothing(store: Store, wrong: Mapping[Seat, float]) -> None:
    game = finished("g1", await player(store, "Ann"), await player(store, "Bob"))
    with pytest.raises(ValueError, match="rating rule"):
        await store.finish(game, lambda _: wrong)
    assert await store.game("g1") is None
    assert await rating(store, "Ann") == 1500.0


async def test_a_rating_rule_that_fails_stores_nothing(store: Store) -> None:
    game = finished("g1", await player(store, "Ann"))
    with pytest.raises(AssertionError):
        await store.finish(game, unasked)
    assert await store.game("g1") is None
    await store.finish(game, take_ten)
    assert await store.game("g1") is not None


async def test_a_rated_game_needs_accounts_that_exist_and_sit_once(store: Store) -> None:
    ann = await player(store, "Ann")
    with pytest.raises(ValueError, match="twice"):
        await store.finish(finished("g1", ann, ann), take_ten)
    with pytest.raises(ValueError, match="does not exist"):
        await store.finish(finished("g2", ann, replace(ann, id=99)), take_ten)
    assert await store.game("g1") is None
    assert await store.game("g2") is None


async def test_the_history_is_the_accounts_own_newest_first(store: Store) -> None:
    ann, bob, eve = [await player(store, name) for name in ("Ann", "Bob", "Eve")]
    for number in range(5):
        await store.finish(finished(f"a{number}", ann, bob, ended=5_000 + number), take_ten)
    await store.finish(finished("b", bob, eve, ended=9_000), take_ten)
    games = await store.history(ann.id, 3)
    assert [game.id for game in games] == ["a4", "a3", "a2"]
    assert (len(games[0].seats), games[0].seats[games[0].mine].rating_after) == (3, 1550.0)
    assert [game.id for game in await store.history(eve.id, 10)] == ["b"]
    assert await store.history(99, 10) == ()


async def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    async with await Store.open(settled(tmp_path)) as store:
        ann = await player(store, "Ann")
        await store.set_password_hash(ann.id, "another")
        game = await store.finish(finished("g1", ann, await player(store, "Bob")), take_ten)
    async with await Store.open(settled(tmp_path)) as store:
        assert await store.account("ann") == replace(ann, password_hash="another", rating=1510.0)
        assert await store.game("g1") == game


async def test_a_work_that_began_is_finished_though_its_task_is_cancelled(store: Store) -> None:
    game, token = finished("g1", await player(store, "Ann")), trio.lowlevel.current_trio_token()
    with trio.CancelScope() as scope:

        def rate(ratings: Mapping[Seat, float]) -> Mapping[Seat, float]:
            trio.from_thread.run_sync(scope.cancel, trio_token=token)
            return ratings

        await store.finish(game, rate)
    assert await store.game("g1") is not None


async def test_a_work_that_stands_in_line_is_given_up_when_its_task_is_cancelled(store: Store) -> None:
    ann = await player(store, "Ann")
    began, go_on = trio.Event(), threading.Event()
    token = trio.lowlevel.current_trio_token()

    def slow(ratings: Mapping[Seat, float]) -> Mapping[Seat, float]:
        token.run_sync_soon(began.set)
        go_on.wait(60)
        return ratings

    async with trio.open_nursery() as nursery:
        nursery.start_soon(store.finish, finished("first", ann), slow)
        await began.wait()
        with trio.move_on_after(0) as scope:
            await store.finish(finished("second", ann), unasked)
        go_on.set()
    assert scope.cancelled_caught
    assert await store.game("first") is not None
    assert await store.game("second") is None


@FILE_ONLY
async def test_the_store_closes_in_a_cancelled_task(tmp_path: Path) -> None:
    store = await Store.open(settled(tmp_path))
    with trio.CancelScope() as scope:
        scope.cancel()
        await store.aclose()
    assert {file.name for file in tmp_path.iterdir()} == {FILE_NAME, NAME}


@FILE_ONLY
async def test_only_the_owner_can_read_the_data(tmp_path: Path) -> None:
    previous = os.umask(0)
    try:
        async with await Store.open(settled(tmp_path / "five")) as store:
            await player(store, "Ann")
            modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "five").iterdir()}
    finally:
        os.umask(previous)
    assert modes.keys() > {FILE_NAME}
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE((tmp_path / "five").stat().st_mode) == 0o700


@FILE_ONLY
async def test_results_wait_for_the_disk_and_others_do_not(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = await player(store, "Ann")
    asked, slow = trio.Event(), threading.Event()
    token = trio.lowlevel.current_trio_token()

    def sync(_: int) -> None:
        token.run_sync_soon(asked.set)
        slow.wait(60)

    monkeypatch.setattr(os, "fsync", sync)
    told: list[str] = []

    async def finish() -> None:
        told.append((await store.finish(finished("g1", ann), take_ten)).id)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(finish)
        await asked.wait()
        page = Page("100001", b"state", None, 0, (b"news",))
        first = await store.keep([page])
        assert await store.keep([replace(page, state=None, first=1)]) == first + 1
        assert told == []
        slow.set()
    assert told == ["g1"]


@FILE_ONLY
async def test_a_result_is_not_told_of_where_the_disk_fails_while_it_is_waited_for(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await player(store, "Ann")

    def sync(_: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", sync)
        with pytest.raises(StoreUnavailable, match="Input/output error"):
            await store.finish(finished("g1", ann), take_ten)
    assert (await store.finish(finished("g1", ann), take_ten)).id == "g1"
    assert await rating(store, "Ann") == 1500.0  # alone: it was rated once and not again


@FILE_ONLY
async def test_the_log_of_sqlite_is_put_into_its_file_now_and_then(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "CHECKPOINT_AFTER", 5)
    log, most = tmp_path / f"{FILE_NAME}-wal", 0
    for number in range(200):
        await store.keep([Page("100001", None, None, number, (b"news" * 1000,))])
        await store.game("none")  # stands in line behind what empties the log
        most = max(most, log.stat().st_size)
    assert most < 500_000


@FILE_ONLY
async def test_the_file_has_a_write_ahead_log_and_foreign_keys(store: Store, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    game = finished("g1", await player(store, "Ann"))
    stranger = replace(game, rated=False, seats=(replace(game.seats[0], account=99),))
    with pytest.raises(Exception, match="FOREIGN KEY"):
        await store.finish(stranger, take_ten)
    assert await store.game("g1") is None


async def test_a_history_goes_on_behind_a_game_also_where_several_ended_together(store: Store) -> None:
    ann = await player(store, "Ann")
    for number, ended in enumerate((5_000, 5_000, 5_000, 4_000)):
        await store.finish(finished(f"g{number}", ann, ended=ended, rated=False), unasked)
    read: list[str] = []
    while page := await store.history(ann.id, 2, read[-1] if read else None):
        read += [game.id for game in page]
    assert read == ["g0", "g1", "g2", "g3"]
    assert await store.history(ann.id, 2, "unknown") == ()


async def test_a_tally_counts_games_and_wins_but_no_win_alone_or_beside_somebody(store: Store) -> None:
    ann, bob = await player(store, "Ann"), await player(store, "Bob")
    alone = finished("alone", ann, rated=False)
    await store.finish(replace(alone, seats=alone.seats[:1]), unasked)
    await store.finish(finished("won", ann, bob, rated=False), unasked)
    level = finished("level", ann, bob, rated=False)
    await store.finish(replace(level, seats=tuple(replace(seat, place=1) for seat in level.seats)), unasked)
    assert await store.tallies(ann.id) == (Tally("toss", 3, 1),)
    assert await store.tallies(bob.id) == (Tally("toss", 2, 0),)
    assert await store.tallies(99) == ()


async def test_many_games_that_end_in_one_second_are_all_stored_in_their_order(store: Store) -> None:
    await end_at_once(store, 50)
