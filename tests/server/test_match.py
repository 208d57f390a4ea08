"""The order of things at one table: what time does, then people's acts, then the bots'."""

from typing import Any

import msgspec
import pytest

from engines.contract import Bot, Illegal, Plan, SeatInfo, Step
from engines.five_of_a_kind.kind import FiveOfAKind
from engines.five_of_a_kind.model import Claim, Claimed, Command, Dealt, Own, Settings, Shared, Vote
from server.match import Match

KEY = bytes(range(32))
HUMAN, BOT = SeatInfo(), SeatInfo(bot=True)
# Two cards can never make five, so the bot claims only where it errs: with Expert in 1 case of 100.
SETTINGS = Settings(end="rounds", rounds=10, slots=3, bot=True, difficulty="beginner")


class Table:
    """A match and what it told."""

    def __init__(self, settings: Settings, *seats: SeatInfo, key: bytes = KEY) -> None:
        self.steps: list[tuple[int, Step]] = []
        self.match = Match(FiveOfAKind(), settings, seats, key, lambda step, at: self.steps.append((at, step)))

    @property
    def events(self) -> list[tuple[int, Any]]:
        """Everything that happened, with its time."""
        return [(at, event) for at, step in self.steps for event in step.events]

    def own(self, seat: int) -> Own:
        """What a seat sees of its own."""
        own = self.match.game.own(seat)
        assert isinstance(own, Own)
        return own

    @property
    def shared(self) -> Shared:
        """What the table sees."""
        shared = self.match.game.shared("table")
        assert isinstance(shared, Shared)
        return shared

    def claim(self, seat: int) -> Claim:
        """The claim that a seat can make now."""
        revision = self.own(seat).legal.claim
        assert revision is not None
        return Claim(revision)


def test_what_is_due_happens_at_its_nominal_time_however_late_it_is_run() -> None:
    table = Table(Settings(), HUMAN)
    assert table.match.due == 1000
    table.match.advance(3_700)
    assert [at for at, event in table.events if isinstance(event, Dealt)] == [1000, 2000, 3000]
    assert (table.match.now, table.match.due) == (3_700, 4_000)


def test_a_card_at_the_same_millisecond_comes_before_the_claim() -> None:
    table = Table(Settings(), HUMAN)
    table.match.advance(1_500)
    stale = table.claim(0)
    with pytest.raises(Illegal) as refusal:
        table.match.act(0, stale, 2_000)
    assert refusal.value.code == "new_card"
    assert [at for at, event in table.events if isinstance(event, Dealt)] == [1000, 2000]
    table.match.act(0, table.claim(0), 2_000)
    assert table.events[-1] == (2_000, Claimed(0, 0))


def test_a_claim_just_before_the_card_is_heard_although_it_is_judged_later() -> None:
    table = Table(Settings(), HUMAN)
    table.match.advance(1_500)
    table.match.act(0, table.claim(0), 1_999)
    assert table.events[-1] == (1_999, Claimed(0, 999))


def test_the_first_of_two_claims_wins_and_the_other_reads_by_how_much() -> None:
    table = Table(Settings(), HUMAN, HUMAN, HUMAN)
    table.match.advance(1_200)
    claim = table.claim(0)
    table.match.act(1, claim, 1_300)
    for seat, at, text in (
        (2, 1_300, "{player} claimed first, at the same moment."),
        (0, 1_307, "{player} was first, by 7 ms."),
    ):
        with pytest.raises(Illegal) as refusal:
            table.match.act(seat, claim, at)
        assert (refusal.value.seat, refusal.value.text) == (1, text)


def test_nothing_happens_before_what_has_happened() -> None:
    table = Table(Settings(), HUMAN, HUMAN)
    table.match.act(0, Vote("slower"), 700)
    table.match.act(1, Vote("faster"), 300)
    assert [one.time for one in table.match.commands] == [700, 700]
    table.match.advance(100)
    assert table.match.now == 700


