"""Open rooms and their journals in the database. Everything here runs in the store's thread, inside a transaction."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from server.store import books
from server.store.records import Page, StoredRoom
from server.store.tables import room_journal, rooms


def keep(connection: Connection, pages: Sequence[Page]) -> None:
    """Write down what several rooms have to, all of it or nothing."""
    entries = []
    books.keep(connection, [note for page in pages for note in page.notes])
    for page in pages:
        if page.over:
            books.forget(connection, books.of_room(page.room))
            connection.execute(delete(room_journal).where(room_journal.c.room == page.room))
            connection.execute(delete(rooms).where(rooms.c.id == page.room))
            continue
        _keep_state(connection, page)
        entries += [
            {"room": page.room, "sequence": number, "entry": entry}
            for number, entry in enumerate(page.entries, page.first)
        ]
    if entries:
        connection.execute(insert(room_journal), entries)


def load(connection: Connection) -> tuple[StoredRoom, ...]:
    """All rooms that were open when the server was last running."""
    journals: dict[str, list[bytes]] = {}
    lines = select(room_journal.c.room, room_journal.c.entry).order_by(room_journal.c.room, room_journal.c.sequence)
    for room, entry in connection.execute(lines):
        journals.setdefault(room, []).append(entry)
    found = select(rooms.c.id, rooms.c.state, rooms.c.checkpoint, rooms.c.checkpoint_sequence).order_by(rooms.c.id)
    return tuple(StoredRoom(*row, entries=tuple(journals.get(row.id, ()))) for row in connection.execute(found))


def _keep_state(connection: Connection, page: Page) -> None:
    values: dict[str, Any] = {} if page.state is None else {"state": page.state}
    if page.checkpoint is not None:
        values |= {"checkpoint": page.checkpoint, "checkpoint_sequence": page.first + len(page.entries)}
    if not values:
        return
    changed = connection.execute(update(rooms).where(rooms.c.id == page.room).values(values))
    if not changed.rowcount:
        connection.execute(insert(rooms).values({"id": page.room} | values))
