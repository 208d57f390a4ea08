"""What the player pressed, from the press until the server has told what came of it."""

from dataclasses import dataclass
from typing import Final

from client.scene import Scene
from client.tables.five_of_a_kind.words import shared_of
from engines.five_of_a_kind.model import Command

LONGEST: Final = 3000
"""After so many ms a press without any trace of an answer is forgotten, so that nothing stays pending for ever."""


@dataclass(frozen=True)
class Press:
    """A command on its way. `revision` is that of the view it was pressed at; `sent` says that it left for the server.

    It is over when the answer is here and so is its effect: a newer view, or a refusal's words.
    """

    command: Command
    at: float
    revision: int
    notice: str
    sent: bool = False

    def after(self, scene: Scene, now: float) -> "Press | None":
        """The press in the light of a newer scene; None once it is over."""
        if now - self.at > LONGEST:
            return None
        if self.command in scene.pending:
            return Press(self.command, self.at, self.revision, self.notice, sent=True)
        shared = shared_of(scene)
        moved = shared is None or shared.revision != self.revision
        refused = bool(scene.notice) and scene.notice != self.notice
        return None if moved or (self.sent and refused) else self
