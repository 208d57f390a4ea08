"""The three ends, the order of things at one millisecond, and the account that is given (R44 to R53)."""

import msgspec
import pytest

from engines.catalogue import KINDS
from engines.contract import Away, SeatResult
from engines.five_of_a_kind import ending
from engines.five_of_a_kind.model import (
    Answer,
    Claim,
    ClaimOutcome,
    ClaimRecord,
    Command,
    Dealt,
    Difficulty,
    IntervalChanged,
    Over,
    RangeShare,
    Record,
    Relieved,
    Resign,
    Resigned,
    Resolved,
    Settings,
    Vote,
)
from tests.engines.five_of_a_kind_table import ANYTHING, Table

KIND = KINDS["five_of_a_kind"]


def test_r44_nothing_is_accepted_after_the_end() -> None:
    table = Table(Settings(minutes=1))
    table.deal(59)
    card = table.position.card or 0
    table.wait(1000)
    assert table.game.deadline is None
    commands: tuple[Command, ...] = (Claim(card), Answer("red"), Vote("faster"), Resign())
    for seat in (0, 1):
        assert list(table.game.legal(seat)) == []
        for command in commands:
            assert table.refused(seat, command).code == "over"
    before = table.game
    assert table.tell(Away(0)) == ()
    assert table.game is before
    with pytest.raises(ValueError, match="nothing is due"):
        table.game.expire(table.now)


@pytest.mark.parametrize("minutes", [1, 3, 5, 10])
def test_r45_a_timed_game_ends_at_its_limit_and_deals_no_card_then(minutes: int) -> None:
    table = Table(msgspec.structs.replace(Settings(), minutes=minutes))
    assert table.game.shared("table").ends_at == minutes * 60_000
    happened = table.wait(minutes * 60_000)
    assert happened[-1] == Over("time")
    assert sum(isinstance(event, Dealt) for event in happened) == minutes * 60 - 1
    outcome = table.game.outcome
    assert outcome is not None
    assert isinstance(outcome.record, Record)
    assert outcome.record.duration == minutes * 60_000


@pytest.mark.parametrize("before", [1, 2999, 3000])
def test_r45_a_claim_pending_at_the_limit_ends_as_game_deadline_without_score_or_lockout(before: int) -> None:
    table = Table(Settings(minutes=1))
    table.wait(60_000 - before)
    table.vote(0, "faster")
    table.claim(0)
    assert table.wait(before)[-2:] == (Resolved(0, "game deadline", None), Over("time"))
    assert table.points() == (0, 0)
    assert table.lockouts() == (0, 0)
    assert table.player(0).vote == "faster"
    assert table.position.claims[-1].outcome == "game deadline"


def test_r45_an_answer_deadline_before_the_limit_is_a_timeout() -> None:
    table = Table(Settings(minutes=1))
    table.wait(60_000 - 3001)
    table.claim(0)
    table.wait(3000)
    assert table.position.claims[-1].outcome == "timeout"
    assert table.wait(1)[-1] == Over("time")


def test_r46_a_round_game_ends_when_the_final_rounds_claim_is_settled() -> None:
    for how in ("right", "wrong", "timeout", "resignation"):
        table = Table(Settings(end="rounds", rounds=10, lockout=0))
        for _ in range(9):
            table.fail(0)
        assert table.game.shared("table").ends_at is None
        table.deal_until(answer=True)
        assert table.position.round == 10
        table.claim(0)
        assert table.position.ended is None
        match how:
            case "right":
                table.act(0, Answer(table.right()))
            case "wrong":
                table.act(0, Answer(table.wrong()))
            case "timeout":
                table.wait(3000)
            case _:
                table.act(0, Resign())
        assert table.news[-1] == Over("rounds")
        assert table.points() == (int(how == "right"), 0)
        outcome = table.game.outcome
        assert outcome is not None
        assert outcome.how == "rounds"


def test_r46_the_last_failure_of_a_game_needs_no_relief() -> None:
    table = Table(Settings(end="rounds", rounds=10), humans=1)
    for _ in range(9):
        table.fail(0)
    assert not any(isinstance(event, Relieved) for event in table.fail(0))


