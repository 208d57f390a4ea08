"""The gate is read by old Pythons, and lets only new ones through."""

import ast
import os
import sys
from pathlib import Path

import pytest

from scripts import gate
from scripts.environment import ROOT

COMMANDS = sorted(
    path
    for path in (ROOT / "scripts").iterdir()
    if path.is_file() and not path.suffix and path.read_text(encoding="utf-8").startswith("#!/usr/bin/env python3\n")
)


def test_old_pythons_can_read_the_gate() -> None:
    ast.parse((ROOT / "scripts" / "gate.py").read_text(encoding="utf-8"), feature_version=(3, 6))


@pytest.mark.parametrize("name", ["play", "test", "check", "lock"])
def test_a_command_hands_over_after_the_gate(name: str) -> None:
    path = ROOT / "scripts" / name
    assert path in COMMANDS
    tree = ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 6))
    body = [ast.unparse(statement) for statement in tree.body]
    gate_at = body.index("gate.admit()")
    assert [line for line in body[:gate_at] if "import" in line][-1] == "from scripts import gate"
    assert body[gate_at + 1].startswith("from scripts.")
    assert os.access(path, os.X_OK)


def test_this_python_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(gate.PASSED_ON, "1")
    gate.admit()
    assert gate.PASSED_ON not in os.environ, "the next command down the line is to look for itself"


def test_an_old_python_without_a_newer_one_ends_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(sys, "argv", ["scripts/play"])
    with pytest.raises(SystemExit) as ended:
        gate.admit()
    assert str(ended.value) == (
        "fivefold needs Python 3.11 or newer, and this is 3.9."
        " Install a newer one beside it and run: python3.11 scripts/play"
    )


def test_an_old_python_starts_a_newer_one_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    monkeypatch.delenv(gate.PASSED_ON, raising=False)
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(sys, "argv", ["scripts/play", "--prepare"])
    monkeypatch.setattr(gate, "newer_python", lambda: "python3.13")

    def execute(file: str, words: list[str]) -> None:
        started.append([file, *words])
        raise SystemExit

    monkeypatch.setattr(os, "execvp", execute)
    with pytest.raises(SystemExit):
        gate.admit()
    assert started == [["python3.13", "python3.13", "scripts/play", "--prepare"]]
    assert os.environ[gate.PASSED_ON] == "1", "a Python that is not what its name says must not start itself for ever"
    with pytest.raises(SystemExit, match="needs Python"):
        gate.admit()


def test_a_newer_python_counts_only_if_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}")
    assert gate.newer_python() is None
    for name, status in (("python3.13", 127), ("python3.12", 0)):
        shim = tmp_path / name
        shim.write_text(f"#!/bin/sh\nexit {status}\n", encoding="utf-8")
        shim.chmod(0o755)
    assert gate.newer_python() == "python3.12"
