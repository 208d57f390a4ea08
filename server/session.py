"""One connection's life: who it is, what it asks, what it is answered."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Final

import structlog

from protocol import codec
from protocol import messages as m
from protocol.connection import Connection
from protocol.errors import RemoteProtocolError
from protocol.states import State
from server.accounts import Denied
from server.allowance import Allowance
from server.deed import Terms
from server.house import House
from server.people import Person
from server.wire import Outlet

if TYPE_CHECKING:
    from server.lobby import Lobby
    from server.room import Room

LOG = structlog.get_logger()
FAULT: Final = "Something is wrong in the server; this connection had to be closed."
REMEMBERED: Final = 64
"""Answers that a client may ask for again by sending the same request once more."""
BURST: Final = 200.0
RATE: Final = 100.0
"""Requests that one connection may send at once, and per second in the long run: more than hands can do."""


class Session:
    """Takes bytes and answers them. It never waits: what takes time runs in the house's nursery.

    A fault in here ends this connection alone.
    """

    def __init__(self, house: House, lobby: "Lobby", outlet: Outlet, version: str) -> None:
        self.person: Person | None = None
        self._house = house
        self._lobby = lobby
        self._outlet = outlet
        self._version = version
        self._connection = Connection("server")
        self._answers: OrderedDict[int, bytes] = OrderedDict()
        self._checking = 0
        """The ref of the sign-in that is being checked."""
        self._finding = 0
        """The ref of the inquiry that is being answered."""
        self._gone = False
        self._allowance = Allowance(BURST, RATE)
        self._heard = self._complete = house.clock.now()

    @property
    def over(self) -> bool:
        """Whether nothing can be sent or received any more."""
        return self._gone

    # What the wire calls.

    def take(self, data: bytes, at: float) -> None:
        """Bytes came in at a moment of Trio's clock."""
        self._heard = self._house.clock.now()
        try:
            messages = self._connection.receive(data)
            if messages or not self._connection.unfinished:
                self._complete = self._heard
            for message in messages:
                if not self.over:
                    self._on(message, at)
        except RemoteProtocolError as error:
            LOG.info("a client broke the protocol", peer=self._outlet.peer, code=error.code)
            self._end(error.code, error.text)
        except Exception:
            LOG.exception("a session failed", peer=self._outlet.peer)
            self._end("fault", FAULT)

    def lost(self) -> None:
        """The client is gone."""
        self._over()

    def overflowed(self) -> None:
        """The client does not read what it is sent."""
        LOG.info("a client does not read", peer=self._outlet.peer)
        self._end("slow", "Your connection is too slow for what happens here.", keep=False)

    # What others send through here.

    def deliver(self, frame: bytes, replaces: Hashable = None) -> None:
        """Hand on a frame that is encoded already; if the client lags behind, it replaces an unsent one like it."""
        if not self.over:
            self._outlet.send(frame, replaces)

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
        self._end("closing", "The server is closing. Come back in a little while.")

    def sweep(self) -> None:
        """End a connection that is silent, or that holds half a message back."""
        now, limits = self._house.clock.now(), self._house.config.limits
        if self._connection.state is State.FRESH and now - self._complete > limits.hello_seconds:
            self._end("silent", "Nothing was said for too long.")
        elif self._connection.unfinished and now - self._complete > limits.frame_seconds:
            self._end("slow", "A message took too long to arrive.")
        elif now - self._heard > 2 * limits.idle_seconds:
            self._end("silent", "Nothing was heard from you for too long.")

    # Messages.

    def _on(self, message: m.ClientMessage, at: float) -> None:
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
            with self._house.hub.batch():
                self._become(person)

    def _request(self, request: m.Request, at: float) -> None:
        answered = self._answers.get(request.ref)
        if answered is not None:
            self.deliver(answered)
            return
        if request.ref in (self._checking, self._finding):
            # Sent again while it is being worked on: its answer is on the way.
            return
        try:
            self._demand_patience()
            match request:
                case m.Register() | m.SignIn() | m.Guest():
                    self._identify(request)
                    return
                case m.LookUp() | m.Recall() | m.Replay():
                    self._inquire(request)
                    return
                case _:
                    room = self._carry_out(request, at)
        except Denied as denied:
            self._answer(m.Refused(request.ref, denied.code, denied.text))
        else:
            self._answer(m.Accepted(request.ref, room))

    def _demand_patience(self) -> None:
        if not self._allowance.spend():
            raise Denied("too_fast", "Too many requests at once. Wait a second.")

    def _carry_out(self, request: m.InLobby | m.InRoom, at: float) -> str | None:
        """Do what a signed-in client asks; the room that it made or led to."""
        person = self.person
        if person is None:
            raise Denied("stranger", "Sign in first.")
        match request:
            case m.Browse(on=on):
                self._lobby.browse(self, on=on)
            case m.Create(settings=settings, joining=joining, passcode=passcode):
                return self._lobby.create(person, settings, Terms(joining, passcode)).id
            case m.Join(room=number, passcode=passcode):
                return number if self._lobby.join(person, self._lobby.room(number), passcode) else None
            case m.Cancel(room=number):
                self._lobby.room(number).cancel(person)
            case _:
                return self._in_room(request, person, self._lobby.room(request.room), at)
        return None

    def _in_room(self, request: m.InRoom, person: Person, room: "Room", at: float) -> str | None:
        """Do what a client asks of one room."""
        match request:
            case m.Watch():
                self._lobby.watch(person, room)
                return room.id
            case m.Again():
                return self._lobby.again(person, room).id
            case m.Leave():
                room.leave(person)
            case m.Ready(ready=ready):
                room.ready(person, ready)
            case m.Start():
                room.start(person)
            case m.Remove(member=member):
                room.remove(person, member)
            case m.Decide(asker=asker, accept=accept):
                self._lobby.decide(person, room, asker, accept=accept)
            case m.Say(text=text):
                if not person.chat.spend():
                    raise Denied("too_fast", "You are writing too fast. Wait a second.")
                room.say(person, text)
            case m.Act(command=command):
                room.act(person, command, at)
        return None

    # Asking about what is over.

    def _inquire(self, inquiry: m.Inquiry) -> None:
        if self.person is None:
            raise Denied("stranger", "Sign in first.")
        if self._finding:
            raise Denied("busy", "Your last question is not answered yet.")
        if not self.person.inquiries.spend():
            raise Denied("too_fast", "You are asking too much at once. Wait a few seconds.")
        self._finding = inquiry.ref
        self._house.nursery.start_soon(self._found, inquiry, self.person)

    async def _found(self, inquiry: m.Inquiry, person: Person) -> None:
        try:
            finding = await self._house.archive.find(inquiry, person)
        except Denied as denied:
            with self._house.hub.batch():
                self._answer(m.Refused(inquiry.ref, denied.code, denied.text))
        except Exception:
            LOG.exception("an inquiry failed", peer=self._outlet.peer)
            with self._house.hub.batch():
                self._answer(m.Refused(inquiry.ref, "fault", "Something is wrong in the server; nothing was found."))
        else:
            with self._house.hub.batch():
                self.send(finding)
                self._answer(m.Accepted(inquiry.ref))
        finally:
            self._finding = 0

    # Signing in.

    def _identify(self, request: m.SigningIn) -> None:
        if self.person is not None:
            raise Denied("signed_in", "You are signed in already.")
        if self._checking:
            raise Denied("busy", "Your sign-in is being checked already.")
        self._checking = request.ref
        self._house.nursery.start_soon(self._identified, request)

    async def _identified(self, request: m.SigningIn) -> None:
        try:
            person = await self._person(request)
        except Denied as denied:
            with self._house.hub.batch():
                self._answer(m.Refused(request.ref, denied.code, denied.text))
        except Exception:
            LOG.exception("a sign-in failed", peer=self._outlet.peer)
            with self._house.hub.batch():
                self._end("fault", FAULT)
        else:
            with self._house.hub.batch():
                if self.over:
                    self._house.people.settle(person)
                else:
                    self._become(person)
                    self._answer(m.Accepted(request.ref))
        finally:
            self._checking = 0

    async def _person(self, request: m.SigningIn) -> Person:
        accounts, people = self._house.accounts, self._house.people
        match request:
            case m.Register(name=name, password=password):
                people.check_free(name)
                return people.of_account(await accounts.register(name, password))
            case m.SignIn(name=name, password=password):
                return people.of_account(await accounts.sign_in(name, password))
            case m.Guest(name=name):
                return people.guest(await accounts.free_name(name))

    def _become(self, person: Person) -> None:
        older, self.person, person.session = person.session, person, self
        if older is not None:
            older.superseded()
        self.introduce(person)
        self._in_every_room(lambda room: room.back(person))
        if person.asking is not None:
            person.asking.remind(person)

    # The end.

    def _answer(self, answer: m.Accepted | m.Refused) -> None:
        frame = codec.frame(answer)
        self._answers[answer.ref] = frame
        if len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)
        self.deliver(frame)

    def _end(self, code: str, text: str, *, keep: bool = True) -> None:
        if not self._gone:
            self._outlet.close(codec.frame(m.Goodbye(code, text)), keep=keep)
            self._over()

    def _over(self) -> None:
        """The connection is gone. The person keeps every place, unless somebody newer sits on it already."""
        self._gone = True
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
