"""A player's private notes on rooms, and how the table there is arranged, which no server ever sees.

They lie in this installation's data folder: a file a room.
"""

import hashlib
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from platformdirs import user_data_path

from protocol.text import painted

LENGTH: Final = 10_000
"""The most characters that the notes on one room may have."""
ROOMS: Final = 200
"""Of how many rooms something is kept, the latest written ones."""
DAYS: Final = 90
"""What was not written on for so many days is dropped."""

OURS: Final = re.compile(r"[0-9a-f]{32}(\.json|\.[0-9]+\.new)")
"""The names of our files: a folder that somebody names may hold others, which are not ours to drop."""


class Kept(msgspec.Struct, frozen=True):
    """What is kept of a room: the private notes; whether the right panel is shown, None as long as nobody has said.

    `folded` says that reviews are hidden. `control` is the column and the row to which the game's control was moved.
    """

    notes: str = ""
    panel: bool | None = None
    folded: bool = False
    control: tuple[int, int] | None = None


def data_folder() -> Path:
    """Where this installation keeps what it writes; FIVEFOLD_DATA names another folder."""
    folder = os.environ.get("FIVEFOLD_DATA")
    return Path(folder) if folder else user_data_path("fivefold", appauthor=False)


def harmless(text: str) -> str:
    """Notes as they may be kept and painted: lines of text, with nothing in them that a terminal obeys."""
    # Much of what is pasted may be taken out; several times the length is enough to fill it even then.
    return "\n".join(map(painted, text[: 4 * LENGTH].splitlines()))[:LENGTH]


class Notebook:
    """What is kept of all rooms. A disk that does not play along costs the notes, and never disturbs a game."""

    def __init__(self, folder: Path) -> None:
        """The notebook in the data folder `folder`."""
        self._folder = folder / "notes"

    def read(self, server: str, room: str) -> Kept:
        """What is kept of a room of a server."""
        try:
            with self._file(server, room).open("rb") as file:
                kept = msgspec.json.decode(file.read(16 * LENGTH), type=Kept)
        except (OSError, ValueError):
            return Kept()
        return msgspec.structs.replace(kept, notes=harmless(kept.notes))

    def write(self, server: str, room: str, kept: Kept) -> bool:
        """Keep this of a room, for this user's eyes only; False if the disk did not let us."""
        file = self._file(server, room)
        fresh = file.with_name(f"{file.stem}.{os.getpid()}.new")
        try:
            if msgspec.structs.replace(kept, notes=kept.notes.strip()) == Kept():
                file.unlink(missing_ok=True)
                return True
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            fresh.touch(mode=0o600)
            fresh.write_bytes(msgspec.json.encode(kept))
            fresh.replace(file)
        except OSError:
            with suppress(OSError):
                fresh.unlink()
            return False
        return True

    def prune(self, now: float) -> None:
        """Drop what is kept of rooms that are long gone. `now` in Unix seconds."""
        try:
            ours = (file for file in self._folder.iterdir() if OURS.fullmatch(file.name))
            files = [(file.stat().st_mtime, file) for file in ours]
            for number, (written, file) in enumerate(sorted(files, reverse=True)):
                if number >= ROOMS or now - written > DAYS * 86_400:
                    file.unlink(missing_ok=True)
        except OSError:
            return

    def _file(self, server: str, room: str) -> Path:
        # Both are foreign text, and a server may be called anything: a digest is a name on every disk.
        return self._folder / f"{hashlib.sha256(f'{server} {room}'.encode()).hexdigest()[:32]}.json"
