"""Lockouts and the relief from them (R31 to R34)."""

import msgspec
import pytest

from engines.contract import Away, Back
from engines.five_of_a_kind.model import Claim, Relieved, Resign, Settings, Vote
from tests.engines.five_of_a_kind_table import ANYTHING, Table


@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 5])
def test_r31_a_failing_claimant_is_locked_out_for_the_set_number_of_rounds(rounds: int) -> None:
    table = Table(msgspec.structs.replace(Settings(), lockout=rounds))
    table.vote(0, "faster")
    table.deal()
    table.claim(0)
    assert table.player(0).vote == "faster"
    table.wait(3000)
    assert table.lockouts() == (rounds, 0)
    assert table.player(0).vote == "none"
    more = "1 more round" if rounds == 1 else f"{rounds} more rounds"
    table.deal()
    for command in (Claim(table.position.card or 0), Vote("faster")):
        refusal = table.refused(0, command)
        assert (refusal.code, refusal.text) == ("locked_out", f"You are locked out for {more}.")
    assert table.game.legal(0).votes == ()
    table.vote(1, "faster")
    assert table.game.shared("table").eligible == 1


def test_r31_without_a_lockout_nothing_is_locked_and_the_vote_stays() -> None:
    table = Table(Settings(lockout=0))
    table.vote(0, "slower")
    table.fail(0)
    assert table.lockouts() == (0, 0)
    assert table.player(0).vote == "slower"
    table.deal()
    table.claim(0)


def test_r31_a_wrong_anything_claim_locks_out_too() -> None:
    table = Table(ANYTHING)
    table.deal_until(answer=False)
    table.claim(0)
    assert table.lockouts() == (2, 0)


def test_r32_a_lockout_goes_down_with_accepted_claims_of_others_and_not_with_cards() -> None:
    table = Table(humans=3)
    table.fail(0)
    table.deal(8)
    assert table.lockouts() == (2, 0, 0)
    table.claim(1)
    assert table.lockouts() == (1, 0, 0)
    table.wait(1)
    table.act(1, Resign())
    table.deal()
    table.claim(2)
    assert table.lockouts() == (0, 0, 0)
    # Free to vote at once, to claim from the next card on.
    table.vote(0, "faster")
    assert table.refused(0, Claim(table.position.card or 0)).code == "round_closed"


def test_r32_a_lockout_of_one_round_spans_one_round_of_others() -> None:
    table = Table(Settings(lockout=1), humans=2)
    table.fail(0)
    table.deal()
    assert table.refused(0, Claim(table.position.card or 0)).code == "locked_out"
    table.claim(1)
    table.wait(3000)
    assert table.lockouts() == (0, 1)
    table.deal()
    table.claim(0)


def test_r33_when_the_last_free_player_fails_the_smallest_lockout_is_taken_off_all() -> None:
    table = Table(Settings(lockout=5), humans=3)
    table.fail(0)
    table.fail(1)
    assert table.lockouts() == (4, 5, 0)
    happened = table.fail(2)
    # The third claim makes 3 and 4 of them; its own 5 come on top; 3 go off all.
    assert table.lockouts() == (0, 1, 2)
    assert happened[-1] == Relieved(3)
    assert table.game.shared("table").relieved == (3, 3)


def test_r33_alone_a_lockout_is_relieved_at_once() -> None:
    table = Table(humans=1)
    assert table.fail(0)[-1] == Relieved(2)
    assert table.lockouts() == (0,)
    table.deal()
    table.claim(0)


def test_r33_after_a_resignation_those_who_remain_are_relieved_within_the_round() -> None:
    table = Table(humans=2)
    table.fail(0)
    table.deal()
    assert table.act(1, Resign())[-1] == Relieved(2)
    assert table.lockouts() == (0, 0)
    table.claim(0)


def test_r33_the_bot_counts_as_a_player() -> None:
    table = Table(humans=1, bot=True)
    table.fail(0)
    assert table.lockouts() == (2, 0)
    table.fail(1)
    assert table.lockouts() == (0, 1)


def test_r33_r34_an_absence_of_over_ten_seconds_relieves_the_others() -> None:
    table = Table(humans=2)
    table.fail(0)
    table.tell(Away(1))
    table.wait(10_000)
    assert table.lockouts() == (2, 0)
    assert Relieved(2) in table.wait(1)
    assert table.lockouts() == (0, 0)


def test_r34_a_short_absence_changes_nothing() -> None:
    table = Table(humans=2)
    table.fail(0)
    table.tell(Away(1))
    table.wait(9_000)
    table.tell(Back(1))
    table.wait(60_000)
    assert table.lockouts() == (2, 0)


def test_r33_a_return_to_a_table_where_nobody_is_free_relieves() -> None:
    table = Table(Settings(lockout=3), humans=2)
    table.fail(0)
    assert table.lockouts() == (3, 0)
    table.tell(Away(0))
    table.tell(Away(1))
    table.wait(10_001)
    assert table.lockouts() == (3, 0)  # nobody is present, so nobody is relieved
    assert table.tell(Back(0)) == (Relieved(3),)
    assert table.lockouts() == (0, 0)


def test_r33_those_who_are_absent_keep_their_lockout() -> None:
    table = Table(Settings(lockout=4), humans=3)
    table.fail(2)
    table.tell(Away(2))
    table.wait(10_001)
    table.fail(0)
    assert table.lockouts() == (4, 0, 3)
    table.fail(1)
    assert table.lockouts() == (0, 1, 2)
