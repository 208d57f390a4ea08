"""Hostile frames for a real server: random messages that are true to their types, and spoilt bytes.

A server under fuzz must log nothing but breaches of the protocol, answer as before when it is over, and be no larger.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, get_args

import msgspec
import trio
from msgspec import Struct
from msgspec.inspect import type_info

from protocol import codec
from protocol import messages as m
from protocol.connection import Connection
from protocol.errors import ProtocolError
from protocol.frames import FROM_CLIENT
from scripts.serving import SERVER, serving

KINDS: Final[tuple[type[Struct], ...]] = (
    *(kind for kind in get_args(m.ClientMessage) if kind not in {m.Hello, m.Bye}),
    m.Act,
    m.Act,
)
"""What is sent, acts more often than others."""
FIELDS: Final = {kind: type_info(kind).fields for kind in KINDS}  # type: ignore[attr-defined]
BURST: Final = 150
"""Frames of one connection: fewer than the server takes at once from one client."""
SPOILT: Final = 0.01
"""The part of frames that are spoilt: the first of them ends its connection."""
QUIET: Final = 5.0
"""A server that answers a ping no sooner than this (s) has a stuck task."""
WARM_UP: Final = 0.4
"""Such a part of the frames comes before the first look at the memory: guests' rooms are kept for a minute."""
GROWTH: Final = 1.1
"""So much more memory than at the first look means that something is kept."""
FAREWELL: Final = 15.0
"""Within this (s) a connection ends after the client's goodbye, also on a busy machine."""
TEXTS: Final = ("", "a", "Ann", "[/", "[red]x[/]", "\x1b]52;c;aGk=\a", "\u202e", "é" * 40, "x" * 300, "\0", "李", "-1")


Client: TypeAlias = Connection[m.ServerMessage, m.ClientMessage]


@dataclass
class Report:
    """What came of a run."""

    frames: int = 0
    connections: int = 0
    ended: Counter[str] = field(default_factory=Counter)
    """How connections ended, by the server's code."""
    faults: list[str] = field(default_factory=list)
    """Lines of the log, and other signs, that should not be there."""
    before: int = 0
    after: int = 0
    """Resident memory of the server in KiB."""


