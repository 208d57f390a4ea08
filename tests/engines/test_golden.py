"""The playthroughs on file: played again from their own scripts, they come out letter for letter."""

import re
from itertools import product
from pathlib import Path

import pytest

from tests.engines.golden import FOLDER, played_again, table_of

FILES = sorted(FOLDER.glob("*.txt"))
TEXTS = [path.read_text(encoding="utf-8") for path in FILES if path.name.startswith("five_of_a_kind-")]
SESSIONS = "".join(path.read_text(encoding="utf-8") for path in FILES if path.name.startswith("patti-"))
ENDING = re.compile(r'^outcome \{"how": "(\w+)"', re.MULTILINE)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_comes_out_as_it_is_on_file(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert played_again(text) == text, "if the change is meant, write the files anew with scripts/golden"


def test_they_cover_every_counting_mask_and_end_with_and_without_the_bot() -> None:
    settings = [table_of(text).settings for text in TEXTS]
    covered = {(chosen.counting, chosen.previous, chosen.bot) for chosen in settings}
    assert covered == set(product(("matching", "non_matching", "anything"), ("keep", "mask"), (True, False)))
    ends = {(end, chosen.bot) for text, chosen in zip(TEXTS, settings, strict=True) for end in ENDING.findall(text)}
    assert ends == set(product(("time", "rounds", "points", "abandoned"), (True, False)))


def test_they_show_all_that_can_come_of_a_claim() -> None:
    texts = "".join(TEXTS)
    outcomes = set(re.findall(r'"outcome": "([a-z ]+)"', texts))
    assert outcomes == {"correct", "incorrect", "timeout", "resignation", "game deadline"}
    for event in ("relieved", "interval", "resigned"):
        assert f'"five_of_a_kind.{event}"' in texts


def test_they_show_all_that_can_come_of_a_round_of_patti() -> None:
    hows = set(re.findall(r'"type": "patti.ending", "round": \d+, "how": "([a-z ]+)"', SESSIONS))
    assert hows == {"last", "show", "all in", "boot", "deserted"}
    ends = set(re.findall(r'^outcome \{"how": "(\w+)"', SESSIONS, re.MULTILINE))
    assert ends == {"rounds", "last", "deserted"}
    whys = set(re.findall(r"^  entry: .* for ([a-z ]+)$", SESSIONS, re.MULTILINE))
    assert whys == {"boot", "blind", "bet", "side show", "show", "all in", "pot", "fine", "reload", "reset"}


def test_playing_again_takes_nothing_but_the_script_from_the_file() -> None:
    text = next(text for text in TEXTS if '  {"type": "five_of_a_kind.resolved"' in text)
    spoiled = re.sub(r"^  .*\n", "", text, flags=re.MULTILINE)
    assert spoiled != text
    assert played_again(spoiled) == text
