"""A room as its members know it, and as a line in the list of rooms."""

from typing import TYPE_CHECKING

from protocol.messages import Room as RoomMessage
from protocol.messages import RoomRow
from server.members import Occupant

if TYPE_CHECKING:
    from server.room import Room


def picture(room: "Room", occupant: Occupant, seq: int) -> RoomMessage:
    """The room for one of its members, whole."""
    return RoomMessage(
        room=room.id,
        seq=seq,
        kind=room.kind.name,
        settings=room.settings,
        phase=room.phase,
        host=room.members.host.id if room.members.host else 0,
        members=tuple(one.public() for one in room.members),
        you=occupant.id,
        rated=room.rated,
        ratings=room.ratings,
        successor=room.successor,
    )


def in_list(room: "Room") -> RoomRow:
    """The room in the list of rooms. While it waits these are its players; later, whoever took a seat."""
    if room.phase == "waiting":
        players = room.members.players
    else:
        players = [one for one in room.members if one.seat is not None and one.person is not None]
    return RoomRow(
        room=room.id,
        kind=room.kind.name,
        host=room.members.host.name if room.members.host else "",
        summary=room.kind.setup.summary(room.settings),
        players=tuple(player.name for player in players),
        bots=len(room.members.bots),
        seats=room.most,
        watchers=len(room.members.watchers),
        phase=room.phase,
        joinable=room.phase == "waiting" and not room.guests and len(players) < room.most,
    )
