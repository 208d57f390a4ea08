"""Rooms of four at play, driven from outside: each act is sent when all four have received the one before.

One process drives many rooms with one epoll and looks at bytes without decoding them, so that it costs far less than
the server that it measures.
"""

import re
import select
import socket
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Final, TypeVar

from msgspec import Struct

from engines.five_of_a_kind.model import Settings, Vote, VoteFor
from protocol import codec
from protocol import messages as m
from protocol.connection import Connection

SEATS: Final = 4
SETTINGS: Final = Settings(interval=3000, end="time", minutes=10)
"""The first card comes after 3 s, and so does every other: the votes never reach a majority."""
READ: Final = 65_536
REFUSED: Final = b"\xa4type\xa7refused"

Message = TypeVar("Message", bound=Struct)


def votes() -> Iterator[tuple[int, VoteFor, bytes]]:
    """One act after another: whose it is, for what, and the bytes by which its update is known to everybody.

    The first and third seat want it slower and then do not, the others faster. No two updates in a row hold the same
    counts, so that none can stand for another.
    """
    chosen: list[VoteFor] = ["none"] * SEATS
    for number in count():
        seat = number % SEATS
        chosen[seat] = "none" if chosen[seat] != "none" else ("slower", "faster")[seat % 2]
        counts = bytes((chosen.count("slower"),)), bytes((chosen.count("faster"),))
        yield seat, chosen[seat], b"\xa6slower%b\xa6faster%b" % counts


class Player:
    """One client: in the beginning it waits for answers, in the running game it only looks for bytes."""

    PASSWORD: Final = "correct horse"

    def __init__(self, port: int, name: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.connection = Connection("client")
        self.refs = count(1)
        self.tail = b""
        self.seen = True
        self.socket.sendall(self.connection.send(m.Hello(m.PROTOCOL)))
        self.wait(m.Welcome)
        self.ask(lambda ref: m.Register(ref, name, self.PASSWORD))

    def ask(self, make: Callable[[int], m.Request]) -> m.Accepted:
        """Send a request and wait until it is accepted."""
        self.socket.sendall(self.connection.send(make(next(self.refs))))
        return self.wait(m.Accepted)

    def wait(self, kind: type[Message]) -> Message:
        """Read until such a message comes."""
        while data := self.socket.recv(READ):
            for message in self.connection.receive(data):
                if isinstance(message, m.Refused | m.Goodbye):
                    raise ConnectionError(f"the server refused: {message.text}")
                if isinstance(message, kind):
                    return message
        raise ConnectionError("the server hung up")


class Table:
    """A room with a running game, in which one act is under way at most."""

    def __init__(self, players: list[Player]) -> None:
        self.players = players
        host, *others = players
        self.room = str(host.ask(lambda ref: m.Create(ref, SETTINGS)).room)
        for other in others:
            other.ask(lambda ref: m.Join(ref, self.room))
        for player in players:
            player.ask(lambda ref: m.Ready(ref, self.room, ready=True))
        host.ask(lambda ref: m.Start(ref, self.room))
        self.missing = 0
        """How many have not received the act that is under way."""
        self.sent = 0.0
        self._needle = b""
        self._votes = votes()

    def act(self) -> None:
        """Send the next act."""
        seat, choice, self._needle = next(self._votes)
        self.missing = SEATS
        for one in self.players:
            one.seen = False
        player = self.players[seat]
        frame = codec.frame(m.Act(next(player.refs), self.room, Vote(choice)))
        self.sent = time.perf_counter()
        player.socket.send(frame)

    def read(self, player: Player) -> bool:
        """Take what came for a player; whether it was the last thing that was missing."""
        data = player.tail + player.socket.recv(READ)
        player.tail = data[1 - len(self._needle) :] if self._needle else b""
        if REFUSED in data:
            raise ConnectionError(f"an act was refused: {_words(data)}")
        if player.seen or self._needle not in data:
            return False
        player.seen = True
        self.missing -= 1
        return not self.missing


def _words(data: bytes) -> str:
    """The code and the text of a refusal, as far as they are among some bytes."""
    found = re.search(rb"\xa4code.(?P<code>\w+)\xa4text..?(?P<text>[ -~]*)", data[data.index(REFUSED) :], re.DOTALL)
    return f"{found['code'].decode()} ({found['text'].decode()})" if found else repr(data)


class Drive:
    """Some rooms of one process."""

    def __init__(self, port: int, rooms: int, name: str) -> None:
        self.tables = [
            Table([Player(port, f"{name}{table:03}{seat}") for seat in range(SEATS)]) for table in range(rooms)
        ]
        self._epoll = select.epoll()
        self._readers: dict[int, tuple[Table, Player]] = {}
        for table in self.tables:
            for player in table.players:
                player.socket.setblocking(False)
                self._readers[player.socket.fileno()] = table, player
                self._epoll.register(player.socket, select.EPOLLIN)

    def flat_out(self, begin: float, end: float) -> int:
        """Act in every room as fast as it goes, and count the acts that everybody has between two moments."""
        done = 0
        for table in self.tables:
            table.act()
        while (now := time.monotonic()) < end:
            for table in self._finished(end - now):
                done += begin <= time.monotonic()
                table.act()
        self._settle()
        return done

    def paced(self, begin: float, end: float, rate: float) -> list[float]:
        """Act `rate` times a second in all, one room after another; the seconds until the last member has each act."""
        taken: list[float] = []
        for number in range(int((end - begin) * rate)):
            due = begin + number / rate
            table = self.tables[number % len(self.tables)]
            while table.missing or time.monotonic() < due:
                taken += [time.perf_counter() - one.sent for one in self._finished(max(0.0, due - time.monotonic()))]
            table.act()
        taken += self._settle()
        return taken

    def _settle(self) -> list[float]:
        """Wait for what is under way."""
        taken = []
        while any(table.missing for table in self.tables):
            taken += [time.perf_counter() - one.sent for one in self._finished(1)]
        return taken

    def _finished(self, wait: float) -> Iterator[Table]:
        """Tables of which everybody has the act, as they become such."""
        for number, _ in self._epoll.poll(wait):
            table, player = self._readers[number]
            if table.read(player):
                yield table
