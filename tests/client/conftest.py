"""Screens kept as text, one file each, so that a change reads as a picture in a diff."""

from collections.abc import Iterator
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot

from tests.client.quiet import quiet


class ScreenFile(SingleFileSnapshotExtension):
    """A screen as it stands, in a .txt file."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT

    def serialize(self, data: object, **_: object) -> str:
        """The text itself."""
        return str(data)


@pytest.fixture
def screen(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """Compares a screen's text with the one that was kept."""
    return snapshot.use_extension(ScreenFile)


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a developer's terminal wishes changes no test."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    # Textual has read its environment when it was imported; an app asks this when it is made.
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")


@pytest.fixture(autouse=True, scope="session")
def parsed_once() -> Iterator[None]:
    """A style sheet that one app has parsed is the next one's too, as it is one app's own when it reads it again."""
    known: dict[object, list[RuleSet]] = {}
    parse = Stylesheet._parse_rules

    def parsed(self: Stylesheet, *source: Any, **more: Any) -> list[RuleSet]:
        key = (source, *more.items(), *self._variables.items())
        if key not in known:
            known[key] = parse(self, *source, **more)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parsed)
        # The same number, without a call in Python for each of 250 rules, for each widget whose styles are looked up.
        patch.setattr(RuleSet, "__hash__", object.__hash__)
        yield


@pytest.fixture(autouse=True, scope="session")
def waits_for_quiet() -> Iterator[None]:
    """A pilot waits until the app has nothing left to do, and no longer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("textual.app.wait_for_idle", quiet)
        patch.setattr("textual.pilot.wait_for_idle", quiet)
        patch.setattr(Pilot, "_wait_for_screen", quiet)
        yield
