"""Runs the tests in the project's own environment."""

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from scripts.environment import ROOT, prepared

HELP = """\
usage: scripts/test [pytest's arguments]

Sets up .venv if that is needed, then runs the tests: all of them on all processors, or what the arguments say, which
are pytest's own. Paths are counted from the top of the project.
"""

OWN_CHOICE = ("-n", "--numprocesses", "--dist", "--pdb", "-s", "--capture", "-p", "--co", "--collect-only", "--version")
"""Options beside which the tests are not spread over the processors."""


def main(arguments: Sequence[str]) -> NoReturn:
    """Become pytest, so that its exit status, its signals and its terminal are its own."""
    if list(arguments) in (["-h"], ["--help"]):
        print(HELP, end="")
        sys.exit(0)
    python = str(prepared("dev"))
    os.chdir(ROOT)
    # Without compiled files every worker would rewrite all assertions, at each run, and every server compile itself.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.execv(python, [python, "-m", "pytest", *spread(arguments), *arguments])


def spread(arguments: Sequence[str]) -> list[str]:
    """The options that use all processors, if all tests are to run and nothing else was chosen.

    Two workers share a processor: while a screen settles or a real server starts, a test waits.
    """
    chosen = any(not word.startswith("-") or word.startswith(OWN_CHOICE) for word in arguments)
    return [] if chosen else ["-n", str(2 * (os.cpu_count() or 1)), "--dist", "worksteal"]
