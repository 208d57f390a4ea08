"""A player's private notes on rooms, in this installation's data folder: a file a room, which no server ever sees."""

import hashlib
import os
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from protocol.text import painted

LENGTH: Final = 10_000
"""The most characters that the notes on one room may have."""
ROOMS: Final = 200
"""On how many rooms notes are kept, the latest written ones."""
DAYS: Final = 90
"""Notes that were not written on for so many days are dropped."""


def data_folder() -> Path:
    """Where this installation keeps what it writes; FIVEFOLD_DATA names another folder."""
    folder = os.environ.get("FIVEFOLD_DATA")
    return Path(folder) if folder else user_data_path("fivefold", appauthor=False)


def harmless(text: str) -> str:
    """Notes as they may be kept and painted: lines of text, with nothing in them that a terminal obeys."""
    # Much of what is pasted may be taken out; several times the length is enough to fill it even then.
    return "\n".join(map(painted, text[: 4 * LENGTH].splitlines()))[:LENGTH]


class Notebook:
    """The notes on all rooms. A disk that does not play along costs the notes, and never disturbs a game."""

    def __init__(self, folder: Path) -> None:
        """The notebook in the data folder `folder`."""
        self._folder = folder / "notes"

    def read(self, server: str, room: str) -> str:
        """The notes on a room of a server; empty where there are none."""
        try:
            with self._file(server, room).open("rb") as file:
                return harmless(file.read(16 * LENGTH).decode("utf-8", "replace"))
        except OSError:
            return ""

    def write(self, server: str, room: str, text: str) -> bool:
        """Keep the notes on a room, for this user's eyes only; False if the disk did not let us."""
        file = self._file(server, room)
        fresh = file.with_name(f"{file.stem}.{os.getpid()}.new")
        try:
            if not text.strip():
                file.unlink(missing_ok=True)
                return True
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            fresh.touch(mode=0o600)
            fresh.write_text(text, encoding="utf-8")
            fresh.replace(file)
        except OSError:
            return False
        return True

    def prune(self, now: float) -> None:
        """Drop the notes on rooms that are long gone. `now` in Unix seconds."""
        try:
            files = [(file.stat().st_mtime, file) for file in self._folder.iterdir()]
            for number, (written, file) in enumerate(sorted(files, reverse=True)):
                if number >= ROOMS or now - written > DAYS * 86_400:
                    file.unlink(missing_ok=True)
        except OSError:
            return

    def _file(self, server: str, room: str) -> Path:
        # Both are foreign text, and a server may be called anything: a digest is a name on every disk.
        return self._folder / f"{hashlib.sha256(f'{server} {room}'.encode()).hexdigest()[:32]}.txt"
