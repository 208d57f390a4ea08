"""Who sits where in a room's game: what the room tells its game of people, and what the game does to them."""

from contextlib import suppress
from typing import TYPE_CHECKING

from engines.contract import Away, Back, Host, Illegal, Leave, Removed, Reset, Seat, SeatInfo, Sit, Stack
from server.accounts import Denied
from server.members import Occupant
from server.people import Person

if TYPE_CHECKING:
    from server.room import Room


class Seats:
    """The seats of one room's game."""

    def __init__(self, room: "Room") -> None:
        self._room = room

    @property
    def open(self) -> bool:
        """Whether somebody can take a place now: in a room that waits, or in a game that has a vacant seat."""
        if self._room.door.full or self._room.phase == "over":
            return False
        return self._room.phase == "waiting" or bool(self._vacant)

    def of(self, person: Person) -> Seat | None:
        """The seat that somebody can take in the running game: the one that was theirs, or else a new one."""
        vacant, members = self._vacant, self._room.members
        former = members.of(person) or members.former(person)
        if former is not None and former.seat is not None:
            return former.seat if former.seat in vacant else None
        return next((seat for seat in vacant if members.at_seat(seat) is None), None)

    def catch_up(self) -> None:
        """Let happen what is due in the running game, so that its vacant seats are those of this moment."""
        if self._room.play is not None:
            self._room.play.catch_up()

    def take(self, game: str) -> tuple[SeatInfo, ...]:
        """A game begins: everybody sits down.

        Raises:
            Denied: what they have is not known yet.
        """
        if self._room.purses is not None:
            self._room.purses.begin(game)
        return tuple(self._info(occupant) for occupant in self._room.members.take_seats())

    def sit(self, occupant: Occupant, seat: Seat) -> None:
        """Somebody sits down while the game runs."""
        if self._room.play is not None:
            occupant.seat = seat
            self._room.play.tell(Sit(seat, self._info(occupant)))

    def tell(self, occupant: Occupant, command: type[Away | Back | Leave]) -> None:
        """Tell the running game what a player did, if it is one."""
        room, seat = self._room, occupant.seat if occupant.role == "player" else None
        if room.play is not None and room.phase == "playing" and seat is not None:
            room.play.tell(command(seat))

    def handed_over(self, before: Occupant | None) -> None:
        """Tell everybody, and the running game, of another host than `before`."""
        room, host = self._room, self._room.members.host
        if host is None or host is before:
            return
        ended = room.play is not None and room.play.match.outcome is not None
        if before is not None and not ended:  # then there is nothing left that a host decides
            room.mail.say(f"{host.name} is the host now.")
        if room.play is not None and room.phase == "playing" and host.seat is not None:
            with suppress(Illegal):  # a game need not know what a host is
                room.play.tell(Host(host.seat))

    def put_out(self, removed: tuple[Removed, ...]) -> None:
        """The game's rules have put players out: they watch from now on. All are told why, they when they are back."""
        room = self._room
        for one in removed:
            occupant = room.members.at_seat(one.seat)
            if occupant is not None and occupant.person is not None and occupant.role == "player" and not occupant.gone:
                host = room.members.host
                room.members.enter(occupant.person, "watcher")
                occupant.out = one.why
                room.mail.say(f"{occupant.name} is out, and watches now: {one.why}.")
                self.handed_over(host)

    def reset_book(self, person: Person) -> None:
        """The owner of the room's book sets all balances back, between rounds."""
        room = self._room
        with room.contained():
            room.member(person)
            if room.purses is None or room.owner is None or not person.owns(room.owner):
                raise Denied("not_owner", "Only the account whose book it is can reset it.")
            room.purses.demand_resettable(paused=bool(room.play and room.play.paused))
            if room.play is not None:
                room.play.tell(Reset())
            room.purses.reset(room.owner)
            room.mail.say(f"{person.name} has reset the book: every balance is {room.kind.opening:,} again.")
            room.show_room()

    def stack(self, person: Person, cards: tuple[str, ...]) -> None:
        """On a server under test the host says with which cards the next deal begins."""
        room = self._room
        with room.contained():
            room.demand_host(person)
            if not room.testing:
                raise Denied("not_testing", "Only a server under test stacks a deck.")
            if room.play is None:
                raise Denied("not_started", "The game has not begun.")
            room.play.act(None, Stack(cards))

    @property
    def _vacant(self) -> tuple[Seat, ...]:
        play = self._room.play
        return play.match.game.vacant if play is not None and self._room.phase == "playing" else ()

    def _info(self, occupant: Occupant) -> SeatInfo:
        """What the game is told of who sits there."""
        info, purses = occupant.seat_info, self._room.purses
        return info if purses is None else purses.seated(occupant, info)
