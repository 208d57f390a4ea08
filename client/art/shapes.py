"""The three shapes on a grid of dots, for any size.

A dot is as wide as a cell and half as high, so it is about square: half blocks draw two of them in one cell.
"""

import math
from functools import lru_cache
from typing import Final, Literal, TypeAlias

Shape: TypeAlias = Literal["squiggle", "oval", "diamond", "box", "void"]
"""A card's shape; or `box`, a swatch, or `void`, the ring and stroke of an empty card."""

OUTSIDE: Final = 0
EDGE: Final = 1
INSIDE: Final = 2

Dots: TypeAlias = tuple[tuple[int, ...], ...]
"""Rows of `OUTSIDE`, `EDGE` and `INSIDE`."""


def _covers(shape: Shape, u: float, v: float, height: int) -> bool:
    """Whether a shape covers a point; u and v run from -1 to 1 across it, v downwards."""
    match shape:
        case "diamond":
            return abs(u) + abs(v) <= 1.03
        case "oval":
            return math.pow(abs(u), 2.6) + math.pow(abs(v), 2.6) <= 1
        case "squiggle":
            # A band along one period of a sine, up at the left; small ones swing less, or nothing is left inside.
            swing, half = (0.30, 0.72) if height <= 6 else (0.36, 0.62)
            return abs(v - swing * math.sin(0.9 * math.pi * u)) <= half * math.sqrt(max(0, 1 - math.pow(abs(u), 4.5)))
        case "box":
            return True
        case "void":
            radius = math.hypot(u, v)
            thick = 2.6 / height
            return 1.02 - thick <= radius <= 1.02 or (abs(u + v) <= thick / 1.6 and radius <= 1.3)


@lru_cache(maxsize=512)
def dots(shape: Shape, width: int, height: int) -> Dots:
    """A shape on `width` × `height` dots. What has a neighbour outside is its edge, one dot thick."""
    xs = [(x + 0.5) / width * 2 - 1 for x in range(width)]
    ys = [(y + 0.5) / height * 2 - 1 for y in range(height)]
    covered = {(x, y) for y, v in enumerate(ys) for x, u in enumerate(xs) if _covers(shape, u, v, height)}

    def dot(x: int, y: int) -> int:
        if (x, y) not in covered:
            return OUTSIDE
        around = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        return INSIDE if all(near in covered for near in around) else EDGE

    return tuple(tuple(dot(x, y) for x in range(width)) for y in range(height))


QUESTION: Final[Dots] = tuple(
    tuple(EDGE if dot == "#" else OUTSIDE for dot in row)
    for row in (".###.", "#...#", "....#", "..##.", "..#..", ".....", "..#..")
)
"""A question mark of 5 × 7 dots."""


def scaled(grid: Dots, factor: int) -> Dots:
    """The same dots, each `factor` times as wide and as high."""
    return tuple(tuple(dot for dot in row for _ in range(factor)) for row in grid for _ in range(factor))
