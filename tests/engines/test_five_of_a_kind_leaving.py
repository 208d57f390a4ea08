"""Resigning, lost connections, and abandoned games (R39 to R43)."""

import pytest

from engines.contract import Away, Back, Illegal, Leave, SeatInfo, Sit
from engines.five_of_a_kind.model import Answer, Claim, Command, Over, Resign, Resigned, Resolved, Settings, Vote
from tests.engines.five_of_a_kind_table import Table

MINUTE = 60_000


def test_r39_resigning_clears_the_vote_keeps_the_points_and_ends_all_commands() -> None:
    table = Table(humans=3)
    table.score(0)
    table.vote(0, "faster")
    assert table.act(0, Resign()) == (Resigned(0),)
    row = next(row for row in table.game.shared("table").players if row.seat == 0)
    assert (row.points, row.resigned) == (1, True)
    assert table.player(0).vote == "none"
    assert list(table.game.legal(0)) == []
    table.deal()
    commands: tuple[Command, ...] = (Claim(table.position.card or 0), Answer("red"), Vote("faster"), Resign())
    for command in commands:
        assert table.refused(0, command).code == "resigned"
    assert table.position.ended is None


def test_r39_resigning_is_possible_in_every_phase() -> None:
    before_cards, while_open, during_a_claim, while_closed = (Table() for _ in range(4))
    while_open.deal()
    during_a_claim.deal()
    during_a_claim.claim(0)
    while_closed.fail(0)
    for table in (before_cards, while_open, during_a_claim, while_closed):
        assert table.act(1, Resign())[0] == Resigned(1)
        assert table.position.ended is None
    assert during_a_claim.position.choosing == 0


def test_r40_the_claimants_resignation_cancels_the_claim_and_the_cards_go_on() -> None:
    table = Table()
    table.deal()
    table.wait(300)
    table.claim(0)
    table.wait(500)
    assert table.act(0, Resign()) == (Resigned(0), Resolved(0, "resignation", None))
    assert table.points() == (0, 0)
    assert table.lockouts() == (0, 0)
    assert table.position.next_card == table.now + 700
    assert table.refused(1, Claim(table.position.card or 0)).code == "round_closed"
    table.deal()
    table.claim(1)


def test_r41_leaving_is_resigning_and_a_lost_connection_is_not() -> None:
    table = Table(humans=3)
    assert table.tell(Leave(2)) == (Resigned(2),)
    assert table.tell(Leave(2)) == ()
    assert table.tell(Away(0)) == ()
    row = next(row for row in table.game.shared("table").players if row.seat == 0)
    assert row.away == 0
    assert not row.resigned
    table.wait(50_000)
    table.tell(Back(0))
    assert not table.player(0).resigned
    table.deal()
    table.claim(0)


def test_r41_a_claim_pending_at_a_lost_connection_runs_out() -> None:
    table = Table()
    table.deal()
    table.claim(0)
    table.tell(Away(0))
    assert table.wait(3000) == (Resolved(0, "timeout", None),)
    assert table.lockouts() == (2, 0)


def test_r41_what_the_room_says_twice_or_of_nobody_changes_nothing() -> None:
    table = Table(humans=1, bot=True)
    before = table.game
    assert table.tell(Back(0)) == ()
    assert table.game is before
    table.tell(Away(0))
    once = table.game
    table.tell(Away(0))
    assert table.game is once
    for command in (Away(1), Leave(1), Back(2), Away(-1), Sit(0, SeatInfo())):
        with pytest.raises(Illegal):
            table.tell(command)
    with pytest.raises(Illegal):
        table.game.apply(5, Resign(), table.now)


def test_no_player_can_speak_for_the_room() -> None:
    table = Table()
    with pytest.raises(Illegal) as refused:
        table.game.apply(0, Leave(1), 0)  # no message is such a command; the game holds even so
    assert refused.value.code == "unknown"


def test_r42_the_game_is_abandoned_when_the_last_human_has_resigned() -> None:
    table = Table(humans=2, bot=True)
    table.deal()
    table.act(0, Resign())
    assert table.act(1, Resign()) == (Resigned(1), Over("abandoned"))
    outcome = table.game.outcome
    assert outcome is not None
    assert outcome.how == "abandoned"
    assert table.game.deadline is None


def test_r42_a_pending_claim_of_the_bot_is_left_out_and_of_a_human_is_not() -> None:
    bots, humans = Table(humans=1, bot=True), Table(humans=1, bot=True)
    for table, seat in ((bots, 1), (humans, 0)):
        table.deal()
        table.claim(seat)
        table.act(0, Resign())
        assert table.position.ended == "abandoned"
    assert bots.position.claims == ()
    assert [claim.outcome for claim in humans.position.claims] == ["resignation"]
    assert bots.game.shared("table").claim is None


def test_r42_the_last_resignation_in_the_final_round_completes_the_game() -> None:
    table = Table(Settings(end="rounds", rounds=10, lockout=0), humans=1)
    for _ in range(9):
        table.fail(0)
    table.deal()
    table.claim(0)
    assert table.act(0, Resign())[-1] == Over("rounds")


def test_r43_two_minutes_without_any_connection_resign_all_humans() -> None:
    table = Table(humans=2, bot=True)
    table.tell(Away(0))
    table.wait(30_000)
    table.tell(Away(1))
    happened = table.wait(2 * MINUTE - 1)
    assert Over("abandoned") not in happened
    assert table.wait(1)[-3:] == (Resigned(0), Resigned(1), Over("abandoned"))


def test_r43_a_return_starts_the_two_minutes_anew() -> None:
    table = Table(humans=2)
    table.tell(Away(0))
    table.tell(Away(1))
    table.wait(2 * MINUTE - 1)
    table.tell(Back(1))
    table.wait(5000)
    table.tell(Away(1))
    table.wait(40_000)
    assert table.position.ended is None
    assert table.position.deserted == 2 * MINUTE - 1 + 5000


def test_r43_who_has_resigned_does_not_keep_the_game_waiting() -> None:
    table = Table(humans=2)
    table.tell(Away(0))
    table.wait(1000)
    table.act(1, Resign())
    table.wait(2 * MINUTE - 1)
    assert table.position.ended is None
    assert table.wait(1)[-1] == Over("abandoned")


def test_r43_ten_minutes_without_a_human_act_resign_all_humans() -> None:
    table = Table(Settings(end="rounds", lockout=0), humans=2, bot=True)
    table.wait(4 * MINUTE)
    table.deal_until(answer=False)
    table.claim(0)
    acted = table.now
    table.wait(5 * MINUTE)
    table.deal()
    table.claim(2)  # the bot's acts are no sign of life, nor is a refusal
    table.refused(1, Claim(table.position.card or 0))
    table.wait(acted + 10 * MINUTE - 1 - table.now)
    assert table.position.ended is None
    assert table.wait(1)[-3:] == (Resigned(0), Resigned(1), Over("abandoned"))


def test_r43_a_leave_does_not_prolong_the_wait_for_somebody_to_return() -> None:
    table = Table(humans=3)
    for seat in (0, 1, 2):
        table.tell(Away(seat))
    table.wait(MINUTE)
    table.tell(Leave(1))
    table.wait(MINUTE - 1)
    assert table.position.ended is None
    assert table.wait(1)[-3:] == (Resigned(0), Resigned(2), Over("abandoned"))
