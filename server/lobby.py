"""The lobby: all rooms, and everybody who looks at the list of them."""

import secrets
from collections.abc import Iterable, Mapping
from typing import Any, Final

import trio

from engines.contract import Kind
from protocol import codec
from protocol.messages import RoomGone, RoomRow, Rooms, Settings
from server.accounts import Denied
from server.house import House
from server.people import Person
from server.room import Deed, Room
from server.session import Session

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
NEWS: Final = 0.5
"""The list is brought up to date this often (s): a busy house must not flood those who read it."""


class Lobby:
    """Makes rooms and finds them. `kinds` are the games that can be played, by name."""

    def __init__(self, house: House, kinds: Mapping[str, Kind]) -> None:
        self._house = house
        self._kinds = kinds
        self._rooms: dict[str, Room] = {}
        self._shown: dict[str, RoomRow] = {}
        self._readers: set[Session] = set()

    def __iter__(self) -> Iterable[Room]:
        return iter(self._rooms.values())

    def room(self, number: str) -> Room:
        """The room with this id.

        Raises:
            Denied: there is none.
        """
        room = self._rooms.get(number)
        if room is None or room.closed:
            raise Denied("no_room", "There is no such room any more.")
        return room

    def create(self, person: Person, settings: Settings) -> Room:
        """A new room with this person as its host.

        Raises:
            Denied: the settings do not fit together, the house is full, or the person plays elsewhere.
        """
        kind = next(kind for kind in self._kinds.values() if type(settings) is kind.settings)
        # What a client wrote into an operator's bounds is dropped here.
        settings = kind.bounded(settings, {})
        problems = kind.setup.problems(settings)
        if problems:
            raise Denied("settings", " ".join(problems))
        if len(self._rooms) >= self._house.config.limits.rooms:
            raise Denied("full", "There are as many rooms as this server allows. Join one of them.")
        self._demand_free(person)
        room = Room(self._house, Deed(self._new_id(), kind, settings, guests=not person.registered))
        self._rooms[room.id] = room
        room.join(person)
        return room

    def join(self, person: Person, room: Room) -> None:
        """Become a player of a room."""
        self._demand_free(person, but=room)
        room.join(person)

    def again(self, person: Person, room: Room) -> Room:
        """The room that follows one that is over: the same settings, one for all who ask.

        Raises:
            Denied: the game is not over, or the new room does not take this person.
        """
        if room.members.of(person) is None:
            raise Denied("not_member", "You are not in that room.")
        if room.phase != "over":
            raise Denied("not_over", "The game is not over.")
        follower = self._rooms.get(room.successor or "")
        if follower is None or follower.closed:
            follower = self.create(person, room.settings)
            room.succeeded(follower.id)
        elif follower.admits(person):
            self.join(person, follower)
        else:
            follower.watch(person)
        return follower

    def browse(self, session: Session, *, on: bool) -> None:
        """Begin or end to tell a session of all rooms."""
        if not on:
            self._readers.discard(session)
            return
        self._renew()
        self._readers.add(session)
        session.send(Rooms(tuple(self._shown.values())))

    def forget(self, session: Session) -> None:
        """A session is over."""
        self._readers.discard(session)

    def sweep(self) -> None:
        """Let rooms look after themselves, and drop the closed ones."""
        with self._house.hub.batch():
            for room in tuple(self._rooms.values()):
                if not room.closed:
                    room.sweep()
                if room.closed:
                    del self._rooms[room.id]

    async def run(self) -> None:
        """Tell the readers what changes, for ever."""
        while True:
            await trio.sleep(NEWS)
            if self._readers:
                with self._house.hub.batch():
                    self._renew()

    def _renew(self) -> None:
        """Bring the shown list up to date, and tell the readers of each difference."""
        rows = {room.id: room.row() for room in self._rooms.values() if not room.closed}
        gone = [codec.frame(RoomGone(number)) for number in self._shown if number not in rows]
        news = {number: codec.frame(row) for number, row in rows.items() if self._shown.get(number) != row}
        self._shown = rows
        for reader in self._readers:
            for frame in gone:
                reader.deliver(frame)
            for number, frame in news.items():
                reader.deliver(frame, ("row", number))

    def _demand_free(self, person: Person, but: Room | None = None) -> None:
        for room in person.rooms.values():
            occupant: Any = room.members.of(person)
            if room is not but and room.phase != "over" and occupant is not None and occupant.role == "player":
                raise Denied("playing", "You have a place in another room. Leave that one first.")

    def _new_id(self) -> str:
        while True:
            number = "".join(secrets.choice(ALPHABET) for _ in range(5))
            if number not in self._rooms:
                return number
