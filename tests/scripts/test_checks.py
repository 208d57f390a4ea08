"""Every check finds the fault that was planted for it, in a project with this one's own settings."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts import checks
from scripts.checks import all_of, said_by
from scripts.environment import ROOT

PYTHON = Path(sys.executable)
PACKAGES = ("engines", "protocol", "server", "client")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of empty packages that are held to the settings of this one."""
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    for name in ("pyproject.toml", "requirements.lock", "requirements-dev.lock"):
        shutil.copy(ROOT / name, tmp_path)
    for name in (*PACKAGES, "scripts", "tests"):
        write(tmp_path / name / "__init__.py", f'"""The {name}."""\n')
    for name in ("catalogue", "chance", "ratings"):
        write(tmp_path / "engines" / f"{name}.py", f'"""The {name}."""\n')
    for name in ("model", "game", "sight", "bot", "setup"):
        write(tmp_path / "engines" / "whist" / f"{name}.py", f'"""The {name} of a game yet to come."""\n')
    write(tmp_path / "engines" / "whist" / "__init__.py", '"""The rules."""\n')
    return tmp_path


def write(path: Path, text: str) -> None:
    """Write a file, with the folders it needs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def told(project: Path, check: str) -> str:
    """What one check has to say about the project."""
    return checks.checks(PYTHON, project)[check]()


def test_a_sound_project_passes(project: Path) -> None:
    quick = {name: check for name, check in checks.checks(PYTHON, project).items() if name != "types"}
    assert len(quick) == 4
    assert all_of(quick) == {}


def test_a_missing_type_is_found_and_nothing_else(project: Path) -> None:
    write(project / "server" / "fault.py", '"""A fault."""\n\n\ndef double(x):\n    """Twice."""\n    return x * 2\n')
    errors = told(project, "types").splitlines()
    assert [line for line in errors if "no-untyped-def" in line] == errors[:1]
    assert all(line.startswith("server/fault.py:4:") for line in errors)


@pytest.mark.parametrize(
    ("check", "fault", "found"),
    [
        ("lint", '"""A fault."""\n\nimport json\n', "F401"),
        ("form", '"""A fault."""\n\nx  =  1\n', "server/fault.py"),
        ("guards", '"""As in whist: \'whist\'."""\n', "server/fault.py:1: names the game whist"),
    ],
)
def test_a_planted_fault_is_found(project: Path, check: str, fault: str, found: str) -> None:
    write(project / "server" / "fault.py", fault)
    assert found in told(project, check)


def test_every_contract_on_imports_finds_its_breach(project: Path) -> None:
    plants = {
        "engines/whist/luck.py": ["import random", "import time", "import protocol"],
        "protocol/fault.py": ["import engines.whist.game", "import engines.catalogue", "import socket", "import trio"],
        "server/fault.py": ["import engines.whist.model", "import client", "import textual"],
        "client/fault.py": ["import server", "import engines.whist.model"],
        "client/tables/__init__.py": [],
        "client/tables/fault.py": [
            "import engines.whist.sight",
            "import engines.ratings",
            "import engines.whist.model",
        ],
    }
    for name, lines in plants.items():
        write(project / name, "\n".join(['"""A fault."""', *lines, ""]))
    said = told(project, "imports")
    assert "0 kept, 5 broken" in said
    for breach in (
        "engines is not allowed to import random",
        "engines is not allowed to import time",
        "engines is not allowed to import protocol",
        "protocol is not allowed to import engines.whist.game",
        "protocol is not allowed to import engines.catalogue",
        "protocol is not allowed to import socket",
        "protocol is not allowed to import trio",
        "server is not allowed to import engines.whist.model",
        "server is not allowed to import client",
        "server is not allowed to import textual",
        "client is not allowed to import server",
        "client is not allowed to import engines.whist.sight",
        "client is not allowed to import engines.ratings",
        "client is not allowed to import engines.whist.model",
    ):
        assert breach in said, breach
    assert "client.fault -> engines.whist.model" in said
    assert "client.tables.fault -> engines.whist.model" not in said, "a table may name its game"


def test_only_what_failed_is_told() -> None:
    some: dict[str, Callable[[], str]] = {"types": lambda: "", "lint": lambda: "a fault", "form": lambda: ""}
    assert all_of(some) == {"lint": "a fault"}


def test_a_failed_command_always_says_something(tmp_path: Path) -> None:
    assert said_by([PYTHON, "-c", "print('fine')"], tmp_path) == ""
    assert said_by([PYTHON, "-c", "import sys; print('bad'); sys.exit('worse')"], tmp_path) in (
        "bad\nworse",
        "worse\nbad",
    )
    assert said_by([PYTHON, "-c", "raise SystemExit(3)"], tmp_path) == "ended with status 3"


@pytest.mark.parametrize(("wrong", "status", "last"), [("", 0, "all is well"), ("a fault", 1, "failed: lint")])
def test_the_last_line_sums_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], wrong: str, status: int, last: str
) -> None:
    monkeypatch.setattr(checks, "prepared", lambda purpose: PYTHON)
    monkeypatch.setattr(checks, "checks", lambda python: {"types": lambda: "", "lint": lambda: wrong})
    assert checks.main([]) == status
    out = capsys.readouterr().out
    assert out.splitlines()[-1].startswith(f"check: {last} (")
    assert ("--- lint\na fault\n" in out) is bool(wrong)
    assert "types" not in out
