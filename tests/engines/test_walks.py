"""Random walks through Five of a Kind: whatever anybody does, the rules hold."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engines.chance import Chance
from engines.contract import SeatInfo
from engines.five_of_a_kind.kind import FiveOfAKind
from engines.five_of_a_kind.model import Settings
from tests.engines import contract_suite as suite
from tests.engines.drive import Recorder, Table, Watcher
from tests.engines.players import Player
from tests.engines.referee import Referee
from tests.engines.strategies import tables_of
from tests.engines.walk import Habits, Walker

KIND = FiveOfAKind()

HAPPENS = {
    *("correct", "incorrect", "timeout", "resignation", "game deadline"),
    *("relief by failure", "relief by resignation", "relief by absence"),
    *("end by time", "end by rounds", "end by points", "end by abandoned"),
    *("slower", "faster"),
    *(
        f"{previous} {counting}"
        for previous in ("keep", "mask")
        for counting in ("matching", "non_matching", "anything")
    ),
}


PLAYERS = st.sampled_from((Player(0), Player(50), Player(95), Player(95)))
LENGTHS = st.sampled_from((20, 60, 150, 400))


def shortened(drawn: tuple[Settings, tuple[SeatInfo, ...], bytes]) -> tuple[Settings, tuple[SeatInfo, ...], bytes]:
    """The shortest game of its kind, so that walks see its end."""
    chosen, seats, key = drawn
    return replace(chosen, minutes=1, rounds=10, points=20), seats, key


TABLES = tables_of(KIND, most=4)


@pytest.mark.long
def test_the_rules_hold_on_every_walk() -> None:
    seen = Counter[str]()

    @settings(
        max_examples=300,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(TABLES | TABLES.map(shortened), PLAYERS, LENGTHS)
    def walk(drawn: tuple[Settings, tuple[SeatInfo, ...], bytes], player: Player, acts: int) -> None:
        chosen, seats, key = drawn
        recorder = Recorder()
        watchers: list[Watcher] = [suite.Promises(), Referee(chosen, seen), recorder]
        table = Table(KIND, chosen, seats, key, watchers=watchers)
        Walker(table, Chance(key).fork("walk"), Habits(player)).walk(acts)
        suite.a_replay_shows_the_same(table, recorder)
        seen["walks"] += 1
        seen["steps"] += len(recorder.shown)

    walk()
    assert seen["walks"] >= 300
    assert not {name for name in HAPPENS if not seen[name]}, seen
