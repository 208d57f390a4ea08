"""Sessions of Patti 24 for the playthroughs: people with habits, and things that happen at a given round."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engines.chance import Chance
from engines.contract import Away, Host, Leave, Reset, SeatInfo, Sit
from engines.patti.kind import Patti
from engines.patti.model import Answer, Drop, Hold, See, Settings
from tests.engines.drive import Table
from tests.engines.golden import recorded, text_of

Happening = Callable[[Table], None]


@dataclass(frozen=True)
class Performance:
    """One session: the balances of the people who begin it, and what happens before the deal of a round (by number)."""

    name: str
    settings: Settings
    coins: tuple[int, ...]
    before: dict[int, Happening] = field(default_factory=dict)


def _told(*commands: Any) -> Happening:
    """The room tells all this."""

    def tell(table: Table) -> None:
        for command in commands:
            table.act(None, command)

    return tell


def _held(table: Table) -> None:
    """The host lets everybody wait for a minute."""
    table.act(0, Hold(True))
    table.advance(table.now + 60_000)
    table.act(0, Hold(False))


def _deserted_in_mid_hand(table: Table) -> None:
    """The next round is dealt, and all people leave it."""
    table.pass_deadlines(1)
    for seat in table.humans:
        table.act(None, Leave(seat))


PERFORMANCES = (
    Performance(
        "two-of-three-go",
        Settings(cards=20, rounds=10),
        (10_000, 10_000, 10_000),
        {
            2: _held,
            3: _told(Sit(3, SeatInfo(balance=10_000))),
            4: _told(Away(1)),
            7: _told(Leave(0), Host(2), Leave(3)),
        },
    ),
    Performance("a-poor-table", Settings(rounds=10, factor=20), (10, 10, 10), {5: _told(Reset())}),
    Performance("deserted-by-people", Settings(rounds=10, bots=2), (10_000, 60), {4: _deserted_in_mid_hand}),
)


def perform(performance: Performance) -> str:
    """Play the session and write it down."""
    settings = performance.settings
    people = tuple(SeatInfo(balance=coins) for coins in performance.coins)
    bots = tuple(SeatInfo(bot=True, balance=10_000) for _ in range(settings.bots))
    key = Chance(performance.name.encode()).fork("playthrough").key
    table = Table(Patti(), settings, (*people, *bots), key)
    writer = recorded(table)
    chance, before = Chance(key).fork("people"), dict(performance.before)
    while not table.over:
        shared: Any = table.game.shared("table")
        if shared.next_deal is not None and shared.round + 1 in before:
            before.pop(shared.round + 1)(table)
            continue
        seat = shared.ask.asked if shared.ask else shared.turn
        slow, chance = chance.percent(4)
        if seat not in table.humans or slow:
            table.pass_deadlines(1)
            continue
        wait, chance = chance.below(9_000)
        table.advance(min(table.now + wait, shared.deadline - 1))
        chance = _act(table, seat, chance)
    return text_of(writer)


def _act(table: Table, seat: int, chance: Chance) -> Chance:
    """Whatever is legal, but a drop seldom, and rather see than not."""
    command, chance = table.game.legal(seat).sample(chance)
    means_it, chance = chance.percent(25)
    if isinstance(command, Drop) and not means_it:
        see = See() in table.game.legal(seat)
        command = See() if see else next(one for one in table.game.legal(seat) if not isinstance(one, Answer | Drop))
    if command is not None:
        table.act(seat, command)
    return chance
