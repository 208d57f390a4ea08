"""A room: its members, its chat, and the one game that is played in it. It knows the contract and no game by name."""

import secrets
import time
from functools import partial
from typing import Any, Final, Literal

import structlog

from engines.contract import Away, Back, Seat
from engines.contract import Leave as LeaveSeat
from protocol import text
from protocol.messages import CHAT_LENGTH, Left, RatingChange, RoomRow
from server.accounts import Denied
from server.capture import Capture
from server.clock import unix_ms
from server.compartment import Compartment
from server.deed import Deed
from server.entries import Deal
from server.house import House
from server.joining import Door, Refusal
from server.journal import RoomLog
from server.mail import Mail
from server.members import Members, Occupant, Role
from server.people import Person
from server.pictures import picture, row
from server.play import Play
from server.purses import Purses
from server.seats import Seats
from server.stage import RoomStage

LOG = structlog.get_logger()
SILENT: Final = 60.0
"""A member without a connection keeps the place in a room where nothing runs for this long (s)."""


class Room(Compartment):
    """One room from its creation until nobody is left.

    Every public method runs inside a batch, and raises `Denied` where the rules of the house do not allow it. Any other
    exception is a fault of this room, which ends it; no other room notices.
    """

    def __init__(self, house: House, deed: Deed, written: int = 0) -> None:
        self.id, self.kind, self.settings, self.guests = deed.id, deed.kind, deed.settings, deed.guests
        self.phase: Literal["waiting", "playing", "over"] = "waiting"
        self.rated = not deed.guests and deed.kind.rating != "none"
        self.testing = house.config.testing
        self.log = RoomLog(house.journal, Capture(self), written)
        self.members = Members(deed.kind.bots(deed.settings))
        self.door = Door(deed, self.members, house, self.log, self._show_host)
        self.ratings: tuple[RatingChange, ...] = ()
        self.successor: str | None = None
        self.play: Play | None = None
        self.seats = Seats(self)
        self.owner, self.owner_name = deed.owner, deed.owner_name
        self.purses = None if deed.kind.book == "none" else Purses(self, house.books.of(deed), deed.kind.opening)
        self.failed = False
        self.changes = 0
        """Counts what may change the room's row in the list."""
        self.mail = Mail(self.id, self.members, self.log, house.config.limits.chat_lines, testing=self.testing)
        self._house = house
        self._picture = partial(picture, self)

    # Coming and going.

    def admits(self, person: Person) -> bool:
        """Whether somebody may become a player now, if need be with passcode or consent."""
        return self._refusal(person) is None

    def played_by(self, person: Person) -> bool:
        """Whether somebody is a player here, and no watcher."""
        occupant = self.members.of(person)
        return occupant is not None and occupant.role == "player"

    def holds(self, person: Person) -> bool:
        """Whether somebody has a player's place in a game that is not over."""
        return self.phase != "over" and self.played_by(person)

    def lives_on(self, account: int) -> bool:
        """Whether others are here and play, or will play, from an account's book."""
        if self.purses is None or self.owner != account or self.phase == "over" or self.closed:
            return False
        return any(one.person is None or not one.person.owns(account) for one in self.members.present)

    def seat_in(self, game: str, person: Person) -> Seat | None:
        """The seat that a member had in a game, if it was played here."""
        if self.play is None or self.play.deal.id != game:
            return None
        occupant = self.members.of(person)
        return occupant.seat if occupant is not None else None

    def join(self, person: Person, passcode: str | None = None, *, known: bool = False) -> bool:
        """Become a player, or ask the host; whether the person is a player now. Whoever is `known` is let in."""
        with self.contained():
            self.seats.catch_up()
            occupant = self.members.of(person)
            if occupant is not None and occupant.role == "player":
                return True
            refusal = self._refusal(person)
            if refusal is not None:
                raise Denied(*refusal)
            if not known and not self.door.lets_in(person, passcode):
                self.door.ask(person)
                return False
            self._enter(person, "player")
            return True

    def cancel(self, person: Person) -> None:
        """Somebody takes the request to join back."""
        with self.contained():
            if person.asking is not self.door:
                raise Denied("not_asked", "You have not asked to join that room.")
            self.door.settle(person, "cancelled", "You have taken your request back.")

    def decide(self, host: Person, number: int, *, accept: bool) -> Person | None:
        """The host answers somebody who has asked to join; the person who plays now."""
        with self.contained():
            self.demand_host(host)
            self.seats.catch_up()
            person = self.door.asker(number)
            if not accept:
                self.door.settle(person, "declined", f"{host.name} has declined your request.")
                return None
            refusal = self._refusal(person)
            if refusal is not None:
                code, _ = refusal  # its words are meant for whoever asks
                raise Denied(code, f"There is no place for {person.name} just now.")
            self._enter(person, "player")
            return person

    def watch(self, person: Person) -> None:
        """Become a watcher; a player of a waiting room gives up the place."""
        with self.contained():
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
        with self.contained():
            occupant = self.member(person)
            self._part(occupant, "left", "You have left the room.")

    def remove(self, person: Person, number: int) -> None:
        """The host sends a player of a waiting room away, who cannot come back as a player."""
        with self.contained():
            self.demand_host(person)
            occupant = self.members.numbered(number)
            if self.phase != "waiting":
                raise Denied("started", "Nobody can be removed once the game has begun.")
            if occupant is None or occupant.person is None or occupant.role != "player":
                raise Denied("no_member", "There is no such player.")
            if occupant is self.member(person):
                raise Denied("self", "You cannot remove yourself.")
            self.door.shut_out(occupant.person)
            self._part(occupant, "removed", "The host has removed you from the room.")

    def away(self, person: Person) -> None:
        """A member's connection is lost. The place is kept."""
        with self.contained():
            occupant = self.member(person)
            occupant.lost = self._house.clock.now(), int(time.time())
            occupant.ready = False
            self.seats.tell(occupant, Away)
            self.show_room()

    def back(self, person: Person) -> None:
        """A member is connected, again or with a newer connection, and gets everything anew."""
        with self.contained():
            occupant = self.member(person)
            was_lost, occupant.lost, occupant.furnished = occupant.lost is not None, None, False
            if was_lost:
                self.seats.tell(occupant, Back)
                self.show_room()
            self.mail.furnish(occupant, self._picture, self.play)

    def sweep(self) -> None:
        """Let go of members without a connection where nothing runs, and close the room that nobody needs."""
        with self.contained():
            self.door.sweep()
            if self.phase != "playing":
                now = self._house.clock.now()
                for occupant in self.members.present:
                    if occupant.lost is not None and now - occupant.lost[0] >= SILENT:
                        self._part(occupant, "left", "You were away for too long.")
            self._close_if_deserted()

    # Before the game.

    def ready(self, person: Person, ready: bool) -> None:
        """A player is ready for the start, or not any more."""
        with self.contained():
            occupant = self.member(person)
            if occupant.role != "player":
                raise Denied("watcher", "You are only watching.")
            if self.phase != "waiting":
                raise Denied("started", "The game has begun.")
            if occupant.ready != ready:
                occupant.ready = ready
                self.show_room()

    def start(self, person: Person) -> None:
        """The host begins the game, once every player is ready."""
        with self.contained():
            self.demand_host(person)
            if self.phase != "waiting":
                raise Denied("started", "The game has begun.")
            players = self.members.players
            if len(players) < self.door.least:
                raise Denied("too_few", f"At least {self.door.least} players are needed.")
            if not all(player.ready for player in players):
                raise Denied("not_ready", "Not every player is ready.")
            game = secrets.token_hex(16)
            deal = Deal(game, self.kind.rules, self.seats.take(game), secrets.token_bytes(32), unix_ms())
            self.play = Play(self._house, RoomStage(self), self.log, self.kind, self.settings, deal)
            self.phase = "playing"
            self.log.mark()
            self._house.nursery.start_soon(self.play.run)
            if not self.seats.open:
                self.door.settle_all("started", "The game has begun without you. You can watch it.")
            for player in players:
                self.door.begun(player.person)
            self.show_room()
            self.mail.show_game(self.play, ())

    # During the game and after it.

    def act(self, person: Person, command: Any, at: float) -> None:
        """A command of the game, which came in at a moment of Trio's clock."""
        with self.contained():
            occupant = self.member(person)
            if occupant.role != "player":
                raise Denied("watcher", "You are only watching.")
            if self.play is None or occupant.seat is None:
                raise Denied("not_started", "The game has not begun.")
            self.play.act(occupant.seat, command, at)

    def say(self, person: Person, words: str) -> None:
        """A line of chat."""
        with self.contained():
            occupant = self.member(person)
            if len(words) > CHAT_LENGTH:
                raise Denied("too_long", f"A line may have at most {CHAT_LENGTH} characters.")
            clean = text.clean_line(words)
            if not clean:
                raise Denied("empty", "There is nothing to say in that line.")
            self.mail.say(clean, occupant)

    # What the lobby asks.

    def succeeded(self, successor: str) -> None:
        """A new room with the same settings was made."""
        with self.contained():
            self.successor = successor
            self.show_room()

    def row(self) -> RoomRow:
        """The room in the list of rooms."""
        with self.contained():
            return row(self)

    # The end.

    def name_at(self, seat: Seat) -> str:
        """The name of whoever sits, or sat, at a seat."""
        occupant = self.members.at_seat(seat)
        return occupant.name if occupant else "Somebody"

    def fail(self, fault: BaseException) -> None:
        """A fault inside ends the room for everybody in it."""
        LOG.error("a room failed", room=self.id, kind=self.kind.name, exc_info=fault)
        self.failed = True
        words = "The room had to be closed: something is wrong in the server. No result was stored."
        if self.purses is not None and self.purses.void():
            words += " What lay in the pot is back with those who had put it there."
        self.close("fault", words)

    def close(self, code: str, words: str) -> None:
        """End the room. Whoever is in it is told why."""
        if self.closed:
            return
        self.closed = True
        self.changes += 1
        self.door.settle_all("closed", "The room that you asked to join was closed.")
        if self.play is not None:
            self.play.end()
        for occupant in self.members.present:
            self.mail.send(occupant, Left(self.id, code, words))
            self._forget(occupant)
        if self.failed:
            self.log.touch()
        else:
            self.log.end()

    def release(self) -> None:
        """Let go of everything: the room is closed, or goes on from what is written down of it.

        Its parts know it and each other. Without this they would stay until the collector comes, which is seldom.
        """
        if self.play is not None:
            self.play.end()
            self.play.match.mute()
        vars(self).clear()
        self.closed = True

    def _refusal(self, person: Person) -> Refusal | None:
        """Why somebody cannot become a player now, passcode or not; None if nothing stands in the way."""
        if self.phase != "waiting" and self.seats.of(person) is None:
            return "started", "The game has begun; you can only watch it."
        return self.door.refusal(person)

    def member(self, person: Person) -> Occupant:
        """The member that somebody must be."""
        occupant = self.members.of(person)
        if occupant is None:
            raise Denied("not_member", "You are not in that room.")
        return occupant

    def demand_host(self, person: Person) -> None:
        """Refuse what only the host may do."""
        if self.members.host is not self.member(person):
            raise Denied("not_host", "Only the host can do that.")

    def _enter(self, person: Person, role: Role) -> None:
        host, seat = self.members.host, self.seats.of(person) if role == "player" else None
        occupant = self.members.enter(person, role)
        occupant.furnished = False
        if not person.connected:
            occupant.lost = self._house.clock.now(), int(time.time())
        person.rooms[self.id] = self
        if seat is not None:
            self.seats.sit(occupant, seat)
            if not person.connected:  # let in meanwhile: the game thinks of nobody as away who sits down
                self.seats.tell(occupant, Away)
            self.door.begun(person)
        self.seats.handed_over(host)
        self.show_room()
        self.mail.furnish(occupant, self._picture, self.play)
        if role == "player":
            self.door.settle(person, "accepted", "You have been let in.")

    def _part(self, occupant: Occupant, code: str, words: str) -> None:
        """Somebody leaves, whoever wants it; the game is told first, since the seat's name is still needed then."""
        self.seats.tell(occupant, LeaveSeat)
        host = self.members.host
        self.mail.send(occupant, Left(self.id, code, words))
        self.members.part(occupant, (self._house.clock.now(), int(time.time())))
        self._forget(occupant)
        self.seats.handed_over(host)
        self.show_room()
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

    def show_room(self) -> None:
        """Everybody sees what the room is now."""
        self.changes += 1
        self.log.touch()
        self.mail.show_room(self._picture, self.members.present)

    def _show_host(self) -> None:
        if self.members.host is not None and not self.closed:
            with self.contained():
                self.log.touch()
                self.mail.show_room(self._picture, [self.members.host])
