"""Backups: a copy of the database while the server runs, checked to the last game, and the way back."""

from contextlib import suppress
from pathlib import Path
from typing import Final

from sqlalchemy import URL, create_engine

from server import berth
from server.config import Config
from server.proving import NotProven, verified_all
from server.store import backup, engine, schema
from server.store.beside import demand
from server.store.errors import NewerSchema, StoreError, StoreUnavailable
from server.store.lock import FolderLock
from server.store.writer import transact

BESIDE: Final = ("-wal", "-shm")
"""What SQLite keeps beside a database."""
WORD: Final = "before-restore"
"""What the name says of a database that a backup has taken the place of."""


def back_up(config: Config, target: Path) -> str:
    """Copy the database to a file, while the server may run, and check the copy; say what is in it.

    An older backup of that name is replaced once the new one is whole, and nothing else is.

    Raises:
        StoreError: it cannot be copied, or is damaged, or would take the place of something else.
        NotProven: the copy is made, but games in it are not what comes of their moves.
    """
    file = _sqlite(config, "PostgreSQL has its own: pg_dump.")
    demand(file)
    older = berth.demand(config, target, "backup", _is_backup)
    backup.copy(file, target)
    if _version(target) == schema.HEAD:
        games = f"its {_check_games(target)} finished games were dealt and scored again, and all agree."
    else:
        games = "its games were not dealt again, since another version of fivefold made it."
    said = f"{target} is a whole copy of {file}; {games}"
    return f"{said} It took the place of an older backup." if older else said


def bring_back(config: Config, source: Path) -> str:
    """Put a backup in the place of the database, which no server may be using; the present one is kept beside it.

    Raises:
        StoreError: a server runs, the backup cannot be used, or a newer version made it.
    """
    file = _sqlite(config, "PostgreSQL has its own: pg_restore.")
    if not source.exists():
        raise StoreUnavailable(f"There is no file {source}.")
    lock = FolderLock(config.folder)
    try:
        found = _version(source)
        if found is None or found > schema.HEAD:
            raise NewerSchema(f"{source} was made by a newer fivefold, or is no backup of one. Nothing was changed.")
        incoming = file.with_name(f"{file.stem}.incoming{file.suffix}")
        backup.copy(source, incoming)
        try:
            kept = _kept(file) if file.exists() else None
            # The journal of the old database must never be applied to the new one.
            for ending in BESIDE:
                file.with_name(file.name + ending).unlink(missing_ok=True)
            incoming.replace(file)
            engine.harden_names(file)
        except OSError as error:
            raise StoreUnavailable(f"{file} could not be replaced: {error.strerror}.") from error
    finally:
        lock.release()
    before = f" What was there before is now {kept}." if kept else ""
    return f"{file} is what {source} was.{before} Start the server to go on from there."


def _kept(file: Path) -> Path:
    """Keep the present database beside it, as a copy, or where it is too damaged for one as it is.

    Raises:
        OSError: that is not possible.
    """
    try:
        return backup.keep(file, WORD)
    except StoreUnavailable:
        aside = backup.names_beside(file, WORD)[-1]
        for ending in ("", *BESIDE):
            with suppress(FileNotFoundError):
                file.with_name(file.name + ending).rename(aside.with_name(aside.name + ending))
        return aside


def _is_backup(file: Path) -> bool:
    try:
        return len(_version(file) or "") == len(schema.HEAD)  # other programs number their schemas otherwise
    except StoreError:
        return False


def _sqlite(config: Config, otherwise: str) -> Path:
    file = engine.sqlite_file(config)
    if file is None:
        raise StoreUnavailable(f"This is for a SQLite database. {otherwise}")
    return file


def _check_games(file: Path) -> int:
    """Deal and score every game of a database again; how many there were."""
    connection = create_engine(URL.create("sqlite", database=str(file)), hide_parameters=True)
    try:
        found = transact(connection, str(file), "read", lambda c: list(verified_all(c)))
    finally:
        connection.dispose()
    wrong = [f"{game}: {' '.join(faults)}" for game, faults in found if faults]
    if wrong:
        raise NotProven(f"{file} was made, but {len(wrong)} of {len(found)} games in it do not agree. {wrong[0]}")
    return len(found)


def _version(file: Path) -> str | None:
    connection = create_engine(URL.create("sqlite", database=str(file)), hide_parameters=True)
    try:
        return transact(connection, str(file), "read", lambda c: schema.version(c, str(file)))
    finally:
        connection.dispose()
