"""What bounds the harm of a power cut: all that is written reaches the disk some seconds later, by a thread apart."""

from contextlib import suppress
from threading import Event, Thread
from typing import Final

from server.store.engine import harden

HARDENED_AFTER: Final = 3.0
"""So long (s) after it was written something is put on the disk, together with what was written since."""


class Hardener:
    """Waits for the disk, so that nobody else has to. `log` is SQLite's, as `opened_log` gives it."""

    def __init__(self, log: int) -> None:
        self._log = log
        self._written, self._over = Event(), Event()
        self._thread = Thread(target=self._work, name="hardener", daemon=True)
        self._thread.start()

    def written(self) -> None:
        """Something was written."""
        if not self._written.is_set():
            self._written.set()

    def close(self) -> None:
        """Put on the disk what was written, and end."""
        self._over.set()
        self._written.set()
        self._thread.join()

    def _work(self) -> None:
        while not self._over.is_set():
            self._written.wait()
            self._over.wait(HARDENED_AFTER)
            self._written.clear()
            with suppress(OSError):  # whoever writes next, or waits for a result, is told
                harden(self._log)
