"""The house clock runs with Trio's, but for the time in which the process was suspended."""

import pytest
import trio
from trio.testing import MockClock

from server.clock import LONGEST_GAP, HouseClock, beat


async def test_it_runs_while_somebody_reads_it(mock_clock: MockClock) -> None:
    clock = HouseClock()
    started = clock.now()
    for _ in range(100):
        mock_clock.jump(0.5)
        clock.now()
    assert clock.now() - started == pytest.approx(50)
    assert clock.at(trio.current_time() - 3) == pytest.approx(started + 47)
    assert clock.wake_time(started + 60) == pytest.approx(trio.current_time() + 10)


async def test_a_suspended_process_loses_no_time(mock_clock: MockClock) -> None:
    clock = HouseClock()
    mock_clock.jump(1)
    before, moment = clock.now(), trio.current_time()
    mock_clock.jump(7200)
    assert clock.now() == pytest.approx(before)
    mock_clock.jump(1)
    assert clock.now() == pytest.approx(before + 1)
    # What came in during the gap came as the process went to sleep; what came before it keeps its time.
    assert clock.at(moment + 3600) == pytest.approx(before)
    assert clock.at(moment - 0.5) == pytest.approx(before - 0.5)
    assert clock.at(moment + 7200.25) == pytest.approx(before + 0.25)
    mock_clock.jump(100)
    assert clock.now() == pytest.approx(before + 1)
    assert clock.wake_time(before + 3) == pytest.approx(trio.current_time() + 2)


async def test_a_slow_moment_is_no_gap(mock_clock: MockClock) -> None:
    clock = HouseClock()
    before = clock.now()
    mock_clock.jump(LONGEST_GAP)
    assert clock.now() == pytest.approx(before + LONGEST_GAP)


async def test_the_beat_keeps_a_quiet_house_from_losing_time(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        clock = HouseClock()
        nursery.start_soon(beat, clock)
        before = clock.now()
        await trio.sleep(60)
        assert clock.now() == pytest.approx(before + 60)
        nursery.cancel_scope.cancel()
