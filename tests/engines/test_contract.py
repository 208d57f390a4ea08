"""Every kind in the catalogue keeps the contract."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.catalogue import KINDS
from engines.chance import Chance
from engines.contract import Kind
from tests.engines import contract_suite as suite
from tests.engines.drive import Recorder, Table
from tests.engines.strategies import tables_of
from tests.engines.walk import Walker

kinds = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
modest = settings(max_examples=60, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@kinds
def test_a_kind_says_what_it_is(kind: Kind) -> None:
    assert KINDS[kind.name] is kind
    assert kind.rules >= 1
    least, most = kind.humans(kind.setup.defaults())
    assert 1 <= least <= most
    assert (kind.opening > 0) == (kind.book != "none")
    names = [field.name for field in kind.setup.fields]
    assert len(set(names)) == len(names)


@kinds
@modest
@given(st.data())
def test_the_promises_hold_on_a_walk(kind: Kind, data: st.DataObject) -> None:
    drawn, seats, key = data.draw(tables_of(kind))
    suite.the_form_allows_it(kind, drawn)
    suite.the_key_decides_chance_alone(kind, drawn, seats, key)
    recorder = Recorder()
    table = Table(kind, drawn, seats, key, watchers=[suite.Promises(), suite.Books(seats), recorder])
    walker = Walker(table, Chance(key).fork("walk"))
    for _ in range(data.draw(st.integers(0, 12))):
        walker.walk(5)
        suite.legal_is_what_apply_accepts(table)
        suite.a_game_can_be_stored(table)
    suite.a_game_is_a_frozen_value(table)
    suite.a_replay_shows_the_same(table, recorder)