@pytest.mark.parametrize("settings", [Settings(end="points", points=20), ANYTHING])
def test_r47_a_point_game_ends_at_once_when_somebody_reaches_the_target(settings: Settings) -> None:
    table = Table(msgspec.structs.replace(settings, end="points", points=20))
    for point in range(20):
        table.score(1)
        assert (table.position.ended is None) is (point < 19)
    assert table.news[-1] == Over("points")
    assert table.points() == (0, 20)


def test_r47_other_ends_do_not_count() -> None:
    table = Table(Settings(end="points", points=20, rounds=10, minutes=1, lockout=0))
    for _ in range(11):
        table.fail(0)
    table.wait(60_000)
    assert table.position.ended is None


def test_r48_at_one_millisecond_an_absence_comes_before_the_card() -> None:
    table = Table(humans=2)
    table.vote(0, "faster")
    table.wait(999)
    table.tell(Away(1))
    table.wait(10_000)
    assert table.position.interval == 1000
    assert table.wait(1)[0] == IntervalChanged(1000, 900)  # "over ten seconds" and the card fall on 11,000 ms


def test_r48_at_one_millisecond_the_card_comes_before_the_servers_resignations() -> None:
    table = Table(humans=1)
    table.tell(Away(0))
    happened = table.wait(120_000)
    assert isinstance(happened[-3], Dealt)
    assert happened[-2:] == (Resigned(0), Over("abandoned"))


def test_r48_what_time_does_comes_before_an_act_at_the_same_millisecond() -> None:
    table = Table()
    table.deal()
    with pytest.raises(ValueError, match="before an act"):
        table.game.apply(0, Vote("faster"), table.now + 1000)
    with pytest.raises(ValueError, match="nothing is due"):
        table.game.expire(table.now + 999)


def test_r48_a_late_wake_up_changes_no_time() -> None:
    table = Table()
    table.wait(3_700)
    assert table.position.dealt_at == 3000
    table.claim(0)
    assert table.position.claim is not None
    assert table.position.claim.reaction == 700


def test_r49_missed_opportunities_are_those_that_nobody_scored() -> None:
    table = Table(Settings(minutes=1))
    for seat in (0, 1, 0):
        table.score(seat)
    table.wait(60_000 - table.now)
    final = table.game.shared("table").final
    assert final is not None
    assert final.dealt == table.position.dealt
    assert final.opportunities == table.position.opportunities >= 3
    assert final.missed == final.opportunities - 3
    outcome = table.game.outcome
    assert outcome is not None
    assert outcome.record == Record(final.dealt, final.opportunities, final.missed, 60_000, final.claims)


def test_r49_more_points_than_opportunities_are_a_fault() -> None:
    table = Table()
    impossible = table.position.but_player(0, points=1)
    with pytest.raises(AssertionError, match="more points"):
        ending.missed(impossible)


def test_r50_the_table_of_reaction_times() -> None:
    table = Table(humans=2, bot=True)
    claims: list[tuple[int, int, ClaimOutcome]] = [
        (0, 499, "correct"),
        (0, 500, "timeout"),
        (0, 999, "correct"),
        (0, 1000, "incorrect"),
    ]
    claims += [(0, 1999, "correct"), (0, 2000, "resignation"), (0, 9000, "game deadline"), (0, 0, "correct")]
    claims += [(2, 700, "correct"), (2, 800, "correct"), (2, 900, "incorrect")]
    records = tuple(_record(*claim) for claim in claims)
    rows = ending.reactions(table.position.but(claims=records).but_player(2, points=2))
    assert [(row.seat, row.claims) for row in rows] == [(2, 3), (0, 8), (1, 0)]
    bot, first, second = (row.ranges for row in rows)
    # 2/3 and 1/3 are rounded by themselves.
    assert bot == (RangeShare(0, 0, 0), RangeShare(100, 67, 33), RangeShare(0, 0, 0), RangeShare(0, 0, 0))
    # An eighth is 12.5 %, and half up 13 %: the shown parts of a quarter may add up to 26.
    assert first == (RangeShare(25, 25, 0), RangeShare(25, 13, 13), RangeShare(25, 13, 13), RangeShare(25, 0, 25))
    assert second == (RangeShare(0, 0, 0),) * 4


def _record(seat: int, reaction: int, outcome: ClaimOutcome) -> ClaimRecord:
    return ClaimRecord(1, seat, reaction, reaction, None, outcome, None)


