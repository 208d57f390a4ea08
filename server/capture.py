"""A room as its journal keeps it."""

from typing import TYPE_CHECKING

from server.entries import Checkpoint, Rest, RoomState, encoded

if TYPE_CHECKING:
    from server.room import Room


class Capture:
    """Looks at a room when there is time to write down what it is."""

    def __init__(self, room: "Room") -> None:
        self._room = room

    @property
    def id(self) -> str:
        """The room's id."""
        return self._room.id

    def state(self) -> RoomState:
        """What the room is, but for its game's position and its chat."""
        room = self._room
        return RoomState(
            kind=room.kind.name,
            settings=encoded(room.settings),
            guests=room.guests,
            joining=room.door.terms.joining,
            passcode=room.door.terms.passcode,
            phase=room.phase,
            members=room.members.state(),
            door=room.door.state(),
            deal=room.play.deal if room.play else None,
            ratings=room.ratings,
            successor=room.successor,
            failed=room.failed,
            admits=room.door.terms.guests,
            owner=room.owner,
            owner_name=room.owner_name,
        )

    def checkpoint(self) -> Checkpoint | None:
        """The room's game as a whole; None where none runs.

        None of the end itself: a result that is not stored yet is found again by the step that led to it.
        """
        play = self._room.play
        return play.match.checkpoint() if play and play.match.outcome is None else None

    def rest(self) -> Rest:
        """What has to be known of the room while it sleeps."""
        room, members = self._room, self._room.members
        lender = room.owner if room.owner is not None and room.lives_on(room.owner) else None
        people = tuple(one.person.state() for one in members.present if one.person is not None)
        seated = (one.person.account for one in members.seated if one.person is not None)
        accounts = tuple(account.id for account in seated if account is not None)
        return Rest(room.row(), people, accounts, lender)

    def wakes(self) -> int | None:
        """The Unix ms at which something is due in the room's game of days; None where nothing ever is."""
        play = self._room.play
        return None if play is None or play.match.due is None else play.deal.started + play.match.due
