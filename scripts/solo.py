"""Plays on this machine alone: a server that only this player reaches, and the client in front of it."""

import argparse
import getpass
import signal
import subprocess
import sys
from collections.abc import Sequence
from types import FrameType

from scripts.embedded import ServerFailed, own_folder, serving
from scripts.environment import ROOT, STATE, end_in_order, prepared

ABOUT = "Sets up .venv if that is needed, starts a server that only you reach, and opens its lobby: Enter plays."


def main(arguments: Sequence[str]) -> int:
    """Play; gives the client's exit status, or 1 where the server failed."""
    own, passed_on = divided(arguments)
    options = parser().parse_args(own)
    python = prepared("play", rebuild=options.rebuild)
    if options.prepare:
        print(f"Ready: {python.parent / 'fivefold'} and {python.parent / 'fivefold-server'}")
        return 0
    # -P: a file of the player's folder must not stand in for a module of the game.
    module = [str(python), "-P", "-m"]
    try:
        with own_folder(ROOT / STATE) as (folder, lock):
            server = [*module, "server", "--embedded", "--data", str(folder)]
            with serving(server, folder, lock) as address:
                return attended([*module, "client", "--guest", "--name", login(), *passed_on, address])
    except ServerFailed as failure:
        print(failure, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def parser() -> argparse.ArgumentParser:
    """The command line's grammar and help page."""
    page = argparse.ArgumentParser(
        "scripts/play", usage="scripts/play [options] [-- arguments of the client]", description=ABOUT
    )
    page.add_argument("--prepare", action="store_true", help="set up what is missing and do not start anything")
    page.add_argument("--rebuild", action="store_true", help="make .venv anew, whatever state it is in")
    return page


def divided(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """The arguments before the first `--`, and those after it."""
    words = list(arguments)
    at = words.index("--") if "--" in words else len(words)
    return words[:at], words[at + 1 :]


def login() -> str:
    """The name that this machine knows the player by."""
    try:
        return getpass.getuser() or "Player"
    except (KeyError, OSError, ImportError):
        return "Player"


def attended(command: Sequence[str]) -> int:
    """Run a program of the terminal to its end; gives its exit status as a shell would.

    A signal to end goes to the program, which puts the terminal right; Ctrl-C is its own business.
    """
    program: subprocess.Popen[bytes] | None = None
    early: list[int] = []

    def pass_on(number: int, frame: FrameType | None) -> None:
        if program is None:
            early.append(number)
        else:
            program.send_signal(number)

    signal.signal(signal.SIGINT, lambda number, frame: None)
    signal.signal(signal.SIGTERM, pass_on)
    signal.signal(signal.SIGHUP, pass_on)
    try:
        program = subprocess.Popen(command)
        for number in early:
            program.send_signal(number)
        status = program.wait()
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        end_in_order()
    return status if status >= 0 else 128 - status
