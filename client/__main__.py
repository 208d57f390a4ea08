"""The command line of the client."""

import argparse
import contextlib
import gc
import os
import sys
import traceback
from collections.abc import Sequence

ABOUT = """\
A card room for the terminal.

  fivefold                      asks where to go, and remembers it
  fivefold cards.example.org    a server; :PORT behind it if it is not 5555
  fivefold plain:192.0.2.7      without encryption, on a network that you trust
"""

NOTES = """\
Connections are encrypted, but to a server on this machine that does without.
At the first visit the client shows the fingerprint of the server's certificate;
ask whoever runs the server whether it is the right one.

Everything is done by keys; the last line of each screen, or the last two,
names those that do something, and F1 explains the screen.

If a killed client leaves the terminal in disorder, "reset" puts it right.
"""


def main() -> None:
    """Run the client until the player leaves."""
    sys.exit(run(sys.argv[1:]))


def run(words: Sequence[str]) -> int:
    """Run the client and end the process; gives an exit status only where nothing could be shown."""
    options = parser().parse_args(words)
    # Textual reads this when it is imported; at its default of 60 a key press waits a whole frame longer.
    os.environ.setdefault("TEXTUAL_FPS", "120")
    from client import local, terminal
    from client.art.palette import look_for

    trouble = terminal.unusable(os.environ)
    if trouble:
        print(trouble, file=sys.stderr)
        return 2
    path = local.settings_file()
    known, sentence = local.load(path)
    look = look_for(
        os.environ,
        colors=options.colors or known.colors,
        glyphs="ascii" if options.ascii else known.glyphs,
        letters=options.letters or known.letters,
        suits=known.suits,
    )
    auto = look_for(os.environ)
    # The look has heard of NO_COLOR; Textual would turn the same wish into shades of grey.
    os.environ.pop("NO_COLOR", None)
    from client.app import FivefoldApp
    from client.notes import data_folder

    server = options.server or ""
    if options.address_from is not None and not (server := told(options.address_from)):
        return 1
    guest = options.guest or (known.guest and not options.name)
    app = FivefoldApp(
        look,
        known,
        path,
        data=data_folder(),
        server=server,
        name=options.name or "",
        way="guest" if guest else "sign_in",
        direct=bool(options.guest and options.name and server),
        passing=options.address_from is not None,
        trouble=sentence,
        auto=auto,
    )
    status = 1
    # What is loaded now stays. To look through all of it for garbage took a tenth of a second in the middle of a game.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)
    try:
        app.run()
        status = app.return_code or 0
    except Exception:  # the process has to end in any case, see below
        traceback.print_exc()
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    # After a crash nobody has told the thread that reads the terminal to stop, and a plain return would wait for it for
    # ever.
    os._exit(status)


def told(descriptor: int) -> str:
    """The address that comes on a descriptor, once the other end of it is closed; "" if none came."""
    with contextlib.suppress(OSError), open(descriptor, encoding="utf-8", errors="replace") as line:
        return line.read().strip()
    return ""


def parser() -> argparse.ArgumentParser:
    """The command line's grammar and help page."""
    page = argparse.ArgumentParser(
        "fivefold", description=ABOUT, epilog=NOTES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    page.add_argument("server", nargs="?", help="host, host:port or [IPv6]:port; plain: before it for no encryption")
    page.add_argument(
        "--address-from", metavar="FD", type=int, help="for programs: load, then read the address on this descriptor"
    )
    page.add_argument("--name", help="the name to be known by")
    page.add_argument("--guest", action="store_true", help="come as a guest; with --name and a server, at once")
    page.add_argument(
        "--colors",
        choices=("full", "safe", "sixteen", "mono"),
        help="full, safe for the color-blind, sixteen, or none at all (default: what the terminal can show)",
    )
    page.add_argument("--ascii", action="store_true", help="use nothing but ASCII")
    page.add_argument("--letters", action="store_true", help="put the color's or the suit's letter into every symbol")
    page.add_argument("--version", action="version", version=_version())
    return page


def _version() -> str:
    from importlib.metadata import version

    return f"fivefold {version('fivefold')}"


if __name__ == "__main__":
    main()
