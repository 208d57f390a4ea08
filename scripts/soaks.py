"""Lets bots play sessions in the project's own environment."""

import os
from collections.abc import Sequence
from typing import NoReturn

from scripts.environment import ROOT, prepared


def main(arguments: Sequence[str]) -> NoReturn:
    """Become the module that plays them; it stands beside the tests that play fewer."""
    python = str(prepared("dev"))
    os.chdir(ROOT)
    os.execv(python, [python, "-m", "tests.engines.soak", *arguments])
