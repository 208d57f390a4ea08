"""The terminal itself: whether it can show anything, and what happens when it goes away."""

import asyncio
import os
import select
import signal
import sys
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from textual.driver import Driver

CANNOT: Final = {"", "dumb", "unknown"}
"""Values of TERM that promise no way to move the cursor."""
GONE: Final = 129
"""The exit status of a process whose terminal hung up (128 + SIGHUP)."""
CHECK: Final = 1.0
"""Seconds between two looks whether the terminal is still there."""


class Ends(Protocol):
    """What can be told to end."""

    def exit(self, result: None = None, return_code: int = 0) -> None:
        """End, and put the terminal right."""


def unusable(environ: Mapping[str, str]) -> str | None:
    """A sentence that says why nothing can be shown here; None where it can."""
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        return "fivefold needs a terminal: input, output and errors may be no files or pipes."
    if environ.get("TERM", "").lower() in CANNOT:
        return "fivefold needs a terminal that moves its cursor; by TERM this one does not."
    return None


def driver() -> "type[Driver]":
    """The driver that shows the screens; imported late, since a machine without terminals cannot import it."""
    from client.tty import Tty

    return Tty


def watch(app: Ends) -> None:
    """End the app on SIGTERM and SIGHUP, so that the terminal is put right whoever ends it."""
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, lambda: app.exit(return_code=128 + signal.SIGTERM))
    loop.add_signal_handler(signal.SIGHUP, lambda: leave(app))


def leave(app: Ends) -> None:
    """The terminal is gone: end in order, and after a second in any case, since nobody reads what is still written."""
    # A timer of its own and not the loop's: what hangs may be behind the loop's end.
    timer = threading.Timer(1.0, os._exit, (GONE,))
    timer.daemon = True
    timer.start()
    app.exit(return_code=GONE)


def hung_up() -> bool:
    """Whether the terminal is gone. A terminal that hung up reads as ended for ever, which would spin otherwise."""
    poll = select.poll()
    poll.register(sys.__stdin__.fileno() if sys.__stdin__ else 0, 0)
    # macOS answers POLLNVAL for terminals that are well.
    gone = select.POLLHUP | select.POLLERR | (0 if sys.platform == "darwin" else select.POLLNVAL)
    return any(event & gone for _, event in poll.poll(0))
