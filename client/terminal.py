"""The terminal itself: whether it can show anything, and what happens when it goes away."""

import asyncio
import os
import select
import signal
import sys
from collections.abc import Mapping
from typing import Final, Protocol

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

CANNOT: Final = {"", "dumb", "unknown"}
"""Values of TERM that promise no way to move the cursor."""
GONE: Final = 129
"""The exit status of a process whose terminal hung up (128 + SIGHUP)."""


class Ends(Protocol):
    """What can be told to end."""

    def exit(self, result: None = None, return_code: int = 0) -> None:
        """End, and put the terminal right."""


def unusable(environ: Mapping[str, str]) -> str | None:
    """A sentence that says why nothing can be shown here; None where it can."""
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        return "fivefold needs a terminal: its input, output and errors may not be files or pipes."
    if environ.get("TERM", "").lower() in CANNOT:
        return "fivefold needs a terminal that can move its cursor; TERM says that this one cannot."
    return None


def watch(app: Ends) -> None:
    """End the app on SIGTERM and SIGHUP, so that the terminal is put right whoever ends it."""
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, lambda: app.exit(return_code=128 + signal.SIGTERM))
    loop.add_signal_handler(signal.SIGHUP, lambda: leave(app))


def leave(app: Ends) -> None:
    """The terminal is gone: end in order, and after a second in any case, since nobody reads what is still written."""
    app.exit(return_code=GONE)
    asyncio.get_running_loop().call_later(1.0, os._exit, GONE)


def hung_up() -> bool:
    """Whether the terminal is gone. A terminal that hung up reads as ended for ever, which would spin otherwise."""
    poll = select.poll()
    poll.register(sys.__stdin__.fileno() if sys.__stdin__ else 0, 0)
    return any(event & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, event in poll.poll(0))


PLAIN: Final = str.maketrans(
    {
        **dict.fromkeys("─━═┄┈╌▄▀▔▁", "-"),
        **dict.fromkeys("│┃║┆┊▌▐▏▕▎", "|"),
        **dict.fromkeys("┌┐└┘╭╮╰╯├┤┬┴┼╔╗╚╝╠╣╦╩╬┏┓┗┛", "+"),
        **dict.fromkeys("█▓▒░", "#"),
        "←": "<",
        "→": ">",
        "↑": "^",
        "↓": "v",
        "▲": "^",
        "▼": "v",
        "►": ">",
        "◄": "<",
        "‹": "<",
        "›": ">",
        "…": "~",
        "·": "-",
        "•": "*",
        "●": "o",
        "×": "x",
        "✕": "x",
        "–": "-",
        "—": "-",
        "√": "+",
        "∅": "0",
        "‘": "'",
        "’": "'",
        "“": '"',
        "”": '"',
        "\u00a0": " ",
    }
)


class AsciiFilter(LineFilter):
    """The last thing before an ASCII terminal: every glyph becomes one that it has, in the same cells."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments with nothing but ASCII in them."""
        return [segment if segment.text.isascii() else _ascii(segment) for segment in segments]


def _ascii(segment: Segment) -> Segment:
    from rich.cells import cell_len

    text = segment.text.translate(PLAIN)
    plain = "".join(letter if letter.isascii() else "?" * cell_len(letter) for letter in text)
    return Segment(plain, segment.style, segment.control)
