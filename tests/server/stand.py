"""A whole server without sockets and threads: clients that speak bytes to real sessions, a real lobby, a real store.

Time is Trio's mock clock, so minutes of play take milliseconds. The database is real SQLite; its work runs in the
test's own thread, because a clock that jumps while a thread works would make every test a race.
"""

import hashlib
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest
import trio
from argon2 import PasswordHasher
from trio.testing import MockClock

import server.accounts
from engines.catalogue import KINDS
from engines.contract import Kind
from engines.five_of_a_kind.model import Settings
from protocol import messages as m
from protocol.connection import Connection
from server.accounts import Accounts
from server.archive import Archive
from server.clock import HouseClock, beat
from server.config import Config, load
from server.house import House
from server.journal import PACE, Journal
from server.lobby import Lobby
from server.people import Person
from server.restore import restore
from server.room import Room
from server.session import Session
from server.store.store import Store
from server.store.writer import Line, Writer
from tests.server.databases import copied, kept_here

T = TypeVar("T")
M = TypeVar("M")
PASSWORD = "correct horse"
ACCOUNTS = ("Ann", "Bo", "Cy", "Dee")


def on_mock_clock(test: Any, clock: Any = None, instruments: Any = ()) -> Any:
    """Runs an async test on a clock that jumps; a fault in it is reported without the nurseries around it."""
    try:
        return trio.run(test, clock=clock or MockClock(autojump_threshold=0), instruments=instruments)
    except BaseExceptionGroup as group:
        fault: BaseException = group
        while isinstance(fault, BaseExceptionGroup) and len(fault.exceptions) == 1:
            fault = fault.exceptions[0]
        raise fault from None


def by_the_mock_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the time of day go with the mock clock too. Call it inside of the test's run."""
    start = time.time_ns() - round(trio.current_time() * 1e9)
    monkeypatch.setattr(time, "time_ns", lambda: start + round(trio.current_time() * 1e9))


ON_MOCK_CLOCK = pytest.mark.trio(run=on_mock_clock)


