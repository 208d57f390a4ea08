"""A copy of a SQLite database while others use it."""

import filecmp
import sqlite3
from contextlib import closing
from pathlib import Path

from server.store.engine import harden_names
from server.store.errors import StoreUnavailable, why
from server.store.part import growing


def copy(file: Path, target: Path) -> None:
    """Copy the database `file` to `target`, consistent and checked, readable by the owner alone.

    An older `target` is replaced only once the new copy is whole.

    Raises:
        StoreUnavailable: The copy could not be made, or it failed SQLite's own check.
    """
    try:
        with growing(target) as part:
            with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(part)) as destination:
                source.backup(destination)
                destination.execute("PRAGMA journal_mode = DELETE")  # the copy is one file, without a journal beside it
                verdict = destination.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if verdict != "ok":
                raise StoreUnavailable(f"The database {file} is damaged: SQLite's own check finds faults in it.")
            part.replace(target)
        harden_names(target)
    except (OSError, sqlite3.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else why(error.sqlite_errorcode, str(file)) or error
        raise StoreUnavailable(f"The database {file} could not be copied to {target}: {reason}.") from error


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
