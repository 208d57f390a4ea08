"""Lockouts: whom a failed claim keeps from claiming and voting, for how many rounds, and the relief from that."""

from engines.contract import Seat
from engines.five_of_a_kind.model import Relieved
from engines.five_of_a_kind.position import Position


def lock_out(position: Position, seat: Seat) -> Position:
    """A claimant failed. Without a lockout in the settings nothing is lost, the vote neither (R31)."""
    if not position.settings.lockout:
        return position
    return position.but_player(seat, lockout=position.settings.lockout, vote="none")


def count_down(position: Position, claimant: Seat) -> Position:
    """An accepted claim closed a round: everybody else's lockout is one round shorter (R32)."""
    for seat, player in enumerate(position.players):
        if seat != claimant and player.lockout:
            position = position.but_player(seat, lockout=player.lockout - 1)
    return position


def relieve(position: Position) -> Position:
    """Where all who are present are locked out, take the smallest lockout off all of theirs (R33)."""
    present = position.present
    rounds = min((position.players[seat].lockout for seat in present), default=0)
    if not rounds:
        return position
    for seat in present:
        position = position.but_player(seat, lockout=position.players[seat].lockout - rounds)
    return position.but(relieved=(rounds, position.round)).telling(Relieved(rounds))
