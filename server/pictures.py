"""A room as others see it: the picture for each member, and the row in the list of rooms."""

from typing import TYPE_CHECKING

from engines.proof import commitment
from protocol.messages import Room as RoomMessage
from protocol.messages import RoomRow
from server.members import Occupant

if TYPE_CHECKING:
    from server.room import Room


def picture(room: "Room", occupant: Occupant, seq: int) -> RoomMessage:
    """The room as one member may know it: passcode and askers are built into the host's picture alone."""
    door, host = room.door, room.members.host
    hosts = occupant is host
    deal, over = room.play.deal if room.play else None, room.phase == "over"
    return RoomMessage(
        room=room.id,
        seq=seq,
        kind=room.kind.name,
        settings=room.settings,
        phase=room.phase,
        host=host.id if host else 0,
        members=tuple(one.public(room.purses.balance(one) if room.purses else None) for one in room.members),
        you=occupant.id,
        rated=room.rated,
        seats=door.most,
        joining=door.terms.joining,
        guests=door.takes_guests,
        book=room.owner_name if room.purses is not None else None,
        owns_book=room.purses is not None and occupant.person is not None and occupant.person.owns(room.owner),
        joinable=occupant.role == "watcher" and occupant.person is not None and room.admits(occupant.person),
        passcode=door.terms.passcode if hosts else None,
        askers=door.askers if hosts else (),
        ratings=room.ratings,
        successor=room.successor,
        game=deal.id if deal and over else None,
        commitment=commitment(deal.key) if deal else None,
        key=deal.key.hex() if deal and over and room.kind.reveals else None,
        testing=room.testing,
    )


def row(room: "Room") -> RoomRow:
    """The room in the list of rooms."""
    door, members = room.door, room.members
    joinable = door.takes_accounts and room.seats.open
    # Nobody hosts a game that all its players have left; the list still says whose it was.
    host = members.host or next(iter(members.seated), None)
    return RoomRow(
        room=room.id,
        kind=room.kind.name,
        host=host.name if host else "",
        summary=room.kind.setup.summary(room.settings),
        players=tuple(one.name for one in (members.seated if room.phase == "over" else members.players)),
        bots=len(members.bots),
        seats=door.most,
        watchers=sum(one.lost is None for one in members.watchers),
        phase=room.phase,
        joinable=joinable,
        joining=door.terms.joining,
        guests=joinable and door.takes_guests,
    )
