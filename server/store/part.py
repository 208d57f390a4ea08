"""A file that takes the place of another one only once it is whole."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

ENDING: Final = ".fivefold-part"
"""How the name of a file ends that is not whole yet; before it stands the number of the process that writes it."""


@contextmanager
def growing(target: Path) -> Iterator[Path]:
    """An empty file beside `target` that only its owner can read. Moving it there is left to whoever fills it.

    It is gone afterwards if it was not moved. What killed processes have left of the same `target` goes first.

    Raises:
        OSError: it cannot be made.
    """
    for left in target.parent.glob(f"*{ENDING}*"):  # SQLite keeps files beside one that it writes
        writer, _, _ = left.name.removeprefix(f"{target.name}.").partition(ENDING)
        if writer.isascii() and writer.isdigit() and not _runs(int(writer)):
            left.unlink(missing_ok=True)
    part = target.with_name(f"{target.name}.{os.getpid()}{ENDING}")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        yield part
    finally:
        with suppress(OSError):
            part.unlink()


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
