"""Who was here, by the digests of their tokens. Everything here runs in the store's thread, inside a transaction."""

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, bindparam, delete, insert, literal, select

from server.store.people import COLUMNS
from server.store.records import StoredAccount
from server.store.tables import accounts, visits


def load(connection: Connection) -> tuple[tuple[bytes, StoredAccount], ...]:
    """Each digest with its account."""
    rows = connection.execute(select(visits.c.digest, *COLUMNS).join(accounts, accounts.c.id == visits.c.account))
    return tuple((row[0], StoredAccount(*row[1:])) for row in rows)


def forget(connection: Connection, account: int) -> None:
    """Forget all visits of an account."""
    connection.execute(delete(visits).where(visits.c.account == account))


def keep(connection: Connection, came: Mapping[bytes, int], gone: Iterable[bytes]) -> None:
    """Add visits of accounts, as far as these are there still, and forget others."""
    old = [{"which": digest} for digest in (*gone, *came)]
    connection.execute(delete(visits).where(visits.c.digest == bindparam("which")), old)
    for digest, account in came.items():
        row = select(literal(digest), accounts.c.id).where(accounts.c.id == account)
        connection.execute(insert(visits).from_select(["digest", "account"], row))
