"""Chance as a value: a seeded stream of unbiased numbers that can be replayed and forked.

Block *i* of a stream is HMAC-SHA256(key, i as 8 big-endian bytes); a fork's key is HMAC-SHA256(key, "fork:" + name). A
draw reads as few whole bytes as hold the range and rejects values beyond the largest multiple of it, so no value is
favoured (Lemire, "Fast Random Integer Generation in an Interval", 2019, section 2, describes the bias avoided here).
"""

import hmac
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

from msgspec import Struct

T = TypeVar("T")

_BLOCK = 32


@lru_cache(maxsize=4096)
def _block(key: bytes, number: int) -> bytes:
    return hmac.digest(key, number.to_bytes(8, "big"), "sha256")


@lru_cache(maxsize=4096)
def _range(n: int) -> tuple[int, int]:
    """How many bytes hold a number below n, and the largest multiple of n that they hold."""
    size = ((n - 1).bit_length() + 7) // 8
    span = 256**size
    return size, span - span % n


class Chance(Struct, frozen=True):
    """A position in a stream: its key and the number of bytes drawn so far."""

    key: bytes
    drawn: int = 0

    def fork(self, name: str) -> "Chance":
        """An independent stream. What is drawn from it never shifts this one."""
        return Chance(hmac.digest(self.key, b"fork:" + name.encode(), "sha256"))

    def below(self, n: int) -> tuple[int, "Chance"]:
        """A whole number from 0 to n-1, every one equally likely, and the stream after the draw.

        Raises:
            ValueError: n is less than 1.
        """
        if n < 1:
            raise ValueError("below(n) needs n of at least 1")
        value, drawn = self._draw(n, self.drawn)
        return value, Chance(self.key, drawn)

    def percent(self, p: int | float) -> tuple[bool, "Chance"]:
        """True with a probability of p percent (to a millionth of a percent)."""
        value, after = self.below(100_000_000)
        return value < p * 1_000_000, after

    def shuffled(self, items: Sequence[T]) -> tuple[tuple[T, ...], "Chance"]:
        """The items in an order of which every one is equally likely (Fisher and Yates), and the stream after it."""
        order = list(items)
        drawn = self.drawn
        for last in range(len(order) - 1, 0, -1):
            pick, drawn = self._draw(last + 1, drawn)
            order[last], order[pick] = order[pick], order[last]
        return tuple(order), Chance(self.key, drawn)

    def _draw(self, n: int, at: int) -> tuple[int, int]:
        """A number from 0 to n-1 out of the bytes from `at` on, and where those end."""
        if n == 1:
            return 0, at
        size, limit = _range(n)
        while True:
            number, offset = divmod(at, _BLOCK)
            raw = _block(self.key, number)[offset : offset + size]
            if len(raw) < size:
                raw += _block(self.key, number + 1)[: size - len(raw)]
            at += size
            value = int.from_bytes(raw, "big")
            if value < limit:
                return value % n, at
