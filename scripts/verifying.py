"""Deals and scores a finished game again, from nothing but its file and the rules: it needs `engines` and no server."""

import argparse
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
    page.add_argument("--promise", metavar="HEX", help="what Room info showed before the end as the deal's promise")
    options = page.parse_args(arguments)
    try:
        account = msgspec.json.decode(options.file.read_bytes(), type=proof.Account)
    except (OSError, msgspec.MsgspecError) as error:
        print(f"{options.file} is no account of a game: {error}", file=sys.stderr)
        return 2
    wrong = list(found(account))
    promised = proof.commitment(bytes.fromhex(account.key))
    if options.promise not in {None, promised}:
        wrong.append(f"Its key is not the promised one, which would make {promised}.")
    for sentence in wrong:
        print(sentence)
    if not wrong:
        ratings = ", with its results and ratings" if account.ratings else ", with its results"
        print(f"The game {account.game} is what comes of its key and its {len(account.moves)} moves{ratings}.")
        print(f"Its key was promised by {promised}: compare that with what Room info showed.")
    return 1 if wrong else 0


def found(account: proof.Account) -> Sequence[str]:
    """What is wrong with a game."""
    kind = KINDS.get(account.kind)
    return proof.problems(account, kind) if kind else (f"There is no game {account.kind!r} here.",)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