class MemoryHub:
    """Sockets without a network: what was `posted` lies in the kernel until somebody collects it, by arrival time."""

    def __init__(self) -> None:
        self.depth = 0
        self._posted: list[tuple[float, Client, bytes]] = []

    def post(self, client: "Client", data: bytes, at: float) -> None:
        """Bytes reach this machine at a moment of Trio's clock."""
        self._posted.append((at, client, data))

    def collect(self) -> None:
        """Judge what has arrived, in the order of arrival."""
        now = trio.current_time()
        arrived = sorted((one for one in self._posted if one[0] <= now), key=lambda one: one[0])
        self._posted = [one for one in self._posted if one[0] > now]
        with self.batch():
            for at, client, data in arrived:
                client.session.take(data, at)

    async def hear(self, moment: float) -> float:
        """Judge what has arrived by now. No more is promised than by a reactor that has later arrivals to judge."""
        self.collect()
        return moment

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Nothing is held back here."""
        self.depth += 1
        yield
        self.depth -= 1


class Client:
    """One client: it encodes what it says and decodes, or with `raw` only unpacks, every frame that it gets."""

    def __init__(self, stand: "Stand", *, raw: bool = False) -> None:
        self.peer = self.network = "memory"
        self.received: list[Any] = []
        self.frames: list[bytes] = []
        self.closed = False
        self._stand = stand
        self._raw = raw
        self._connection = Connection("client")
        self._ref = 0
        self.session = Session(stand.house, stand.lobby, self, "test")

    # The outlet's surface.

    def send(self, frame: bytes, replaces: Hashable = None) -> None:
        """A frame comes from the server."""
        if self.closed:
            return
        assert self._stand.hub.depth > 0, "who sends does it in a batch"
        self.frames.append(frame)
        if self._raw:
            self.received.append(msgspec.msgpack.decode(frame[4:]))
        else:
            self.received += self._connection.receive(frame)

    def close(self, last: bytes = b"", *, keep: bool = True) -> None:
        """The server hangs up."""
        if last:
            self.send(last)
        self.closed = True

    # What a player does.

    def say(self, message: m.ClientMessage) -> None:
        """Send a message; the server has it at once."""
        self.bytes(self._connection.send(message))

    def bytes(self, data: bytes, at: float | None = None) -> None:
        """Send bytes; the server has them at once, as of now or of an earlier moment."""
        with self._stand.hub.batch():
            self.session.take(data, trio.current_time() if at is None else at)

    def post(self, message: m.ClientMessage, at: float) -> None:
        """Send a message that reaches the server's machine at a moment, and is read when somebody reads."""
        self._stand.hub.post(self, self._connection.send(message), at)

    def ref(self) -> int:
        """The number of the next request."""
        self._ref += 1
        return self._ref

    def ask(self, request: Callable[..., Any], **fields: Any) -> m.Accepted | m.Refused:
        """Send a request and give its answer, which comes at once."""
        ref = self.ref()
        self.say(request(ref=ref, **fields))
        return self.answer(ref)

    def answer(self, ref: int) -> m.Accepted | m.Refused:
        """The newest answer to a request."""
        return next(
            one for one in reversed(self.received) if isinstance(one, m.Accepted | m.Refused) and one.ref == ref
        )

    def do(self, request: Callable[..., Any], **fields: Any) -> str:
        """Send a request that is accepted; the room that it led to."""
        answer = self.ask(request, **fields)
        assert isinstance(answer, m.Accepted), answer
        return answer.room or ""

    def refused(self, request: Callable[..., Any], **fields: Any) -> str:
        """Send a request that is refused; the code."""
        answer = self.ask(request, **fields)
        assert isinstance(answer, m.Refused), answer
        return answer.code

    def hang_up(self) -> None:
        """The connection is gone without a word."""
        with self._stand.hub.batch():
            self.session.lost()
        self.closed = True

    def all(self, kind: type[M]) -> list[M]:
        """All received messages of a kind."""
        return [one for one in self.received if isinstance(one, kind)]

    def last(self, kind: type[M]) -> M:
        """The newest message of a kind."""
        return self.all(kind)[-1]

    def shared(self) -> Any:
        """What everybody sees of the game, in the newest update."""
        return self.last(m.Update).shared

    def own(self) -> Any:
        """What the client's seat alone sees, in the newest update."""
        return self.last(m.Update).own

    def lines(self, room: str) -> list[str]:
        """Everything the client has read in a room's chat, since it was last furnished."""
        read: list[str] = []
        for chat in self.all(m.Chat):
            if chat.room == room:
                read = ([] if chat.fresh else read) + [line.text for line in chat.lines]
        return read

    async def hello(self, resume: str | None = None) -> m.Welcome:
        """Say hello."""
        self.say(m.Hello(m.PROTOCOL, "test", resume))
        return self.last(m.Welcome)

    async def sign(self, request: Callable[..., Any], **fields: Any) -> m.Accepted | m.Refused:
        """Say who one is, and wait for the answer."""
        ref = self.ref()
        self.say(request(ref=ref, **fields))
        await trio.testing.wait_all_tasks_blocked()
        return self.answer(ref)


class Stand:
    """The server's parts and what tests do with them."""

    def __init__(
        self, house: House, hub: MemoryHub, lobby: Lobby, store: Store, again: Callable[[], Awaitable["Stand"]]
    ) -> None:
        self.house, self.hub, self.lobby, self.store = house, hub, lobby, store
        self._again = again

    async def killed(self, after: float = 2 * PACE, down: float = 0.0) -> "Stand":
        """Kill this server without a word after so many seconds, and start another one `down` seconds later."""
        await trio.sleep(after)
        self.house.nursery.cancel_scope.cancel()
        await trio.sleep(down)
        return await self._again()

    def client(self, *, raw: bool = False) -> Client:
        """A client that has said nothing yet."""
        return Client(self, raw=raw)

    async def guest(self, name: str) -> Client:
        """A guest who has signed in."""
        client = self.client()
        await client.hello()
        answer = await client.sign(m.Guest, name=name)
        assert isinstance(answer, m.Accepted), answer
        return client

    async def account(self, name: str) -> Client:
        """One of the accounts, signed in with the password."""
        client = self.client()
        await client.hello()
        answer = await client.sign(m.SignIn, name=name, password=PASSWORD)
        assert isinstance(answer, m.Accepted), answer
        return client

    async def seated(self, *names: str, settings: m.Settings | None = None) -> tuple[str, list[Client]]:
        """Accounts who have joined one room and are ready; the first is the host."""
        clients = [await self.account(name) for name in names]
        room = clients[0].do(m.Create, settings=settings or Settings())
        await trio.testing.wait_all_tasks_blocked()  # a book is read
        for client in clients[1:]:
            client.do(m.Join, room=room)
        for client in clients:
            client.do(m.Ready, room=room, ready=True)
        return room, clients

    async def playing(self, *names: str, settings: m.Settings | None = None) -> tuple[str, list[Client]]:
        """The same, with the game started."""
        room, clients = await self.seated(*names, settings=settings)
        clients[0].do(m.Start, room=room)
        return room, clients

    def room(self, number: str) -> Room:
        """A room by its id."""
        return self.lobby.room(number)

    def person(self, client: Client) -> Person:
        """Who a client is."""
        assert client.session.person is not None
        return client.session.person

    def sweep(self) -> None:
        """What the server does once a second."""
        self.lobby.look_at_disk()
        with self.hub.batch():
            for number in self.lobby.open:
                self.lobby.sweep(number)


