"""How the tests are spread over the processors."""

import pytest

from scripts.suite import main, spread


@pytest.mark.parametrize("arguments", [[], ["-x"], ["-q", "--durations=5"], ["--maxfail=1"]])
def test_all_tests_use_all_processors(arguments: list[str]) -> None:
    assert spread(arguments) == ["-n", "auto"]


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
