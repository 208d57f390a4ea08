"""What an admin can do besides running the server: each a command of its own, for the server's data folder."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from server.config import Config

Command: TypeAlias = "Callable[[Config, argparse.Namespace], str]"
"""Carries a command out and gives what is to be printed; a `StoreError` or `ValueError` is a sentence for the admin."""


def add_commands(page: argparse.ArgumentParser) -> None:
    """Teach the command line the commands. Each takes --data and --config, as the server itself does."""
    place = argparse.ArgumentParser(add_help=False)
    # Left out, they keep what stands before the command.
    place.add_argument("--data", metavar="DIR", default=argparse.SUPPRESS, help="the server's data folder")
    place.add_argument(
        "--config", metavar="FILE", type=Path, default=argparse.SUPPRESS, help="the server's configuration"
    )
    commands = page.add_subparsers(title="commands", metavar="COMMAND")
    words = "print a code with which a player sets a new password; the server may run"
    reset = commands.add_parser("reset-code", parents=[place], help=words, description=words)
    reset.add_argument("name", metavar="NAME", help="the name of the account")
    reset.set_defaults(command=reset_code)

    words = "copy the database while the server runs, and deal and score every game of the copy again"
    backup = commands.add_parser("backup", parents=[place], help=words, description=words)
    backup.add_argument("file", metavar="FILE", type=Path, help="where the copy shall be")
    backup.set_defaults(command=copy)
    words = "put a backup in the place of the database; no server may be running"
    bring = commands.add_parser("restore", parents=[place], help=words, description=words)
    bring.add_argument("file", metavar="FILE", type=Path, help="the backup")
    bring.set_defaults(command=restore)
    words = "deal and score a finished game again, ratings included; the server may run"
    verify = commands.add_parser("verify", parents=[place], help=words, description=words)
    verify.add_argument("game", metavar="GAME", help="the game, as Room info names it after the end")
    verify.add_argument("--write", metavar="FILE", type=Path, help="write it down for others, who run scripts/verify")
    verify.set_defaults(command=verify_game)


def reset_code(config: "Config", arguments: argparse.Namespace) -> str:
    """Give an account a code."""
    from server.reset import HOURS, new_code

    code = new_code(config, arguments.name)
    return f"{code}\nThis code sets a new password once, within {HOURS} hours: choose Reset code on the first screen."


def copy(config: "Config", arguments: argparse.Namespace) -> str:
    """Copy the database."""
    from server.copies import back_up

    return back_up(config, arguments.file)


def restore(config: "Config", arguments: argparse.Namespace) -> str:
    """Go back to a copy."""
    from server.copies import bring_back

    return bring_back(config, arguments.file)


def verify_game(config: "Config", arguments: argparse.Namespace) -> str:
    """Prove a game."""
    from server.proving import verified

    return verified(config, arguments.game, arguments.write)
