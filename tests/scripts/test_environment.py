"""The environment is mended in place where that is possible, by one start at a time."""

import importlib.util
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scripts import environment
from scripts.environment import STATE, SetUp, again, incomplete, prepared, sole, taken
from scripts.stamp import LOCKS, Need, current, finish, needs, recorded


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with a finished environment, a real one but for its packages."""
    root = tmp_path / "first"
    root.mkdir()
    (root / "pyproject.toml").write_text('[project]\nname = "fivefold"\n', encoding="utf-8")
    for name in LOCKS["dev"]:
        (root / name).write_text("", encoding="utf-8")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", root / ".venv"], check=True)
    finish(root, "play")
    return root


def test_a_ready_environment_is_not_touched(checkout: Path, capfd: pytest.CaptureFixture[str]) -> None:
    before = (checkout / ".venv" / "fivefold.json").stat()
    assert prepared("play", root=checkout) == checkout / ".venv" / "bin" / "python"
    assert (checkout / ".venv" / "fivefold.json").stat() == before
    assert not (checkout / STATE).exists(), "not even the lock is needed"
    assert capfd.readouterr() == ("", "")


def test_a_command_goes_on_where_it_was_started_under_the_environments_own_python(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    started: list[object] = []
    begin_again: Any = again  # it returns where its last step is watched
    monkeypatch.setattr(os, "execv", lambda *command: started.extend(command))
    monkeypatch.setattr(sys, "argv", ["../scripts/verify", "game.json"])
    python, here = checkout / ".venv" / "bin" / "python", Path.cwd()
    begin_again("play", checkout)
    assert started == [python, [str(python), "../scripts/verify", "game.json"]]
    assert Path.cwd() == here
    monkeypatch.setattr(sys, "prefix", str(checkout / ".venv"))
    with pytest.raises(SystemExit, match="1"):
        begin_again("play", checkout)
    assert "remove that folder" in capfd.readouterr().err


def test_a_python_that_is_gone_is_linked_again(checkout: Path) -> None:
    python = checkout / ".venv" / "bin" / "python"
    for link in python.parent.glob("python*"):
        link.unlink()
        link.symlink_to(checkout / "gone")
    assert needs(recorded(checkout), current(checkout, "play")) == (Need.LINK,)
    assert prepared("play", root=checkout) == python
    seen = subprocess.run([python, "-c", "import sys; print(sys.prefix)"], capture_output=True, check=True, text=True)
    assert Path(seen.stdout.strip()) == checkout / ".venv"
    assert needs(recorded(checkout), current(checkout, "play")) == ()


def test_a_moved_environment_finds_itself(checkout: Path) -> None:
    binary = checkout / ".venv" / "bin" / "ruff"
    binary.write_bytes(b"\x7fELF " + os.fsencode(checkout) + b"/.venv")
    script = checkout / ".venv" / "bin" / "where"
    script.write_text(f"#!{checkout}/.venv/bin/python\nimport sys; print(sys.prefix)\n", encoding="utf-8")
    script.chmod(0o755)
    moved = checkout.rename(checkout.with_name("second"))
    old = str(checkout)
    assert needs(recorded(moved), current(moved, "play")) == (Need.MOVE, Need.PROJECT)

    SetUp(moved, "play", os.open(moved / "lock", os.O_CREAT), old_root=old).carry_out((Need.MOVE,))

    seen = subprocess.run([moved / ".venv" / "bin" / "where"], capture_output=True, check=True, text=True)
    assert seen.stdout.strip() == str(moved / ".venv")
    assert old + "/" not in (moved / ".venv" / "bin" / "activate").read_text(encoding="utf-8")
    assert old in (moved / ".venv" / "bin" / "ruff").read_text(encoding="latin-1"), "a program is left as it is"
    assert needs(recorded(moved), current(moved, "play")) == ()


def test_what_fails_leaves_it_unfinished(checkout: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (checkout / "requirements.lock").write_text("trio==0.30 \\\n    --hash=sha256:00\n", encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        prepared("play", root=checkout)
    assert ended.value.code == 1
    said = capfd.readouterr().err
    assert "No module named pip" in said, "the command's own words"
    assert said.endswith("The set-up ended here (status 1), see above.\nThe same command tries it again.\n")
    assert recorded(checkout) == "unfinished"


def test_an_interruption_says_how_to_go_on(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def interrupt(self: SetUp) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(SetUp, "_packages", interrupt)
    (checkout / "requirements.lock").write_text("trio==0.30\n", encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        prepared("play", root=checkout)
    assert ended.value.code == 130
    assert capfd.readouterr().err.endswith("\nStopped. The same command begins the set-up again.\n")
    assert recorded(checkout) == "unfinished"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_end_unwinds(checkout: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals) -> None:
    unwound = []

    def told(self: SetUp) -> None:
        try:
            signal.raise_signal(number)
        finally:
            unwound.append(number)

    monkeypatch.setattr(SetUp, "_packages", told)
    (checkout / "requirements.lock").write_text("trio==0.30\n", encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        prepared("play", root=checkout)
    assert (ended.value.code, unwound) == (128 + number, [number])


def test_a_full_disk_is_told_in_a_sentence(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def full(self: SetUp) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(SetUp, "_packages", full)
    (checkout / "requirements.lock").write_text("trio==0.30\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        prepared("play", root=checkout)
    assert "No space left on device" in capfd.readouterr().err


def test_a_python_without_venv_is_told_what_to_install(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ensurepip" else name)
    with pytest.raises(SystemExit) as ended:
        prepared("play", rebuild=True, root=checkout)
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert ended.value.code == 1
    assert 'lacks its own module "ensurepip"' in capfd.readouterr().err
    assert incomplete("ensurepip").endswith(f"On Debian or Ubuntu: sudo apt install python{version}-venv")


def test_the_set_up_has_an_environment_of_its_own(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in environment.MISLEADING:
        monkeypatch.setenv(name, "elsewhere")
    monkeypatch.setenv("PIP_USER", "1")
    asked = "import os; print(sorted(name for name in os.environ if name.startswith(('PIP_', 'PYTHON'))))"
    heard: list[str] = []
    with sole(checkout / STATE / "lock") as lock:
        SetUp(checkout, "play", lock)._run([sys.executable, "-c", asked], heard.append)
    for name in environment.MISLEADING:
        assert repr(name) not in heard[0]
    assert "PIP_USER" in heard[0]


def test_only_one_start_sets_up_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / STATE / "lock"
    with sole(path), path.open("a") as other:
        assert not taken(other.fileno())
    with path.open("a") as other:
        assert taken(other.fileno())


def test_a_command_that_outlives_its_start_keeps_the_lock(tmp_path: Path) -> None:
    path = tmp_path / STATE / "lock"
    with sole(path) as lock:
        orphan = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, pass_fds=[lock])
    with path.open("a") as other:
        assert not taken(other.fileno()), "the installer may still be writing"
        orphan.communicate(b"\n")
        assert taken(other.fileno())


def test_the_second_start_waits_and_finds_all_done(checkout: Path) -> None:
    (checkout / "requirements.lock").write_text("trio==0.30\n", encoding="utf-8")
    start = "import sys; from pathlib import Path; from scripts.environment import prepared\n"
    start += "print(prepared('play', root=Path(sys.argv[1])))"
    with sole(checkout / STATE / "setup.lock"):
        second = subprocess.Popen(
            [sys.executable, "-c", start, checkout],
            cwd=environment.ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert second.stderr is not None
        assert second.stderr.readline() == "Another start is setting things up; waiting for it ...\n"
        finish(checkout, "play")
    out, err = second.communicate()
    assert (out.strip(), err, second.returncode) == (str(checkout / ".venv" / "bin" / "python"), "", 0)
