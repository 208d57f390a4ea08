"""A copy of a SQLite database while others use it."""

import filecmp
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from server.store.engine import harden_names
from server.store.errors import StoreUnavailable


def copy(file: Path, target: Path) -> None:
    """Copy the database `file` to `target`, consistent and checked, readable by the owner alone.

    An older `target` is replaced only once the new copy is whole.

    Raises:
        StoreUnavailable: The copy could not be made, or it failed SQLite's own check.
    """
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(part)) as destination:
            source.backup(destination)
            destination.execute("PRAGMA journal_mode = DELETE")  # the copy is one file, without a journal beside it
            verdict = destination.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if verdict != "ok":
            raise StoreUnavailable(f"The database {file} is damaged: {verdict}.")
        part.replace(target)
        harden_names(target)
    except (OSError, sqlite3.Error) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise StoreUnavailable(f"The database {file} could not be copied to {target}: {why}.") from error
    finally:
        with suppress(OSError):
            part.unlink()


def keep(file: Path, word: str) -> Path:
    """Copy the database to a file beside it whose name says `word`, and a number where older copies have that name.

    No older copy is ever replaced. One that is the same is enough: a start that fails again and again fills no disk.

    Raises:
        StoreUnavailable: The copy could not be made, or it failed SQLite's own check.
    """
    *older, target = names_beside(file, word)
    copy(file, target)
    for same in older:
        if filecmp.cmp(same, target, shallow=False):
            target.unlink()
            return same
    return target


def names_beside(file: Path, word: str) -> tuple[Path, ...]:
    """The names of the copies that were kept for the reason `word`, the oldest first, and the next one at the end."""
    names: list[Path] = []
    while not names or names[-1].exists():
        number = f"-{len(names) + 1}" if names else ""
        names.append(file.with_name(f"{file.stem}.{word}{number}{file.suffix}"))
    return tuple(names)
