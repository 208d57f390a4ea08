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
    """A command on its way, given at `at` (ms) at the view of `revision`.

    It is over when the answer is here and so is its effect: a newer view, or a refusal's words.
    """

    command: Command
    at: float
    revision: int

    def over(self, scene: Scene, now: float) -> bool:
        """Whether it is over in the light of a scene that came after it."""
        shared = shared_of(scene)
        moved = shared is None or shared.revision != self.revision
        told = self.command not in scene.pending and (moved or bool(scene.notice))
        return told or now - self.at > LONGEST
