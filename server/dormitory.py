"""Where rooms sleep: games of days in which nobody is, on disk until a member, a message or something due wakes them.

Of a sleeping room the memory holds its row in the list and who is in it. There is one way to wake it: its journal is
read as after a restart.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import structlog
import trio

from engines.contract import Kind
from server.accounts import Denied
from server.capture import Capture
from server.entries import Rest, rest_of
from server.house import House
from server.people import Person
from server.restore import known, reopen
from server.room import Room
from server.store.errors import StoreError
from server.store.records import Sleeper
from server.store.store import Store

if TYPE_CHECKING:
    from server.lobby import Lobby

LOG = structlog.get_logger()
NEXT_TRY: Final = 1.0
"""Between two tries to read a room (s)."""
NEXT_LOOK: Final = 60.0
"""So often (s) the time of day is looked at while rooms sleep: Trio's clock may stand where that one goes on."""


class Dormitory:
    """The rooms that sleep."""

    def __init__(self, house: House, store: Store, lobby: "Lobby", kinds: Mapping[str, Kind]) -> None:
        self._house, self._store, self._lobby, self._kinds = house, store, lobby, kinds
        self._asleep: dict[str, tuple[Rest, tuple[Person, ...]]] = {}
        self._moving: dict[str, trio.Event] = {}
        """The rooms that are about to fall asleep or to wake, and when that is done."""
        self._news = trio.Event()

    def __len__(self) -> int:
        return len(self._asleep)

    def __contains__(self, room: object) -> bool:
        return room in self._asleep

    def room_of(self, account: int) -> str | None:
        """A sleeping room in which an account has a seat, taken or left."""
        return next((room for room, (rest, _) in self._asleep.items() if account in rest.accounts), None)

    def living_on(self, account: int) -> str | None:
        """A sleeping room in which others play from an account's book."""
        return next((room for room, (rest, _) in self._asleep.items() if rest.lender == account), None)

    async def recall(self) -> None:
        """After a restart: what sleeps still sleeps, unless it cannot be read; that is opened like what was awake.

        Raises:
            StoreError: the database cannot be read.
        """
        found = []
        for sleeper in await self._store.sleepers():
            rest = _rest(sleeper)
            if rest is None:
                await self._store.set_aside(sleeper.room, self._house.day.now())
            else:
                found.append((sleeper, rest))
        person_of = await known(self._house, self._store, [one for _, rest in found for one in rest.people])
        for sleeper, rest in found:
            self._add(sleeper.room, rest, tuple(map(person_of, rest.people)))

    # Falling asleep.

    def sweep(self, room: Room) -> None:
        """Let a room fall asleep in which nobody was for long."""
        if room.id not in self._moving and self._is_tired(room):
            self._house.nursery.start_soon(self._lie_down, room)

    def _is_tired(self, room: Room) -> bool:
        play = room.play
        if room.closed or self._house.standing or room.phase != "playing" or play is None or not play.of_days:
            return False
        if play.paused or play.match.outcome is not None or room.door.askers:
            return False
        lost = [one.lost for one in room.members.present]
        longest = self._house.clock.now() - self._house.config.limits.sleep_seconds
        return all(when is not None and when[0] <= longest for when in lost)

    async def _lie_down(self, room: Room) -> None:
        self._moving[room.id] = moved = trio.Event()
        try:
            room.log.rest()
            await self._house.journal.flush()
        except StoreError:
            return  # it stays awake; the journal complains by itself
        finally:
            del self._moving[room.id]
            moved.set()
        if not self._is_tired(room):
            room.log.touch()
        elif room.log.resting:
            with self._house.hub.batch(), suppress(Denied):
                self._fall_asleep(room)

    def _fall_asleep(self, room: Room) -> None:
        rest = Capture(room).rest()
        people = tuple(one.person for one in room.members.present if one.person is not None)
        for person in people:
            person.rooms.pop(room.id, None)
        self._add(room.id, rest, people)
        LOG.info("a room sleeps", room=room.id, kind=room.kind.name)
        room.release()

    def _add(self, room: str, rest: Rest, people: tuple[Person, ...]) -> None:
        self._asleep[room] = rest, people
        for person in people:
            person.asleep.add(room)
        self._lobby.sleeps(room, rest.row)
        self._news.set()

    # Waking.

    def call(self, person: Person) -> None:
        """Somebody is here: wake the rooms in which they are."""
        for room in tuple(person.asleep):
            self._house.nursery.start_soon(self._wake_at_last, room)

    async def wake(self, room: str) -> None:
        """Wake a room, if it sleeps.

        Raises:
            StoreError: it cannot be read now.
            Denied: the server is about to end.
        """
        while room in self._moving:
            await self._moving[room].wait()
        if room not in self._asleep:
            return
        if self._house.standing:
            raise Denied("ending", self._house.ending)
        self._moving[room] = moved = trio.Event()
        try:
            found = await self._store.room(room)
            try:
                await reopen(self._house, self._store, self._lobby, self._kinds, [found] if found else [])
            except StoreError:
                raise
            except Exception:
                LOG.exception("a room cannot be woken", room=room)
                await self._store.set_aside(room, self._house.day.now())
            self._rise(room)
        finally:
            del self._moving[room]
            moved.set()

    def _rise(self, room: str) -> None:
        _, people = self._asleep.pop(room)
        with self._house.hub.batch():
            for person in people:
                person.asleep.discard(room)
                opened = person.rooms.get(room)
                if opened is not None and person.connected:
                    # Where the return is one too many for the game, the room has failed and says so itself.
                    with suppress(Denied):
                        opened.back(person)
                self._house.people.settle(person)

    async def _wake_at_last(self, room: str) -> None:
        while True:
            try:
                await self.wake(room)
            except StoreError as error:
                LOG.warning("a room cannot be woken yet", room=room, reason=error)
                await trio.sleep(NEXT_TRY)
            except Denied:
                return
            else:
                return

    async def run(self) -> None:
        """Wake every room when something is due in it, for ever: one alarm for all of them."""
        while True:
            self._news = trio.Event()
            try:
                wait = await self._wake_next()
            except StoreError:
                wait = NEXT_TRY
            with trio.move_on_after(wait):
                await self._news.wait()

    async def _wake_next(self) -> float:
        """Wake the room in which something is due first, if it is due; how long there is nothing to do (s)."""
        first = await self._store.first_to_wake() if self._asleep and not self._house.standing else None
        if first is None:
            return NEXT_LOOK
        (room, due), day = first, self._house.day
        if room not in self._asleep:
            return NEXT_TRY  # it is awake, and that is about to be written down
        # What fell due while nobody could act does not happen before the grace is over.
        rest = max(due, day.grace_ends) - day.now()
        if rest > 0:
            return min(rest / 1000, NEXT_LOOK)
        await self._wake_at_last(room)
        return 0.0


def _rest(sleeper: Sleeper) -> Rest | None:
    try:
        return rest_of(sleeper.rest)
    except ValueError:
        LOG.exception("a sleeping room cannot be read", room=sleeper.room)
        return None
