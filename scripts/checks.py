"""Checks the project: form, lint, types, imports and the guards of the house, side by side."""

import argparse
import subprocess
import time
import tomllib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path, PurePath
from typing import TypeAlias

from scripts.environment import ROOT, prepared
from scripts.guards import breaches
from scripts.tree import Tree

Check: TypeAlias = Callable[[], str]
"""Gives what is wrong, and nothing where all is right."""


def main(arguments: Sequence[str]) -> int:
    """Run every check; prints what failed and one line at the end. Gives 0 where nothing failed."""
    page = argparse.ArgumentParser("scripts/check", description=__doc__)
    page.add_argument("--fix", action="store_true", help="first mend what the formatter and the linter can mend")
    options = page.parse_args(arguments)
    started = time.monotonic()
    python = prepared("dev")
    if options.fix:
        for mending in (["check", "--fix"], ["format"]):
            said_by([python, "-m", "ruff", *mending, "--quiet"], ROOT)
    wrong = all_of(checks(python))
    for name, text in wrong.items():
        print(f"--- {name}\n{text}\n")
    verdict = f"failed: {', '.join(wrong)}" if wrong else "all is well"
    print(f"check: {verdict} ({time.monotonic() - started:.1f} s)")
    return 1 if wrong else 0


def checks(python: Path, root: Path = ROOT) -> dict[str, Check]:
    """Every check by its name, the slowest first."""
    tree = Tree(root)
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    typed = [*settings["tool"]["mypy"]["files"], *(path for path, _ in tree.python() if not path.suffix)]
    commands = {
        "types": ["-m", "mypy", "--no-error-summary", *typed],
        "imports": [python.parent / "lint-imports", "--no-logo"],
        "lint": ["-m", "ruff", "check", "--quiet", "--output-format", "concise"],
        "form": ["-m", "ruff", "format", "--check", "--quiet"],
    }
    tools: dict[str, Check] = {name: partial(said_by, [python, *rest], root) for name, rest in commands.items()}
    return tools | {"guards": lambda: "\n".join(breaches(tree))}


def said_by(command: Sequence[str | Path | PurePath], root: Path) -> str:
    """What a command had to say that failed; nothing if it did not fail."""
    done = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    text = done.stdout.decode("utf-8", errors="replace").strip()
    return (text or f"ended with status {done.returncode}") if done.returncode else ""


def all_of(some: dict[str, Check]) -> dict[str, str]:
    """Run checks side by side; gives those that failed, with what they said."""
    with ThreadPoolExecutor() as pool:
        running = {name: pool.submit(check) for name, check in some.items()}
        return {name: text for name, future in running.items() if (text := future.result())}
