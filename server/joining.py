"""How a room is joined: who may become a player, who has asked the host, and who guesses at the passcode."""

import math
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, TypeAlias

from protocol.messages import Asked, Asker, Settled
from server.accounts import Denied
from server.deed import Deed
from server.entries import DoorState, Somebody
from server.house import House
from server.journal import RoomLog
from server.members import Members
from server.people import Person

WRONG_TRIES: Final = 5
LOCKED_OUT: Final = 60.0
"""After so many wrong passcodes an account can try no other in that room for this long (s)."""
PATIENCE: Final = 60.0
"""An asker without a connection is waited for so long (s)."""
MOST_ASKERS: Final = 50
"""So many may ask at one time: the host's picture of the room stays small."""

Refusal: TypeAlias = tuple[str, str]
"""What a `Denied` says. No exception, which would hold whoever keeps it before it is raised, and be held there."""


@dataclass
class Tries:
    """Wrong passcodes of one account in one room, and when (house clock's s) the last came."""

    number: int = 0
    last: float = -math.inf


class Door:
    """Lets people into one waiting room as players.

    Args:
        deed: What the room was made from.
        members: Who is in it.
        house: The clock, and the people.
        log: What must not be lost of it.
        news: Called when the host has other askers to see.
    """

    def __init__(self, deed: Deed, members: Members, house: House, log: RoomLog, news: Callable[[], None]) -> None:
        self.terms = deed.terms
        self.least, self.most = deed.kind.humans(deed.settings)
        if deed.guests and deed.kind.guests == "alone":
            self.most = 1
        self._deed, self._members, self._house, self._news = deed, members, house, news
        self._log = log
        self._last = 0
        self._askers: dict[int, Person] = {}
        self._removed: set[str] = set()
        self._tries: dict[str, Tries] = {}

    # Coming in.

    def refusal(self, person: Person) -> Refusal | None:
        """Why somebody cannot become a player, passcode or not; None if nothing stands in the way."""
        if person.key in self._removed:
            return "removed", "The host has removed you from this room; you can only watch it."
        if not self._takes(person):
            return "not_open", "This room can only be watched."
        if self.full:
            return "full", "The room is full; you can only watch it."
        return None

    @property
    def full(self) -> bool:
        """Whether every place is taken."""
        return len(self._members.players) >= self.most

    @property
    def takes_accounts(self) -> bool:
        """Whether an account can come in from elsewhere."""
        return not self._deed.guests or self._deed.kind.guests == "admitted"

    @property
    def takes_guests(self) -> bool:
        """Whether a guest can come in from elsewhere."""
        return self._deed.kind.guests == "admitted" and self.terms.guests

    def lets_in(self, person: Person, passcode: str | None) -> bool:
        """Whether somebody whom nothing else keeps out comes in at once; else the host has to be asked.

        Whoever has had a seat in the running game was let in before.

        Raises:
            Denied: it is not the passcode, or it must not be tried now.
        """
        former = self._members.of(person) or self._members.former(person)
        if former is not None and former.seat is not None:
            return True
        if self.terms.joining == "passcode":
            self._compare(person, passcode)
        return self.terms.joining != "approval"

    def shut_out(self, person: Person) -> None:
        """The host has sent somebody away for good."""
        self._removed.add(person.key)

    # Asking.

    @property
    def askers(self) -> tuple[Asker, ...]:
        """Those who have asked, as the host may know them, the longest-waiting first."""
        return tuple(Asker(n, one.name, one.standing, one.rating) for n, one in self._askers.items())

    def ask(self, person: Person) -> None:
        """Somebody asks the host. Whoever has asked already goes on waiting.

        Raises:
            Denied: they wait for another room's host, or too many ask.
        """
        if person.asking is self:
            return
        if person.asking is not None:
            raise Denied("asking", "You have asked to join another room. Cancel that first.")
        if len(self._askers) >= MOST_ASKERS:
            raise Denied("too_many_askers", "Too many people are asking already.")
        self._last += 1
        self._askers[self._last] = person
        person.asking = self
        self.remind(person)
        self._news()

    def remind(self, person: Person) -> None:
        """Tell an asker that they still wait."""
        person.send(Asked(self._deed.id))

    def asker(self, number: int) -> Person:
        """Who asked under a number.

        Raises:
            Denied: the request has been settled since.
        """
        if number not in self._askers:
            raise Denied("no_longer_waiting", "That player is no longer waiting.")
        return self._askers[number]

    def settle(self, person: Person, code: str, words: str) -> None:
        """Somebody's request is at its end; nothing happens if they did not ask here."""
        if person.asking is self:
            self._askers = {number: one for number, one in self._askers.items() if one is not person}
            person.asking = None
            person.send(Settled(self._deed.id, code, words))
            self._house.people.settle(person)
            self._news()

    def settle_all(self, code: str, words: str) -> None:
        """Nobody needs to wait any longer."""
        for person in tuple(self._askers.values()):
            self.settle(person, code, words)

    def begun(self, player: Person | None) -> None:
        """Somebody's game runs here, and needs them: they wait for no other room."""
        needed = self._deed.kind.clock == "room"
        if needed and player is not None and player.asking is not None and player.asking is not self:
            with suppress(Denied):
                player.asking.settle(player, "elsewhere", "You no longer wait: your game has begun.")

    def sweep(self) -> None:
        """Give up those who ask and have had no connection for too long."""
        now = self._house.clock.now()
        for person in tuple(self._askers.values()):
            if not person.connected and now - person.lost >= PATIENCE:
                self.settle(person, "away", "You were away for too long.")

    # The journal.

    def touch(self) -> None:
        """What the journal holds of this is not true any more."""
        self._log.touch()

    def state(self) -> DoorState:
        """All of this as the journal keeps it."""
        running, today = self._house.clock.now(), time.time()
        return DoorState(
            askers=tuple((number, person.state()) for number, person in self._askers.items()),
            last=self._last,
            removed=tuple(sorted(self._removed)),
            tries=tuple((key, one.number, today - (running - one.last)) for key, one in self._tries.items()),
        )

    def restore(self, state: DoorState, person_of: Callable[[Somebody], Person]) -> None:
        """Take all of this from the journal. The time that the server was not there counts for nobody's patience."""
        running, today = self._house.clock.now(), time.time()
        self._askers = {number: person_of(one) for number, one in state.askers}
        for person in self._askers.values():
            person.asking, person.lost = self, running
        self._last = state.last
        self._removed = set(state.removed)
        self._tries = {key: Tries(number, running - max(0.0, today - last)) for key, number, last in state.tries}

    # Inside.

    def _takes(self, person: Person) -> bool:
        """Whether the room is for such people at all."""
        if person.registered:
            return self.takes_accounts
        return self.takes_guests or (self._deed.guests and not self._members.players)

    def _compare(self, person: Person, passcode: str | None) -> None:
        now = self._house.clock.now()
        tries = self._tries.get(person.key, Tries())
        if tries.number >= WRONG_TRIES:
            rest = tries.last + LOCKED_OUT - now
            if rest > 0:
                text = f"Too many wrong passcodes. You can try again in {math.ceil(rest)} s."
                raise Denied("too_many_tries", text)
            tries = Tries()
        if passcode is None:
            raise Denied("passcode", "This room is joined with a passcode of 4 digits.")
        if passcode == self.terms.passcode:
            if self._tries.pop(person.key, None):
                self.touch()
            return
        self._tries[person.key] = Tries(tries.number + 1, now)
        self.touch()
        left = WRONG_TRIES - tries.number - 1
        if not left:
            raise Denied("too_many_tries", f"Wrong passcode. You can try again in {LOCKED_OUT:.0f} s.")
        raise Denied("wrong_passcode", f"Wrong passcode; {left} {'try is' if left == 1 else 'tries are'} left.")
