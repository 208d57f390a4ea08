"""Accounts in the database. Everything here runs in the store's thread, inside a transaction."""

from collections.abc import Collection, Mapping

from sqlalchemy import Connection, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from server.store.errors import NameTaken
from server.store.records import StoredAccount
from server.store.tables import accounts

COLUMNS = tuple(accounts.c[name] for name in StoredAccount.__struct_fields__)


def add(connection: Connection, account: StoredAccount, name_key: str, skeleton: str) -> StoredAccount:
    """Store a new account; its id is the store's to choose.

    Raises:
        NameTaken: Another account has this key or this skeleton.
    """
    row = insert(accounts).values(
        name=account.name,
        name_key=name_key,
        skeleton=skeleton,
        password_hash=account.password_hash,
        rating=account.rating,
        created=account.created,
    )
    try:
        number = connection.execute(row.returning(accounts.c.id)).scalar_one()
    except IntegrityError as error:
        raise NameTaken from error
    return StoredAccount(number, account.name, account.password_hash, account.rating, account.created)


def find(connection: Connection, name_key: str) -> StoredAccount | None:
    """The account with this key."""
    row = connection.execute(select(*COLUMNS).where(accounts.c.name_key == name_key)).one_or_none()
    return None if row is None else StoredAccount(*row)


def numbered(connection: Connection, ids: Collection[int]) -> Mapping[int, StoredAccount]:
    """The accounts with these ids, by id; those that do not exist are left out."""
    found: dict[int, StoredAccount] = {}
    wanted = sorted(ids)
    for start in range(0, len(wanted), 500):  # a database takes only so many values in one query
        rows = connection.execute(select(*COLUMNS).where(accounts.c.id.in_(wanted[start : start + 500])))
        found |= {row.id: StoredAccount(*row) for row in rows}
    return found


def taken(connection: Connection, name_key: str, skeleton: str) -> bool:
    """Whether an account has this key, or a name that looks the same."""
    same = or_(accounts.c.name_key == name_key, accounts.c.skeleton == skeleton)
    return connection.execute(select(accounts.c.id).where(same).limit(1)).first() is not None


def set_hash(connection: Connection, account: int, password_hash: str) -> None:
    """Replace the hash of an account's password."""
    connection.execute(update(accounts).where(accounts.c.id == account).values(password_hash=password_hash))
