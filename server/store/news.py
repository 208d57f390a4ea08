"""The newest entries of all rooms' journals, in the order in which they came: one row for each time of writing.

To put each entry into its room's place at once would change a page of the file for each room. So that is done later,
for one room after another and with many entries at a time. Everything here runs in the store's thread.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Dialect, bindparam, delete, func, insert, select

from server.store.records import News
from server.store.tables import journal_news, room_journal, rooms

_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(tuple[News, ...])
MOST_AT_ONCE: Final = 64
"""So many entries are put into their places by one statement. With each one the thread asks the interpreter for its
turn, and on a busy server waits for it: a statement for each entry could take a millisecond."""
_PLACE: Final = ("room", "sequence", "entry")
_ADD = insert(journal_news).returning(journal_news.c.id)
"""Adds a row; its number is greater than those of all rows before it."""


def statement(dialect: Dialect) -> str:
    """What adds a row, as a driver takes it."""
    return str(_ADD.compile(dialect=dialect, column_keys=["entries"]))


@lru_cache(maxsize=16)
def _placing(dialect: Dialect, many: int) -> str:
    """What puts so many entries into their places, as a driver takes it."""
    rows: list[dict[str, Any]] = [{column: bindparam(f"{column}{row}") for column in _PLACE} for row in range(many)]
    return str(insert(room_journal).values(rows).compile(dialect=dialect))


def values(news: Sequence[News]) -> dict[str, object]:
    """What a row holds."""
    return {"entries": _ENCODER.encode(news)}


def add(connection: Connection, news: Sequence[News]) -> int:
    """Write news in a new row; its number."""
    return int(connection.execute(_ADD, values(news)).scalar_one())


def forget(connection: Connection, before: int | None) -> None:
    """Forget the rows before a number (None: all), of which every entry is in its place or needed no more."""
    old = delete(journal_news)
    connection.execute(old if before is None else old.where(journal_news.c.id < before))


def file(connection: Connection, news: Sequence[News]) -> None:
    """Put entries into their places."""
    lines = [(one.room, number, entry) for one in news for number, entry in enumerate(one.entries, one.first)]
    while lines:
        many = min(MOST_AT_ONCE, 1 << (len(lines).bit_length() - 1))
        values = {
            f"{column}{row}": value for row in range(many) for column, value in zip(_PLACE, lines[row], strict=True)
        }
        connection.exec_driver_sql(_placing(connection.dialect, many), values)
        del lines[:many]


def unfiled(connection: Connection) -> list[News]:
    """All that is in no place yet, and has one; each room's in order."""
    rows = connection.execute(select(journal_news.c.entries).order_by(journal_news.c.id)).scalars()
    told = [news for row in rows for news in _DECODER.decode(row)]
    ends = (
        select(rooms.c.id, func.coalesce(func.max(room_journal.c.sequence) + 1, 0))
        .outerjoin(room_journal, room_journal.c.room == rooms.c.id)
        .where(rooms.c.id.in_({news.room for news in told}))
        .group_by(rooms.c.id)
    )
    places = {row[0]: int(row[1]) for row in connection.execute(ends)}
    found = []
    for news in told:
        begin = places.get(news.room, -1)
        # What comes before is in its place; and of a room that is gone there may be another with its name.
        if news.first <= begin < news.first + len(news.entries):
            fresh = News(news.room, begin, news.entries[begin - news.first :])
            places[news.room] = begin + len(fresh.entries)
            found.append(fresh)
    return found


def file_all(connection: Connection) -> None:
    """Put everything into its place, and begin anew."""
    file(connection, unfiled(connection))
    forget(connection, None)
