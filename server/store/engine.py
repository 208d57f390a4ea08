"""The connection to the database: SQLite in the data folder, or a PostgreSQL server."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

from sqlalchemy import URL, Connection, Engine, PoolProxiedConnection, create_engine, event, make_url

from server.config import Config
from server.store.errors import StoreUnavailable

FILE_NAME = "fivefold.sqlite3"

Access: TypeAlias = Literal["read", "write", "final"]
"""What a transaction is for. A "final" one is on the disk when it returns, also if the power fails the moment after; a
"write" one could be undone by that (never by the death of the server alone)."""


def sqlite_file(config: Config) -> Path | None:
    """The SQLite file, or None where the configuration names another database."""
    return None if config.data.database else config.folder / FILE_NAME


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
        pool_size=1,
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
        raise StoreUnavailable(f"The data folder {file.parent} cannot be used: {error.strerror}.") from error


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
        raise StoreUnavailable("A PostgreSQL database needs psycopg: pip install 'psycopg[binary]'.") from error


def added(engine: Engine, statement: str, values: Mapping[str, object]) -> int:
    """Carry out an INSERT that returns a number, in a transaction of its own that is no final one.

    It is written as the driver takes it: what SQLAlchemy does for a transaction costs eight times as much, and the
    journal writes many times a second.
    """
    connection = engine.raw_connection()
    try:
        _choose(connection, "write")
        cursor = connection.cursor()
        cursor.execute(statement, values)
        ((number,),) = cursor.fetchall()  # in SQLite the end of a statement is its commit
        connection.commit()
        return int(number)
    finally:
        connection.close()


def _prepare_connection(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver begins no transactions of its own; _begin does
    for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    # A writer takes the lock at once: a transaction that reads first and writes later could find that somebody wrote in
    # between, and SQLite refuses that without waiting. The pragma has no effect inside a transaction.
    access: Access = connection.get_execution_options().get("access", "read")
    if access == "read":
        connection.exec_driver_sql("BEGIN")
        return
    _choose(connection.connection, access)
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _choose(connection: PoolProxiedConnection, access: Access) -> None:
    """Say how durable the next transaction is, where that changes: a connection of SQLite begins with "write"."""
    if connection.info.get("access", "write") != access:
        connection.cursor().execute(f"PRAGMA synchronous = {'FULL' if access == 'final' else 'NORMAL'}")
        connection.info["access"] = access
