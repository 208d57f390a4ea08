"""The drill itself: one real kill of a real server, and what a server forgot is found out."""

import random
from pathlib import Path

import pytest

from protocol.messages import Update
from scripts.crashes import Before, Drill, Report, drill
from tests.client.rooms import ANN, BOB, room, shared

BUSY = 1.0
"""On a machine that runs other tests beside this one, a writer may come to its turn that much later (s)."""


@pytest.mark.long
def test_a_killed_server_comes_back_with_everything_that_was_told(tmp_path: Path) -> None:
    report = drill(tmp_path, kills=1, seed=7)
    assert report.faults == []
    assert report.kills == 1
    assert report.told > 20
    assert max(report.undone, default=0.0) < BUSY


def test_a_line_that_is_told_of_after_the_kill_was_looked_at_counts_at_no_kill() -> None:
    players = Drill(random.Random(1), report := Report())
    players._said = [(9.0, "Ann 0")]
    before = players.before(10.0)
    players._said.append((10.01, "Bo 1"))  # the answer lay there already, and Bo's task had not ended yet
    players._look_at_lines(before, ["Ann 0"])
    players._look_at_lines(players.before(14.3), ["Ann 0"])
    assert report.undone == []


def test_what_a_server_forgot_is_found_out() -> None:
    players = Drill(random.Random(1), report := Report())
    update = Update("r1", 1, 90, shared(), resumes=100)
    before = Before(10.0, {}, [(8.0, "kept"), (9.0, "lost")], [(8.5, 100), (9.5, 200)])
    players._look_at_lines(before, ["kept"])
    players._look_at_clock(before, update)
    assert report.undone == [1.0, 0.5]
    assert report.told == 4
    players._compare("Ann", room(ANN, BOB), room(ANN, BOB))
    assert report.faults == []
    players._compare("Ann", room(ANN, BOB), room(ANN))
    players._compare("Ann", room(ANN, BOB), None)
    assert len(report.faults) == 2
