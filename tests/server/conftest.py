"""The server under test: `open_house()` starts one on the mock clock, without sockets and threads."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path

import pytest

from tests.server.stand import Stand, opened, template

OpenHouse = Callable[..., AbstractAsyncContextManager[Stand]]


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a database with accounts."""
    return template(tmp_path_factory.mktemp("template"))


@pytest.fixture
def open_house(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OpenHouse:
    """Starts a server; other limits and kinds by keyword."""
    return partial(opened, made, tmp_path / "data", monkeypatch)
