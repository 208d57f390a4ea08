"""The server of one player: it is waited for, ends with its starter, and its failure is told."""

import os
import sys
from pathlib import Path

import pytest

from scripts import embedded
from scripts.embedded import ServerFailed, own_folder, serving

TALKS = "import sys; print('a word before'); print('listening on 127.0.0.1:4711', flush=True); sys.stdin.read()"


@pytest.fixture
def lock(tmp_path: Path) -> int:
    """A descriptor for the server to hold."""
    return os.open(tmp_path / "lock", os.O_CREAT)


def python(program: str) -> list[str]:
    """The command that runs a program of Python."""
    return [sys.executable, "-c", program]


def test_the_address_is_what_the_server_says(tmp_path: Path, lock: int) -> None:
    with serving(python(TALKS), tmp_path, lock) as address:
        assert address == "127.0.0.1:4711"


def test_the_log_is_kept_and_the_one_before(tmp_path: Path, lock: int) -> None:
    for word in ("first", "second", "third"):
        with serving(python(f"import sys; print({word!r}, file=sys.stderr, flush=True); {TALKS}"), tmp_path, lock):
            pass
    assert (tmp_path / "server.log").read_text(encoding="utf-8") == "third\n"
    assert (tmp_path / "server.log.1").read_text(encoding="utf-8") == "second\n"


def test_a_server_that_ends_at_once_is_told_with_its_last_words(tmp_path: Path, lock: int) -> None:
    with pytest.raises(ServerFailed) as failed, serving(python("import sys; sys.exit('no disk')"), tmp_path, lock):
        pytest.fail("there is nothing to play on")
    assert str(failed.value) == f"no disk\nThe server ended (1). Its log: {tmp_path / 'server.log'}"


def test_a_silent_server_is_not_waited_for_for_ever(tmp_path: Path, lock: int) -> None:
    silent = python("import sys; sys.stdin.read()")
    with pytest.raises(ServerFailed, match="gave no address in time"), serving(silent, tmp_path, lock, patience=0.1):
        pytest.fail("there is nothing to play on")


def test_a_server_that_hangs_at_the_end_is_ended(tmp_path: Path, lock: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "FAREWELL", 0.1)
    deaf = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
    deaf += "print('listening on 127.0.0.1:1', flush=True); time.sleep(600)"
    with pytest.raises(ServerFailed, match=r"did not end in order \(-9\)"), serving(python(deaf), tmp_path, lock):
        pass


def test_what_the_player_does_wrong_ends_the_server_too(tmp_path: Path, lock: int) -> None:
    tells = f"import os, sys; print(os.getpid(), file=sys.stderr, flush=True); {TALKS}"
    with pytest.raises(KeyboardInterrupt), serving(python(tells), tmp_path, lock):
        raise KeyboardInterrupt
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "server.log").read_text(encoding="utf-8")), 0)


def test_two_starts_never_share_a_folder_and_come_back_to_theirs(tmp_path: Path) -> None:
    with own_folder(tmp_path) as (first, _):
        with own_folder(tmp_path) as (second, _):
            assert [first.name, second.name] == ["play-1", "play-2"]
        with own_folder(tmp_path) as (third, _):
            assert third == second
    with own_folder(tmp_path) as (again, _):
        assert again == first


def test_the_real_server_serves_and_ends(tmp_path: Path, lock: int) -> None:
    command = [sys.executable, "-P", "-m", "server", "--embedded", "--data", str(tmp_path / "store")]
    with serving(command, tmp_path, lock) as address:
        host, _, port = address.rpartition(":")
        assert host == "127.0.0.1"
        assert 0 < int(port) < 65_536
