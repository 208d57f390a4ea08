"""People who play Five of a Kind in tests."""

from dataclasses import dataclass
from typing import Any

from engines.chance import Chance
from engines.contract import Seat
from engines.five_of_a_kind.model import Answer, Claim, Legal, Resign
from tests.engines.drive import Table


@dataclass(frozen=True)
class Player:
    """Somebody who so often (percent) sees the answer, and else does whatever is legal, but seldom resigns.

    When a timed game ends before a choice would run out, everybody claims and is at a loss for an answer.
    """

    sees: int

    def __call__(self, table: Table, seat: Seat, chance: Chance) -> tuple[Any, Chance]:
        legal: Any = table.game.legal(seat)
        assert isinstance(legal, Legal)
        truth: Any = table.game.shared("table+testing")
        if truth.ends_at is not None and truth.ends_at - table.now < table.settings.choose:
            return Claim(legal.claim) if legal.claim is not None else None, chance
        sees, chance = chance.percent(self.sees)
        if sees and (legal.answers or legal.claim is not None):
            right = [trait for trait in legal.answers if trait in truth.testing.traits]
            if right:
                pick, chance = chance.below(len(right))
                return Answer(right[pick]), chance
            if legal.claim is not None and (truth.testing.traits or truth.testing.it_is):
                return Claim(legal.claim), chance
        command, chance = legal.sample(chance)
        if isinstance(command, Resign):
            means_it, chance = chance.percent(20 if legal.answers else 3)
            command = command if means_it else None
        return command, chance
