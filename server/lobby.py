"""The lobby: all rooms, and everybody who looks at the list of them."""

import secrets
from collections.abc import Awaitable, Callable, Hashable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Final, TypeAlias

import trio

from engines.contract import Kind
from protocol import codec
from protocol.messages import Notice, ResetBook, RoomGone, RoomRow, Rooms, Settings, Start
from server.accounts import Account, Denied
from server.deed import OPEN, Deed, Terms
from server.dormitory import Dormitory
from server.house import House
from server.people import Person
from server.room import Room
from server.session import InARoom, Session
from server.store.store import Store
from server.trouble import Trouble

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
ONE_LIST: Final = 500
"""Rows in one message; the others follow one by one."""
NEWS: Final = 0.5
"""The list is brought up to date this often (s): a busy house must not flood those who read it."""


Readying: TypeAlias = Callable[[], Awaitable[object]]
"""Waits until a room can do what is asked of it."""


class Lobby:
    """Makes rooms and finds them. `kinds` are the games that can be played, by name."""

    def __init__(self, house: House, kinds: Mapping[str, Kind], store: Store) -> None:
        self._house = house
        self._kinds = kinds
        self._rooms: dict[str, Room] = {}
        self._trouble = Trouble(house)
        self.dormitory = Dormitory(house, store, self, kinds)
        self._shown: dict[str, tuple[int, RoomRow]] = {}
        self._readers: set[Session] = set()

    def __iter__(self) -> Iterator[Room]:
        return iter(self._rooms.values())

    @property
    def open(self) -> tuple[str, ...]:
        """The ids of all rooms that do not sleep."""
        return tuple(self._rooms)

    def room(self, number: str) -> Room:
        """The room with this id.

        Raises:
            Denied: there is none.
        """
        room = self._rooms.get(number)
        if room is None or room.closed:
            raise Denied("no_room", "There is no such room any more.")
        return room

    def create(self, person: Person, settings: Settings, terms: Terms = OPEN) -> Room:
        """A new room with this person as its host.

        Raises:
            Denied: the settings or the terms do not fit together, the house is full, or the person plays elsewhere.
        """
        terms.demand_sense(guests=not person.registered)
        kind = next((kind for kind in self._kinds.values() if type(settings) is kind.settings), None)
        problems = kind.setup.problems(settings) if kind else ("This server does not know that game.",)
        if kind is None or problems:
            raise Denied("settings", " ".join(problems))
        if self._house.ending:
            raise Denied("ending", self._house.ending)
        if len(self._rooms) >= self._house.config.limits.rooms:
            raise Denied("full", "There are as many rooms as this server allows. Join one of them.")
        if kind.clock == "wall" and len(self.dormitory) >= self._house.config.limits.sleeping_rooms:
            raise Denied("full", "There are as many games of days as this server allows.")
        bounded = kind.bounded(settings, self._house.config.bounds.get(kind.name, {}))
        owner, name = (person.account.id, person.name) if person.account else (None, "")
        room = Room(self._house, Deed(self._new_id(), kind, bounded, owner is None, terms, owner, name))
        try:
            self.join(person, room, known=True)
        except Denied:
            if not room.failed:
                room.release()
            raise
        self._rooms[room.id] = room
        return room

    def adopt(self, room: Room) -> None:
        """A room is open again after a restart, or after it slept."""
        self._rooms[room.id] = room

    def readying(self, request: InARoom) -> Readying | None:
        """What has to be waited for before a room can do what is asked: its waking, or that its balances are read.

        Whoever asks something of a room whose successor sleeps waits for that one.
        """
        room = self._rooms.get(request.room)
        wanted = request.room if room is None else room.successor
        if wanted is not None and wanted in self.dormitory:
            return partial(self.dormitory.wake, wanted)
        if room is not None and room.purses is not None and isinstance(request, Start | ResetBook):
            return room.purses.reading
        return None

    def sleeps(self, number: str, row: RoomRow) -> None:
        """A room sleeps now. It stays in the list as it is."""
        self._rooms.pop(number, None)
        if number not in self._shown or self._shown[number][1] != row:
            for reader in self._readers:
                reader.deliver(codec.frame(row), ("row", number))
        self._shown[number] = -1, row

    def join(self, person: Person, room: Room, passcode: str | None = None, *, known: bool = False) -> bool:
        """Become a player of a room, or ask its host; whether the person is a player of it now.

        A place in another room that still waits is given up for it, but not for asking. Whoever is `known` needs no
        passcode and no consent.

        Raises:
            Denied: the room does not take this person, or the person's game elsewhere is not over.
        """
        if room.kind.clock == "room" and any(other.phase == "playing" for other in _elsewhere(person, room)):
            raise Denied("playing", "Your game in another room is not over. Finish it, or leave that room.")
        self._demand_few(person, room)
        joined = room.join(person, passcode, known=known)
        if joined:
            _leave_others(person, room)
        return joined

    def decide(self, host: Person, room: Room, number: int, *, accept: bool) -> None:
        """The host lets somebody in who has asked, and who gives up a place in another room for it, or does not.

        Raises:
            Denied: this is not the host, nobody waits under that number any longer, or there is no place.
        """
        joined = room.decide(host, number, accept=accept)
        if joined is not None:
            _leave_others(joined, room)

    def watch(self, person: Person, room: Room) -> None:
        """Watch a room."""
        self._demand_few(person, room)
        room.watch(person)

    def again(self, person: Person, room: Room) -> Room:
        """The room that follows one that is over: the same settings, one for all who ask.

        Whoever played in the old one opens it, or plays there at once; whoever watched, or finds no place, watches it.
        Others join it in the same way as the old one.

        Raises:
            Denied: the game is not over, or the person cannot open the new room.
        """
        if room.members.of(person) is None:
            raise Denied("not_member", "You are not in that room.")
        if room.phase != "over":
            raise Denied("not_over", "The game is not over.")
        follower = self._rooms.get(room.successor or "")
        if follower is None or follower.closed or follower.phase == "over":
            _demand_opener(person, room)
            follower = self.create(person, room.settings, room.door.terms)
            room.succeeded(follower.id)
        elif room.played_by(person) and follower.admits(person):
            self.join(person, follower, known=True)
        elif not follower.holds(person):
            self.watch(person, follower)
        return follower

    def demand_settled(self, account: Account) -> None:
        """Refuse to let an account go that has a seat in a game, taken or left, or whose book a room plays from.

        Raises:
            Denied: which room that is.
        """
        awake = (room.id for room in self._rooms.values() if room.lives_on(account.id))
        lives = next(awake, None) or self.dormitory.living_on(account.id)
        if lives is not None:
            why = f"The room {lives} plays from your book. Try again when it is over, or when nobody else is in it."
            raise Denied("unfinished", why)
        for room in self._rooms.values():
            if room.phase == "playing" and room.members.seat_account(account.id):
                what = "game" if room.kind.book == "none" else "game, and with it the book,"
                raise Denied("unfinished", f"The {what} in room {room.id} is not over. Try again when it is.")
        sleeping = self.dormitory.room_of(account.id)
        if sleeping is not None:
            raise Denied("unfinished", f"The game in room {sleeping} is not over. Try again when it is.")

    def browse(self, session: Session, *, on: bool) -> None:
        """Begin or end to tell a session of all rooms."""
        if not on:
            self._readers.discard(session)
            return
        self._renew()
        self._readers.add(session)
        rows = [row for _, row in self._shown.values()]
        session.send(Rooms(tuple(rows[:ONE_LIST])))
        for row in rows[ONE_LIST:]:
            session.send(row)
        if self._house.ending:
            session.send(Notice(self._house.ending))

    def forget(self, session: Session) -> None:
        """A session is over."""
        self._readers.discard(session)

    def look_at_disk(self) -> None:
        """Let games stand still, or go on, as the disk wants it."""
        with self._house.hub.batch():
            self._trouble.look(self)

    def sweep(self, number: str) -> None:
        """Let a room look after itself; drop it if it is closed, and let it sleep if nobody was there for long."""
        room = self._rooms.get(number)
        if room is None:
            return
        # A room that fails or closes while it is swept has told its members so itself.
        with suppress(Denied):
            room.sweep()
        if not room.closed:
            self.dormitory.sweep(room)
            return
        del self._rooms[number]
        if not room.failed:  # of one that failed it is still to be written down what it was
            room.release()

    async def run(self) -> None:
        """Tell the readers what changes, for ever."""
        while True:
            await trio.sleep(NEWS)
            if self._readers:
                with self._house.hub.batch():
                    self._renew()

    def _renew(self) -> None:
        """Bring the shown list up to date, and tell the readers of each difference."""
        frames: list[tuple[bytes, Hashable]] = []
        gone = (number for number in self._shown if number not in self._rooms or self._rooms[number].closed)
        for number in [number for number in gone if number not in self.dormitory]:
            del self._shown[number]
            frames.append((codec.frame(RoomGone(number)), None))
        for room in tuple(self._rooms.values()):
            row = self._changed_row(room)
            if row is not None:
                self._shown[room.id] = room.changes, row
                frames.append((codec.frame(row), ("row", room.id)))
        for reader in self._readers:
            for frame, replaces in frames:
                reader.deliver(frame, replaces)

    def _changed_row(self, room: Room) -> RoomRow | None:
        """The room's row, if it is not the one that is shown."""
        changes, shown = self._shown.get(room.id, (-1, None))
        if room.closed or room.changes == changes:
            return None
        try:
            row = room.row()
        except Denied:
            return None
        return row if row != shown else None

    def _demand_few(self, person: Person, room: Room) -> None:
        """Refuse to be in too many rooms. Games of days, which need nobody's presence, are counted apart."""
        limits, days = self._house.config.limits, room.kind.clock == "wall"
        alike = sum((one.kind.clock == "wall") is days for one in person.rooms.values())
        if days:
            alike, most = alike + len(person.asleep), limits.long_rooms_per_person
        else:
            most = limits.rooms_per_person
        if room.id not in person.rooms and alike >= most:
            raise Denied("too_many_rooms", "You are in too many rooms. Leave one of them first.")

    def _new_id(self) -> str:
        while True:
            number = "".join(secrets.choice(ALPHABET) for _ in range(5))
            if number not in self._rooms and number not in self.dormitory:
                return number


def _elsewhere(person: Person, room: Room) -> list[Room]:
    """The other rooms in which somebody has a player's place, and has to be for it."""
    others = (other for other in person.rooms.values() if other is not room and other.kind.clock == "room")
    return [other for other in others if other.holds(person)]


def _demand_opener(person: Person, room: Room) -> None:
    """Who opens the next room played in this one, and is a guest exactly where a guest opened this one.

    Raises:
        Denied: the person does not.
    """
    if not room.played_by(person):
        raise Denied("cannot_open", "Only those who played here can open the next room.")
    if person.registered is room.guests:
        opener = "a guest" if room.guests else "a player with an account"
        raise Denied("cannot_open", f"Here {opener} opens the next room. You can come along then.")


def _leave_others(person: Person, room: Room) -> None:
    """Somebody plays in this room now, and in no other that needs a player's presence, if it does."""
    if room.kind.clock == "room":
        for other in _elsewhere(person, room):
            other.leave(person)
