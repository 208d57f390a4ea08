"""Claims: which are accepted, which refused, and what comes of them (R20 to R30)."""

import msgspec
import pytest

from engines.five_of_a_kind.model import (
    Answer,
    Claim,
    Claimed,
    ClaimRecord,
    Resign,
    Resolved,
    Settings,
)
from tests.engines.five_of_a_kind_table import ANYTHING, Table


def test_r20_a_claim_is_accepted_whether_the_board_has_an_answer_or_not() -> None:
    for answer in (True, False):
        table = Table()
        table.deal_until(answer=answer)
        table.wait(250)
        assert table.claim(1) == (Claimed(1, 250),)
        assert table.position.choosing == 1


def test_r21_before_the_first_card_no_claim_is_possible() -> None:
    table = Table()
    assert table.game.legal(0).claim is None
    assert table.refused(0, Claim(0)).code == "no_card"


def test_r21_a_claim_of_an_older_card_is_refused_and_costs_nothing() -> None:
    table = Table()
    table.deal()
    old = table.position.card
    assert old is not None
    table.deal()
    refusal = table.refused(0, Claim(old))
    assert (refusal.code, refusal.text) == ("new_card", "A new card came first.")
    assert table.refused(0, Claim(old + 99)).code == "new_card"
    assert table.lockouts() == (0, 0)
    table.claim(0)


def test_r21_the_second_of_two_claims_reads_who_was_first_and_by_how_much() -> None:
    table = Table(humans=3)
    table.deal()
    card = table.position.card
    assert card is not None
    table.claim(2)
    refusal = table.refused(0, Claim(card))
    assert (refusal.code, refusal.seat) == ("round_closed", 2)
    assert refusal.text == "{player} claimed first, at the same moment."
    table.wait(3)
    refusal = table.refused(1, Claim(card))
    assert refusal.text == "{player} was first, by 3 ms."
    assert refusal.seat == 2
    assert table.refused(2, Claim(card)).code == "own_claim"


def test_r21_a_refusal_gives_the_adaptive_bot_nothing_to_learn() -> None:
    table = Table(humans=2, bot=True)
    table.deal()
    table.claim(0)
    study = table.position.study
    table.refused(1, Claim(table.position.card or 0))
    assert table.position.study == study


def test_r22_a_claim_stops_the_cards_and_the_rest_of_the_interval_is_kept() -> None:
    table = Table()
    table.deal(2)
    table.wait(400)
    table.claim(0)
    assert table.game.shared("table").next_card is None
    table.wait(2000)
    assert table.position.dealt == 2
    table.act(0, Answer(table.wrong()))
    assert table.position.next_card == table.now + 600
    table.wait(599)
    assert table.position.dealt == 2
    table.wait(1)
    assert table.position.dealt == 3
    assert table.position.next_card == table.now + 1000


def test_r24_only_the_claimant_answers_and_only_with_an_enabled_trait() -> None:
    table = Table(Settings(shape=False))
    table.deal()
    assert table.refused(0, Answer("red")).code == "not_claimant"
    table.claim(0)
    assert table.refused(1, Answer("red")).code == "not_claimant"
    assert table.refused(0, Answer("oval")).code == "not_a_choice"
    assert table.game.legal(0).answers == ("red", "green", "blue", "solid", "striped", "open")
    assert table.game.legal(1).answers == ()


@pytest.mark.parametrize("choose", [2000, 3000, 5000])
def test_r24_an_answer_counts_until_the_deadline_and_at_the_deadline_it_is_a_timeout(choose: int) -> None:
    for wait, outcome in ((choose - 1, "correct"), (choose, "timeout")):
        table = Table(msgspec.structs.replace(Settings(), choose=choose))
        table.deal_until(answer=True)
        table.claim(0)
        claim = table.game.shared("table").claim
        assert claim is not None
        assert (claim.at, claim.deadline) == (table.now, table.now + choose)
        table.wait(wait)
        if outcome == "correct":
            table.act(0, Answer(table.right()))
        else:
            assert table.refused(0, Answer(table.right())).code == "not_claimant"
        (settled,) = table.position.claims
        assert settled.outcome == outcome


def test_r25_r26_anything_is_settled_at_once_right_or_wrong() -> None:
    for answer, outcome, points in ((True, "correct", 1), (False, "incorrect", 0)):
        table = Table(ANYTHING)
        table.deal_until(answer=answer)
        due = table.position.next_card
        table.wait(120)
        assert table.claim(0) == (Claimed(0, 120), Resolved(0, outcome, None))  # type: ignore[arg-type]
        assert table.position.claim is None
        assert table.points() == (points, 0)
        assert table.position.next_card == due
        assert table.game.hushed == frozenset()
        assert table.game.legal(0).answers == ()
        assert table.game.audience(0) == "table"


def test_r26_a_correct_answer_adds_one_point() -> None:
    table = Table()
    table.score(1)
    assert table.points() == (0, 1)
    assert table.news == (Resolved(1, "correct", table.position.claims[-1].trait),)
    assert table.lockouts() == (0, 0)


