"""A finished game as the store keeps it: everything that is needed to play it again, move by move."""

import msgspec

from server.clock import unix_ms
from server.entries import Deal
from server.match import Match
from server.members import Members
from server.store.records import FinishedGame, FinishedSeat

_ENCODER = msgspec.msgpack.Encoder()


def finished_game(deal: Deal, match: Match, members: Members, *, rated: bool) -> FinishedGame:
    """The account of a match that is over. `rated` says that the room is a rated one."""
    outcome = match.outcome
    if outcome is None:
        raise AssertionError("only a finished game can be stored")
    seats = []
    for result in sorted(outcome.results, key=lambda result: result.seat):
        occupant = members.at_seat(result.seat)
        person = occupant.person if occupant and result.seat not in outcome.absent else None
        seats.append(
            FinishedSeat(
                seat=result.seat,
                name=occupant.name if occupant else "",
                points=result.points,
                place=result.place,
                account=person.account.id if person and person.account else None,
                bot=match.seats[result.seat].bot,
                info=_ENCODER.encode(deal.seats[result.seat]) if result.seat < len(deal.seats) else None,
            )
        )
    return FinishedGame(
        id=deal.id,
        kind=match.kind.name,
        rules=deal.rules,
        settings=_ENCODER.encode(match.settings),
        key=match.key,
        how=outcome.how,
        record=_ENCODER.encode(outcome.record),
        started=deal.started,
        ended=unix_ms(),
        rated=rated and outcome.rated,
        seats=tuple(seats),
        commands=tuple(match.commands),
    )
