"""Private notes and desks on the disk: a file a room, harmless to paint, for this user alone, and not for ever."""

import os
import stat
from pathlib import Path

import msgspec
import pytest

from client.desk import Desks
from client.notes import DAYS, LENGTH, ROOMS, Kept, Notebook, data_folder, harmless


def test_notes_are_kept_for_each_room_of_each_server(tmp_path: Path) -> None:
    book = Notebook(tmp_path)
    assert book.read("here", "abc") == Kept()
    assert book.write("here", "abc", Kept("red ovals\n\nslot 3: 李"))
    assert book.write("[::1]:7/../..", "abc", Kept("elsewhere"))
    again = Notebook(tmp_path)
    assert again.read("here", "abc") == Kept("red ovals\n\nslot 3: 李")
    assert again.read("[::1]:7/../..", "abc") == Kept("elsewhere")
    assert again.read("here", "abd") == Kept()
    files = list((tmp_path / "notes").iterdir())
    assert [stat.S_IMODE(file.stat().st_mode) for file in files] == [0o600, 0o600]


def test_what_is_arranged_at_a_table_is_kept_with_its_notes(tmp_path: Path) -> None:
    desks = Desks(Notebook(tmp_path))
    desk, other = desks.at("here", "abc"), desks.at("here", "abd")
    desk.panel, desk.folded, desk.control = False, True, (3, 4)
    other.notes = "only notes"
    desks.write()
    again = Desks(Notebook(tmp_path))
    assert again.at("here", "abc").kept == Kept("", panel=False, folded=True, control=(3, 4))
    assert again.at("here", "abd").kept == Kept("only notes")
    assert len(list((tmp_path / "notes").iterdir())) == 2
    desk.panel, desk.folded, desk.control = None, False, None
    desks.write()
    assert len(list((tmp_path / "notes").iterdir())) == 1


def test_notes_without_a_word_leave_no_file(tmp_path: Path) -> None:
    book = Notebook(tmp_path)
    assert book.write("here", "abc", Kept("x"))
    assert book.write("here", "abc", Kept(" \n "))
    assert list((tmp_path / "notes").iterdir()) == []
    assert book.write("here", "never", Kept())


def test_old_notes_and_too_many_are_dropped(tmp_path: Path) -> None:
    book, now = Notebook(tmp_path), 2_000_000_000.0
    book.prune(now)
    for number in range(ROOMS + 3):
        assert book.write("here", f"r{number}", Kept(f"no. {number}."))
        (file,) = (one for one in (tmp_path / "notes").iterdir() if f"no. {number}." in one.read_text())
        age = DAYS * 86_400 + 1 if number == 7 else ROOMS - number
        os.utime(file, (now - age, now - age))
    letter = tmp_path / "notes" / "letter.json"
    letter.write_text("of somebody who named a folder of their own")
    os.utime(letter, (0, 0))
    book.prune(now)
    assert letter.exists()
    kept = [number for number in range(ROOMS + 3) if book.read("here", f"r{number}").notes]
    assert kept == [number for number in range(2, ROOMS + 3) if number != 7]


def test_nothing_harmful_comes_from_a_paste_or_a_file(tmp_path: Path) -> None:
    evil = "a\x1b[2J\x1b]0;owned\x07\r\nb\u202ec\tD\x9b31m\u2028[/b]" + "e" + "\u0301" * 30
    assert harmless(evil) == "a[2J]0;owned\nbc D31m\n[/b]é\u0301"
    assert len(harmless("x" * 10**6)) == LENGTH
    book = Notebook(tmp_path)
    assert book.write("here", "abc", Kept("x"))
    (file,) = (tmp_path / "notes").iterdir()
    file.write_bytes(msgspec.json.encode(Kept("\x1b[31mred\n\x00ok")))
    assert book.read("here", "abc") == Kept("[31mred\nok")
    for broken in (b"\xff", b"", b"[]", b'{"control": [1]}', b'{"notes": 7}', b'{"notes": "\xff"}'):
        file.write_bytes(broken)
        assert book.read("here", "abc") == Kept()


def test_a_disk_that_does_not_let_us_write_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("a file where the folder should be")
    book = Notebook(tmp_path)
    assert not book.write("here", "abc", Kept("x"))
    assert book.read("here", "abc") == Kept()
    book.prune(0)


def test_the_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FIVEFOLD_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.delenv("FIVEFOLD_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder().name == "fivefold"
