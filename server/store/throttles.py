"""How often something was done lately, in the database. Everything here runs in the store's thread."""

from collections.abc import Iterable

from sqlalchemy import Connection, bindparam, delete, insert, select

from server.store.records import Spent
from server.store.tables import throttles


def load(connection: Connection) -> tuple[Spent, ...]:
    """Everything that is kept."""
    columns = (throttles.c.rate, throttles.c.key, throttles.c.left_over, throttles.c.at)
    return tuple(Spent(*row) for row in connection.execute(select(*columns)))


def keep(connection: Connection, spent: tuple[Spent, ...], gone: Iterable[tuple[str, bytes]]) -> None:
    """Keep these in place of what was kept of the same, and forget others."""
    mine = throttles.c.rate == bindparam("whose"), throttles.c.key == bindparam("which")
    old = [{"whose": rate, "which": key} for rate, key in (*gone, *((one.rate, one.key) for one in spent))]
    if old:
        connection.execute(delete(throttles).where(*mine), old)
    if spent:
        rows = [{"rate": one.rate, "key": one.key, "left_over": one.left, "at": one.at} for one in spent]
        connection.execute(insert(throttles), rows)
