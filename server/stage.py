"""What a room makes of what its game's task reports: everybody is shown it, and the end is told once it is stored."""

from typing import TYPE_CHECKING

import structlog

from engines.contract import Removed, Step
from protocol.messages import RatingChange
from server.closing import finished_game
from server.play import Play
from server.store.records import FinishedGame

if TYPE_CHECKING:
    from server.room import Room

LOG = structlog.get_logger()


class RoomStage:
    """A room as its game's task needs it. Everything here is called inside a batch."""

    def __init__(self, room: "Room") -> None:
        self._room = room

    def took(self, step: Step, at: int) -> None:
        """A step was taken at an ms of the game. What it moved before a restart was written down then."""
        room = self._room
        if room.play is not None and room.purses is not None:
            room.purses.took(step, at)

    def show(self, step: Step) -> None:
        """Everybody sees what a step made."""
        if self._room.play is not None:
            self._room.mail.show_game(self._room.play, step.events)

    def put_out(self, removed: tuple[Removed, ...]) -> None:
        """The game's rules have put players out."""
        self._room.seats.put_out(removed)
        self._room.show_room()

    def closing_account(self, play: Play) -> FinishedGame:
        """The finished game as it is to be stored."""
        return finished_game(play.deal, play.match, self._room.members, rated=self._room.rated)

    def waits_for_store(self) -> None:
        """Tell the members why the end does not come."""
        self._room.mail.say("The game is over. Its result waits until the server can write it to its disk.")

    def finished(self, stored: FinishedGame) -> None:
        """The result is on disk."""
        room = self._room
        room.ratings = tuple(
            RatingChange(seat.seat, seat.rating_before, seat.rating_after)
            for seat in stored.seats
            if seat.rating_before is not None and seat.rating_after is not None
        )
        room.phase = "over"
        room.door.settle_all("over", "The game is over. You can look at its end.")
        for change in room.ratings:
            occupant = room.members.at_seat(change.seat)
            if occupant is not None and occupant.person is not None:
                occupant.person.rate(change.after)
        room.show_room()
        LOG.info("a game is over", room=room.id, kind=room.kind.name, how=stored.how, rated=stored.rated)

    def fail(self, fault: BaseException) -> None:
        """Something is wrong inside; the room has to end."""
        self._room.fail(fault)
