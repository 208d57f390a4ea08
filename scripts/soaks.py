"""Which soak is meant: bots on a real server, bots that play for coins with the rules alone, or the database."""

from collections.abc import Sequence
from typing import NoReturn

from scripts.environment import become


def main(arguments: Sequence[str]) -> NoReturn:
    """Become the module that does it; `books` and `disk` stand beside the tests that do the same less often."""
    if arguments[:1] == ["books"]:
        become("tests.engines.soak", arguments[1:])
    if arguments[:1] == ["disk"]:
        become("tests.server.disk", arguments[1:])
    become("scripts.churn", arguments)
