"""What can go wrong with a database, in three kinds: wait and try again, tell the admin, do not start."""

import errno
import os
import sqlite3
from pathlib import Path
from typing import Final


class StoreError(Exception):
    """Something is wrong with the store. Its text is a sentence for the admin; it holds no data."""


class StoreBusy(StoreError):  # noqa: N818  # what happened, as the room reads it
    """Somebody else holds the database. Nothing was written; the same call may succeed in a moment."""


class StoreUnavailable(StoreError):  # noqa: N818
    """The database cannot be used (disk full, read-only, gone, damaged). Nothing was written."""


class NeedsAdmin(StoreUnavailable):
    """It cannot be used until somebody changes something: no waiting helps."""


class NewerSchema(StoreError):  # noqa: N818
    """The database was written by a newer fivefold; using it could destroy what this one does not know."""


class NameTaken(Exception):  # noqa: N818  # the field's word
    """An account with this name, or one that looks the same, exists."""


LASTING: Final = {errno.EACCES, errno.EPERM, errno.EEXIST, errno.ENOTDIR, errno.ENAMETOOLONG}
"""What no waiting changes about a folder; a full, failing or missing disk may come back."""


def unusable(folder: Path, error: OSError) -> StoreUnavailable:
    """What the system's error about the data folder means."""
    kind = NeedsAdmin if error.errno in LASTING else StoreUnavailable
    why = "it is not a folder" if isinstance(error, FileExistsError) else error.strerror
    return kind(f"The data folder {folder} cannot be used: {why}.")


BUSY: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
DAMAGED: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
SENTENCES: Final = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "it is read-only",
    sqlite3.SQLITE_PERM: "the permission to use it is missing",
    sqlite3.SQLITE_AUTH: "the permission to use it is missing",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
    sqlite3.SQLITE_IOERR_SHMSIZE: "the disk is full",  # what it needs beside the database has no room
    sqlite3.SQLITE_CORRUPT: "it is damaged",
    sqlite3.SQLITE_NOTADB: "it is not a SQLite database",
}
NO_WRITES: Final = "its folder takes no writes, and without them SQLite reads nothing"
# SQLSTATE codes of PostgreSQL: lock not available, serialization failure, deadlock detected.
BUSY_STATES: Final = {"55P03", "40001", "40P01"}


def translated(error: BaseException | None, place: str, *, lost: bool = False) -> StoreError | None:
    """The `StoreError` that says what the driver's error means, or None where the fault is our own (a wrong query).

    `lost` says that the connection is gone.
    """
    code = getattr(error, "sqlite_errorcode", None)
    state = getattr(error, "sqlstate", None)
    if isinstance(code, int):
        primary = _primary(code)
        if primary in BUSY:
            return StoreBusy(f"The database {place} is locked by another program.")
        reason = why(code, place)
        kind = NeedsAdmin if primary in DAMAGED else StoreUnavailable
        return kind(f"The database {place} cannot be used: {reason}.") if reason else None
    if state in BUSY_STATES:
        return StoreBusy(f"The database {place} is busy.")
    if lost or type(error).__name__ in {"OperationalError", "InterfaceError"}:
        return StoreUnavailable(f"The database {place} cannot be reached or refuses to work.")
    return None


def why(code: int, file: str) -> str | None:
    """What an error code of SQLite says of a database file, for the end of a sentence; None where it is our fault."""
    if _primary(code) == sqlite3.SQLITE_CANTOPEN and not os.access(Path(file).parent, os.W_OK):
        return NO_WRITES
    return SENTENCES.get(code) or SENTENCES.get(_primary(code))


def _primary(code: int) -> int:
    """The kind of an error; the rest of an extended code only refines it."""
    return code & 0xFF
