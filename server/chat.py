"""A room's chat: bounded, and held back from whoever must not read it just now."""

import time
from collections import deque
from collections.abc import Iterable

from protocol.messages import Line


class ChatLog:
    """The newest lines, kept for those who come later."""

    def __init__(self, most: int, lines: Iterable[Line] = ()) -> None:
        self._lines: deque[Line] = deque(lines, maxlen=most)

    def add(self, name: str, text: str) -> Line:
        """A new line; with an empty name a notice of the room."""
        line = Line(name, text, int(time.time()))
        self._lines.append(line)
        return line

    def without(self, held: list[Line]) -> tuple[Line, ...]:
        """All lines but those that are held back."""
        hidden = {id(line) for line in held}
        return tuple(line for line in self._lines if id(line) not in hidden)

    def same(self, held: list[Line]) -> list[Line]:
        """These lines as they stand here, of equal ones the newest. One that is too old to stand here stays."""
        found, here = list(held), list(self._lines)
        for at in reversed(range(len(held))):
            match = next((number for number in reversed(range(len(here))) if here[number] == held[at]), None)
            if match is not None:
                found[at], here = here[match], here[:match]
        return found
