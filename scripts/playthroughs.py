"""Writes the playthroughs in the project's own environment."""

import os
from collections.abc import Sequence
from typing import NoReturn

from scripts.environment import ROOT, prepared


def main(arguments: Sequence[str]) -> NoReturn:
    """Become the module that writes them; it stands beside the tests that read them."""
    python = str(prepared("dev"))
    os.chdir(ROOT)
    os.execv(python, [python, "-m", "tests.engines.performances", *arguments])
