"""What every kind of game owes to the room that runs it. Run a walk under these watchers; they know no game."""

from collections import Counter
from dataclasses import FrozenInstanceError, dataclass
from typing import Any

import msgspec
import pytest

from engines.contract import Kind, Purse, SeatInfo, Sit, Step, Viewer
from tests.engines.drive import ENCODER, Act, Recorder, Table, frames, replay


@dataclass
class Promises:
    """A watcher: what must hold after every step of every game."""

    deadlines: int = 0

    def __call__(self, table: Table, step: Step, act: Act | None) -> None:
        """Check the step that was just taken."""
        game = table.game
        if game.outcome is not None:
            self._ended(table)
            return
        deadline = game.deadline
        assert deadline is None or deadline >= table.now
        # Several things may be due at one millisecond, but they must come to an end.
        self.deadlines = self.deadlines + 1 if deadline == table.now else 0
        assert self.deadlines <= 4 * len(table.seats)
        vacant = game.vacant
        assert len(set(vacant)) == len(vacant)
        assert all(0 <= seat < len(table.seats) for seat in vacant[:-1])
        assert all(0 <= seat <= len(table.seats) for seat in vacant)
        # A different seat each time: what a step costs here, a walk pays thousands of times.
        seat = len(table.journal) % len(table.seats)
        assert game.own(seat).legal == game.legal(seat)  # type: ignore[attr-defined]

    def _ended(self, table: Table) -> None:
        game, outcome = table.game, table.game.outcome
        assert outcome is not None
        assert game.deadline is None
        assert not game.hushed
        assert not game.vacant
        assert sorted(result.seat for result in outcome.results) == list(range(len(table.seats)))
        assert min(result.place for result in outcome.results) == 1
        for seat in range(len(table.seats)):
            assert list(game.legal(seat)) == []


class Books:
    """A watcher that keeps the book of a table by itself, from the entries alone."""

    def __init__(self, seats: tuple[SeatInfo, ...]) -> None:
        self.balances: dict[Purse, int] = {seat: info.balance for seat, info in enumerate(seats)}
        self.balances |= {"pot": 0, "house": 0, "mint": 0}
        self.sum = sum(self.balances.values())
        self.why: Counter[str] = Counter()

    def __call__(self, table: Table, step: Step, act: Act | None) -> None:
        """Enter what the step moved, and compare with the accounts that it names."""
        if act is not None and isinstance(act.command, Sit):
            balance = act.command.info.balance
            self.sum += balance - self.balances.get(act.command.seat, 0)
            self.balances[act.command.seat] = balance
        before = dict(self.balances)
        for entry in step.transfers:
            assert entry.amount > 0
            assert entry.giver != entry.taker
            self.balances[entry.giver] -= entry.amount
            self.balances[entry.taker] += entry.amount
            self.why[entry.why] += 1
        assert all(balance >= 0 for purse, balance in self.balances.items() if purse != "mint")
        assert sum(self.balances.values()) == self.sum
        named = {account.seat: account.balance for account in step.accounts}
        assert all(self.balances[seat] == balance for seat, balance in named.items())
        changed = {purse for purse, balance in self.balances.items() if balance != before[purse]}
        assert changed - {"pot", "house", "mint"} <= named.keys()
        if table.over:
            assert self.balances["pot"] == 0


def legal_is_what_apply_accepts(table: Table) -> None:
    """Every command that `legal` lists is accepted, and finding that out changes nothing."""
    table.advance(table.now)
    before = ENCODER.encode(table.game)
    for seat in range(len(table.seats)):
        for command in table.game.legal(seat):
            assert command in table.game.legal(seat)
            assert table.game.apply(seat, command, table.now).game != table.game
    assert ENCODER.encode(table.game) == before


def a_game_is_a_frozen_value(table: Table) -> None:
    """Nothing of a game can be set, so a reference to it is as good as a copy."""
    for name in getattr(table.game, "__struct_fields__", ()):
        with pytest.raises((AttributeError, FrozenInstanceError)):
            setattr(table.game, name, getattr(table.game, name))
    hash(table.game)


def a_game_can_be_stored(table: Table) -> None:
    """A game read back from its bytes is equal, and goes on in the same way."""
    stored = ENCODER.encode(table.game)
    again: Any = msgspec.msgpack.decode(stored, type=type(table.game))
    assert again == table.game
    assert again.deadline == table.game.deadline
    viewers: tuple[Viewer, ...] = (None, *range(len(table.seats)))
    assert frames(Step(again), viewers) == frames(Step(table.game), viewers)
    if table.game.deadline is not None:
        assert again.expire(again.deadline) == table.game.expire(table.game.deadline)


def a_replay_shows_the_same(table: Table, recorder: Recorder) -> None:
    """From settings, seats, key and journal come the same game, bots, and frames, byte for byte."""
    second = Recorder()
    again = replay(table, second)
    assert again.game == table.game
    assert again.bots == table.bots
    assert ENCODER.encode(again.game) == ENCODER.encode(table.game)
    assert second.shown == recorder.shown


def the_key_decides_chance_alone(kind: Kind, settings: Any, seats: tuple[SeatInfo, ...], key: bytes) -> None:
    """Two games of one key begin alike; another key shows nothing at once, for nothing has been drawn in public."""
    first, again = kind.new(settings, seats, key), kind.new(settings, seats, key)
    assert first == again
    other = kind.new(settings, seats, bytes(byte ^ 0xFF for byte in key))
    assert first.deadline == other.deadline


def the_form_allows_it(kind: Kind, settings: Any) -> None:
    """What the form offers has no problems, crosses the wire unchanged, and fits where it is shown."""
    assert kind.setup.problems(settings) == ()
    stored = msgspec.msgpack.encode(settings)
    assert msgspec.msgpack.decode(stored, type=kind.settings) == settings
    assert len(kind.setup.summary(settings)) <= 52
    assert len(dict(kind.setup.facts(settings))) == len(kind.setup.facts(settings))
