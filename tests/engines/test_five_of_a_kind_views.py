"""What each viewer may know (R13, R14, R19, R23, R29, R59), and that the whole game survives being stored."""

from typing import Any

import msgspec
import pytest

from engines.five_of_a_kind import model
from engines.five_of_a_kind.board import text as card_text
from engines.five_of_a_kind.game import Game
from engines.five_of_a_kind.model import (
    Answer,
    BotNumbers,
    Claimed,
    Dealt,
    Event,
    Own,
    Pending,
    Resolved,
    Settings,
    Shared,
)
from tests.engines.five_of_a_kind_table import ANYTHING, Table

ENCODE = msgspec.msgpack.encode


def test_r23_the_claimant_sees_no_dealt_card_and_all_others_the_board_as_before() -> None:
    for previous in ("keep", "mask"):
        table = Table(msgspec.structs.replace(Settings(slots=5, hint="availability"), previous=previous), humans=3)
        table.deal(3)
        before = table.game.shared("table").slots
        table.claim(1)
        assert [table.game.audience(viewer) for viewer in (None, 0, 1, 2)] == ["table", "table", "claimant", "table"]
        assert table.game.shared("table").slots == before
        assert table.game.shared("claimant").slots == ("?", "?", "?", "", "")
        assert table.game.hushed == frozenset((1,))
        table.act(1, Answer(table.wrong()))
        assert table.game.audience(1) == "table"
        assert table.game.hushed == frozenset()
        assert table.game.shared("table").slots == before


def test_r23_nothing_else_in_the_claimants_view_differs_from_the_tables() -> None:
    table = Table(Settings(hint="availability"), humans=2)
    table.deal(2)
    table.claim(0)
    table_view, claimants = table.game.shared("table"), table.game.shared("claimant")
    assert msgspec.structs.replace(table_view, slots=claimants.slots) == claimants
    assert claimants.claim == Pending(0, 2000, 5000)


def test_r23_the_last_claims_board_is_not_shown_to_a_claimant_for_its_cards_may_still_lie_there() -> None:
    table = Table(humans=2)
    table.score(0)
    table.deal()
    still_there = set(table.game.shared("table").slots) & set(table.result().snapshot or ())
    assert still_there
    table.claim(1)
    result = table.game.shared("claimant").result
    assert result is not None
    assert result.snapshot is None
    assert result.traits is None
    assert result.outcome == "correct"
    assert table.result().snapshot is not None
    for card in still_there:
        assert card.encode() not in ENCODE(table.game.shared("claimant"))


def test_r23_an_event_shows_a_choosing_claimant_no_card() -> None:
    table = Table()
    (dealt,) = table.deal()
    assert isinstance(dealt, Dealt)
    assert table.game.seen(dealt, "table") == dealt
    assert table.game.seen(dealt, "claimant") == Dealt(0, "?")
    for event in (Claimed(0, 5), Resolved(0, "incorrect", "red")):
        assert table.game.seen(event, "claimant") == event


def test_r13_no_masked_card_is_in_any_view() -> None:
    table = Table(Settings(previous="mask"), humans=2)
    for _ in range(30):
        table.deal()
        board = table.game.position.board
        shown = b"".join(ENCODE(part) for part in (table.game.shared("table"), table.game.own(0), table.game.own(1)))
        newest = table.game.shared("table").slots[table.position.newest]
        for slot in range(len(board)):
            text = card_text(board[slot])
            if text not in ("", "-", newest):
                assert text.encode() not in shown


def test_r14_the_totals_appear_only_at_the_end() -> None:
    table = Table(Settings(minutes=1))
    while table.position.ended is None:
        view = table.game.shared("table")
        assert view.final is None
        table.wait(1000)
    assert table.game.shared("table").final is not None


def test_r14_no_frame_counts_the_deals() -> None:
    """Two games, in one of which votes came before the cards: nothing but the revision tells cards apart."""
    plain, voted = Table(Settings(empty=0)), Table(Settings(empty=0))
    voted.vote(0, "faster")
    voted.vote(0, "none")
    for table in (plain, voted):
        table.deal(5)
    views = [table.game.shared("table") for table in (plain, voted)]
    assert [view.revision for view in views] == [5, 7]
    assert msgspec.structs.replace(views[0], revision=7) == views[1]
    numbers = set(_numbers_in(msgspec.to_builtins(views[1])))
    assert 5 not in numbers


