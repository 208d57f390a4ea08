"""What the benches may write to."""

from pathlib import Path

import pytest

from scripts.benches import main


def test_a_profile_takes_the_place_of_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    letter = tmp_path / "letter"
    letter.write_text("Dear Ann")
    with pytest.raises(SystemExit, match="2"):
        main(["server", "--profile", str(letter)])
    assert "is there already" in capsys.readouterr().err
    assert letter.read_text() == "Dear Ann"
