"""A visit to the database of a server that may be running meanwhile. What it writes is on the disk with its commit."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Engine

from server.config import Config
from server.store import engine, schema
from server.store.errors import NewerSchema, StoreUnavailable
from server.store.writer import transact


@contextmanager
def beside(config: Config) -> Iterator[tuple[Engine, str]]:
    """The configured database as it stands, and its name in messages.

    Raises:
        StoreError: it cannot be used, or belongs to another version.
    """
    file, place = engine.sqlite_file(config), engine.place(config)
    if file is not None:
        demand(file)
    connection = engine.connect(config)
    engine.wait_for_disk(connection)
    try:
        found = transact(connection, place, "read", lambda c: schema.version(c, place)) or ""
        if found > schema.HEAD:
            raise NewerSchema(f"The database {place} was made by a newer fivefold. Use that version's command.")
        if found != schema.HEAD:
            raise StoreUnavailable(
                f"The database {place} is of an older version. Start this version's server on it once."
            )
        yield connection, place
    finally:
        connection.dispose()


def demand(file: Path) -> None:
    """Refuse a SQLite database that is not there.

    Raises:
        StoreUnavailable: no file has that name.
    """
    if not file.exists():
        raise StoreUnavailable(f"There is no database {file}. Is this the data folder of the server?")
