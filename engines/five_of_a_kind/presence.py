"""Resigning, losing the connection and coming back, and what the server does when nobody is left to play."""

from engines.contract import Seat
from engines.five_of_a_kind.claims import settle
from engines.five_of_a_kind.ending import finish
from engines.five_of_a_kind.lockouts import relieve
from engines.five_of_a_kind.model import Resigned
from engines.five_of_a_kind.position import Position


def resign(position: Position, seat: Seat, now: int) -> Position:
    """A player stops taking part, in whatever phase (R39, R40). The last human to do so abandons the game (R42)."""
    position = position.but_player(seat, resigned=True, vote="none", lockout=0).telling(Resigned(seat))
    if position.study:
        position = position.but(study=position.study.left(seat))
    if position.choosing == seat:
        position = settle(position, "resignation", now)
    if position.ended:
        return position
    if not position.active_humans:
        return finish(position, "abandoned", now)
    return relieve(_watched(position, now))


def away(position: Position, seat: Seat, now: int) -> Position:
    """A player's connection is lost. That alone costs nothing (R41)."""
    return _watched(position.but_player(seat, away=now), now)


def absent(position: Position, seat: Seat) -> Position:
    """A player was away for so long that the others need not wait (R34)."""
    return relieve(position.but_player(seat, absent=True))


def back(position: Position, seat: Seat, now: int) -> Position:
    """A player is connected again."""
    return relieve(_watched(position.but_player(seat, away=None, absent=False), now))


def dismiss(position: Position, now: int) -> Position:
    """The server resigns all humans, since nobody is there or nobody does anything (R43)."""
    for seat in position.active_humans:
        if not position.ended:
            position = resign(position, seat, now)
    return position


def _watched(position: Position, now: int) -> Position:
    """Note since when nobody who plays on is connected."""
    if any(position.players[seat].away is None for seat in position.active_humans):
        return position.but(deserted=None)
    return position if position.deserted is not None else position.but(deserted=now)
