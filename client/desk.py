"""What a player has arranged at one table, kept while the room is open whatever screens come and go."""

from dataclasses import dataclass, field

from client.notes import Notebook
from client.promises import Promises


@dataclass
class Desk:
    """`panel` says whether the right panel is shown, None as long as nobody has said; `notes` are the private ones.

    `promises` are what the server has promised of the deals here.
    `folded` says that reviews are hidden. `control` is the column and the row to which the game's control was moved.
    """

    panel: bool | None = None
    notes: str = ""
    promises: Promises = field(default_factory=Promises)
    folded: bool = False
    control: tuple[int, int] | None = None


class Desks:
    """The player's desks at the rooms of all servers; their notes are kept in the notebook."""

    def __init__(self, notebook: Notebook) -> None:
        self.notebook = notebook
        self._desks: dict[tuple[str, str], Desk] = {}
        self._written: dict[tuple[str, str], str] = {}

    def at(self, server: str, room: str) -> Desk:
        """The desk at a room, with the notes that were kept on it."""
        key = server, room
        if key not in self._desks:
            notes = self.notebook.read(*key)
            self._desks[key], self._written[key] = Desk(notes=notes), notes
        return self._desks[key]

    def write(self) -> None:
        """Write the notes that have changed to the disk."""
        for key, desk in self._desks.items():
            if desk.notes != self._written[key] and self.notebook.write(*key, desk.notes):
                self._written[key] = desk.notes
