"""The server's log: one line for each thing that happened, for people or for programs, on standard error.

No secret may reach a log, and no foreign text may forge a line of it or steer the terminal that shows it. Both hold for
every call, whatever it passes: values are reduced to plain printable scalars here, in one place.
"""

import contextlib
import logging
import sys
from collections.abc import Mapping, MutableMapping
from pathlib import PurePath
from typing import Any, Final, TextIO, cast

import structlog
from structlog.typing import Processor

from server.config import LogSection

SECRET_WORDS: Final = frozenset({"hash", "key", "passcode", "password", "payload", "secret", "token"})
LONGEST: Final = 500
"""Characters of one value; the rest is cut off."""

Fields = MutableMapping[str, Any]


class Forgiving:
    """A stream whose reader may be gone or whose disk may be full: lines are lost then, and no game suffers."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> None:
        """Write, or lose, a line."""
        with contextlib.suppress(OSError, ValueError):
            self._stream.write(text)

    def flush(self) -> None:
        """Hand on what was written."""
        with contextlib.suppress(OSError, ValueError):
            self._stream.flush()


def configure(section: LogSection, stream: TextIO | None = None) -> None:
    """Send the log to `stream` (standard error if left out) in the configured form, from the configured level up."""
    stream = stream or sys.stderr
    form = section.format
    if form == "auto":
        form = "console" if stream.isatty() else "logfmt"
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.StackInfoRenderer(),
            *_renderers(form, colors=stream.isatty()),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, section.level.upper())),
        logger_factory=structlog.WriteLoggerFactory(file=cast(TextIO, Forgiving(stream))),
        cache_logger_on_first_use=False,
    )


def guarded(_logger: object, _method: str, fields: Fields) -> Mapping[str, Any]:
    """Withhold secrets, and leave of everything else what can be printed on one line."""
    return {name: _plain(name, value) for name, value in fields.items()}


def printable(text: str, kept: str = "") -> str:
    r"""The text, with every character that does not print (but those `kept`) written like ``\x1b``."""
    return "".join(c if c.isprintable() or c in kept else ascii(c)[1:-1] for c in text)


def _renderers(form: str, *, colors: bool) -> tuple[Processor, ...]:
    # The exception becomes text before the guard, so that it is cleaned as well; never with the values of variables.
    before: tuple[Processor, ...] = (structlog.processors.format_exc_info, guarded)
    if form == "json":
        return (*before, structlog.processors.JSONRenderer(ensure_ascii=False))
    if form == "logfmt":
        return (
            *before,
            structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"], bool_as_flag=False),
        )
    plain = structlog.dev.plain_traceback
    return (*before, structlog.dev.ConsoleRenderer(colors=colors, exception_formatter=plain, pad_event_to=0))


def _plain(name: str, value: object) -> str | float | bool | None:
    if SECRET_WORDS.intersection(name.split("_")):
        return "withheld"
    if name in {"exception", "stack"}:
        return printable(str(value), kept="\n")
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str | PurePath | BaseException):
        return printable(str(value)[:LONGEST])
    # A message or a command would show its fields, a password among them.
    return f"({type(value).__name__})"
