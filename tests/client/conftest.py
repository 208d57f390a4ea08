"""Screens kept as text, one file each, so that a change reads as a picture in a diff."""

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode


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
