"""What leaving a table costs, and the question that says so first."""

from dataclasses import dataclass
from typing import Final

from client.screens.dialogs import CANCEL, Option, Question
from protocol.messages import Command

STAY: Final = "stay"
GO: Final = "go"


@dataclass(frozen=True)
class Parting:
    """What leaving costs a player now, and the command that pays it (to resign, for example).

    Without a command leaving itself is what costs, and one cannot stay.
    """

    question: str
    command: Command | None = None
    stay: str = "Resign"
    go: str = "Resign & Exit"

    def asked(self) -> Question:
        """Whether the player means it: answered by `STAY` where there is a command, `GO`, or nothing."""
        # Not the letter that opened the question: whoever holds that one down would answer.
        stay = (Option("y", self.stay, STAY),) if self.command else ()
        ways = (*stay, Option("e", self.go, GO))
        return Question(ways[0].label, self.question, (CANCEL, *ways))