@pytest.mark.parametrize("counting", ["matching", "non_matching"])
def test_r26_every_trait_is_right_or_wrong_as_the_board_says(counting: str) -> None:
    settings = msgspec.structs.replace(Settings(), counting=counting)
    table = Table(settings)
    table.deal_until(answer=True)
    table.claim(0)
    answers = table.position.answers
    for trait in table.game.legal(0).answers:
        after = table.game.apply(0, Answer(trait), table.now).game
        (row,) = (row for row in after.shared("table").players if row.seat == 0)  # type: ignore[attr-defined]
        assert row.points == (trait in answers)


def test_r27_mistakes_and_timeouts_cost_a_lockout_and_no_point() -> None:
    wrong, late = Table(), Table()
    wrong.score(0)
    wrong.fail(0)
    late.score(0)
    late.deal()
    late.claim(0)
    late.wait(3000)
    for table in (wrong, late):
        assert table.points() == (1, 0)
        assert table.lockouts() == (2, 0)
    assert [claim.outcome for claim in wrong.position.claims] == ["correct", "incorrect"]
    assert [claim.outcome for claim in late.position.claims] == ["correct", "timeout"]


def test_r28_nobody_claims_between_a_settled_claim_and_the_next_card() -> None:
    table = Table()
    table.deal_until(answer=True)
    card = table.position.card or 0
    table.claim(0)
    table.act(0, Answer(table.right()))
    table.wait(5)
    assert table.refused(1, Claim(card)).text == "{player} was first, by 5 ms."
    assert table.refused(0, Claim(card)).code == "own_claim"
    table.deal()
    table.claim(1)


def test_r28_of_three_commands_in_one_moment_each_is_judged_by_what_the_one_before_left() -> None:
    table = Table()
    table.deal_until(answer=True)
    card = table.position.card or 0
    table.act(0, Claim(card))
    table.act(0, Answer(table.wrong()))
    assert table.refused(0, Answer(table.right())).code == "not_claimant"
    assert table.refused(0, Claim(card)).code == "locked_out"
    assert table.points() == (0, 0)


def test_r29_the_result_holds_the_board_and_all_answers_only_with_keep_shown() -> None:
    keep, mask = (Table(msgspec.structs.replace(Settings(), previous=previous)) for previous in ("keep", "mask"))
    for table in (keep, mask):
        table.deal_until(answer=True)
        table.wait(100)
        table.claim(1)
    board, answers = keep.game.shared("table").slots, keep.position.answers
    for table in (keep, mask):
        table.act(1, Answer(table.right()))
        table.deal(3)
    kept, masked = keep.game.shared("table").result, mask.game.shared("table").result
    assert kept is not None
    assert masked is not None
    assert kept.snapshot == board
    assert kept.traits == answers
    assert masked.snapshot is None
    assert masked.traits is None
    assert masked.trait == kept.trait == answers[0]
    for result in (kept, masked):
        assert (result.number, result.round, result.seat, result.outcome) == (1, 1, 1, "correct")
        assert result.reaction == 100


def test_r29_the_result_of_anything_has_no_trait() -> None:
    table = Table(ANYTHING)
    table.deal_until(answer=True)
    table.claim(0)
    result = table.game.shared("table").result
    assert result is not None
    assert result.trait is None
    assert result.traits == ()
    assert result.snapshot == table.game.shared("table").slots


def test_r30_the_five_outcomes_are_recorded_with_their_times() -> None:
    table = Table(Settings(minutes=1), humans=2)
    table.deal_until(answer=True)
    table.wait(100)
    at = [table.now]
    table.claim(0)
    table.wait(1500)
    right = table.right()
    table.act(0, Answer(right))
    table.deal()
    at.append(table.now)
    table.claim(1)
    table.wait(1)
    wrong = table.wrong()
    table.act(1, Answer(wrong))
    table.deal()
    at.append(table.now)
    table.claim(0)
    table.wait(3000)  # in vain
    table.deal()
    table.wait(60_000 - 999 - table.now)
    started = table.position.dealt_at
    at.append(table.now)
    table.claim(1)
    table.wait(999)
    first = table.position.claims[0].round
    assert table.position.claims == (
        ClaimRecord(first, 0, at[0], 100, 1500, "correct", right),
        ClaimRecord(first + 1, 1, at[1], 0, 1, "incorrect", wrong),
        ClaimRecord(first + 2, 0, at[2], 0, None, "timeout", None),
        ClaimRecord(first + 3, 1, at[3], at[3] - started, None, "game deadline", None),
    )


def test_r30_a_resignation_is_recorded_without_a_selection_time() -> None:
    table = Table()
    table.deal()
    table.wait(10)
    table.claim(0)
    table.wait(10)
    table.act(0, Resign())
    assert table.position.claims == (ClaimRecord(1, 0, 1010, 10, None, "resignation", None),)


def test_r30_anything_has_no_selection_time() -> None:
    table = Table(ANYTHING)
    table.deal_until(answer=True)
    table.wait(7)
    table.claim(0)
    (claim,) = table.position.claims
    assert (claim.reaction, claim.selection, claim.outcome, claim.trait) == (7, None, "correct", None)
