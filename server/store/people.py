"""Accounts in the database. Everything here runs in the store's thread, inside a transaction."""

from collections.abc import Collection, Mapping

from sqlalchemy import Connection, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from protocol.text import DELETED
from server.store.errors import NameTaken
from server.store.records import StoredAccount
from server.store.tables import accounts, game_seats, reset_codes

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


def remove(connection: Connection, account: int) -> None:
    """Delete an account with its reset code. Its games stay, under a name that nobody has."""
    connection.execute(update(game_seats).where(game_seats.c.account == account).values(name=DELETED, account=None))
    connection.execute(delete(accounts).where(accounts.c.id == account))


def set_code(connection: Connection, name_key: str, digest: bytes, expires: int) -> StoredAccount | None:
    """Give the account with this key a reset code, in place of an older one; None if there is no such account."""
    account = find(connection, name_key)
    if account is not None:
        connection.execute(delete(reset_codes).where(reset_codes.c.account == account.id))
        connection.execute(insert(reset_codes).values(account=account.id, digest=digest, expires=expires))
    return account


def redeem(connection: Connection, name_key: str, digest: bytes, password_hash: str, now: int) -> StoredAccount | None:
    """Use an account's code up for a new password; None if this is not its code, or not any more."""
    account = find(connection, name_key)
    if account is None:
        return None
    mine = (reset_codes.c.account == account.id, reset_codes.c.digest == digest, reset_codes.c.expires > now)
    if not connection.execute(delete(reset_codes).where(*mine)).rowcount:
        return None
    set_hash(connection, account.id, password_hash)
    return account
