"""Deals and scores a finished game again, from nothing but its file and the rules: it needs `engines` and no server."""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from engines import proof
from engines.catalogue import KINDS


def main(arguments: Sequence[str]) -> int:
    """Say whether a game is what comes of its key and its moves; gives 0 if it is."""
    page = argparse.ArgumentParser("scripts/verify", description=__doc__)
    page.add_argument("file", metavar="FILE", type=Path, help="from fivefold-server verify GAME --write FILE")
    words = "what Room info showed before the end as the deal's promise"
    page.add_argument("--promise", metavar="HEX", type=digits, help=words)
    options = page.parse_args(arguments)
    try:
        account = msgspec.json.decode(options.file.read_bytes(), type=proof.Account)
        promised = proof.commitment(bytes.fromhex(account.key))
    except OSError as error:
        print(f"{options.file} cannot be read: {error.strerror}.", file=sys.stderr)
        return 2
    except ValueError as error:
        print(f"{options.file} is no account of a game, or not a whole one: {error}.", file=sys.stderr)
        return 2
    wrong = list(found(account))
    if options.promise not in {None, promised}:
        wrong.append(f"Its key is not the promised one, which would make {promised}.")
    for sentence in wrong:
        print(sentence)
    if not wrong:
        ratings = ", with its results and ratings" if account.ratings else ", with its results"
        print(f"The game {account.game} is what comes of its key and its {len(account.moves)} moves{ratings}.")
        print(f"Its key was promised by {promised}: compare that with what Room info showed.")
    return 1 if wrong else 0


def digits(text: str) -> str:
    """A promise from the command line, however it was copied."""
    plain = "".join(text.split()).lower()
    if not re.fullmatch("[0-9a-f]{64}", plain):
        raise argparse.ArgumentTypeError("a promise has 64 digits, each of 0-9 and a-f")
    return plain


def found(account: proof.Account) -> Sequence[str]:
    """What is wrong with a game."""
    kind = KINDS.get(account.kind)
    return proof.problems(account, kind) if kind else (f"There is no game {account.kind!r} here.",)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
