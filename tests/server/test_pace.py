"""The clock of a game of days: the time of day, whatever happens to the server, and a grace when it is back."""

import time

import pytest
import trio
from trio.testing import MockClock

from server.clock import DayClock
from server.pace import LONGEST_SLEEP, DayPace
from tests.server.stand import by_the_mock_clock

HOUR = 3_600_000
GRACE = 600_000


class Turn:
    """A game of which nothing is known but when its turn ends."""

    def __init__(self, deadline: int | None) -> None:
        self.deadline = deadline

    def pace(self, day: DayClock, age: int, *, fresh: bool = False) -> DayPace:
        """Its clock, when it was begun so many ms ago."""
        return DayPace(day, day.now() - age, lambda: self.deadline, fresh=fresh)


def run(clock: MockClock, day: DayClock, seconds: int) -> None:
    """Let time pass while the server is at work."""
    for _ in range(seconds):
        clock.jump(1)
        day.now()


async def test_it_is_the_time_of_day_and_a_timer_looks_at_it_often(
    mock_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_the_mock_clock(monkeypatch)
    pace = Turn(72 * HOUR).pace(DayClock(GRACE), 0, fresh=True)
    mock_clock.jump(7200)
    assert pace.now == 2 * HOUR
    assert pace.at(trio.current_time() - 60) == 2 * HOUR - 60_000
    assert pace.wake_time(72 * HOUR) == trio.current_time() + LONGEST_SLEEP
    assert pace.wake_time(2 * HOUR + 250) == pytest.approx(trio.current_time() + 0.25, abs=0.002)
    pace.stand(2 * HOUR)
    mock_clock.jump(3600)
    assert (pace.now, pace.stands, pace.wake_time(3 * HOUR)) == (2 * HOUR, True, float("inf"))


@pytest.mark.parametrize("overdue", [2 * HOUR, 0, -GRACE // 2])
async def test_when_the_server_is_back_nobodys_time_runs_out_for_a_while(
    mock_clock: MockClock, monkeypatch: pytest.MonkeyPatch, overdue: int
) -> None:
    by_the_mock_clock(monkeypatch)
    turn, day = Turn(72 * HOUR), DayClock(GRACE)
    pace = turn.pace(day, 72 * HOUR + overdue)
    run(mock_clock, day, GRACE // 1000 - 1)
    assert pace.now == 72 * HOUR - 1, "an act that comes now is in time"
    assert pace.wake_time(72 * HOUR) == pytest.approx(trio.current_time() + 1, abs=0.002)
    mock_clock.jump(1)
    assert pace.now == 72 * HOUR + overdue + GRACE


async def test_a_turn_that_began_when_the_server_was_back_is_as_long_as_ever(
    mock_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_the_mock_clock(monkeypatch)
    turn = Turn(72 * HOUR)
    pace = turn.pace(DayClock(GRACE), 70 * HOUR)
    assert pace.now == 70 * HOUR
    turn.deadline = 70 * HOUR + 5_000  # somebody has acted, and the next turn is a short one
    assert pace.now == 70 * HOUR
    mock_clock.jump(5)
    assert pace.now == 70 * HOUR + 5_000


@pytest.mark.parametrize("counted", [True, False], ids=["stopped", "asleep"])
async def test_a_suspended_server_is_like_one_that_was_down(
    mock_clock: MockClock, monkeypatch: pytest.MonkeyPatch, counted: bool
) -> None:
    """Trio's clock goes on while a process is stopped, and stands while the machine sleeps."""
    by_the_mock_clock(monkeypatch)
    day = DayClock(GRACE)
    mock_clock.jump(GRACE / 1000)
    pace = Turn(HOUR).pace(day, 0, fresh=True)
    if counted:
        mock_clock.jump(7200)
    else:
        before = time.time_ns
        monkeypatch.setattr(time, "time_ns", lambda: before() + 7_200_000_000_000)
    assert pace.now == HOUR - 1
    run(mock_clock, day, GRACE // 1000 - 1)
    assert pace.now == HOUR - 1
    run(mock_clock, day, 1)
    assert pace.now == 2 * HOUR + GRACE


async def test_a_short_pause_of_the_process_spares_nobody(
    mock_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_the_mock_clock(monkeypatch)
    day = DayClock(GRACE)
    mock_clock.jump(GRACE / 1000)
    pace = Turn(30_000).pace(day, 0, fresh=True)
    mock_clock.jump(50)
    assert pace.now == 50_000
