"""One server at a time for a data folder: two would each know half of what happens."""

import fcntl
import os
from pathlib import Path

from server.store.errors import StoreUnavailable, unusable

NAME = "server.lock"


class FolderLock:
    """Held as long as the server uses the folder. The system lets it go with the process, however that ends.

    Raises:
        StoreUnavailable: Another server holds it, or the folder cannot be used.
    """

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file = os.open(folder / NAME, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:
            raise unusable(folder, error) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._file)
            raise StoreUnavailable(
                f"Another server is using the data folder {folder}. Stop it first, or give this one --data."
            ) from error

    def release(self) -> None:
        """Let others use the folder."""
        os.close(self._file)
