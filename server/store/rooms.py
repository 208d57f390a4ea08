"""Open rooms and their journals in the database. Everything here runs in the store's thread, inside a transaction."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from server.store import books, news
from server.store.records import News, Page, Sleeper, StoredRoom
from server.store.tables import room_journal, rooms


def keep(connection: Connection, pages: Sequence[Page], needed: int | None) -> int:
    """Write down what several rooms have to, all of it or nothing; the number of the row of their news, if any.

    Where entries are filed, the rows of news before the first that is `needed` (None: all) are forgotten.
    """
    books.keep(connection, [note for page in pages for note in page.notes])
    told: dict[bool, list[News]] = {True: [], False: []}
    for page in pages:
        if page.over:
            _forget(connection, page.room)
            continue
        _keep_state(connection, page)
        if page.entries:
            told[page.filed].append(_news(page))
    if told[True]:
        news.file(connection, told[True])
        news.forget(connection, needed)
    return news.add(connection, told[False]) if told[False] else 0


def only_news(pages: Sequence[Page]) -> tuple[News, ...]:
    """What several rooms have to write down, if all of it is news; mostly it is, and makes one row."""
    return tuple(_news(page) for page in pages) if all(map(_plain, pages)) else ()


def awake(connection: Connection) -> tuple[StoredRoom, ...]:
    """All rooms that were open when the server was last running, and did not sleep."""
    fresh: dict[str, tuple[bytes, ...]] = {}
    for one in news.unfiled(connection):
        fresh[one.room] = (*fresh.get(one.room, ()), *one.entries)
    found = _load(connection, rooms.c.rest.is_(None))
    return tuple(replace(room, entries=(*room.entries, *fresh.get(room.room, ()))) for room in found)


def one(connection: Connection, room: str) -> StoredRoom | None:
    """A room that sleeps: of any other there may be news in no place yet."""
    return next(iter(_load(connection, rooms.c.id == room)), None)


def sleepers(connection: Connection) -> tuple[Sleeper, ...]:
    """All rooms that sleep."""
    found = select(rooms.c.id, rooms.c.rest).where(rooms.c.rest.is_not(None)).order_by(rooms.c.id)
    return tuple(Sleeper(*row) for row in connection.execute(found))


def first_to_wake(connection: Connection) -> tuple[str, int] | None:
    """Which sleeping room has to be woken first, and at which Unix ms."""
    found = select(rooms.c.id, rooms.c.wakes).where(rooms.c.wakes.is_not(None)).order_by(rooms.c.wakes).limit(1)
    row = connection.execute(found).one_or_none()
    return None if row is None else (row.id, row.wakes)


def set_aside(connection: Connection, room: str, now: int) -> None:
    """A room cannot be opened at a Unix ms: it sleeps no more, and is kept for a while from the first such time on."""
    since = func.coalesce(rooms.c.failed, now)
    connection.execute(update(rooms).where(rooms.c.id == room).values(rest=None, wakes=None, failed=since))


def forget_failed(connection: Connection, before: int) -> int:
    """Forget the rooms that failed before a Unix ms; how many they were."""
    ids = connection.execute(select(rooms.c.id).where(rooms.c.failed < before)).scalars().all()
    for room in ids:
        _forget(connection, room)
    return len(ids)


def _load(connection: Connection, which: ColumnElement[bool]) -> tuple[StoredRoom, ...]:
    journals: dict[str, list[bytes]] = {}
    lines = (
        select(room_journal.c.room, room_journal.c.entry)
        .join(rooms, rooms.c.id == room_journal.c.room)
        .where(which)
        .order_by(room_journal.c.room, room_journal.c.sequence)
    )
    for room, entry in connection.execute(lines):
        journals.setdefault(room, []).append(entry)
    columns = (rooms.c.id, rooms.c.state, rooms.c.checkpoint, rooms.c.checkpoint_sequence)
    found = select(*columns).where(which).order_by(rooms.c.id)
    return tuple(StoredRoom(*row, entries=tuple(journals.get(row.id, ()))) for row in connection.execute(found))


def _news(page: Page) -> News:
    return News(page.room, page.first, page.entries)


def _plain(page: Page) -> bool:
    """Whether a page holds news and nothing else."""
    more = page.filed or page.over or page.notes or page.state is not None or page.checkpoint is not None
    return bool(page.entries) and not more


def _keep_state(connection: Connection, page: Page) -> None:
    values: dict[str, Any] = {}
    if page.state is not None:
        values |= {"state": page.state, "rest": page.rest, "wakes": page.wakes, "failed": page.failed}
    if page.checkpoint is not None:
        values |= {"checkpoint": page.checkpoint, "checkpoint_sequence": page.first + len(page.entries)}
    if not values:
        return
    changed = connection.execute(update(rooms).where(rooms.c.id == page.room).values(values))
    if not changed.rowcount:
        connection.execute(insert(rooms).values({"id": page.room} | values))


def _forget(connection: Connection, room: str) -> None:
    books.forget(connection, books.of_room(room))
    connection.execute(delete(room_journal).where(room_journal.c.room == room))
    connection.execute(delete(rooms).where(rooms.c.id == room))