def test_r51_the_scoreboard_ranks_by_points_then_the_lower_rating_then_the_seat() -> None:
    table = Table(humans=5, ratings=(1600.0, 1500.0, 1400.0, 1500.0, 1300.0))
    assert [row.seat for row in table.game.shared("table").players] == [4, 2, 1, 3, 0]
    table.score(0)
    assert [row.seat for row in table.game.shared("table").players] == [0, 4, 2, 1, 3]
    table.wait(180_000 - table.now)
    outcome = table.game.outcome
    assert outcome is not None
    assert [(result.seat, result.place) for result in outcome.results] == [(0, 1), (1, 4), (2, 3), (3, 4), (4, 2)]
    assert outcome.results[0] == SeatResult(0, 1, 1)


@pytest.mark.parametrize(
    ("humans", "bot", "guest", "points", "abandoned", "rated"),
    [
        (2, False, False, False, False, True),
        (1, False, False, False, False, True),
        (2, True, False, False, False, True),
        (1, True, True, True, False, False),
        (2, False, False, True, True, True),
        (2, False, False, False, True, False),
        (2, True, False, True, True, False),
        (1, False, True, True, True, False),
    ],
)
def test_r52_which_games_are_rated(
    humans: int, bot: bool, guest: bool, points: bool, abandoned: bool, rated: bool
) -> None:
    table = Table(humans=humans, bot=bot, guest=guest)
    if points:
        table.score(0)
    if abandoned:
        for seat in range(humans):
            table.act(seat, Resign())
    else:
        table.wait(180_000 - table.now)
    outcome = table.game.outcome
    assert outcome is not None
    assert outcome.rated is rated
    ratings = dict.fromkeys(range(humans), 1500.0)
    assert set(KIND.rate(outcome, table.seats, ratings)) == (set(range(humans)) if rated else set())


def test_r52_a_hint_or_a_mask_makes_no_difference_to_the_rating() -> None:
    rated = []
    for settings in (Settings(), Settings(hint="availability"), Settings(previous="mask")):
        table = Table(settings, humans=2)
        table.score(0)
        table.wait(180_000 - table.now)
        outcome = table.game.outcome
        assert outcome is not None
        rated.append(KIND.rate(outcome, table.seats, {0: 1500.0, 1: 1500.0}))
    assert rated == [{0: 1520.0, 1: 1480.0}] * 3


def test_r52_those_who_resigned_are_rated_by_their_points() -> None:
    table = Table(humans=2)
    table.score(1)
    table.act(1, Resign())
    table.act(0, Resign())
    outcome = table.game.outcome
    assert outcome is not None
    assert KIND.rate(outcome, table.seats, {0: 1500.0, 1: 1500.0}) == {0: 1480.0, 1: 1520.0}


def test_r52_alone_the_formula_gives_nothing() -> None:
    table = Table(humans=1)
    table.score(0)
    table.wait(180_000 - table.now)
    outcome = table.game.outcome
    assert outcome is not None
    assert KIND.rate(outcome, table.seats, {0: 1234.5}) == {0: 1234.5}


@pytest.mark.parametrize("difficulty", ["adaptive", "beginner", "intermediate", "expert"])
def test_r53_the_bot_counts_with_its_points_and_1500_at_every_difficulty_and_its_change_is_shared(
    difficulty: Difficulty,
) -> None:
    table = Table(Settings(bot=True, difficulty=difficulty), humans=2, bot=True)
    for seat, points in ((0, 4), (1, 2), (2, 6)):
        for _ in range(points):
            table.score(seat)
    table.wait(180_000 - table.now)
    outcome = table.game.outcome
    assert outcome is not None
    rated = KIND.rate(outcome, table.seats, {0: 1500.0, 1: 1500.0})
    assert set(rated) == {0, 1}
    assert rated[0] == pytest.approx(1503.333333)
    assert rated[1] == pytest.approx(1496.666667)
    # What each won of all points, less what is expected against 1500; the bot's own change in equal parts.
    old = (1700.0, 1300.0)
    rated = KIND.rate(outcome, table.seats, dict(enumerate(old)))
    powers = [10 ** (rating / 400) for rating in (*old, 1500.0)]
    changes = [40 * (points / 12 - power / sum(powers)) for points, power in zip((4, 2, 6), powers, strict=True)]
    assert rated == {seat: pytest.approx(old[seat] + changes[seat] + changes[2] / 2) for seat in (0, 1)}
