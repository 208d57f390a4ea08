"""Speed, on this machine and now: what no test may depend on."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path


def main(arguments: Sequence[str]) -> int:
    """Run the chosen bench; gives 1 where something went wrong on the way."""
    page = argparse.ArgumentParser("scripts/bench", description=__doc__)
    benches = page.add_subparsers(dest="bench", required=True)
    benches.add_parser("engines", help="boards, whole games and acts per second, in one process")
    server = benches.add_parser("server", help="acts of 200 rooms per second of the server's processor time")
    server.add_argument("--seconds", type=float, default=60.0, help="of each run (default: 60)")
    server.add_argument("--runs", type=int, default=5, help="of which the median counts (default: 5)")
    server.add_argument("--profile", type=new, metavar="FILE", help="keep the server's profile, which slows it down")
    latency = benches.add_parser("latency", help="from a key to the last of four screens; needs tmux")
    latency.add_argument("--presses", type=int, default=200, help="how many keys (default: 200)")
    options = page.parse_args(arguments)
    match options.bench:
        case "engines":
            from scripts.speed import engines

            return engines.measure()
        case "latency":
            from scripts.speed import latency as screens

            return screens.measure(options.presses)
        case _:
            from scripts.speed import server as core

            return core.measure(options.seconds, options.runs, options.profile)


def new(text: str) -> Path:
    """A file to be made: one that is there already is somebody's."""
    path = Path(text)
    if path.exists():
        raise argparse.ArgumentTypeError(f"{path} is there already; name another file")
    return path


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
