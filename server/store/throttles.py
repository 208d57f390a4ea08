"""How often something was done lately, in the database. Everything here runs in the store's thread."""

from collections.abc import Iterable

from sqlalchemy import Connection, and_, delete, insert, select

from server.store.records import Spent
from server.store.tables import throttles


def load(connection: Connection) -> tuple[Spent, ...]:
    """Everything that is kept."""
    columns = (throttles.c.rate, throttles.c.key, throttles.c.left_over, throttles.c.at)
    return tuple(Spent(*row) for row in connection.execute(select(*columns)))


def keep(connection: Connection, spent: tuple[Spent, ...], gone: Iterable[tuple[str, bytes]]) -> None:
    """Keep these in place of what was kept of the same, and forget others."""
    for rate, key in [*gone, *((one.rate, one.key) for one in spent)]:
        connection.execute(delete(throttles).where(and_(throttles.c.rate == rate, throttles.c.key == key)))
    for one in spent:
        connection.execute(insert(throttles).values(rate=one.rate, key=one.key, left_over=one.left, at=one.at))
