"""What the player pressed, from the press until the server has told what came of it."""

from dataclasses import dataclass
from typing import Final

from client.scene import Scene
from client.tables.five_of_a_kind.words import shared_of
from engines.five_of_a_kind.model import Command

LONGEST: Final = 3000
"""After so many ms a press without any trace of an answer is forgotten, so that nothing stays pending for ever."""

HELD: Final = 300
"""A key counts again after so many ms without it: a terminal reports a held key as one press after another."""


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


class Holds:
    """Tells the presses of a key from its repeats while it is held down.

    Many terminals begin to repeat only after half a second or more, and that first repeat looks like a second press: it
    counts as one. To wait for what follows it would put a tenth of a second on a true second press, and in a race that
    is the worse fault. No hold gives two claims that count: an accepted one opens the answers, which take no Space, and
    they stay open until the quicker repeats have set in or another key has ended them.
    """

    def __init__(self) -> None:
        self._last: dict[str, float] = {}
        self.fresh = True
        """Whether the key that was reported last was pressed, and not only held."""

    def report(self, key: str, now: float) -> None:
        """The terminal reports a key at `now` (ms)."""
        self.fresh = now - self._last.get(key, float("-inf")) >= HELD
        self._last[key] = now
