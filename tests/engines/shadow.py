"""Two games side by side: what one viewer gets must not depend on what that viewer cannot know."""

from collections import Counter
from collections.abc import Callable

from engines.contract import Game, Step, Viewer
from tests.engines.drive import Act, Table, frames

Facts = Callable[[Step], object]
"""What a step made known by right. None where the two games may go apart from here."""


class Shadow:
    """A watcher that takes every step of a table with a second game too, and compares what the viewers get.

    The second game may differ from the table's only in secrets. The comparison ends where the facts of a step differ:
    from then on the two games rightly look different.
    """

    def __init__(self, table: Table, game: Game, viewers: tuple[Viewer, ...], facts: Facts) -> None:
        self.game = game
        self.viewers = viewers
        self.facts = facts
        self.parted = False
        self.compared: Counter[str] = Counter()
        self._compare(Step(table.game), Step(game))

    def __call__(self, table: Table, step: Step, act: Act | None) -> None:
        if self.parted:
            return
        mine = self.game.expire(table.now) if act is None else self.game.apply(act.seat, act.command, act.at)
        self.game = mine.game
        facts = self.facts(step)
        if facts is None or facts != self.facts(mine):
            self.parted = True
            return
        self._compare(step, mine)
        self.compared[type(act.command).__name__ if act else "time"] += 1

    def _compare(self, step: Step, mine: Step) -> None:
        assert frames(mine, self.viewers) == frames(step, self.viewers)
        assert mine.game.deadline == step.game.deadline
        assert mine.game.hushed == step.game.hushed
        audiences = [mine.game.audience(viewer) for viewer in self.viewers]
        assert audiences == [step.game.audience(viewer) for viewer in self.viewers]
