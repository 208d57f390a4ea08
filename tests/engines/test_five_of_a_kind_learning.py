"""The bot as a player, and what the game observes for the Adaptive one (R54 to R59)."""

import pytest

from engines.five_of_a_kind.learning import Study
from engines.five_of_a_kind.model import Answer, BotNumbers, Resign, Settings, Vote
from tests.engines.five_of_a_kind_table import ANYTHING, Table

START = BotNumbers(750.0, 85.0, 4.0)


def study(table: Table) -> Study:
    assert table.position.study is not None
    return table.position.study


def numbers(table: Table) -> BotNumbers:
    return study(table).learner.numbers


def test_r54_the_bot_claims_answers_and_is_locked_out_like_a_human_but_neither_votes_nor_resigns() -> None:
    table = Table(humans=2, bot=True)
    table.score(2)
    assert table.points() == (0, 0, 1)
    table.fail(2)
    assert table.lockouts() == (0, 0, 2)
    assert table.refused(2, Vote("faster")).code == "bot"
    assert table.refused(2, Resign()).code == "bot"
    assert table.game.audience(2) == "table"
    table.deal()
    table.claim(0)
    table.act(0, Answer(table.wrong()))
    table.deal()
    table.claim(1)
    table.act(1, Answer(table.wrong()))
    table.deal()
    table.claim(2)
    assert table.game.audience(2) == "claimant"
    assert set(table.game.shared("claimant").slots) == {"?"}


def test_r54_each_difficulty_has_its_numbers_and_only_adaptive_learns() -> None:
    for difficulty, expected in (
        ("adaptive", START),
        ("beginner", BotNumbers(1200, 70, 8)),
        ("intermediate", START),
        ("expert", BotNumbers(450, 97, 1)),
    ):
        table = Table(Settings(bot=True, difficulty=difficulty), bot=True)  # type: ignore[arg-type]
        assert table.game.own(2).bot == expected
        assert table.game.own(0).bot is None
        table.score(0)
        assert (numbers(table) == expected) is (difficulty != "adaptive")


def test_r55_without_a_bot_nothing_is_studied() -> None:
    assert Table().position.study is None


def test_r55_the_first_claim_of_a_second_teaches_882_ms() -> None:
    table = Table(humans=1, bot=True)
    table.game = type(table.game)(table.position.but(interval=5000))
    table.deal_until(answer=True)
    table.wait(1000)
    table.claim(0)
    assert numbers(table) == START  # nothing is learned before the claim is settled
    table.act(0, Answer(table.right()))
    assert numbers(table).reaction == pytest.approx((0.9 * 750 + 1000) / 1.9)
    assert round(numbers(table).reaction) == 882
    assert numbers(table).correct == pytest.approx((0.9 * 85 + 100) / 1.9)


def test_r55_a_round_without_observations_keeps_the_values_while_the_weights_fade() -> None:
    table = Table(humans=1, bot=True)
    table.fail(0)  # locked out for two rounds, so that the bot's next claim finds nothing to observe
    before = study(table).learner
    table.score(1)
    after = study(table).learner
    for old, new in ((before.reaction, after.reaction), (before.correct, after.correct)):
        assert new.value == pytest.approx(old.value)
        assert new.weight == pytest.approx(0.9 * old.weight)
    assert after.false_claim.value == pytest.approx(before.false_claim.value)
    assert after.false_claim.weight == pytest.approx(0.9 * before.false_claim.weight)


def test_r56_every_accepted_human_claim_is_a_reaction_however_it_ends() -> None:
    for how in ("right", "wrong", "timeout", "resignation", "game deadline"):
        table = Table(Settings(minutes=1), humans=2, bot=True)
        table.deal_until(answer=True)
        if how == "game deadline":
            table.wait(57_000 - table.now)
        table.wait(123)
        table.claim(0)
        match how:
            case "right":
                table.act(0, Answer(table.right()))
            case "wrong":
                table.act(0, Answer(table.wrong()))
            case "resignation":
                table.act(0, Resign())
            case _:
                table.wait(3000)
        assert table.position.claims[0].outcome == {"right": "correct", "wrong": "incorrect"}.get(how, how)
        assert numbers(table).reaction == pytest.approx((0.9 * 750 + 123) / 1.9)


