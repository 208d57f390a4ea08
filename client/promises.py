"""What a server has promised of a room's deals, and whether what it showed later kept to it."""

from collections.abc import Hashable
from typing import Final

from textual.content import Content

from engines.proof import commitment
from protocol.messages import Room

CHECKED: Final = "Deal checked: no card seen was changed (F1)."
"""What the Info box says of promises that were kept."""
ABOUT: Final = """

Before any card is dealt, the server sends a fingerprint of what the cards will be, and later what it was made from. \
fivefold compares the two. "Deal checked" in the Info box: they agree, so no card was changed on the way; if they do \
not, you are warned. Room info ({facts}) shows them."""


class Promises:
    """Remembers each promise as it was heard first: one that is replaced later is broken, whatever opens it."""

    def __init__(self) -> None:
        self._first: dict[Hashable, str] = {}
        self._kept: dict[str, set[Hashable]] = {}
        self._broken: dict[str, None] = {}

    def hear(self, of: Hashable, promise: str, where: str) -> None:
        """Something is promised; `where` says in words what it is a part of."""
        if self._first.setdefault(of, promise) != promise:
            self._broken[where] = None

    def open(self, of: Hashable, promise: str, noun: str, where: str) -> None:
        """Something is shown that would have been promised so. What nothing was promised of is not as promised."""
        if self._first.get(of) == promise:
            self._kept.setdefault(noun, set()).add(of)
        else:
            self._broken[where] = None

    def hold(self, room: Room) -> None:
        """Compare a game's key, once it is shown, with what it was promised by."""
        if room.commitment is not None:
            self.hear("key", room.commitment, "the key")
        if room.key is not None:
            self.open("key", _promised(room.key), "key of all the cards", "the key")

    @property
    def warning(self) -> str:
        """What was not as promised; empty where all was."""
        return f"Not what the server had promised: {', '.join(self._broken)}." if self._broken else ""

    def lines(self) -> list[Content]:
        """What was checked, for the Info box."""
        if self._broken:
            return [Content.styled(self.warning, "$error")]
        return [Content.styled(CHECKED, "$text-muted")] if self._kept else []

    def facts(self) -> tuple[tuple[str, str], ...]:
        """The same, for Room info."""
        if self._broken:
            return (("Warning", self.warning),)
        return (("Deals", f"as promised: {self._counts}"),) if self._kept else ()

    def about(self) -> str:
        """What is checked and what it is good for, for F1; empty where nothing is."""
        return ABOUT if self._first else ""

    @property
    def _counts(self) -> str:
        return ", ".join(f"{len(ones)} {noun}{'s' if len(ones) > 1 else ''}" for noun, ones in self._kept.items())


def _promised(key: str) -> str:
    try:
        return commitment(bytes.fromhex(key))
    except ValueError:
        return ""
