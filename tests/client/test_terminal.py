"""The client as a process in a real terminal: what it may do to it, and what becomes of it when the terminal goes."""

import os
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from client.terminal import GONE
from tests.client.pane import ROOT, Pane, pane

MODES = (b"\x1b[?1000", b"\x1b[?1003", b"\x1b[?1006", b"\x1b[?2004", b"\x1b[?1049")
ODD = (
    b"\xff",
    b"a\xc3\x28\xfe",
    b"\x1b[M\xff\xff\xff",
    b"\x1b[<999;99999;99999M",
    b"\x1b[<0;0;0m",
    b"\x1b[<35;;M",
    b"\x1b[99999999999u",
    b"\x1b[1;2;3;4;5;6R",
    b"\x1b[200~",
    b"\x1b[201~",
)


def restored(terminal: Pane) -> None:
    """The terminal is as it was: its modes by the last bytes that were written, its settings by what it says."""
    for mode in MODES:
        last = terminal.raw.rfind(mode)
        assert terminal.raw[last : last + len(mode) + 1].endswith(b"l"), mode
    assert terminal.raw.rfind(b"\x1b[?25h") > terminal.raw.rfind(b"\x1b[?25l")
    assert termios.tcgetattr(terminal.slave) == terminal.before


def cpu_seconds(terminal: Pane) -> float:
    """The time that a program has used."""
    fields = Path(f"/proc/{terminal.process.pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def test_odd_bytes_do_not_end_it_and_ctrl_c_leaves_in_order(tmp_path: Path) -> None:
    with pane("client", folder=tmp_path) as terminal:
        terminal.until("Come as")
        spent = cpu_seconds(terminal)
        terminal.paste("B [red]x[/] \x1b[31m" * 5_000)
        terminal.until("B [red]x[/] B [red]x")
        # Each escape sequence used to cost as much as thirty keys: a minute of work in all.
        assert cpu_seconds(terminal) - spent < 15
        terminal.type(b"".join(ODD) + b"\x1bOP")
        terminal.until("Give the address")
        terminal.type("\x1b[27u")
        terminal.gone("Give the address")
        terminal.type("\x1bOP")
        terminal.until("Give the address")
        terminal.type("\x03")
        terminal.until("Leave fivefold?")
        terminal.type("\x03")
        assert terminal.ended() == 0
        restored(terminal)


def test_sigterm_restores_the_terminal(tmp_path: Path) -> None:
    with pane("client", folder=tmp_path) as terminal:
        terminal.until("Come as")
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.ended() == 128 + signal.SIGTERM
        restored(terminal)


@pytest.mark.parametrize("owned", [True, False], ids=["with SIGHUP", "without SIGHUP"])
def test_a_lost_terminal_ends_it(tmp_path: Path, owned: bool) -> None:
    with pane("client", folder=tmp_path, owned=owned) as terminal:
        terminal.until("Come as")
        terminal.hang_up()
        assert terminal.ended() == GONE


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_terminal_that_cannot_place_text_gets_one_line(tmp_path: Path, term: str) -> None:
    with pane("client", folder=tmp_path, environ={"TERM": term}) as terminal:
        assert terminal.ended() == 2
        assert terminal.raw.startswith(b"fivefold needs a terminal")
        assert terminal.raw.count(b"\n") == 1
        assert b"\x1b" not in terminal.raw


def test_no_terminal_gets_one_line() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "client"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "TERM": "xterm"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.startswith(b"fivefold needs a terminal")
    assert done.stderr.count(b"\n") == 1


def test_a_terminal_without_utf8_gets_ascii_alone_and_without_colours_none(tmp_path: Path) -> None:
    with pane("client", folder=tmp_path, environ={"LANG": "C", "LC_ALL": "C", "NO_COLOR": "1"}) as terminal:
        terminal.until("Come as", "[Guest]")
        terminal.type("\x03")
        terminal.until("Leave fivefold?", "+- Leave")
        terminal.type("l")
        assert terminal.ended() == 0
        assert bytes(terminal.raw).isascii()
        assert not {0x0E, 0x0F} & set(terminal.raw)  # nothing switches the set of letters
        for colour in (b"[38;", b"[48;", b";38;", b";48;"):
            assert colour not in terminal.raw


def test_the_help_page_and_the_version_need_no_terminal() -> None:
    for word, expected in (("--help", b"fivefold cards.example.org"), ("--version", b"fivefold 0.")):
        done = subprocess.run([sys.executable, "-m", "client", word], cwd=ROOT, capture_output=True, check=True)
        assert expected in done.stdout
