"""What the Adaptive bot may learn from: the observations of one round, gathered as it is played (R55–R58)."""

from msgspec import Struct
from msgspec.structs import replace

from engines.contract import Seat
from engines.five_of_a_kind.adaptive import Learner
from engines.five_of_a_kind.model import ClaimOutcome


class Study(Struct, frozen=True):
    """The learner, and what this round has shown of the humans so far.

    `tempted` are the humans who could claim when a board without an answer appeared, and have neither claimed it nor
    let it pass yet.
    """

    learner: Learner
    tempted: tuple[Seat, ...] = ()
    reactions: tuple[int, ...] = ()
    accuracy: tuple[int, ...] = ()
    false_claims: tuple[int, ...] = ()

    def passed(self) -> "Study":
        """The next card came: nobody fell for the board."""
        return replace(self, tempted=(), false_claims=self.false_claims + (0,) * len(self.tempted))

    def appeared(self, eligible: tuple[Seat, ...]) -> "Study":
        """A board without an answer appeared before these humans."""
        return replace(self, tempted=eligible)

    def left(self, seat: Seat) -> "Study":
        """A human resigned without having claimed."""
        if seat not in self.tempted:
            return self
        tempted = tuple(other for other in self.tempted if other != seat)
        return replace(self, tempted=tempted, false_claims=(*self.false_claims, 0))

    def claimed(self, seat: Seat, reaction: int, *, bot: bool) -> "Study":
        """A claim was accepted: whoever was tempted has fallen for the board or not, whatever becomes of the claim."""
        fell = tuple(100 if other == seat else 0 for other in self.tempted)
        reactions = self.reactions if bot else (*self.reactions, reaction)
        return replace(self, tempted=(), false_claims=self.false_claims + fell, reactions=reactions)

    def answered(self, outcome: ClaimOutcome) -> "Study":
        """A human chose, or failed to choose, a trait on a board that had an answer."""
        match outcome:
            case "correct":
                return replace(self, accuracy=(*self.accuracy, 100))
            case "incorrect" | "timeout":
                return replace(self, accuracy=(*self.accuracy, 0))
            case "resignation" | "game deadline":
                return self

    def settled(self) -> "Study":
        """The round's claim is settled: all that it showed is learned, once."""
        return Study(self.learner.settled(self.reactions, self.accuracy, self.false_claims))