class Fuzzer:
    """Makes frames from a seed. `rooms` are ids that the server has told of, so that some messages hit."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.rooms = ["aaaaa"]
        self._ref = 0

    def frame(self) -> bytes:
        """One frame, sound or spoilt."""
        body = self._body()
        return self._spoilt(body) if self.dice.random() < SPOILT else body

    def message(self) -> Struct:
        """A message that is true to its type, with whatever values."""
        kind = self.dice.choice(KINDS)
        return kind(**{one.name: self._value(one.type, one.name) for one in FIELDS[kind]})

    def _body(self) -> bytes:
        while True:
            with suppress(ProtocolError, ValueError):
                return codec.frame(self.message(), FROM_CLIENT)  # type: ignore[arg-type]

    def _value(self, kind: msgspec.inspect.Type, name: str = "") -> Any:
        dice = self.dice
        if name == "ref":
            self._ref += 1
            return self._ref if dice.random() < 0.9 else dice.randint(1, 2**31 - 1)
        if name == "room":
            return dice.choice(self.rooms)
        match kind:
            case msgspec.inspect.IntType(ge=least, le=most):
                low, high = -(2**40) if least is None else least, 2**40 if most is None else most
                return dice.choice((low, high, dice.randint(low, high), min(max(low, dice.randint(0, 9)), high)))
            case msgspec.inspect.StrType(max_length=most, pattern=pattern):
                return "0000" if pattern else dice.choice(TEXTS)[: most or 99]
            case msgspec.inspect.BoolType():
                return dice.random() < 0.5
            case msgspec.inspect.FloatType():
                return dice.uniform(-1e9, 1e9)
            case msgspec.inspect.NoneType():
                return None
            case msgspec.inspect.LiteralType(values=values):
                return dice.choice(tuple(values))
            case msgspec.inspect.UnionType(types=types):
                return self._value(dice.choice(types))
            case msgspec.inspect.VarTupleType(item_type=item):
                return tuple(self._value(item) for _ in range(dice.randint(0, 3)))
            case msgspec.inspect.StructType(cls=cls, fields=fields):
                return cls(**{one.name: self._value(one.type, one.name) for one in fields})
            case _:
                raise AssertionError(f"a message holds a {kind}, which nothing here can make")

    def _spoilt(self, frame: bytes) -> bytes:
        dice, spoilt = self.dice, bytearray(frame)
        match dice.randint(0, 5):
            case 0:
                spoilt[dice.randrange(len(spoilt))] ^= 1 << dice.randrange(8)
            case 1:
                del spoilt[dice.randrange(len(spoilt)) :]
            case 2:
                at = dice.randrange(len(spoilt))
                spoilt[at:at] = dice.randbytes(dice.randint(1, 64))
            case 3:
                spoilt[:4] = dice.choice((0, 1, 2**31, 2**32 - 1, FROM_CLIENT + 1)).to_bytes(4, "big")
            case 4:
                depth = dice.randint(2, 2000)
                body = b"\x81\xa1a" * depth + b"\xc0"
                return len(body).to_bytes(4, "big") + body
            case _:
                return dice.randbytes(dice.randint(1, 400))
        return bytes(spoilt)


class Attacker:
    """One client after another, each with a burst of frames, until the number is reached."""

    def __init__(self, port: int, frames: int, seed: int, report: Report) -> None:
        self._port = port
        self._fuzzer = Fuzzer(seed)
        self._left = frames
        self._report = report

    async def run(self) -> None:
        """Attack until all frames are sent."""
        while self._left > 0:
            try:
                await self._visit()
            except* (OSError, trio.BrokenResourceError, trio.ClosedResourceError):
                # The server hung up in the middle, as it should on what was spoilt.
                pass

    async def _visit(self) -> None:
        report, connection = self._report, Connection("client")
        report.connections += 1
        async with await trio.open_tcp_stream("127.0.0.1", self._port) as stream:
            await stream.send_all(connection.send(m.Hello(m.PROTOCOL)))
            if self._fuzzer.dice.random() < 0.9:
                await self._come_in(stream, connection)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._listen, stream, connection, nursery.cancel_scope)
                for _ in range(min(BURST, self._left)):
                    self._left -= 1
                    report.frames += 1
                    await stream.send_all(self._fuzzer.frame())
                await stream.send_all(codec.frame(m.Bye()))
                # A frame that was cut short may have swallowed the farewell: then this ends the connection.
                await stream.send_eof()
                await trio.sleep(FAREWELL)
                report.faults.append("a connection was not closed after its farewell")
                nursery.cancel_scope.cancel()

    async def _come_in(self, stream: trio.SocketStream, connection: Client) -> None:
        """Be a guest, and look at the lobby."""
        await _wait(stream, connection, m.Welcome)
        await stream.send_all(connection.send(m.Guest(1, f"f{self._fuzzer.dice.randrange(10**9)}")))
        await _wait(stream, connection, m.Accepted)
        await stream.send_all(codec.frame(m.Browse(2, on=True)))

    async def _listen(self, stream: trio.SocketStream, connection: Client, life: trio.CancelScope) -> None:
        """Read what the server says, so that it can go on, and learn which rooms there are."""
        try:
            while data := await stream.receive_some():
                for message in connection.receive(data):
                    match message:
                        case m.Goodbye(code=code):
                            self._report.ended[code] += 1
                        case m.Rooms(rows=rows):
                            self._fuzzer.rooms = [row.room for row in rows[:20]] or self._fuzzer.rooms
                        case m.Accepted(room=str(room)):
                            self._fuzzer.rooms = [room, *self._fuzzer.rooms[:9]]
                        case _:
                            pass
        except (ProtocolError, trio.BrokenResourceError, trio.ClosedResourceError):
            pass
        life.cancel()


def fuzz(command: Sequence[str], frames: int, seed: int = 1, clients: int = 20) -> Report:
    """Attack a server that `command` starts, which has to print where it listens."""
    report = Report()
    with serving(command) as served:
        trio.run(_attack, served.port, max(1, int(frames * WARM_UP)), seed, clients, Report())
        report.before = served.memory
        trio.run(_attack, served.port, frames, seed + 1, clients, report)
        trio.run(_greet, served.port, report)
        report.after = served.memory
    report.faults += served.faults
    if report.after > GROWTH * report.before:
        report.faults.append("the server keeps memory")
    return report


async def _attack(port: int, frames: int, seed: int, clients: int, report: Report) -> None:
    async with trio.open_nursery() as nursery:
        for number in range(clients):
            nursery.start_soon(Attacker(port, frames // clients, seed * 1000 + number, report).run)


async def _greet(port: int, report: Report) -> None:
    """A well-behaved client is served as ever."""
    with trio.move_on_after(QUIET):
        async with await trio.open_tcp_stream("127.0.0.1", port) as stream:
            connection = Connection("client")
            await stream.send_all(connection.send(m.Hello(m.PROTOCOL)))
            if await _wait(stream, connection, m.Welcome):
                return
    report.faults.append("the server does not greet any more")


async def _wait(stream: trio.SocketStream, connection: Client, kind: type[Struct]) -> bool:
    """Read until such a message has come; False if the server hung up before."""
    while data := await stream.receive_some():
        if any(isinstance(message, kind) for message in connection.receive(data)):
            return True
    return False


def main(arguments: Sequence[str]) -> int:
    """Fuzz a server of this checkout and print what came of it."""
    page = argparse.ArgumentParser("scripts/fuzz", description=__doc__)
    page.add_argument("--frames", type=int, default=1_000_000, help="how many frames to send (default: a million)")
    page.add_argument("--seed", type=int, default=int(time.time()), help="the same seed sends the same frames")
    options = page.parse_args(arguments)
    print(f"sending {options.frames} frames, seed {options.seed} ...", flush=True)
    began = time.monotonic()
    report = fuzz(SERVER, options.frames, options.seed)
    print(f"{report.frames} frames on {report.connections} connections in {time.monotonic() - began:.0f} s")
    print(f"ended by: {dict(report.ended.most_common())}")
    print(f"memory: {report.before} KiB after the warm-up, {report.after} KiB at the end")
    for fault in report.faults:
        print(f"FAULT {fault}")
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
