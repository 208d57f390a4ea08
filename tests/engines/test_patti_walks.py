"""Random walks through Patti 24: whatever anybody does, the rules hold and the books agree."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engines.chance import Chance
from engines.contract import Seat, SeatInfo, Stack
from engines.patti.kind import Patti
from engines.patti.model import Drop, Hold, Settings
from tests.engines import contract_suite as suite
from tests.engines.drive import Recorder, Table, Watcher
from tests.engines.patti_referee import Referee
from tests.engines.strategies import tables_of
from tests.engines.walk import Habits, Walker

KIND = Patti()
Drawn = tuple[Settings, tuple[SeatInfo, ...], bytes]

HAPPENS = {
    *("bet", "blind", "all in", "show", "side show"),
    *("drop", "timeout", "left", "removed"),
    *("side show accepted", "side show declined", "side show timeout"),
    *("round: last", "round: show", "round: all in", "round: boot", "round: deserted", "split"),
    *("session: rounds", "session: last", "session: deserted"),
    *("Sat", "Left", "Reloaded", "Cleared", "Held"),
    *("entry: boot", "entry: fine", "entry: pot", "entry: reload", "entry: reset"),
}


def whoever_is_on_turn(table: Table, seat: Seat) -> Seat:
    """The player on turn, or who is asked for a side show, if a person; else anybody."""
    shared: Any = table.game.shared("table")
    acting = shared.ask.asked if shared.ask else shared.turn
    return acting if acting in table.humans else seat


@dataclass(frozen=True)
class Gambler:
    """Somebody who so often (percent) means it when giving up a hand or holding a round, else does what is legal."""

    yields: int

    def __call__(self, table: Table, seat: Seat, chance: Chance) -> tuple[Any, Chance]:
        command, chance = table.game.legal(seat).sample(chance)
        means_it, chance = chance.percent(self.yields)
        return None if isinstance(command, Drop | Hold) and not means_it else command, chance


def short_session(drawn: Drawn) -> Drawn:
    chosen, seats, key = drawn
    return replace(chosen, rounds=10), seats, key


def poor_table(drawn: Drawn) -> Drawn:
    """Everybody has a few coins, so that many go all in."""
    chosen, seats, key = drawn
    few = tuple(replace(info, balance=(10, 15, 20, 45, 100, 230)[key[seat] % 6]) for seat, info in enumerate(seats))
    return replace(chosen, rounds=10, boot=10), few, key


def equal_hands(table: Table) -> None:
    """Stack the next deal so that many hands are equal."""
    suits = ["".join(order) for order in ("shdc", "hdcs", "dcsh", "csdh")]
    table.act(None, Stack(tuple(rank + suits[at][hand] for hand in range(4) for at, rank in enumerate("AKT"))))


TABLES = tables_of(KIND, most=4)
HABITS = st.builds(
    Habits,
    choose=st.builds(Gambler, st.sampled_from((5, 30))),
    who=st.just(whoever_is_on_turn),
    time=st.sampled_from((10, 25)),
    leaves=st.sampled_from((5, 30, 70)),
)
LENGTHS = st.sampled_from((60, 120, 200))


def test_the_rules_hold_on_every_walk() -> None:
    seen = Counter[str]()

    @settings(
        max_examples=100,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(TABLES.map(short_session) | TABLES.map(poor_table), HABITS, LENGTHS, st.booleans())
    def walk(drawn: Drawn, habits: Habits, acts: int, stacked: bool) -> None:
        chosen, seats, key = drawn
        books = suite.Books(seats)
        watchers: list[Watcher] = [suite.Promises(), books, Referee(chosen, books, seen)]
        table = Table(KIND, chosen, seats, key, watchers=watchers)
        if stacked:
            equal_hands(table)
        Walker(table, Chance(key).fork("walk"), habits).walk(acts)
        seen.update({f"entry: {why}": count for why, count in books.why.items()})
        seen["walks"] += 1
        seen["steps"] += len(table.journal)

    walk()
    assert seen["walks"] >= 100
    assert not {name for name in HAPPENS if not seen[name]}, seen


def test_a_session_replayed_from_its_journal_shows_every_viewer_the_same() -> None:
    for number in range(8):
        key = number.to_bytes(32, "big")
        seats = (*(SeatInfo(balance=(10_000, 60)[number % 2]),) * 3, SeatInfo(bot=True, balance=10_000))
        recorder = Recorder()
        table = Table(KIND, Settings(rounds=10, bots=1), seats, key, watchers=[recorder])
        Walker(table, Chance(key).fork("walk"), Habits(Gambler(20), whoever_is_on_turn, time=20)).walk(120)
        suite.a_replay_shows_the_same(table, recorder)
