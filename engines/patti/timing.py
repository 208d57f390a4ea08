"""What time does next, and in which order things happen that fall on one millisecond."""

from enum import IntEnum
from typing import NamedTuple

from engines.patti.position import Position

AWAY = 60_001
"""The first ms at which somebody has been away for more than 60 s (R30)."""


class Happening(IntEnum):
    """What time can do; at one millisecond the smaller comes first (R37). A side show's answer and a turn never wait
    at the same time.
    """

    REMOVAL = 0
    TIMEOUT = 1
    DEAL = 2


class Due(NamedTuple):
    """At which millisecond something happens, and what."""

    at: int
    what: Happening


def due(position: Position) -> Due | None:
    """The first thing that time will do; None when nothing waits."""
    if position.ended:
        return None
    running, coming = position.running, None
    if running is not None:
        coming = Due(running.deadline, Happening.TIMEOUT)
    elif position.next_deal is not None:
        coming = Due(position.next_deal, Happening.DEAL)
    for chair in position.chairs:
        if chair.away is not None:
            removal = Due(chair.away + AWAY, Happening.REMOVAL)
            coming = removal if coming is None else min(coming, removal)
    return coming
