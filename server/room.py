"""A room: its members, its chat, and the one game that is played in it. It knows the contract and no game by name."""

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Literal

import structlog

from engines.contract import Away, Back, Illegal, Kind, Step
from engines.contract import Leave as LeaveSeat
from protocol import text
from protocol.messages import CHAT_LENGTH, Left, RatingChange, RoomRow
from protocol.messages import Room as RoomMessage
from server.accounts import Denied
from server.closing import finished_game, unix_ms
from server.house import House
from server.mail import Mail
from server.members import Members, Occupant, Role
from server.people import Person
from server.play import Play
from server.store.records import FinishedGame

LOG = structlog.get_logger()
SILENT: Final = 60.0
"""A member without a connection keeps the place in a room where nothing runs for this long (s)."""


@dataclass(frozen=True)
class Deed:
    """What a room is made from."""

    id: str
    kind: Kind
    settings: Any
    guests: bool


class Room:
    """One room from its creation until nobody is left.

    Every public method runs inside a batch, and raises `Denied` where the rules of the house do not allow it. Any other
    exception is a fault of this room, which ends it; no other room notices.
    """

    def __init__(self, house: House, deed: Deed) -> None:
        self.id, self.kind, self.settings, self.guests = deed.id, deed.kind, deed.settings, deed.guests
        self.phase: Literal["waiting", "playing", "over"] = "waiting"
        self.rated = not deed.guests and deed.kind.rating != "none"
        self.members = Members(deed.kind.bots(deed.settings))
        self.successor: str | None = None
        self.closed = False
        self.changes = 0
        """Counts what may change the room's row in the list."""
        self._house = house
        self._play: Play | None = None
        self._game_id = ""
        self._started = 0
        self._mail = Mail(self.id, self.members, house.config.limits.chat_lines, testing=house.config.testing)
        self._ratings: tuple[RatingChange, ...] = ()
        self._removed: set[str] = set()
        self._least, self._most = deed.kind.humans(deed.settings)
        if deed.guests and deed.kind.guests == "alone":
            self._most = 1

    # Coming and going.

    def admits(self, person: Person) -> bool:
        """Whether somebody may become a player now: the room waits, has a place, and is open to such people."""
        return self._refusal(person) is None

    def holds(self, person: Person) -> bool:
        """Whether somebody has a player's place in a game that is not over."""
        occupant = self.members.of(person)
        return self.phase != "over" and occupant is not None and occupant.role == "player"

    def join(self, person: Person) -> None:
        """Become a player."""
        with self._contained():
            occupant = self.members.of(person)
            if occupant is not None and occupant.role == "player":
                return
            refusal = self._refusal(person)
            if refusal is not None:
                raise refusal
            self._enter(person, "player")

    def watch(self, person: Person) -> None:
        """Become a watcher; a player of a waiting room gives up the place."""
        with self._contained():
            occupant = self.members.of(person)
            if occupant is not None and occupant.role == "watcher":
                return
            if occupant is not None and self.phase != "waiting":
                raise Denied("playing", "You cannot switch to watching once the game has begun.")
            if occupant is not None and len(self.members.players) == 1:
                raise Denied("last_player", "The last player cannot switch to watching.")
            if len(self.members.watchers) >= self._house.config.limits.watchers:
                raise Denied("full", "No more people can watch this room.")
            self._enter(person, "watcher")

    def leave(self, person: Person) -> None:
        """Leave for good."""
        with self._contained():
            occupant = self._member(person)
            self._part(occupant, "left", "You have left the room.")

    def remove(self, person: Person, number: int) -> None:
        """The host sends a player of a waiting room away, who cannot come back as a player."""
        with self._contained():
            self._demand_host(person)
            occupant = self.members.numbered(number)
            if self.phase != "waiting":
                raise Denied("started", "Nobody can be removed once the game has begun.")
            if occupant is None or occupant.person is None or occupant.role != "player":
                raise Denied("no_member", "There is no such player.")
            if occupant is self._member(person):
                raise Denied("self", "You cannot remove yourself.")
            self._removed.add(occupant.person.key)
            self._part(occupant, "removed", "The host has removed you from the room.")

    def away(self, person: Person) -> None:
        """A member's connection is lost. The place is kept."""
        with self._contained():
            occupant = self._member(person)
            occupant.lost = self._house.clock.now(), int(time.time())
            occupant.ready = False
            self._tell_game(occupant, Away)
            self._show_room()

    def back(self, person: Person) -> None:
        """A member is connected, again or with a newer connection, and gets everything anew."""
        with self._contained():
            occupant = self._member(person)
            if occupant.lost is not None:
                occupant.lost = None
                self._tell_game(occupant, Back)
                self._show_room()
            self._mail.furnish(occupant, self._picture, self._play)

    def sweep(self) -> None:
        """Let go of members without a connection where nothing runs, and close the room that nobody needs."""
        with self._contained():
            if self.phase != "playing":
                now = self._house.clock.now()
                for occupant in self.members.present:
                    if occupant.lost is not None and now - occupant.lost[0] >= SILENT:
                        self._part(occupant, "left", "You were away for too long.")
            self._close_if_deserted()

    # Before the game.

    def ready(self, person: Person, ready: bool) -> None:
        """A player is ready for the start, or not any more."""
        with self._contained():
            occupant = self._member(person)
            if occupant.role != "player":
                raise Denied("watcher", "You are only watching.")
            if self.phase != "waiting":
                raise Denied("started", "The game has begun.")
            if occupant.ready != ready:
                occupant.ready = ready
                self._show_room()

    def start(self, person: Person) -> None:
        """The host begins the game, once every player is ready."""
        with self._contained():
            self._demand_host(person)
            if self.phase != "waiting":
                raise Denied("started", "The game has begun.")
            players = self.members.players
            if len(players) < self._least:
                raise Denied("too_few", f"At least {self._least} players are needed.")
            if not all(player.ready for player in players):
                raise Denied("not_ready", "Not every player is ready.")
            seats = self.members.take_seats()
            self._game_id, self._started = secrets.token_hex(16), unix_ms()
            self._play = Play(self._house, self, self.kind, self.settings, seats, secrets.token_bytes(32))
            self.phase = "playing"
            self._house.nursery.start_soon(self._play.run)
            self._show_room()
            self._mail.show_game(self._play, ())

    # During the game and after it.

    def act(self, person: Person, command: Any, at: float) -> None:
        """A command of the game, which came in at a moment of Trio's clock."""
        with self._contained():
            occupant = self._member(person)
            if occupant.role != "player":
                raise Denied("watcher", "You are only watching.")
            if self._play is None or occupant.seat is None:
                raise Denied("not_started", "The game has not begun.")
            self._play.act(occupant.seat, command, at)

    def say(self, person: Person, words: str) -> None:
        """A line of chat."""
        with self._contained():
            occupant = self._member(person)
            if len(words) > CHAT_LENGTH:
                raise Denied("too_long", f"A line may have at most {CHAT_LENGTH} characters.")
            clean = text.clean_line(words)
            if not clean:
                raise Denied("empty", "There is nothing to say in that line.")
            self._mail.say(clean, occupant)

    # What the game's task reports.

    def show(self, step: Step) -> None:
        """Everybody sees what a step made."""
        if self._play is not None:
            self._mail.show_game(self._play, step.events)

    def closing_account(self, play: Play) -> FinishedGame:
        """The finished game as it is to be stored."""
        return finished_game(self._game_id, play.match, self.members, self._started, rated=self.rated)

    def waits_for_store(self) -> None:
        """Tell the members why the end does not come."""
        self._mail.say("The game is over. Its result waits until the server can write it to its disk.")

    def finished(self, stored: FinishedGame) -> None:
        """The result is on disk."""
        self._ratings = tuple(
            RatingChange(seat.seat, seat.rating_before, seat.rating_after)
            for seat in stored.seats
            if seat.rating_before is not None and seat.rating_after is not None
        )
        self.phase = "over"
        for change in self._ratings:
            occupant = self.members.at_seat(change.seat)
            if occupant is not None and occupant.person is not None:
                occupant.person.rate(change.after)
        self._show_room()
        LOG.info("a game is over", room=self.id, kind=self.kind.name, how=stored.how, rated=stored.rated)

    # What the lobby asks.

    def succeeded(self, successor: str) -> None:
        """A new room with the same settings was made."""
        with self._contained():
            self.successor = successor
            self._show_room()

    def row(self) -> RoomRow:
        """The room in the list of rooms."""
        with self._contained():
            players = self.members.players if self.phase == "waiting" else self.members.seated
            return RoomRow(
                room=self.id,
                kind=self.kind.name,
                host=self.members.host.name if self.members.host else "",
                summary=self.kind.setup.summary(self.settings),
                players=tuple(player.name for player in players),
                bots=len(self.members.bots),
                seats=self._most,
                watchers=len(self.members.watchers),
                phase=self.phase,
                joinable=self.phase == "waiting" and not self.guests and len(players) < self._most,
            )

    # The end.

    def fail(self, fault: BaseException) -> None:
        """A fault inside ends the room for everybody in it."""
        LOG.error("a room failed", room=self.id, kind=self.kind.name, exc_info=fault)
        self.close("fault", "The room had to be closed: something is wrong in the server. No result was stored.")

    def close(self, code: str, words: str) -> None:
        """End the room. Whoever is in it is told why."""
        if self.closed:
            return
        self.closed = True
        self.changes += 1
        if self._play is not None:
            self._play.end()
        for occupant in self.members.present:
            self._mail.send(occupant, Left(self.id, code, words))
            self._forget(occupant)

    @contextmanager
    def _contained(self) -> Iterator[None]:
        """Whatever goes wrong inside ends this room only; the one who asked is refused."""
        if self.closed:
            raise Denied("no_room", "There is no such room any more.")
        try:
            yield
        except Denied:
            raise
        except Illegal as refusal:
            raise Denied(refusal.code, self._sentence(refusal)) from None
        except Exception as fault:
            self.fail(fault)
            raise Denied("fault", "Something is wrong in the server; the room was closed.") from fault

    def _sentence(self, refusal: Illegal) -> str:
        occupant = None if refusal.seat is None else self.members.at_seat(refusal.seat)
        return refusal.text.replace("{player}", occupant.name if occupant else "Somebody")

    def _refusal(self, person: Person) -> Denied | None:
        """Why somebody cannot become a player now; None if nothing stands in the way."""
        if self.phase != "waiting":
            return Denied("started", "The game has begun; you can only watch it.")
        if person.key in self._removed:
            return Denied("removed", "The host has removed you from this room; you can only watch it.")
        if not self._open_to(person):
            return Denied("not_open", "This room can only be watched.")
        if len(self.members.players) >= self._most:
            return Denied("full", "The room is full; you can only watch it.")
        return None

    def _open_to(self, person: Person) -> bool:
        if self.guests:
            return not self.members.players and not person.registered
        return person.registered or self.kind.guests == "admitted"

    def _member(self, person: Person) -> Occupant:
        occupant = self.members.of(person)
        if occupant is None:
            raise Denied("not_member", "You are not in that room.")
        return occupant

    def _demand_host(self, person: Person) -> None:
        if self.members.host is not self._member(person):
            raise Denied("not_host", "Only the host can do that.")

    def _enter(self, person: Person, role: Role) -> None:
        host = self.members.host
        occupant = self.members.enter(person, role)
        person.rooms[self.id] = self
        self._tell_of_host(host)
        self._show_room(but=occupant)
        self._mail.furnish(occupant, self._picture, self._play)

    def _part(self, occupant: Occupant, code: str, words: str) -> None:
        """Somebody leaves, whoever wants it; the game is told first, since the seat's name is still needed then."""
        self._tell_game(occupant, LeaveSeat)
        host = self.members.host
        self._mail.send(occupant, Left(self.id, code, words))
        self.members.part(occupant, (self._house.clock.now(), int(time.time())))
        self._forget(occupant)
        self._tell_of_host(host)
        self._show_room()
        self._close_if_deserted()

    def _forget(self, occupant: Occupant) -> None:
        if occupant.person is not None:
            occupant.person.rooms.pop(self.id, None)
            self._house.people.settle(occupant.person)

    def _close_if_deserted(self) -> None:
        if self.phase == "waiting" and not self.members.players:
            self.close("closed", "The room was closed: nobody is left to play.")
        elif self.phase == "over" and not self.members.present:
            self.close("closed", "The room was closed.")

    def _tell_of_host(self, before: Occupant | None) -> None:
        host = self.members.host
        if before is not None and host is not None and host is not before:
            self._mail.say(f"{host.name} is the host now.")

    def _tell_game(self, occupant: Occupant, command: type[Away | Back | LeaveSeat]) -> None:
        if self._play is not None and self.phase == "playing" and occupant.seat is not None:
            self._play.tell(command(occupant.seat))

    def _show_room(self, but: Occupant | None = None) -> None:
        self.changes += 1
        self._mail.show_room(self._picture, but)

    def _picture(self, occupant: Occupant, seq: int) -> RoomMessage:
        return RoomMessage(
            room=self.id,
            seq=seq,
            kind=self.kind.name,
            settings=self.settings,
            phase=self.phase,
            host=self.members.host.id if self.members.host else 0,
            members=tuple(one.public() for one in self.members),
            you=occupant.id,
            rated=self.rated,
            ratings=self._ratings,
            successor=self.successor,
            game=self._game_id if self.phase == "over" else None,
        )
