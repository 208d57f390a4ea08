"""Which soak is meant: bots on a real server, or bots that play for coins with the rules alone."""

from collections.abc import Sequence
from typing import NoReturn

from scripts.environment import become


def main(arguments: Sequence[str]) -> NoReturn:
    """Become the module that does it; `books` stands beside the tests that play fewer sessions."""
    if arguments[:1] == ["books"]:
        become("tests.engines.soak", arguments[1:])
    become("scripts.churn", arguments)