def _numbers_in(value: Any) -> list[int]:
    if isinstance(value, dict):
        return [number for part in value.values() for number in _numbers_in(part)]
    if isinstance(value, list | tuple):
        return [number for part in value for number in _numbers_in(part)]
    return [value] if isinstance(value, int) and not isinstance(value, bool) else []


@pytest.mark.parametrize("settings", [Settings(), Settings(counting="non_matching"), ANYTHING])
def test_r19_the_hint_says_whether_there_is_an_answer_and_never_which(settings: Settings) -> None:
    hinting = Table(msgspec.structs.replace(settings, hint="availability", minutes=1))
    assert hinting.game.shared("table").hint is False
    for answer in (True, False, True):
        hinting.deal_until(answer=answer)
        assert hinting.game.shared("table").hint is answer
    hinting.claim(0)
    assert hinting.game.shared(hinting.game.audience(0)).hint is True
    hinting.wait(60_000 - hinting.now)
    assert hinting.game.shared("table").hint is None
    silent = Table(settings)
    silent.deal_until(answer=True)
    assert silent.game.shared("table").hint is None


def test_r59_only_a_server_under_test_shows_the_answers_and_the_bots_numbers() -> None:
    table = Table(Settings(minutes=1), humans=1, bot=True)
    table.deal_until(answer=True)
    assert table.game.shared("table").testing is None
    audience = table.game.audience(0, testing=True)
    assert audience != "table"
    shown = table.game.shared(audience)
    assert shown.testing == model.Testing(table.position.answers, False, BotNumbers(750, 85, 4))  # type: ignore[arg-type]
    assert msgspec.structs.replace(shown, testing=None) == table.game.shared("table")
    table.claim(0)
    claimants = table.game.shared(table.game.audience(0, testing=True))
    assert set(claimants.slots) <= {"?", ""}
    assert claimants.testing == shown.testing
    assert table.game.shared(table.game.audience(None, testing=True)).slots == shown.slots
    table.wait(60_000 - table.now)
    assert table.game.shared(table.game.audience(0, testing=True)).testing is None


def test_r59_in_an_anything_room_the_helper_says_it_is() -> None:
    table = Table(ANYTHING, humans=1)
    for answer in (True, False):
        table.deal_until(answer=answer)
        assert table.game.shared(table.game.audience(None, testing=True)).testing == model.Testing((), answer, None)


def test_own_views_hold_what_is_the_seats_alone() -> None:
    table = Table(humans=2, bot=True)
    table.vote(1, "slower")
    assert table.game.own(0) == Own(0, "none", table.game.legal(0))
    assert table.game.own(1).vote == "slower"
    assert table.game.own(2).bot == BotNumbers(750, 85, 4)
    assert table.game.own(2).legal.resign is False
    # A vote is counted for all and named to nobody.
    assert "vote" not in msgspec.to_builtins(table.game.shared("table").players[0])


def test_the_pointer_the_clock_and_the_next_card_are_public() -> None:
    table = Table(Settings(end="points"))
    table.deal(2)
    view = table.game.shared("table")
    assert (view.pointer, view.next_card, view.ends_at, view.interval, view.open) == (2, 3000, None, 1000, True)


@pytest.mark.parametrize("settings", [Settings(), Settings(previous="mask", counting="non_matching"), ANYTHING])
def test_a_stored_game_goes_on_exactly_as_the_one_it_was_stored_from(settings: Settings) -> None:
    table = Table(settings, humans=2, bot=True)
    for step in range(40):
        table.deal()
        if step % 7 == 3 and table.game.legal(step % 3).claim:
            table.claim(step % 3)
        copy = msgspec.msgpack.decode(ENCODE(table.game), type=Game)
        assert copy == table.game
        deadline = copy.deadline
        assert deadline is not None
        assert copy.expire(deadline) == table.game.expire(deadline)
        if table.position.claim:
            table.wait(3000)
    assert table.position.claims


def test_views_and_events_survive_the_wire() -> None:
    table = Table(humans=2, bot=True)
    events: list[Event] = []
    for _ in range(5):
        table.score(2)
        events += table.news
    events += table.wait(180_000 - table.now)
    view = table.game.shared("table")
    assert msgspec.msgpack.decode(ENCODE(view), type=Shared) == view
    assert msgspec.msgpack.decode(ENCODE(table.game.own(2)), type=Own) == table.game.own(2)
    assert msgspec.msgpack.decode(ENCODE(events), type=list[Event]) == events
