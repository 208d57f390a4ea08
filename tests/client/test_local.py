"""What the client remembers on disk."""

from pathlib import Path

import pytest

from client.local import Local, complaint_of_keys, load, save, settings_file


def test_a_fresh_start_remembers_nothing(tmp_path: Path) -> None:
    assert load(tmp_path / "client.toml") == (Local(), "")


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "new" / "client.toml"
    local = Local(
        server="[::1]:7",
        name='Zoë "the\\x" \x7f',
        guest=False,
        colors="safe",
        glyphs="ascii",
        letters=True,
        motion=False,
        bell="all",
        keys={"claim": "x", "odd one": "f5"},
        rooms={"five_of_a_kind": {"slots": 5, "bot": True, "counting": "non_matching"}, "an odd kind": {"a b": 1}},
    )
    assert save(local, path)
    assert load(path) == (local, "")
    assert [file.name for file in path.parent.iterdir()] == ["client.toml"]


def test_what_does_not_fit_is_left_out_and_named(tmp_path: Path) -> None:
    path = tmp_path / "client.toml"
    path.write_text('server = "here"\nname = 7\n\ncolors = "pink"\nbell="loud"\nshoe_size = 44\n[keys]\nclaim = 1\n')
    local, sentence = load(path)
    assert local == Local(server="here")
    assert "name (line 2), colors (line 4), bell (line 5), shoe_size (line 6), keys (line 7)" in sentence
    assert str(path) in sentence
    assert complaint_of_keys({"claim": "Not that."}, path) == (
        "Keys not understood, defaults are used: claim (line 8): Not that."
    )


@pytest.mark.parametrize("content", [b"server = ", b"\xff\xfe", b"= = ="])
def test_a_broken_file_never_keeps_the_client_from_starting(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "client.toml"
    path.write_bytes(content)
    local, sentence = load(path)
    assert local == Local()
    assert "defaults are used" in sentence
    # The client will write a new file; what the player had is not lost.
    assert path.with_suffix(".damaged.toml").read_bytes() == content


def test_a_disk_that_does_not_let_us_write_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert not save(Local(), tmp_path / "file" / "client.toml")
    (tmp_path / "client.toml").mkdir()
    assert not save(Local(), tmp_path / "client.toml")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["client.toml", "file"]


def test_nothing_that_could_hold_a_password_is_kept() -> None:
    assert not [name for name in Local.__struct_fields__ if "pass" in name or "token" in name]


def test_the_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FIVEFOLD_CONFIG", str(tmp_path))
    assert settings_file() == tmp_path / "client.toml"
    monkeypatch.delenv("FIVEFOLD_CONFIG")
    assert settings_file().name == "client.toml"
