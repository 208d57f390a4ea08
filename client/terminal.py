"""The terminal that the client runs in: whether it will do, what it may send, and how its loss is noticed."""

import asyncio
import os
import select
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from typing import TextIO

from textual.driver import Driver

NEEDED = "fivefold needs a terminal that can place text: run it in a terminal window, with TERM set to its type."

HUNG_UP = 129
"""The exit status when the terminal is gone: 128 + SIGHUP."""

CHECK = 1.0
"""Seconds between two looks whether the terminal is still there."""

GRACE = 3.0
"""Seconds that an orderly end may take once the terminal is gone, or once the process was told to end."""


def unfit(environ: Mapping[str, str], *streams: TextIO | None) -> bool:
    """Whether screens cannot be shown: a stream that is no terminal, or one that cannot move its cursor."""
    if sys.platform != "win32" and environ.get("TERM", "") in ("", "dumb", "unknown"):
        return True
    return not all(stream is not None and stream.isatty() for stream in streams)


def lost(descriptor: int) -> bool:
    """Whether the terminal behind a descriptor has gone away."""
    poll = select.poll()
    poll.register(descriptor, select.POLLHUP | select.POLLERR)
    try:
        return any(event & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, event in poll.poll(0))
    except OSError:
        return True


def on_end_signals(end: Callable[[int], None]) -> None:
    """Call `end` in the running loop with an exit status, on SIGTERM and SIGHUP.

    Textual restores the terminal when its app exits, but on its own it exits for neither of the two.
    """
    if sys.platform == "win32":
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, end, 128 + number)


def insist(status: int) -> None:
    """End the process after the time of grace, whatever still waits for a terminal that is gone."""
    timer = threading.Timer(GRACE, os._exit, (status,))
    timer.daemon = True
    timer.start()


def driver() -> type[Driver] | None:
    """The driver to use; None for Textual's own choice."""
    if sys.platform == "win32":
        return None
    from client.tty import Tty

    return Tty
