"""One connection's life: who it is, what it asks, what it is answered."""

from collections import OrderedDict
from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import structlog

from protocol import codec
from protocol import messages as m
from protocol.connection import Connection
from protocol.errors import RemoteProtocolError
from protocol.states import State
from server.accounts import Account, Denied
from server.allowance import Allowance
from server.deed import Terms
from server.house import House
from server.people import Person
from server.reception import come_in, see_to
from server.store.errors import StoreError
from server.throttle import demand
from server.wire import Outlet

if TYPE_CHECKING:
    from server.lobby import Lobby, Readying
    from server.room import Room

LOG = structlog.get_logger()
CLOSING: Final = "The server is closing. Come back in a little while."
FAULT: Final = "Something is wrong in the server; this connection had to be closed."
REMEMBERED: Final = 64
"""Answers that a client may ask for again by sending the same request once more, over a resumed connection too."""

Errand: TypeAlias = Literal["check", "inquiry", "room"]
"""What takes time; of each kind a connection has one at a time."""

Moving: TypeAlias = m.Join | m.Cancel | m.Watch | m.Leave | m.Again
InARoom: TypeAlias = m.Join | m.Cancel | m.InRoom
Conclusion: TypeAlias = Callable[[], str | None]
"""What is done at the end of work that took time; the room that it led to."""


