"""Books in the database: balances, and the entries that led to them. Everything here runs inside a transaction.

A book is kept double: each entry takes from one holder what it gives to another, so that all balances of a book
together are 0. What its players, pots and house have, the mint has given.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Connection, delete, insert, or_, select, update

from server.store.records import BookEntry, BookNote, BookReset, BookWait, Holding
from server.store.tables import book_balances, book_entries, book_resets

MINT = "mint"
HOUSE = "house"


def of_host(kind: str, account: int) -> str:
    """The book of an account's rooms of one kind."""
    return f"{kind} of account {account}"


def of_room(room: str) -> str:
    """The book of a guest's room, which is forgotten with it."""
    return f"room {room}"


def of_account(account: int) -> str:
    """The holder that an account is in every book."""
    return f"account {account}"


def is_account(holder: str) -> bool:
    """Whether a holder is an account, and so is there in every game."""
    return holder.startswith("account ")


def is_seat(game: str, holder: str) -> bool:
    """Whether a holder is somebody without an account at a seat of this game."""
    return holder.removeprefix(f"{game} ").isdigit()


def in_game(game: str, purse: int | str) -> str:
    """The holder of what lies at a seat of one game, whose player has no account, or in its pot."""
    return f"{game} {purse}"


def keep(connection: Connection, notes: Sequence[BookNote]) -> None:
    """Write down what happened in books, with the balances that follow."""
    changes: Counter[tuple[str, str]] = Counter()
    entries = [note for note in notes if isinstance(note, BookEntry)]
    for entry in entries:
        changes[entry.book, entry.giver] -= entry.amount
        changes[entry.book, entry.taker] += entry.amount
    waits = {(note.book, note.holder): note.waited for note in notes if isinstance(note, BookWait)}
    # In one order, so that two writers cannot wait for each other.
    for book, holder in sorted(changes.keys() | waits.keys()):
        _change(connection, book, holder, changes[book, holder], waits.get((book, holder)))
    resets = [note for note in notes if isinstance(note, BookReset)]
    for table, rows in ((book_entries, entries), (book_resets, resets)):
        if rows:
            names = type(rows[0]).__struct_fields__
            connection.execute(insert(table), [{name: getattr(row, name) for name in names} for row in rows])


def load(connection: Connection, book: str, game: str | None) -> Mapping[str, Holding]:
    """What accounts hold in a book, and what lies in one game."""
    wanted = book_balances.c.holder.startswith("account ")
    if game is not None:
        wanted = or_(wanted, book_balances.c.holder.startswith(f"{game} "))
    columns = book_balances.c.holder, book_balances.c.balance, book_balances.c.waited
    rows = connection.execute(select(*columns).where(book_balances.c.book == book, wanted))
    return {holder: Holding(balance, waited) for holder, balance, waited in rows}


def in_pot(connection: Connection, book: str, game: str) -> Counter[str]:
    """What each holder has put into the pot of a game, as far as it lies there now."""
    pot, own = in_game(game, "pot"), book_entries.c
    query = select(own.giver, own.taker, own.amount).where(own.book == book, or_(own.giver == pot, own.taker == pot))
    staked: Counter[str] = Counter()
    rows = connection.execute(query.order_by(own.id))
    stake(staked, pot, ((giver, taker, amount) for giver, taker, amount in rows))
    return staked


def stake(staked: Counter[str], pot: str, moves: Iterable[tuple[str, str, int]]) -> None:
    """Count on what each holder has in a pot, by giver, taker and amount; what was paid out is no stake any more."""
    for giver, taker, amount in moves:
        if taker == pot:
            staked[giver] += amount
        elif giver == pot:
            staked[taker] -= amount
        if not staked.total():
            staked.clear()


def forget(connection: Connection, book: str) -> None:
    """Nobody can ever come back to a book."""
    for table in (book_entries, book_balances, book_resets):
        connection.execute(delete(table).where(table.c.book == book))


def _change(connection: Connection, book: str, holder: str, change: int, waited: int | None) -> None:
    mine = (book_balances.c.book == book) & (book_balances.c.holder == holder)
    values = {"balance": book_balances.c.balance + change} | ({} if waited is None else {"waited": waited})
    if not connection.execute(update(book_balances).where(mine).values(values)).rowcount:
        row = {"book": book, "holder": holder, "balance": change, "waited": waited or 0}
        connection.execute(insert(book_balances).values(row))