def config(folder: Path, **changes: Any) -> Config:
    """The default configuration in a folder of its own, with other values for some keys, and with `testing` or not."""
    testing = changes.pop("testing", False)
    changed = load(folder=str(folder), port=0, environment={"APP_ENV": "testing"} if testing else {})
    for name in ("server", "limits", "rates"):
        section = getattr(changed, name)
        mine = {key: changes.pop(key) for key in tuple(changes) if key in section.__struct_fields__}
        changed = msgspec.structs.replace(changed, **{name: msgspec.structs.replace(section, **mine)})
    assert not changes, f"no such keys: {changes}"
    return kept_here(changed)


def drawn() -> Callable[[int], bytes]:
    """Keys and tokens that differ from each other, and are the same in every run."""
    numbers = count()
    return lambda size: hashlib.shake_128(str(next(numbers)).encode()).digest(size)


def cheap_hasher(**_: Any) -> PasswordHasher:
    """Real argon2id that costs a thousandth: what a password check costs is not what these tests are about."""
    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@cache
def template(folder: Path) -> Path:
    """A database with the accounts in it, made once for all tests."""

    async def make() -> None:
        async with await Store.open(config(folder)) as store:
            accounts = Accounts(store, queue=10)
            accounts._hasher = cheap_hasher()
            for name in ACCOUNTS:
                await accounts.register(name, PASSWORD)

    trio.run(make)
    return folder


@asynccontextmanager
async def opened(
    made: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, kinds: Mapping[str, Kind] = KINDS, **limits: Any
) -> AsyncIterator[Stand]:
    """A running server with a copy of the template's database."""
    monkeypatch.setattr(trio.to_thread, "run_sync", _here)
    monkeypatch.setattr(Writer, "_run", _carried_out)
    monkeypatch.setattr(secrets, "token_bytes", drawn())  # every run deals the same cards
    monkeypatch.setattr(server.accounts, "PasswordHasher", cheap_hasher)
    copied(made, folder)
    settings = config(folder, **limits)
    async with await Store.open(settings) as store, trio.open_nursery() as nursery:
        yield await nursery.start(run, settings, store, kinds, nursery)
        nursery.cancel_scope.cancel()


async def run(
    settings: Config,
    store: Store,
    kinds: Mapping[str, Kind],
    outer: trio.Nursery,
    *,
    task_status: trio.TaskStatus[Stand],
) -> None:
    """A server that knows what is on disk and no more, until it is killed."""
    async with trio.open_nursery() as nursery:
        hub, archive = MemoryHub(), Archive(store, kinds)
        house = House(settings, HouseClock(), hub, store, Journal(store), Accounts(store, 8), archive, nursery)
        lobby = Lobby(house, kinds, store)
        await lobby.dormitory.recall()
        await restore(house, store, lobby, kinds)
        for task in (lobby.run, lobby.dormitory.run, house.journal.run):
            nursery.start_soon(task)
        nursery.start_soon(beat, house.clock, house.day)
        again = partial(outer.start, run, settings, store, kinds, outer)
        task_status.started(Stand(house, hub, lobby, store, again))
        await trio.sleep_forever()


async def _here(work: Callable[..., T], *arguments: Any, **_: Any) -> T:
    await trio.lowlevel.checkpoint()
    return work(*arguments)


async def _carried_out(_: Writer, _line: Line, work: Callable[[], T]) -> T:
    return await _here(work)