class Session:
    """Takes bytes and answers them. It never waits: what takes time runs in the house's nursery.

    A fault in here ends this connection alone.
    """

    def __init__(self, house: House, lobby: "Lobby", outlet: Outlet, version: str) -> None:
        self.person: Person | None = None
        self._house = house
        self._lobby = lobby
        self._outlet = outlet
        self.deliver: Final = outlet.send
        """Hands on a frame that is encoded already."""
        self._version = version
        self._connection = Connection("server")
        self._answers: OrderedDict[int, bytes] = OrderedDict()
        self._errands: dict[Errand, int] = {}
        """The refs of the requests that are being worked on."""
        self._gone = False
        self._messages = Allowance(house.config.rates.messages)
        self._commands = Allowance(house.config.rates.commands)
        self._began = self._heard = self._complete = house.clock.now()

    @property
    def over(self) -> bool:
        """Whether nothing can be sent or received any more."""
        return self._gone

    # What the wire calls.

    def take(self, data: bytes, at: float) -> None:
        """Bytes came in at a moment of Trio's clock."""
        self._heard = self._house.clock.at(at)
        try:
            messages = self._connection.receive(data)
            if messages or not self._connection.unfinished:
                self._complete = self._heard
            for message in messages:
                if not self._gone:
                    self._on(message, at)
        except RemoteProtocolError as error:
            self._turn_away(error.code, error.text)
        except Exception as fault:
            self._house.turned.fault("a session failed", self._outlet.network, fault)
            self._end("fault", FAULT)

    def lost(self) -> None:
        """The client is gone."""
        self._over()

    def unencrypted(self, reason: str) -> None:
        """No encryption has come about with the client."""
        self._house.turned.tell(f"tls {reason}", self._outlet.network)
        self._over()

    def overflowed(self) -> None:
        """The client does not read what it is sent."""
        self._turn_away("slow", "Your connection is too slow for what happens here.", keep=False)

    # What others send through here.

    def send(self, message: m.ServerMessage) -> None:
        """Send a message. Who has said goodbye behind a request, in one breath, reads nothing any more."""
        if not self.over and self._connection.state is not State.CLOSED:
            self._outlet.send(self._connection.send(message))

    def introduce(self, person: Person) -> None:
        """Tell the client who it is now, and what its rating is."""
        self.send(m.Signed(person.name, person.standing, person.rating, person.token))

    def superseded(self) -> None:
        """The same person has a newer connection. The place stays theirs."""
        self.person = None
        self._end("superseded", "You have signed in from somewhere else.")

    def farewell(self) -> None:
        """The server closes."""
        self._end("closing", CLOSING)

    def make_way(self) -> None:
        """Others want to sign in too."""
        self._turn_away("crowded", "Too many are waiting to sign in. Try again in a moment.")

    def sweep(self) -> None:
        """End a connection that is silent, or that holds half a message back."""
        now, limits = self._house.clock.now(), self._house.config.limits
        if self._connection.state is State.FRESH and now - self._complete > limits.hello_seconds:
            self._turn_away("silent", "Nothing was said for too long.")
        elif self.person is None and now - self._began > limits.login_seconds:
            self._turn_away("silent", "You did not sign in for too long.")
        elif self._connection.unfinished and now - self._complete > limits.frame_seconds:
            self._turn_away("slow", "A message took too long to arrive.")
        elif now - self._heard > 2 * limits.idle_seconds:
            self._end("silent", "Nothing was heard from you for too long.")

    # Messages.

    def _on(self, message: m.ClientMessage, at: float) -> None:
        if not self._messages.spend(at):
            self._turn_away("flood", "Too many messages at once; this connection had to be closed.")
            return
        match message:
            case m.Hello():
                self._greet(message)
            case m.Ping(echo=echo):
                self.send(m.Pong(echo))
            case m.Bye():
                self._outlet.close()
                self._over()
            case _:
                self._request(message, at)

    def _greet(self, hello: m.Hello) -> None:
        if hello.version != m.PROTOCOL:
            text = f"This server speaks version {m.PROTOCOL} of the protocol, your client version {hello.version}."
            self._end("version", text)
            return
        config = self._house.config
        idle = max(1, int(config.limits.idle_seconds))
        self.send(m.Welcome(m.PROTOCOL, self._version, config.server.name, config.server.greeting, idle))
        person = self._house.people.with_token(hello.resume) if hello.resume else None
        if person is not None:
            self._answers = person.answers
            with self._house.hub.batch():
                self._become(person)

    def _request(self, request: m.Request, at: float) -> None:
        answered = self._answers.get(request.ref)
        if answered is not None:
            self.deliver(answered)
            return
        if request.ref in self._errands.values():
            # Sent again while it is being worked on: its answer is on the way.
            return
        try:
            if isinstance(request, m.SigningIn):
                self._identify(request, at)
            else:
                self._serve(request, self._demand_person(), at)
        except Denied as denied:
            self._answer(m.Refused(request.ref, denied.code, denied.text))

    def _demand_person(self) -> Person:
        if self.person is None:
            raise Denied("stranger", "Sign in first.")
        if self.person.leaving:
            raise Denied("busy", "Your account is being deleted.")
        return self.person

    def _serve(self, request: m.InLobby | m.InRoom | m.Inquiry | m.OwnAccount, person: Person, at: float) -> None:
        self._demand_patience(request, person, at)
        match request:
            case m.LookUp() | m.Recall() | m.Replay():
                self._begin("inquiry", request.ref, self._found(request, person))
            case m.ChangePassword() | m.SignOutEverywhere() | m.DeleteAccount():
                self._begin("check", request.ref, self._seen_to(request, person))
            case m.Browse(on=on):
                self._lobby.browse(self, on=on)
                self._answer(m.Accepted(request.ref))
            case m.Create(settings=settings, joining=joining, passcode=passcode, guests=guests):
                room = self._lobby.create(person, settings, Terms(joining, passcode, guests))
                self._answer(m.Accepted(request.ref, room.id))
            case _:
                ready = self._lobby.readying(request)
                if ready is None:
                    self._answer(m.Accepted(request.ref, self._in_room(request, person, at)))
                else:
                    self._begin("room", request.ref, self._readied(ready, request, person, at))

    def _demand_patience(self, request: m.Request, person: Person, at: float) -> None:
        """Count a request. Chat, acts and everything else are counted apart: none of them holds up another."""
        match request:
            case m.Say():
                demand(person.chat, "You are writing too fast.", at)
            case m.Act():
                demand(person.acts, "You are acting too fast.", at)
            case m.LookUp() | m.Recall() | m.Replay():
                demand(person.inquiries, "You are asking too much at once.", at)
            case _:
                demand(self._commands, "Too many requests at once.", at)

    def _in_room(self, request: InARoom, person: Person, at: float) -> str | None:
        """Do what a client asks of one room; the room that it led to."""
        room = self._lobby.room(request.room)
        match request:
            case m.Act(command=command):
                room.act(person, command, at)
            case m.Say(text=text):
                room.say(person, text)
            case m.Ready(ready=ready):
                room.ready(person, ready)
            case m.Start():
                room.start(person)
            case m.Remove(member=member):
                room.remove(person, member)
            case m.Decide(asker=asker, accept=accept):
                self._lobby.decide(person, room, asker, accept=accept)
            case m.ResetBook():
                room.seats.reset_book(person)
            case m.StackDeck(cards=cards):
                room.seats.stack(person, cards)
            case _:
                return self._come_or_go(request, person, room)
        return None

    def _come_or_go(self, request: Moving, person: Person, room: "Room") -> str | None:
        """Let somebody into a room, or out of it; the room that it led to."""
        match request:
            case m.Join(passcode=passcode):
                return room.id if self._lobby.join(person, room, passcode) else None
            case m.Watch():
                self._lobby.watch(person, room)
                return room.id
            case m.Again():
                return self._lobby.again(person, room).id
            case m.Cancel():
                room.cancel(person)
            case m.Leave():
                room.leave(person)
        return None

    # What takes time.

    def _begin(self, errand: Errand, ref: int, work: Coroutine[Any, Any, Conclusion]) -> None:
        """Work on a request in the house's nursery; what the work gives is done in a batch, before the answer."""
        if errand in self._errands:
            work.close()
            raise Denied("busy", "Your last request is not answered yet.")
        self._errands[errand] = ref
        self._house.nursery.start_soon(self._attend, errand, ref, work)

    async def _attend(self, errand: Errand, ref: int, work: Coroutine[Any, Any, Conclusion]) -> None:
        try:
            conclude = await work
        except Denied as denied:
            # Only what it says: an exception that the frame it came through holds would hold this session for long.
            conclude = partial(_refuse, denied.code, denied.text)
        except Exception as fault:
            self._house.turned.fault("a request failed", self._outlet.network, fault)
            conclude = partial(_refuse, "fault", "Something is wrong in the server; nothing was done.")
        finally:
            del self._errands[errand]
        with self._house.hub.batch():
            if ref in self._answers:
                # The connection was lost meanwhile, and the request was sent again over the next one.
                self.deliver(self._answers[ref])
                return
            try:
                self._answer(m.Accepted(ref, conclude()))
            except Denied as denied:
                self._answer(m.Refused(ref, denied.code, denied.text))

    def _identify(self, request: m.SigningIn, at: float) -> None:
        demand(self._commands, "Too many requests at once.", at)
        if self.person is not None:
            raise Denied("signed_in", "You are signed in already.")
        self._begin("check", request.ref, self._identified(request))

    async def _readied(self, ready: "Readying", request: InARoom, person: Person, at: float) -> Conclusion:
        try:
            await ready()
        except StoreError:
            raise Denied("store", "The server cannot reach its records just now. Try again in a moment.") from None
        return lambda: self._in_room(request, person, at)

    async def _identified(self, request: m.SigningIn) -> Conclusion:
        person = await come_in(self._house, request, self._outlet.network)
        return lambda: self._house.people.settle(person) if self.over else self._become(person)

    async def _found(self, inquiry: m.Inquiry, person: Person) -> Conclusion:
        finding = await self._house.archive.find(inquiry, person)
        return lambda: self.send(finding)

    async def _seen_to(self, request: m.OwnAccount, person: Person) -> Conclusion:
        account = person.account
        await see_to(self._house, self._lobby, request, person, self._outlet.network)
        if account is None or not isinstance(request, m.DeleteAccount):
            return lambda: None
        return lambda: self._deleted(request.ref, account)

    def _deleted(self, ref: int, account: Account) -> None:
        self._answer(m.Accepted(ref))
        person = self._house.people.present(account)
        if person is not None and person.session is not None:
            person.session.dismissed()

    def dismissed(self) -> None:
        """The account is no more."""
        self._end("deleted", "Your account is deleted. Your finished games stay, without your name.")

    def _become(self, person: Person) -> None:
        older, self.person, person.session = person.session, person, self
        self._house.gate.known(self)
        person.answers = self._answers
        if older is not None:
            older.superseded()
        self.introduce(person)
        self._in_every_room(lambda room: room.back(person))
        self._lobby.dormitory.call(person)
        if person.asking is not None:
            person.asking.remind(person)

    # The end.

    def _answer(self, answer: m.Accepted | m.Refused) -> None:
        frame = codec.frame(answer)
        self._answers[answer.ref] = frame
        if len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)
        self.deliver(frame)

    def _turn_away(self, code: str, text: str, *, keep: bool = True) -> None:
        """End a connection for what its client does or fails to do; the log tells how many there were."""
        if not self._gone:
            self._house.turned.tell(code, self._outlet.network)
        self._end(code, text, keep=keep)

    def _end(self, code: str, text: str, *, keep: bool = True) -> None:
        if not self._gone:
            self._outlet.close(codec.frame(m.Goodbye(code, text)), keep=keep)
            self._over()

    def _over(self) -> None:
        """The connection is gone. The person keeps every place, unless somebody newer sits on it already."""
        self._gone = True
        self._house.gate.left(self)
        self._lobby.forget(self)
        person, self.person = self.person, None
        if person is not None and person.session is self:
            person.session, person.lost = None, self._house.clock.now()
            with self._house.hub.batch():
                self._in_every_room(lambda room: room.away(person), person)
            self._house.people.settle(person)

    def _in_every_room(self, do: "Callable[[Room], None]", person: Person | None = None) -> None:
        person = person or self.person
        for room in tuple(person.rooms.values()) if person else ():
            try:
                do(room)
            except Denied as denied:
                # The room has just failed or closed, and has said so itself.
                LOG.debug("a room was passed over", room=room.id, code=denied.code)


def _refuse(code: str, text: str) -> str | None:
    raise Denied(code, text)
