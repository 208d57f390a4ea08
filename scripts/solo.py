"""Plays on this machine alone: a server that only this player reaches, and the client in front of it."""

import argparse
import getpass
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import IO

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
    client = [*module, "client", "--guest", "--name", login(), *passed_on]
    try:
        with own_folder(ROOT / STATE) as (folder, lock), loading(client) as (program, line):
            server = [*module, "server", "--embedded", "--data", str(folder)]
            with serving(server, folder, lock) as address:
                return attended(program, line, address)
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
    """The name that this machine knows the player by, without the signs that no name of a player has."""
    try:
        return re.sub(r"^[\W_]+|[^\w .'-]", "", getpass.getuser()) or "Player"
    except (KeyError, OSError, ImportError):
        return "Player"


@contextmanager
def loading(command: Sequence[str]) -> Iterator[tuple["subprocess.Popen[bytes]", IO[bytes]]]:
    """Start the client before there is a server, since both take most of their start to load: the client, and its line.

    Until it hears an address on the line the client leaves the terminal alone, and when it hears none it just ends.
    """
    theirs, ours = os.pipe()
    with os.fdopen(ours, "wb", buffering=0) as line:
        # Ctrl-C is this process's business as long as the client does not take it as a key.
        heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            program = subprocess.Popen([*command, "--address-from", str(theirs)], pass_fds=[theirs])
        finally:
            os.close(theirs)
            signal.signal(signal.SIGINT, heard)
        try:
            yield program, line
        finally:
            line.close()
            program.wait()


def attended(program: "subprocess.Popen[bytes]", line: IO[bytes], address: str) -> int:
    """Tell the client the address, and let it run to its end; gives its exit status as a shell would.

    A signal to end goes to the client, which puts the terminal right; Ctrl-C is its own business.
    """

    def pass_on(number: int, frame: FrameType | None) -> None:
        program.send_signal(number)

    signal.signal(signal.SIGINT, lambda number, frame: None)
    signal.signal(signal.SIGTERM, pass_on)
    signal.signal(signal.SIGHUP, pass_on)
    try:
        # A client that found no terminal has said so and ended.
        with suppress(BrokenPipeError):
            line.write(address.encode())
        line.close()
        status = program.wait()
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        end_in_order()
    return status if status >= 0 else 128 - status