@pytest.mark.parametrize(
    ("how", "observed"), [("right", 100), ("wrong", 0), ("timeout", 0), ("resignation", None), ("no answer", None)]
)
def test_r57_accuracy_is_observed_on_boards_with_an_answer(how: str, observed: int | None) -> None:
    table = Table(humans=2, bot=True)
    table.deal_until(answer=how != "no answer")
    table.claim(0)
    match how:
        case "right":
            table.act(0, Answer(table.right()))
        case "resignation":
            table.act(0, Resign())
        case "timeout":
            table.wait(3000)
        case _:
            table.act(0, Answer(table.wrong()))
    expected = 85 if observed is None else (0.9 * 85 + observed) / 1.9
    assert numbers(table).correct == pytest.approx(expected)
    assert study(table).learner.correct.weight == pytest.approx(0.9 if observed is None else 1.9)


def test_r57_the_games_deadline_and_the_bots_own_answers_are_no_accuracy() -> None:
    table = Table(Settings(minutes=1), humans=1, bot=True)
    table.score(1)
    assert numbers(table).correct == pytest.approx(85)
    table.wait(58_000 - table.now)
    while not table.position.answers:
        table.deal()
    table.claim(0)
    table.wait(60_000 - table.now)
    assert table.position.claims[-1].outcome == "game deadline"
    assert numbers(table).correct == pytest.approx(85)


def test_r57_anything_gives_reactions_and_false_claims_but_no_accuracy() -> None:
    table = Table(ANYTHING, humans=1, bot=True)
    table.deal_until(answer=True)
    empty_boards = table.position.dealt - table.position.opportunities
    table.wait(300)
    table.claim(0)
    assert numbers(table).correct == pytest.approx(85)
    assert numbers(table).reaction == pytest.approx((0.9 * 750 + 300) / 1.9)
    assert numbers(table).false_claim == pytest.approx(0.9 * 4 / (0.9 + empty_boards))


def test_r58_each_eligible_human_is_observed_once_for_each_board_without_an_answer() -> None:
    table = Table(humans=3, bot=True)
    table.deal_until(answer=False)
    assert study(table).tempted == (0, 1, 2)
    waiting = len(study(table).false_claims)
    table.deal()
    assert study(table).false_claims == (0,) * (waiting + 3)
    while table.position.answers:
        table.deal()
    observed = len(study(table).false_claims)
    table.claim(1)
    assert study(table).tempted == ()
    assert sorted(study(table).false_claims) == [0] * (observed + 2) + [100]
    assert study(table).false_claims[observed:] == (0, 100, 0)
    table.act(1, Answer(table.wrong()))
    assert numbers(table).false_claim == pytest.approx((0.9 * 4 + 100) / (0.9 + observed + 3))
    assert study(table) == Study(study(table).learner)


def test_r58_a_claim_of_the_bot_closes_the_observations_with_nothing() -> None:
    table = Table(humans=2, bot=True)
    table.deal_until(answer=False)
    observed = len(study(table).false_claims)
    table.claim(2)
    assert study(table).false_claims == (0,) * (observed + 2)
    assert study(table).reactions == ()


def test_r58_locked_out_resigned_and_absent_humans_are_not_eligible() -> None:
    table = Table(Settings(lockout=5), humans=3, bot=True)
    table.fail(0)
    table.act(1, Resign())
    table.deal_until(answer=False)
    assert study(table).tempted == (2,)


def test_r58_a_human_who_resigns_meanwhile_gives_nothing_and_a_cancelled_false_claim_a_hundred() -> None:
    table = Table(humans=3, bot=True)
    table.deal_until(answer=False)
    observed = len(study(table).false_claims)
    table.act(0, Resign())
    assert study(table).tempted == (1, 2)
    assert study(table).false_claims == (0,) * (observed + 1)
    table.claim(1)
    assert study(table).false_claims == (*(0,) * (observed + 1), 100, 0)
    table.act(1, Resign())
    assert numbers(table).false_claim == pytest.approx((0.9 * 4 + 100) / (0.9 + observed + 3))


def test_r58_a_board_with_an_answer_tempts_nobody() -> None:
    table = Table(humans=2, bot=True)
    table.deal_until(answer=True)
    assert study(table).tempted == ()