def bot_claim() -> tuple[Table, int, Claim]:
    """A table whose bot is going to claim, and when."""
    for number in range(1, 200):
        table = Table(SETTINGS, HUMAN, BOT, key=number.to_bytes(32, "big"))
        for card in range(1, 30):
            table.match.advance(1_000 * card)
            plan = table.match._next_plan()
            if plan is not None and isinstance(plan[0].command, Claim) and plan[0].at < 1_000 * (card + 1):
                return table, plan[0].at, plan[0].command
    raise AssertionError("no bot ever claims")


def test_a_bot_acts_by_itself_at_its_time_and_its_command_is_in_the_journal() -> None:
    table, at, claim = bot_claim()
    assert table.match.due == at
    table.match.advance(at)
    assert [event for when, event in table.events if when == at] == [Claimed(1, at % 1000)]
    last = table.match.commands[-1]
    assert (last.time, last.seat, msgspec.msgpack.decode(last.command, type=Command)) == (at, 1, claim)


def test_a_human_comes_before_the_bot_at_the_same_millisecond() -> None:
    table, at, claim = bot_claim()
    table.match.act(0, claim, at)
    table.match.advance(at)
    assert [event for when, event in table.events if when == at] == [Claimed(0, at % 1000)]


def test_a_bot_that_was_due_earlier_comes_before_the_human() -> None:
    table, at, claim = bot_claim()
    with pytest.raises(Illegal) as refusal:
        table.match.act(0, claim, at + 1)
    assert refusal.value.code == "round_closed"


def test_the_journal_plays_the_same_game_again() -> None:
    table = Table(SETTINGS, HUMAN, BOT)
    table.match.act(0, Vote("faster"), 400)
    while table.match.outcome is None:
        assert table.match.due is not None
        table.match.advance(table.match.due)
    assert table.match.due is None
    game = FiveOfAKind().new(SETTINGS, (HUMAN, BOT), KEY)
    for one in table.match.commands:
        while game.deadline is not None and game.deadline <= one.time:
            game = game.expire(game.deadline).game  # type: ignore[assignment]  # a step holds any kind's game
        game = game.apply(one.seat, msgspec.msgpack.decode(one.command, type=Command), one.time).game  # type: ignore[assignment]
    while game.deadline is not None:
        game = game.expire(game.deadline).game  # type: ignore[assignment]
    assert game == table.match.game


class Noting:
    """A bot that plays as it would, and notes what it is shown."""

    def __init__(self, bot: Bot, notes: list[tuple[Shared, Own, Shared, bytes]], match: Match) -> None:
        self.bot, self.notes, self.match = bot, notes, match

    @property
    def plan(self) -> Plan[Any] | None:
        """The bot's own plan."""
        return self.bot.plan

    def see(self, shared: Any, own: Any, events: tuple[Any, ...], now: int) -> "Noting":
        """Note it beside what a human at the table sees at the same moment."""
        table: Any = self.match.game.shared("table")
        self.notes.append((shared, own, table, msgspec.msgpack.encode((shared, own, events))))
        return Noting(self.bot.see(shared, own, events, now), self.notes, self.match)


@pytest.mark.parametrize("previous", ["keep", "mask"])
def test_a_bot_is_shown_what_a_human_in_its_seat_would_see_and_no_card_to_come(previous: Any) -> None:
    settings = Settings(previous=previous, bot=True, difficulty="expert")
    table = Table(settings, HUMAN, BOT)
    notes: list[tuple[Shared, Own, Shared, bytes]] = []
    table.match.bots = {1: Noting(table.match.bots[1], notes, table.match)}
    table.match.advance(60_000)
    claims = 0
    for shared, own, human, wire in notes:
        assert own.seat == 1
        assert KEY not in wire
        if shared.claim is not None and shared.claim.seat == 1:
            claims += 1
            assert set(shared.slots) <= {"?", ""}
            assert msgspec.structs.replace(human, slots=shared.slots, result=shared.result) == shared
        else:
            assert shared == human
    assert claims
    assert len(notes) > 60
