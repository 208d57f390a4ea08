"""What holds for every test of the scripts."""

import signal
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def own_signals() -> Iterator[None]:
    """What a command does about signals ends with the test."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    yield
    for number, disposition in zip(numbers, before, strict=True):
        signal.signal(number, disposition)
