"""What a player has arranged at one table, kept whatever screens come and go, and for the next start of the client."""

from dataclasses import dataclass, field

from client.news import News
from client.notes import Kept, Notebook
from client.promises import Promises


@dataclass
class Desk:
    """The parts of what is kept of a room, as they are now.

    `promises` are what the server has promised of the deals here, `news` what is told of the chat; both last as
    long as this client runs.
    """

    panel: bool | None = None
    notes: str = ""
    folded: bool = False
    control: tuple[int, int] | None = None
    promises: Promises = field(default_factory=Promises)
    news: News = field(default_factory=News)

    @property
    def kept(self) -> Kept:
        """What is to be kept of this desk."""
        return Kept(self.notes, self.panel, self.folded, self.control)


class Desks:
    """The player's desks at the rooms of all servers; what is to be kept of them is in the notebook."""

    def __init__(self, notebook: Notebook) -> None:
        self.notebook = notebook
        self._desks: dict[tuple[str, str], Desk] = {}
        self._written: dict[tuple[str, str], Kept] = {}

    def at(self, server: str, room: str) -> Desk:
        """The desk at a room, as it was left."""
        key = server, room
        if key not in self._desks:
            self._written[key] = kept = self.notebook.read(*key)
            self._desks[key] = Desk(kept.panel, kept.notes, kept.folded, kept.control)
        return self._desks[key]

    def write(self) -> bool:
        """Write what has changed to the disk; False if that did not let us with all of it."""
        for key, desk in self._desks.items():
            kept = desk.kept
            if kept != self._written[key] and self.notebook.write(*key, kept):
                self._written[key] = kept
        return all(desk.kept == self._written[key] for key, desk in self._desks.items())
