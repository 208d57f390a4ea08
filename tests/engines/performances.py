"""Writes the playthroughs: plays those on file again by today's rules, or performs new ones.

Run it as scripts/golden.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engines.catalogue import KINDS
from engines.chance import Chance
from engines.contract import Away, Back, SeatInfo
from engines.five_of_a_kind.model import Counting, Difficulty, Resign, Settings
from tests.engines import patti_performances as patti
from tests.engines.drive import Table
from tests.engines.golden import FOLDER, played_again, recorded, text_of
from tests.engines.players import Player


@dataclass(frozen=True)
class Performance:
    """One game to perform. `resign_after`: so many acts, and at the next claim everybody resigns."""

    name: str
    settings: Settings
    humans: int = 2
    guest: bool = False
    resign_after: int | None = None

    def resigns(self, table: Table) -> bool:
        """Whether everybody resigns now."""
        enough = self.resign_after is not None and len(table.journal) >= self.resign_after
        return enough and (self.settings.counting == "anything" or bool(table.game.hushed))


def _typed(counting: Counting, previous: Any, *, bot: Difficulty | None = None, **more: Any) -> Settings:
    typed = counting != "anything"
    return Settings(
        color=typed,
        shape=typed,
        shading=typed,
        counting=counting,
        previous=previous,
        bot=bot is not None,
        difficulty=bot or "adaptive",
        minutes=1,
        rounds=10,
        points=20,
        **more,
    )


PERFORMANCES = (
    Performance("matching keep", _typed("matching", "keep", end="time"), humans=3),
    Performance("matching keep bot", _typed("matching", "keep", bot="adaptive", end="rounds", hint="availability")),
    Performance("matching mask", _typed("matching", "mask", end="points", empty=20), humans=3, resign_after=25),
    Performance("matching mask bot", _typed("matching", "mask", bot="expert", end="time"), humans=1, guest=True),
    Performance("non_matching keep", _typed("non_matching", "keep", end="points", slots=3), humans=1),
    Performance("non_matching keep bot", _typed("non_matching", "keep", bot="beginner", end="time", interval=3000)),
    Performance("non_matching mask", _typed("non_matching", "mask", end="time", interval=2000, lockout=0)),
    Performance("non_matching mask bot", _typed("non_matching", "mask", bot="intermediate", end="points"), humans=1),
    Performance("anything keep", _typed("anything", "keep", end="rounds", hint="availability"), humans=1),
    Performance(
        "anything keep bot", _typed("anything", "keep", bot="expert", end="points", lockout=5), resign_after=25
    ),
    Performance("anything mask", _typed("anything", "mask", end="rounds", slots=5), humans=3),
    Performance("anything mask bot", _typed("anything", "mask", bot="adaptive", end="rounds"), humans=2),
)


def perform(performance: Performance) -> str:
    """Play the game with people who see most of what there is to see, and write it down."""
    kind, settings = KINDS["five_of_a_kind"], performance.settings
    humans = tuple(SeatInfo(guest=performance.guest, rating=1500.0 + 50 * seat) for seat in range(performance.humans))
    key = Chance(performance.name.encode()).fork("playthrough").key
    table = Table(kind, settings, (*humans, *(SeatInfo(bot=True) for _ in kind.bots(settings))), key)
    writer = recorded(table)
    chance, player, gone = Chance(key).fork("people"), Player(sees=75), set[int]()
    while not table.over:
        deadline = table.game.deadline or table.now
        wait, chance = chance.below(max(1, deadline - table.now))
        roll, chance = chance.below(100)
        seat, chance = chance.below(len(table.humans))
        # Whoever has claimed mostly answers; the others are not in that hurry.
        seat = next(iter(table.game.hushed & set(table.humans)), seat)
        if performance.resigns(table):
            for human in table.humans:
                table.act(human, Resign())
        elif roll < (15 if table.game.hushed else 45):
            table.pass_deadlines(1)
        elif roll < 97 and seat not in gone:
            table.advance(table.now + wait)
            command, chance = player(table, seat, chance)
            if command is not None and not isinstance(command, Resign):
                table.act(seat, command)
        else:
            table.act(None, Back(seat) if seat in gone else Away(seat))
            gone ^= {seat}
    return text_of(writer)


def main(arguments: Sequence[str]) -> int:
    """Write the files; gives 0."""
    page = argparse.ArgumentParser("scripts/golden", description="Writes the playthroughs in tests/data/golden anew.")
    page.add_argument("--new", action="store_true", help="perform new games instead of those that the files hold")
    options = page.parse_args(arguments)
    FOLDER.mkdir(exist_ok=True)
    if options.new:
        for performance in PERFORMANCES:
            name = f"five_of_a_kind {performance.name}.txt".replace(" ", "-")
            (FOLDER / name).write_text(perform(performance), encoding="utf-8")
        for session in patti.PERFORMANCES:
            (FOLDER / f"patti-{session.name}.txt").write_text(patti.perform(session), encoding="utf-8")
    changed = 0
    for path in sorted(FOLDER.glob("*.txt")):
        old = path.read_text(encoding="utf-8")
        new = played_again(old)
        changed += new != old
        path.write_text(new, encoding="utf-8")
    print(f"golden: {'new games' if options.new else f'{changed} changed'}; read the difference before it is committed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
