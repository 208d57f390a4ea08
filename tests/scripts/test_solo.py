"""Playing alone: arguments, name and the client's end."""

import getpass
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import solo
from scripts.environment import ROOT
from scripts.solo import attended, divided, loading, login, main


@pytest.mark.parametrize(
    ("words", "own", "passed_on"),
    [
        ([], [], []),
        (["--rebuild"], ["--rebuild"], []),
        (["--", "--ascii"], [], ["--ascii"]),
        (["--rebuild", "--", "--colors", "mono", "--"], ["--rebuild"], ["--colors", "mono", "--"]),
    ],
)
def test_what_follows_two_dashes_is_the_clients(words: list[str], own: list[str], passed_on: list[str]) -> None:
    assert divided(words) == (own, passed_on)


def test_the_help_page_needs_no_environment(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    page = capsys.readouterr().out
    assert page.startswith("usage: scripts/play [options] [-- arguments of the client]")
    assert "--rebuild" in page


def test_a_machine_that_does_not_know_its_player_still_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "ann")
    assert login() == "ann"
    monkeypatch.setattr(getpass, "getuser", lambda: "_HOUSE\\ann+b@x")
    assert login() == "HOUSEannbx"

    def nobody() -> str:
        raise KeyError("uid not found")

    monkeypatch.setattr(getpass, "getuser", nobody)
    assert login() == "Player"


@pytest.mark.parametrize(("end", "status"), [("sys.exit(0)", 0), ("sys.exit(2)", 2), ("os.abort()", 134)])
def test_the_clients_status_is_handed_on(end: str, status: int) -> None:
    with loading([sys.executable, "-c", f"import os, sys; {end}"]) as (program, line):
        assert attended(program, line, "127.0.0.1:1") == status


# A client that says when it is ready and which signal it got, and then ends in its own way.
LISTENS = """
import os, signal, sys, time
def told(number, frame):
    os.write(1, signal.Signals(number).name.encode())
    sys.exit(7)
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(number, told)
os.write(1, b"ready\\n")
time.sleep(600)
"""
ATTENDS = """
import sys
from scripts.solo import attended, loading
with loading([sys.executable, "-c", sys.argv[1]]) as (program, line):
    sys.exit(attended(program, line, "127.0.0.1:1"))
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_end_reaches_the_client(number: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ATTENDS, LISTENS], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as starter:
        assert starter.stdout is not None
        assert starter.stdout.readline() == "ready\n"
        starter.send_signal(number)
        assert starter.stdout.read() == number.name
    assert starter.returncode == 7


def test_a_client_that_hears_no_address_is_waited_for() -> None:
    hears = "import os, sys; os._exit(3 if os.read(int(sys.argv[2]), 10) == b'' else 4)"
    with loading([sys.executable, "-c", hears]) as (program, _):
        pass
    assert program.returncode == 3


def test_ctrl_c_is_the_clients_business() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ATTENDS, LISTENS], cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as starter:
        assert starter.stdout is not None
        assert starter.stdout.readline() == "ready\n"
        starter.send_signal(signal.SIGINT)
        os.killpg(starter.pid, signal.SIGINT)
        assert starter.stdout.read() == "SIGINT"
    assert starter.returncode == 7


def test_server_and_client_are_started_for_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A stand-in for Python shows what it is asked to run, in place of the installed one."""
    stand_in = tmp_path / "python"
    stand_in.write_text(
        '#!/bin/sh\nif [ "$3" = server ]; then echo listening on 127.0.0.1:4711; cat >&2; exit 0; fi\n'
        'read address < /dev/fd/$9; echo "$1 $2 $3 $4 $5 $6 $7 $8 $address"; exit 5\n',
        encoding="utf-8",
    )
    stand_in.chmod(0o755)
    monkeypatch.setattr(solo, "ROOT", tmp_path)
    monkeypatch.setattr(solo, "prepared", lambda purpose, rebuild: stand_in)
    monkeypatch.setattr(solo, "login", lambda: "ann")
    assert main(["--", "--ascii"]) == 5
    assert capfd.readouterr().out == "-P -m client --guest --name ann --ascii --address-from 127.0.0.1:4711\n"
    assert (tmp_path / ".fivefold" / "play-1" / "server.log").exists()
