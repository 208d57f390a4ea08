"""What lets this player back in: for each visit a token, in a file of the data folder that only its owner can read.

A client that was killed, or whose machine was switched off, finds it there and comes back to its seat, a guest too.
"""

import fcntl
import hashlib
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from client.address import Address

LONGEST: Final = 256
"""Characters of a token."""
LASTS: Final = 30 * 86_400.0
"""Seconds after which a token is not tried any more: between two turns of a game of days nobody needs so long."""


class Pass:
    """The file of one visit. As long as this client holds it, no other one on this machine uses its token."""

    def __init__(self, descriptor: int | None, path: Path, token: str | None) -> None:
        self._descriptor = descriptor
        self._path = path
        self.token = token

    def keep(self, token: str | None) -> None:
        """Write the token down, or with None that there is none any more.

        A disk that does not let us costs the way back after a crash, and nothing else.
        """
        if self._descriptor is None or token == self.token:
            return
        self.token = token
        with suppress(OSError):
            os.ftruncate(self._descriptor, 0)
            os.pwrite(self._descriptor, (token or "").encode(), 0)

    def tear(self) -> None:
        """The visit is over: nobody comes back to it."""
        self.token = None
        self.put_away()

    def put_away(self) -> None:
        """End holding the file; a token stays for the next time."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            if self.token is None:
                with suppress(OSError):
                    self._path.unlink()
            os.close(descriptor)


class Passes:
    """The passes of this installation."""

    def __init__(self, folder: Path) -> None:
        """Those in the data folder `folder`."""
        self._folder = folder / "passes"

    def take(self, where: Address, name: str, *, guest: bool) -> Pass:
        """The pass of a visit, with its token if there is one. Without one where another client holds it."""
        # All of it is foreign text; a digest is a name on every disk.
        visit = f"{where} {'guest' if guest else 'account'} {name}"
        path = self._folder / hashlib.sha256(visit.encode()).hexdigest()[:32]
        descriptor = None
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            fresh = time.time() - os.fstat(descriptor).st_mtime < LASTS
            token = os.pread(descriptor, LONGEST, 0).decode("ascii") if fresh else ""
        except (OSError, UnicodeDecodeError):
            if descriptor is not None:
                os.close(descriptor)
            return Pass(None, path, None)
        return Pass(descriptor, path, token or None)
