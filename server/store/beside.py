"""A visit to the database of a server that may be running meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine

from server.config import Config
from server.store import engine, schema
from server.store.errors import StoreUnavailable
from server.store.writer import transact


@contextmanager
def beside(config: Config) -> Iterator[tuple[Engine, str]]:
    """The configured database as it stands, and its name in messages.

    Raises:
        StoreError: it cannot be used, or belongs to another version.
    """
    file, place = engine.sqlite_file(config), engine.place(config)
    if file is not None and not file.exists():
        raise StoreUnavailable(f"There is no database {file}. Is this the data folder of the server?")
    connection = engine.connect(config)
    try:
        if transact(connection, place, "read", lambda c: schema.version(c, place)) != schema.HEAD:
            raise StoreUnavailable(
                f"The database {place} is of another version. Start this version's server on it once."
            )
        yield connection, place
    finally:
        connection.dispose()
