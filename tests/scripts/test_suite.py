"""How the tests are spread over the processors."""

import os

import pytest

from scripts.suite import main, spread


@pytest.mark.parametrize("arguments", [[], ["-x"], ["-q", "--durations=5"], ["--maxfail=1"]])
def test_two_workers_share_a_processor(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    assert spread(arguments) == ["-n", "6", "--dist", "worksteal"]


@pytest.mark.parametrize(
    "arguments",
    [["tests/engines"], ["-k", "claim"], ["-n", "2"], ["-n4"], ["--numprocesses=3"], ["--pdb"], ["-s"], ["-p", "no:x"]],
)
def test_what_was_chosen_is_left_alone(arguments: list[str]) -> None:
    assert spread(arguments) == []


def test_the_help_page_needs_no_environment(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("usage: scripts/test [pytest's arguments]")
