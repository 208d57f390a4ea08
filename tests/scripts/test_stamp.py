"""What an environment needs follows from how it was left and how things are now."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from scripts.stamp import AFRESH, LOCKS, Need, Stamp, begin, current, finish, needs, project_digest, recorded

VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"

DONE = Stamp(
    root="/games/fivefold",
    interpreter="/usr/bin/python3.11",
    version="3.11",
    project="aa",
    locks={"requirements.lock": "bb"},
    packages=("msgpack-1.1.dist-info", "trio-0.30.dist-info"),
)

PROJECT = """\
[project]
name = "fivefold"
version = "0.1.0"
[tool.ruff]
line-length = 120
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with an environment that looks whole and has no stamp."""
    (tmp_path / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    for name in LOCKS["dev"]:
        (tmp_path / name).write_text("msgpack==1.1\n", encoding="utf-8")
    packages = tmp_path / ".venv" / "lib" / f"python{VERSION}" / "site-packages"
    (packages / "msgpack-1.1.dist-info").mkdir(parents=True)
    (tmp_path / ".venv" / "bin").mkdir()
    (tmp_path / ".venv" / "bin" / "python").symlink_to(sys.executable)
    return tmp_path


def test_nothing_is_needed_when_nothing_changed() -> None:
    assert needs(DONE, DONE) == ()


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"root": "/elsewhere"}, (Need.MOVE, Need.PROJECT)),
        ({"interpreter": "/usr/bin/python3.13"}, AFRESH),
        ({"interpreter": ""}, (Need.LINK,)),
        ({"interpreter": "", "version": "3.13"}, AFRESH),
        ({"version": "3.13"}, ()),
        ({"project": "other"}, (Need.PROJECT,)),
        ({"locks": {"requirements.lock": "other"}}, (Need.PACKAGES,)),
        ({"locks": {"requirements.lock": "bb", "requirements-dev.lock": "cc"}}, (Need.PACKAGES,)),
        ({"packages": ("msgpack-1.1.dist-info",)}, (Need.PACKAGES,)),
        ({"packages": (*DONE.packages, "more-1.dist-info")}, ()),
        ({"root": "/elsewhere", "interpreter": ""}, (Need.LINK, Need.MOVE, Need.PROJECT)),
    ],
)
def test_each_change_needs_its_own(changed: dict[str, object], expected: tuple[Need, ...]) -> None:
    assert needs(DONE, replace(DONE, **changed)) == expected  # type: ignore[arg-type]  # one field of a stamp each


def test_what_serves_tests_serves_play() -> None:
    tested = replace(DONE, locks={"requirements.lock": "bb", "requirements-dev.lock": "cc"})
    assert needs(tested, DONE) == ()


def test_what_stopped_half_way_is_made_afresh() -> None:
    assert needs("unfinished", DONE) == AFRESH


def test_what_was_made_by_hand_is_kept_and_completed() -> None:
    assert needs(None, DONE) == (Need.PACKAGES, Need.PROJECT)
    assert needs(None, replace(DONE, interpreter="")) == AFRESH


def test_a_finished_environment_is_recognised(checkout: Path) -> None:
    assert recorded(checkout) is None
    finish(checkout, "play")
    done = recorded(checkout)
    assert isinstance(done, Stamp)
    assert done.version == VERSION
    assert done.packages == ("msgpack-1.1.dist-info",)
    assert needs(done, current(checkout, "play")) == ()
    assert needs(done, current(checkout, "dev")) == (Need.PACKAGES,)


def test_one_that_was_begun_is_unfinished_until_it_is_finished(checkout: Path) -> None:
    finish(checkout, "dev")
    begin(checkout)
    assert recorded(checkout) == "unfinished"
    finish(checkout, "dev")
    assert needs(recorded(checkout), current(checkout, "dev")) == ()


@pytest.mark.parametrize("left", ["", "{", '{"root": "/games', "[]", "null", '{"root": "/games/fivefold"}'])
def test_a_stamp_that_was_cut_short_counts_as_unfinished(checkout: Path, left: str) -> None:
    (checkout / ".venv" / "fivefold.json").write_text(left, encoding="utf-8")
    assert recorded(checkout) == "unfinished"


def test_a_link_to_a_python_that_is_gone_is_no_interpreter(checkout: Path) -> None:
    finish(checkout, "play")
    python = checkout / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to(checkout / "gone")
    assert needs(recorded(checkout), current(checkout, "play")) == (Need.LINK,)


def test_a_checkout_without_any_environment_needs_all(checkout: Path) -> None:
    bare = checkout / "bare"
    bare.mkdir()
    for name in ("pyproject.toml", *LOCKS["dev"]):
        (bare / name).write_bytes((checkout / name).read_bytes())
    assert needs(recorded(bare), current(bare, "play")) == AFRESH


def test_only_what_is_installed_counts_in_the_project_file() -> None:
    assert project_digest(PROJECT) == project_digest(PROJECT.replace("120", "100"))
    assert project_digest(PROJECT) != project_digest(PROJECT.replace("0.1.0", "0.2.0"))
    scripts = PROJECT + '[project.scripts]\nfivefold = "client.__main__:main"\n'
    assert project_digest(PROJECT) != project_digest(scripts)
