"""Where an admin's command may put a file: never over one that is of another kind, or the server's own."""

from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

from server.certificates import CERTIFICATE, KEY
from server.config import Config
from server.store import lock
from server.store.engine import FILE_NAME
from server.store.errors import StoreUnavailable

STEM: Final = Path(FILE_NAME).stem
OWN: Final = (f"{FILE_NAME}*", f"{STEM}.before-*", f"{STEM}.incoming.*", f"{lock.NAME}*", f"{CERTIFICATE}*", f"{KEY}*")
"""What the server calls its own files in the data folder, whether they are there now or not."""


def demand(config: Config, target: Path, kind: str, of_its_kind: Callable[[Path], bool]) -> bool:
    """Refuse to write where that would cost something else; whether an older file of the same `kind` gives way.

    Raises:
        StoreUnavailable: the name is one of the server's own, or a file has it that is of another kind.
    """
    try:
        place = target.resolve()
        if place.parent == config.folder.resolve() and any(fnmatch(place.name.casefold(), own) for own in OWN):
            raise StoreUnavailable(f"{target} is a name of the server's own; it is left as it is. Name another file.")
        older = place.exists() and not (place.is_file() and place.stat().st_size == 0)
        if older and not (place.is_file() and of_its_kind(place)):
            raise StoreUnavailable(
                f"{target} is there already and is no {kind}; it is left as it is. Name another file."
            )
    except OSError as error:
        raise StoreUnavailable(f"{target} cannot be used: {error.strerror}.") from error
    return older
