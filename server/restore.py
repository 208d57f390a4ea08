"""Brings back what was open when the server was last running: rooms, people, chat, and games that go on."""

import time
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from engines.contract import Away, Kind
from server.accounts import Account
from server.deed import Deed, Terms
from server.entries import RoomState, Said, Somebody, checkpoint_of, entry_of, state_of
from server.house import House
from server.people import Person
from server.play import Play
from server.purses import Book
from server.room import Room
from server.stage import RoomStage
from server.store.records import StoredRoom
from server.store.store import Store

if TYPE_CHECKING:
    from server.lobby import Lobby

LOG = structlog.get_logger()


async def restore(house: House, store: Store, lobby: "Lobby", kinds: Mapping[str, Kind]) -> None:
    """Open every room again that was open and awake.

    Raises:
        StoreError: the database cannot be read.
    """
    await store.file_news()
    found = await store.rooms()
    if found:
        await reopen(house, store, lobby, kinds, found, after="The server was restarted.")
        LOG.info("rooms are open again", rooms=sum(1 for _ in lobby), of=len(found))


async def reopen(
    house: House, store: Store, lobby: "Lobby", kinds: Mapping[str, Kind], found: Iterable[StoredRoom], after: str = ""
) -> None:
    """Open rooms again, and tell their members `after` what. One that cannot be opened is logged and set aside.

    Raises:
        StoreError: the database cannot be read.
    """
    states = [(one, _state(one)) for one in found]
    good = [(one, state) for one, state in states if state is not None and not state.failed]
    aside = [one.room for one, state in states if state is None or state.failed]
    somebodies = [one for _, state in good for one in _somebodies(state)]
    person_of = await known(house, store, somebodies)
    kept = [await _book(house, kinds, one, state) for one, state in good]
    with house.hub.batch():
        for one, state in good:
            try:
                lobby.adopt(Returning(house, kinds[state.kind], one, state, after).opened(person_of))
            except Exception:
                LOG.exception("a room cannot be opened again", room=one.room, kind=state.kind)
                aside.append(one.room)
        for person in map(person_of, somebodies):
            house.people.settle(person)
    del kept  # the books are held by their rooms now
    for room in aside:
        await store.set_aside(room, house.day.now())


async def known(house: House, store: Store, somebodies: Iterable[Somebody]) -> Callable[[Somebody], Person]:
    """Finds the persons whom a journal names, as often as it names them.

    Raises:
        StoreError: the database cannot be read.
    """
    stored = await store.accounts({one.account for one in somebodies if one.account is not None})
    accounts = {one.id: Account(one.id, one.name, one.rating) for one in stored.values()}
    found: dict[tuple[int | None, bytes], Person] = {}

    def person_of(somebody: Somebody) -> Person:
        # An account may have been deleted since its player left a seat here; the seat keeps its name.
        account = None if somebody.account is None else accounts.get(somebody.account)
        key = (account.id if account else None, b"" if account else somebody.digest)
        if key not in found:
            found[key] = house.people.returning(somebody.name, account, somebody.digest)
        return found[key]

    return person_of


class Returning:
    """One room on its way back."""

    def __init__(self, house: House, kind: Kind, stored: StoredRoom, state: RoomState, after: str) -> None:
        self._house, self._kind, self._stored, self._state, self._after = house, kind, stored, state, after
        self._entries = tuple(map(entry_of, stored.entries))
        self._settings: Any = msgspec.msgpack.decode(state.settings, type=kind.settings)

    def opened(self, person_of: Callable[[Somebody], Person]) -> Room:
        """The room as it was, with everybody in it away, and its game about to go on."""
        state = self._state
        room = Room(self._house, _deed(self._kind, self._settings, self._stored, state), len(self._entries))
        play = self._play(room)
        now = self._house.clock.now(), int(time.time())
        room.members.restore(state.members, person_of, now)
        room.door.restore(state.door, person_of)
        room.phase, room.ratings, room.successor = state.phase, state.ratings, state.successor
        room.mail.restore([entry.line for entry in self._entries if isinstance(entry, Said)])
        for occupant in room.members.present:
            if occupant.person is not None:
                occupant.person.rooms[room.id] = room
        room.play = play
        if play is not None and room.purses is not None:
            room.purses.begin(play.deal.id)
        room.log.mark()
        if play is not None and room.phase == "playing":
            self._go_on(room, play)
        elif play is not None:
            play.shown = play.match.game
        return room

    def _go_on(self, room: Room, play: Play) -> None:
        """The game is told who is not there, and counts down for those who come back."""
        connected = {one.id for one in self._state.members.people if one.lost is None}
        for occupant in room.members.seated:
            if occupant.id in connected and not occupant.gone:
                room.seats.tell(occupant, Away)
        play.go_on()
        if self._after:
            on = "goes by the time of day" if play.of_days else "goes on in a few seconds"
            room.mail.say(f"{self._after} The game {on}.")
        self._house.nursery.start_soon(play.run)

    def _play(self, room: Room) -> Play | None:
        deal, written = self._state.deal, self._stored.checkpoint
        if deal is None or written is None:
            return None
        play = Play(self._house, RoomStage(room), room.log, self._kind, self._settings, deal)
        dropped = play.take_up(checkpoint_of(written), self._entries, self._stored.covered)
        if dropped:
            LOG.warning("a game goes on by newer rules", room=room.id, kind=self._kind.name, acts_dropped=dropped)
            if room.purses is not None:
                room.purses.corrects = True
        return play


def _deed(kind: Kind, settings: Any, stored: StoredRoom, state: RoomState) -> Deed:
    terms = Terms(state.joining, state.passcode, state.admits)
    return Deed(stored.room, kind, settings, state.guests, terms, state.owner, state.owner_name)


async def _book(house: House, kinds: Mapping[str, Kind], stored: StoredRoom, state: RoomState) -> Book | None:
    """The book of a room, which stays open as long as somebody holds it."""
    kind = kinds.get(state.kind)
    if kind is None or kind.book == "none":
        return None
    deed = _deed(kind, None, stored, state)
    return await house.books.take_up(deed, state.deal.id if state.deal else None)


def _state(stored: StoredRoom) -> RoomState | None:
    try:
        return state_of(stored.state)
    except ValueError:
        LOG.exception("a room cannot be read", room=stored.room)
        return None


def _somebodies(state: RoomState) -> Iterable[Somebody]:
    yield from (one.person for one in state.members.people if one.person is not None)
    yield from (one for _, one in state.door.askers)
