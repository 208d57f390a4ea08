"""The connection to the database: SQLite in the data folder, or a PostgreSQL server."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url

from server.config import Config
from server.store.errors import NeedsAdmin, unusable

FILE_NAME = "fivefold.sqlite3"
CACHE = 1024
"""So much (KiB) of the SQLite file each connection keeps in memory; the system keeps the rest."""

Access: TypeAlias = Literal["read", "write"]
"""What a transaction is for. What one has written could be undone if the power fails (never by the death of the server
alone) until `harden` has returned; for what nobody waits for, the hardener sees to that."""


def sqlite_file(config: Config) -> Path | None:
    """The SQLite file, or None where the configuration names another database."""
    return None if config.data.database else config.folder / FILE_NAME


def in_file(engine: Engine) -> bool:
    """Whether the database is a SQLite file, with its one writer and its log."""
    return engine.dialect.name == "sqlite"


def place(config: Config) -> str:
    """The database in words for messages, without its password."""
    file = sqlite_file(config)
    return make_url(config.data.database).render_as_string() if file is None else str(file)


def connect(config: Config) -> Engine:
    """The engine for the configured database, without touching it but for the folder and an empty file.

    Raises:
        StoreUnavailable: The folder or file cannot be made, or the driver is not installed.
    """
    file = sqlite_file(config)
    if file is None:
        return _postgresql(make_url(config.data.database), config.data.busy_seconds)
    prepare(file)
    # hide_parameters: an error's text must never carry a password hash into the log.
    engine = create_engine(
        URL.create("sqlite", database=str(file)),
        connect_args={"timeout": config.data.busy_seconds},
        pool_size=2,  # one is the journal's
        paramstyle="named",
        hide_parameters=True,
    )
    event.listen(engine, "connect", _prepare_connection)
    event.listen(engine, "begin", _begin)
    return engine


def prepare(file: Path) -> None:
    """Make the data folder and an empty database file that nobody else can read; leave what exists as it is.

    Raises:
        StoreUnavailable: The system does not allow it.
    """
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise unusable(file.parent, error) from error


def _postgresql(url: URL, busy_seconds: float) -> Engine:
    options = f"-c lock_timeout={round(busy_seconds * 1000)}"
    try:
        return create_engine(
            url.set(drivername="postgresql+psycopg"),
            connect_args={"options": options, "connect_timeout": 10},
            pool_pre_ping=True,
            hide_parameters=True,
        )
    except ModuleNotFoundError as error:
        raise NeedsAdmin("A PostgreSQL database needs psycopg: pip install 'psycopg[binary]'.") from error


def added(engine: Engine, statement: str, values: Mapping[str, object]) -> int:
    """Carry out an INSERT that returns a number, in a transaction of its own.

    It is written as the driver takes it: what SQLAlchemy does for a transaction costs eight times as much, and the
    journal writes many times a second.
    """
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute(statement, values)
        ((number,),) = cursor.fetchall()  # in SQLite the end of a statement is its commit
        connection.commit()
        return int(number)
    finally:
        connection.close()


def opened_log(engine: Engine) -> int | None:
    """SQLite's log, as `harden` needs it, opened once: later there may be no file descriptor left; None without one.

    It bears no locks, which closing it would undo.
    """
    with engine.connect(), engine.connect():  # both connections, for the same reason
        try:
            return os.open(f"{engine.url.database}-wal", os.O_RDONLY) if in_file(engine) else None
        except FileNotFoundError:
            return None  # on some network disks SQLite keeps none


def harden(log: int | None) -> None:
    """Wait until everything that was committed is on the disk, also if the power fails the moment after.

    With "synchronous = FULL" SQLite would do that inside of the commit, and let nobody else write meanwhile. What is
    not in the log any more was put into the file itself, and SQLite has waited for that. PostgreSQL's commits wait.

    Raises:
        OSError: The disk fails.
    """
    if log is not None:
        os.fsync(log)


def harden_names(file: Path) -> None:
    """Wait until the disk knows under which names a file, and what belongs to it, are in its folder.

    Raises:
        StoreUnavailable: The disk fails.
    """
    try:
        opened = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
    except OSError as error:
        raise unusable(file.parent, error) from error


def wait_for_disk(engine: Engine) -> None:
    """Let every commit of a new engine be on the disk when it returns: for few, of which somebody is told at once."""
    if in_file(engine):
        event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous = FULL"))


def checkpointed(engine: Engine) -> bool:
    """Put what SQLite's log holds into its file, in which nobody is held up; whether that was all of it."""
    connection = engine.raw_connection()
    try:
        ((_, frames, done),) = connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        return bool(frames == done)
    finally:
        connection.close()


def _prepare_connection(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver begins no transactions of its own; _begin does
    # A commit that also empties the log takes many times as long as others: the writer does that when there is time.
    for pragma in (
        "journal_mode = WAL",
        "synchronous = NORMAL",
        "foreign_keys = ON",
        "wal_autocheckpoint = 0",
        f"cache_size = -{CACHE}",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    # A writer takes the lock at once: a transaction that reads first and writes later could find that somebody wrote in
    # between, and SQLite refuses that without waiting.
    access: Access = connection.get_execution_options().get("access", "read")
    connection.exec_driver_sql("BEGIN" if access == "read" else "BEGIN IMMEDIATE")
