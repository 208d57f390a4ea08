"""What is pasted, taken out of what a terminal sends before it is read as keys."""

import re
from collections.abc import Iterator
from typing import Final

from textual.events import Paste

START: Final = "\x1b[200~"
END: Final = "\x1b[201~"
"""What a terminal puts around a paste."""
LONGEST: Final = 262_144
"""Characters of one paste that are looked at; no line and no notes hold as many."""

_SEQUENCES: Final = re.compile(
    "(?:\x1b\\[|\x9b)[0-?]*[ -/]*(?:[@-~]|\\Z)"  # CSI: colors, cursor, modes
    "|\x1b[\\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\\\)"  # OSC, DCS and other strings, with what they hold
    "|\x1b[ -/]*[0-~]?"  # shorter ones, and what is left of broken ones
)


class Pastes:
    """Tells pastes from keys in a stream of text that comes in pieces.

    Textual reads a paste letter by letter, and takes every escape sequence in it for up to 32 keys that were pressed:
    a coloured log of some pages would keep it busy for minutes.
    """

    def __init__(self) -> None:
        self._held = ""
        self._pasted: list[str] | None = None
        self._length = 0

    def feed(self, text: str, *, more: bool) -> Iterator[str | Paste]:
        """The keys and pastes that are whole now; `more` says that more is on its way at once."""
        text, self._held = self._held + text, ""
        while text:
            mark = START if self._pasted is None else END
            before, found, text = text.partition(mark)
            if not found:
                kept = _begun(before, mark)
                # A lone ESC is the key, unless it stands where reading had to stop.
                if self._pasted is None and kept == 1 and not more:
                    kept = 0
                before, self._held = before[: len(before) - kept], before[len(before) - kept :]
            if self._pasted is None:
                if before:
                    yield before
                self._begin(found)
            else:
                self._take(before)
                if found:
                    yield Paste(plain("".join(self._pasted)))
                    self._pasted = None

    def flush(self) -> str:
        """What was held back, as it might have begun a mark: nothing came after it."""
        held = ""
        if self._pasted is None:
            held, self._held = self._held, ""
        return held

    def _begin(self, found: str) -> None:
        if found:
            self._pasted, self._length = [], 0

    def _take(self, text: str) -> None:
        if self._pasted is not None:
            self._pasted.append(text[: max(0, LONGEST - self._length)])
            self._length += len(text)


def plain(text: str) -> str:
    """The text without what a terminal would obey; single control characters are left to whoever shows it."""
    return _SEQUENCES.sub("", text)


def _begun(text: str, mark: str) -> int:
    """With how many of its last characters a text may begin the mark."""
    return next((n for n in range(min(len(mark) - 1, len(text)), 0, -1) if text.endswith(mark[:n])), 0)
