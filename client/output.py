"""What is drawn, on its way to the terminal: at once as far as the terminal takes it, else through Textual's thread."""

import os
from contextlib import suppress
from threading import RLock
from typing import TextIO


class Output:
    """Stands in for the file that Textual's writing thread writes to, and knows a way past that thread.

    The thread keeps a slow terminal from holding up the client. Where the terminal keeps up, it only costs time: while
    other programs have the processors, milliseconds go by until it has its turn.
    """

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._waiting = 0
        """How many pieces the thread has to write still: nothing may overtake them."""
        self._lock = RLock()
        """Not a plain lock: the handler of a signal may come in the middle of a write, and write itself."""
        self._quick: int | None = None
        """The terminal once more, for writing without waiting: others have the file itself open too."""
        with suppress(OSError):  # it may have no name here, or be somebody else's
            self._quick = os.open(os.ttyname(file.fileno()), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)

    def at_once(self, text: str) -> bytes:
        """Write what the terminal takes now; gives the rest, which the thread has to `write`."""
        rest = text.encode("utf-8", "backslashreplace")
        with self._lock:
            if self._quick is not None and not self._waiting:
                try:
                    rest = rest[os.write(self._quick, rest) :]
                except BlockingIOError:
                    pass  # it takes nothing now
                except OSError:
                    rest = b""  # it is gone; the client looks for that by itself
            self._waiting += bool(rest)
        return rest

    def write(self, piece: bytes) -> None:
        """Write a piece to its end, however long that takes."""
        with suppress(OSError):  # a terminal that is gone takes nothing any more
            self._file.buffer.write(piece)
            self._file.flush()
        with self._lock:
            self._waiting -= 1

    def flush(self) -> None:
        """Everything is written already."""

    def fileno(self) -> int:
        """The file's own descriptor."""
        return self._file.fileno()
