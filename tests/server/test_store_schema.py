"""Migrations: as a whole or not at all, after a backup, and never on what a newer version made."""

import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config as AlembicConfig
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from server.store import backup, engine, schema
from server.store.errors import NewerSchema, StoreUnavailable
from server.store.lock import NAME
from server.store.store import Store
from server.store.tables import metadata
from server.store.writer import transact
from tests.server.stores import finished, player, settled

BETTER = f"""
revision = "9999"
down_revision = "{schema.HEAD}"

from alembic import op
import sqlalchemy as sa

def upgrade():
    op.add_column("accounts", sa.Column("motto", sa.Text))
    op.execute("UPDATE accounts SET motto = 'onward'")
"""
BROKEN = BETTER + "    raise RuntimeError('half way')\n"


def with_migration(folder: Path, text: str) -> Path:
    copied = folder / "100% migrations"
    shutil.copytree(schema.MIGRATIONS, copied, ignore=shutil.ignore_patterns("__pycache__"))
    (copied / "versions" / "v9999_motto.py").write_text(text)
    return copied


def bring_up(folder: Path, migrations: Path, head: str) -> None:
    config = settled(folder)
    opened = engine.connect(config)
    try:
        schema.bring_up(opened, "here", engine.sqlite_file(config), migrations, head)
    finally:
        opened.dispose()


def query(file: Path, statement: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as database:
        return database.execute(statement).fetchall()


async def lived_in(folder: Path) -> Path:
    """A database of the present schema, with somebody in it."""
    async with await Store.open(settled(folder)) as store:
        await store.finish(finished("g1", await player(store, "Ann")), lambda ratings: ratings)
    return folder / engine.FILE_NAME


async def test_the_migrations_make_the_tables_that_the_code_describes(tmp_path: Path) -> None:
    async with await Store.open(settled(tmp_path)) as store:

        def differences(connection: Connection) -> object:
            options = {"compare_type": True, "compare_server_default": True}
            return compare_metadata(MigrationContext.configure(connection, opts=options), metadata)

        assert await store._writer.read(differences) == []


def test_the_newest_migration_is_the_one_that_the_start_looks_for() -> None:
    config = AlembicConfig()
    config.set_main_option("script_location", str(schema.MIGRATIONS))
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_heads() == [schema.HEAD]


async def test_a_start_without_migrations_loads_no_alembic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await lived_in(tmp_path)
    monkeypatch.setitem(sys.modules, "alembic", None)  # importing it would now fail
    async with await Store.open(settled(tmp_path)) as store:
        assert await store.account("ann") is not None
    assert {file.name for file in tmp_path.iterdir()} == {engine.FILE_NAME, NAME}


async def test_a_migration_keeps_what_is_there_and_backs_it_up_first(tmp_path: Path) -> None:
    file = await lived_in(tmp_path / "five")
    bring_up(tmp_path / "five", with_migration(tmp_path, BETTER), "9999")
    assert query(file, "SELECT name, motto FROM accounts") == [("Ann", "onward")]
    assert query(file, "SELECT version_num FROM alembic_version") == [("9999",)]
    copy = file.with_name(f"fivefold.before-migration-from-{schema.HEAD}.sqlite3")
    assert {one.name for one in file.parent.iterdir()} == {file.name, copy.name, NAME}
    assert query(copy, "SELECT version_num FROM alembic_version") == [(schema.HEAD,)]
    assert query(copy, "SELECT id FROM games") == [("g1",)]
    assert copy.stat().st_mode & 0o777 == 0o600


async def test_a_second_migration_keeps_the_first_ones_copy_and_a_failing_one_makes_one_copy(tmp_path: Path) -> None:
    file = await lived_in(tmp_path / "five")
    broken = with_migration(tmp_path, BROKEN)
    for rating in (1, 1, 2):
        with closing(sqlite3.connect(file)) as database, database:
            database.execute("UPDATE accounts SET rating = ? WHERE rating != ?", (rating, rating))
        with pytest.raises(RuntimeError, match="half way"):
            bring_up(tmp_path / "five", broken, "9999")
    copies = [file.with_name(f"fivefold.before-migration-from-{schema.HEAD}{n}.sqlite3") for n in ("", "-2")]
    assert sorted(file.parent.glob("*before-migration*")) == sorted(copies)
    assert [query(copy, "SELECT rating FROM accounts") for copy in copies] == [[(1.0,)], [(2.0,)]]


async def test_a_migration_that_fails_half_way_changes_nothing(tmp_path: Path) -> None:
    file = await lived_in(tmp_path / "five")
    with pytest.raises(RuntimeError, match="half way"):
        bring_up(tmp_path / "five", with_migration(tmp_path, BROKEN), "9999")
    assert query(file, "SELECT version_num FROM alembic_version") == [(schema.HEAD,)]
    assert "motto" not in {row[1] for row in query(file, "PRAGMA table_info(accounts)")}
    async with await Store.open(settled(tmp_path / "five")) as store:
        assert await store.account("ann") is not None


async def test_a_new_database_needs_no_backup(tmp_path: Path) -> None:
    bring_up(tmp_path / "five", with_migration(tmp_path, BETTER), "9999")
    assert {file.name for file in (tmp_path / "five").iterdir()} == {engine.FILE_NAME}


async def test_a_database_of_a_newer_version_is_refused_untouched(tmp_path: Path) -> None:
    file = await lived_in(tmp_path / "five")
    bring_up(tmp_path / "five", with_migration(tmp_path, BETTER), "9999")
    before = file.read_bytes()
    with pytest.raises(
        NewerSchema, match=f"newer fivefold: its schema is 9999, and this version knows up to {schema.HEAD}"
    ):
        await Store.open(settled(tmp_path / "five"))
    assert file.read_bytes() == before


async def test_a_backup_is_whole_while_others_write(tmp_path: Path) -> None:
    file = await lived_in(tmp_path)
    target = tmp_path / "copy.sqlite3"
    target.write_text("an older copy")
    with closing(sqlite3.connect(file, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE accounts SET rating = 1")
        backup.copy(file, target)
        writer.execute("ROLLBACK")
    assert query(target, "SELECT rating FROM accounts") == [(1500.0,)]
    assert query(target, "PRAGMA integrity_check") == [("ok",)]


async def test_a_backup_that_fails_leaves_the_older_one(tmp_path: Path) -> None:
    broken, target = tmp_path / "broken.sqlite3", tmp_path / "copy.sqlite3"
    broken.write_bytes(b"no database " * 1000)
    target.write_text("an older copy")
    with pytest.raises(StoreUnavailable, match="could not be copied"):
        backup.copy(broken, target)
    assert target.read_text() == "an older copy"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["broken.sqlite3", "copy.sqlite3"]


def test_a_transaction_that_fails_is_undone(tmp_path: Path) -> None:
    opened = engine.connect(settled(tmp_path))

    def work(connection: Connection) -> None:
        connection.exec_driver_sql("CREATE TABLE half (x INTEGER)")
        raise LookupError

    with pytest.raises(LookupError):
        transact(opened, "here", "write", work)
    opened.dispose()
    assert query(tmp_path / engine.FILE_NAME, "SELECT name FROM sqlite_master") == []
