"""Whole sessions of Patti, played by its bots while people come and go; the books are checked.

Run it as scripts/soak.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from engines.chance import Chance
from engines.contract import SeatInfo, Step
from engines.patti.kind import Patti
from engines.patti.model import Paid, Saw, Settings
from tests.engines import contract_suite as suite
from tests.engines.drive import Act, Table
from tests.engines.walk import Walker

KIND = Patti()
MOST_STEPS = 20_000
"""No session takes so many time events."""


def session(number: int, settings: Settings, *, restless: bool) -> Counter[str]:
    """One session of the bots and an idle human to its end; with `restless`, of people who come and go as well.

    Returns:
        What happened, by name.

    Raises:
        AssertionError: it did not end, or the books did not agree after some act.
    """
    key = number.to_bytes(32, "big")
    balance = (10_000, 10_000, 120)[number % 3]
    seats = (SeatInfo(balance=balance), *(SeatInfo(bot=True, balance=balance),) * settings.bots)
    books, did = suite.Books(seats), Counter[str]()

    def count(table: Table, step: Step, act: Act | None) -> None:
        seen: Any = step.events
        did.update("see" if isinstance(one, Saw) else one.what for one in seen if isinstance(one, Saw | Paid))
        did["acts"] += act is not None

    table = Table(KIND, settings, seats, key, watchers=[suite.Promises(), books, count])
    walker = Walker(table, Chance(key).fork("walk"))
    for _ in range(MOST_STEPS):
        if table.over:
            break
        if restless and len(table.journal) < 400:
            walker.step()
        else:
            table.pass_deadlines(1)
    outcome = table.game.outcome
    assert outcome is not None, f"session {number} does not end"
    assert sum(books.balances.values()) == books.sum
    did[f"ended: {outcome.how}"] += 1
    return did + Counter({f"entry: {why}": count for why, count in books.why.items()})


def played(number: int) -> Counter[str]:
    """The session of a number: all tempers, boots, decks and numbers of bots; in half of them people come and go."""
    chosen: dict[str, Any] = {
        "temper": ("cautious", "balanced", "bold", "mixed")[number % 4],
        "boot": (10, 20, 50, 100)[number // 4 % 4],
        "cards": (24, 20)[number // 8 % 2],
        "bots": 1 + number % 5,
    }
    settings = Settings(rounds=10, **chosen)
    return session(number, settings, restless=number // 2 % 2 == 1)


def main(arguments: Sequence[str]) -> int:
    """Play; gives 0 where every session ended and every book agreed."""
    page = argparse.ArgumentParser("scripts/soak", description="Lets bots play sessions, and checks the books.")
    page.add_argument("sessions", nargs="?", type=int, default=10_000)
    options = page.parse_args(arguments)
    total: Counter[str] = Counter()
    with ProcessPoolExecutor() as pool:
        for did in pool.map(played, range(options.sessions), chunksize=50):
            total += did
    for name, count in sorted(total.items()):
        print(f"{name}: {count:,}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
