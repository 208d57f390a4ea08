"""What time does next, and in which order things happen that fall on one millisecond."""

from enum import IntEnum
from typing import NamedTuple

from engines.contract import Seat
from engines.five_of_a_kind.position import ABSENT_AFTER, Position

DESERTED_AFTER = 120_000
"""For so long (ms) may none of the players be connected before the server resigns them (R43)."""

IDLE_AFTER = 600_000
"""For so long (ms) may no human act before the server resigns them all (R43)."""


class Happening(IntEnum):
    """What time can do; at one millisecond the smaller comes first (R48)."""

    END = 0
    TIMEOUT = 1
    ABSENCE = 2
    CARD = 3
    DISMISSAL = 4


class Due(NamedTuple):
    """At which millisecond something happens, what, and to whom where that matters."""

    at: int
    what: Happening
    seat: Seat


def due(position: Position) -> Due | None:
    """The first thing that time will do; None when the game is over."""
    if position.ended:
        return None
    coming: list[tuple[int, Happening, Seat]] = [(position.acted + IDLE_AFTER, Happening.DISMISSAL, 0)]
    if (limit := position.limit) is not None:
        coming.append((limit, Happening.END, 0))
    if position.claim is not None:
        coming.append((position.claim.deadline, Happening.TIMEOUT, 0))
    if position.next_card is not None:
        coming.append((position.next_card, Happening.CARD, 0))
    if position.deserted is not None:
        coming.append((position.deserted + DESERTED_AFTER, Happening.DISMISSAL, 0))
    for seat, player in enumerate(position.players):
        if player.away is not None and not (player.absent or player.resigned or player.bot):
            # "Over" ten seconds: the first millisecond at which more than ten have passed.
            coming.append((player.away + ABSENT_AFTER + 1, Happening.ABSENCE, seat))
    return Due(*min(coming))
