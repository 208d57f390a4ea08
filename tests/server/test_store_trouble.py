"""A database that is locked, full, read-only, damaged or not ours: a sentence, and nothing half-written."""

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

import pytest
import trio
import trio.testing
from msgspec.structs import replace
from sqlalchemy import select

from engines.contract import Seat
from server.store.engine import FILE_NAME
from server.store.errors import StoreBusy, StoreError, StoreUnavailable
from server.store.records import Page
from server.store.store import Store
from server.store.tables import journal_news
from tests.server.databases import FILE_ONLY
from tests.server.stores import finished, opened_store, player, settled

pytestmark = FILE_ONLY


def unchanged(ratings: Mapping[Seat, float]) -> Mapping[Seat, float]:
    return ratings


async def set_on_connections(store: Store, pragma: str) -> None:
    """Change what the store's two connections may do, as its disk or its administrator would."""
    with store._writer.engine.connect() as one, store._writer.engine.connect() as other:
        for connection in (one, other):
            connection.exec_driver_sql(f"PRAGMA {pragma}")


async def test_a_database_that_somebody_holds_is_busy_and_nothing_is_written(tmp_path: Path) -> None:
    async with await opened_store(tmp_path, busy_seconds=0) as store:
        game = finished("g1", await player(store, "Ann"))
        with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreBusy, match="locked by another program"):
                await store.finish(game, unchanged)
            assert await store.game("g1") is None  # readers are not held up
            other.execute("ROLLBACK")
        assert (await store.finish(game, unchanged)).id == "g1"


async def test_a_result_waits_for_a_backup_to_end(tmp_path: Path) -> None:
    async with await opened_store(tmp_path, busy_seconds=60) as store:
        game = finished("g1", await player(store, "Ann"))
        with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            async with trio.open_nursery() as nursery:
                nursery.start_soon(store.finish, game, unchanged)
                await trio.testing.wait_all_tasks_blocked()
                other.execute("COMMIT")
        assert await store.game("g1") is not None


async def test_a_full_disk_is_told_and_nothing_is_half_written(tmp_path: Path) -> None:
    async with await opened_store(tmp_path) as store:
        ann = await player(store, "Ann")
        await set_on_connections(store, "max_page_count = 1")  # SQLite takes the present size for that
        big = replace(finished("g1", ann), record=b"x" * 2_000_000)
        with pytest.raises(StoreUnavailable, match="the disk is full"):
            await store.finish(big, lambda ratings: {seat: value + 1 for seat, value in ratings.items()})
        assert await store.game("g1") is None
        assert await store.account("ann") == ann
        await set_on_connections(store, "max_page_count = 1000000")
        assert (await store.finish(big, unchanged)).record == big.record


async def test_a_read_only_database_is_told(tmp_path: Path) -> None:
    async with await opened_store(tmp_path) as store:
        await set_on_connections(store, "query_only = ON")
        with pytest.raises(StoreUnavailable, match="it is read-only"):
            await player(store, "Ann")
        await set_on_connections(store, "query_only = OFF")
        assert await store.account("ann") is None


async def test_news_of_rooms_are_written_whole_or_not_at_all_and_the_reason_is_told(tmp_path: Path) -> None:
    page = Page("100001", None, None, 0, (b"news",))
    async with await opened_store(tmp_path, busy_seconds=0) as store:
        first = await store.keep([page])
        with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreBusy, match="locked by another program"):
                await store.keep([page])
            other.execute("ROLLBACK")
        await set_on_connections(store, "max_page_count = 1")
        with pytest.raises(StoreUnavailable, match="the disk is full"):
            await store.keep([replace(page, entries=(b"x" * 2_000_000,))])
        await set_on_connections(store, "max_page_count = 1000000")
        await set_on_connections(store, "query_only = ON")
        with pytest.raises(StoreUnavailable, match="it is read-only"):
            await store.keep([page])
        await set_on_connections(store, "query_only = OFF")
        assert await store.keep([page]) > first
        rows = await store._writer.read(lambda connection: connection.execute(select(journal_news.c.id)).all())
        assert len(rows) == 2


def not_a_database(file: Path) -> None:
    file.write_bytes(b"somebody's letters, and no database at all " * 100)


def of_another_program(file: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE accounts (iban TEXT)")


@pytest.mark.parametrize(
    ("make", "words"),
    [(not_a_database, "it is not a SQLite database"), (of_another_program, "holds the tables of another program")],
)
async def test_a_file_of_another_program_is_left_alone(
    tmp_path: Path, make: Callable[[Path], None], words: str
) -> None:
    file = tmp_path / FILE_NAME
    make(file)
    before = file.read_bytes()
    with pytest.raises(StoreUnavailable, match=words):
        await Store.open(settled(tmp_path))
    assert file.read_bytes()[100:] == before[100:]


async def test_a_data_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreUnavailable, match=r"The data folder .* cannot be used: Not a directory"):
        await Store.open(settled(tmp_path / "file" / "five"))


async def test_a_database_server_that_is_not_there_is_a_sentence_without_the_password(tmp_path: Path) -> None:
    config = settled(tmp_path)
    address = "postgresql+psycopg://ann:sesame@127.0.0.1:1/five"
    with pytest.raises(StoreError) as refused:
        await Store.open(replace(config, data=replace(config.data, database=address)))
    assert "psycopg" in str(refused.value) or "cannot be reached" in str(refused.value)
    assert "sesame" not in str(refused.value)
