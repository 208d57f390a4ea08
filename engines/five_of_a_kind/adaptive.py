"""The bot's three numbers, and how the Adaptive bot learns them from the people it plays with."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from engines.five_of_a_kind.model import BotNumbers, Difficulty

FADING: Final = 0.9
"""What is left of an observation's weight after each further round."""

NUMBERS: Final[dict[Difficulty, BotNumbers]] = {
    "beginner": BotNumbers(reaction=1200.0, correct=70.0, false_claim=8.0),
    "intermediate": BotNumbers(reaction=750.0, correct=85.0, false_claim=4.0),
    "expert": BotNumbers(reaction=450.0, correct=97.0, false_claim=1.0),
}


class Mean(Struct, frozen=True):
    """A mean that forgets: S / W, where S is a weighted sum of observations and W the weight of all of them.

    It keeps S / W itself in place of S. So a long silence, in which both fade to nothing, leaves the value exactly as
    it was, and never ends in a division by zero.
    """

    value: float
    weight: float = 1.0

    def after(self, observations: Iterable[float]) -> "Mean":
        """The mean one round later. Without observations the value stays, and yields the sooner to new ones."""
        new = tuple(observations)
        old = FADING * self.weight
        if not new:
            return Mean(self.value, old)
        return Mean((old * self.value + sum(new)) / (old + len(new)), old + len(new))


class Learner(Struct, frozen=True):
    """What the game knows of how people play: reaction in ms, the two probabilities in percent.

    The sums belong to the game; the bot is only told the three numbers.
    """

    learns: bool
    reaction: Mean
    correct: Mean
    false_claim: Mean

    @property
    def numbers(self) -> BotNumbers:
        """The bot's numbers in full precision."""
        return BotNumbers(self.reaction.value, self.correct.value, self.false_claim.value)

    def settled(
        self, reactions: Iterable[float] = (), accuracy: Iterable[float] = (), false_claims: Iterable[float] = ()
    ) -> "Learner":
        """The learner after a round: a mean fades even where the round gave it nothing to observe.

        Args:
            reactions: the ms of the human claims accepted in the round.
            accuracy: for each human answer on a board that had one, 100 if it was right, else 0.
            false_claims: for each chance of a human to claim falsely, 100 if it was taken, else 0.
        """
        if not self.learns:
            return self
        return Learner(
            True, self.reaction.after(reactions), self.correct.after(accuracy), self.false_claim.after(false_claims)
        )


def start(difficulty: Difficulty) -> Learner:
    """What is known when a game begins. Adaptive starts as Intermediate; no other difficulty ever changes."""
    numbers = NUMBERS["intermediate" if difficulty == "adaptive" else difficulty]
    return Learner(difficulty == "adaptive", Mean(numbers.reaction), Mean(numbers.correct), Mean(numbers.false_claim))
