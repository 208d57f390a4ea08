"""Bots with churning connections on a real server: rooms are made, joined, watched, played and left, links cut.

When it is over, open files, tasks, rooms and memory must be back where they were, and the log must hold no fault.
"""

import argparse
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from os import kill
from typing import Any, Final, TypeAlias

import trio

from engines.five_of_a_kind.model import Settings
from protocol import messages as m
from protocol.connection import Connection
from scripts.serving import CROWDED, Served, serving

SETTINGS: Final = (
    Settings(minutes=1, bot=True, difficulty="beginner"),
    Settings(minutes=1, slots=3, counting="non_matching", previous="mask", interval=3000),
    Settings(rounds=10, end="rounds", hint="availability"),
)
BOTS: Final = 24
STAY: Final = 8.0
"""The longest visit of a bot (s)."""
CUT: Final = 0.4
"""The part of visits that end without a word."""
PHASES: Final = (0.2, 0.4, 0.4)
"""For so long, as parts of the soak, bots churn between two looks. The first is for whatever is kept up to a limit."""
GROWTH: Final = 1024
"""So much more memory (KiB) than at the look before the last phase means that something is kept: Python asks the
system for 1 MiB at a time."""
SETTLING: Final = 30.0
"""Seconds that the server has to forget everybody."""
Ask: TypeAlias = Callable[[int], m.Request]


def _leave(room: str, ref: int) -> m.Leave:
    return m.Leave(ref, room)


@dataclass
class Report:
    """What came of a soak."""

    did: Counter[str] = field(default_factory=Counter)
    looks: list[dict[str, int]] = field(default_factory=list)
    """What the server held after each phase, when everybody was gone."""
    faults: list[str] = field(default_factory=list)


class Visitor:
    """One bot. It comes back as the same person, as long as the server knows it."""

    def __init__(self, port: int, name: str, seed: int, report: Report) -> None:
        self._port, self._name, self._report = port, name, report
        self._dice = random.Random(seed)
        self._registered = False
        self._token: str | None = None
        self._rooms: dict[str, m.Room] = {}
        self._listed: dict[str, m.RoomRow] = {}
        self._ref = 0

    async def visit(self, seconds: float) -> None:
        """Come, do this and that for some seconds, and go, one way or another."""
        try:
            async with await trio.open_tcp_stream("127.0.0.1", self._port) as stream:
                self._stream, self._connection = stream, Connection("client")
                self._report.did["visits"] += 1
                with trio.move_on_after(seconds):
                    async with trio.open_nursery() as nursery:
                        nursery.start_soon(self._listen, nursery.cancel_scope)
                        await self._greet()
                        while True:
                            await trio.sleep(self._dice.uniform(0.05, 0.6))
                            await self._do_something()
                if self._dice.random() < CUT:
                    self._report.did["links cut"] += 1
                elif self._connection.state.name != "CLOSED":
                    await self._stream.send_all(self._connection.send(m.Bye()))
        except* (trio.BrokenResourceError, trio.ClosedResourceError, OSError) as broken:
            self._report.did[f"links broken: {broken.exceptions[0]!r}"] += 1

    async def leave_all(self) -> None:
        """Come once more, and leave every room."""
        self._dice.seed(0)
        async with await trio.open_tcp_stream("127.0.0.1", self._port) as stream:
            self._stream, self._connection = stream, Connection("client")
            with trio.move_on_after(2 * STAY):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._listen, nursery.cancel_scope)
                    await self._greet()
                    await trio.sleep(0.5)
                    while self._rooms:
                        for room in tuple(self._rooms):
                            await self._ask(partial(_leave, room))
                        await trio.sleep(0.2)
                    nursery.cancel_scope.cancel()

    async def _greet(self) -> None:
        self._rooms, self._listed = {}, {}
        await self._send(m.Hello(m.PROTOCOL, "soak", self._token))
        while self._connection.state.name == "HELLO":  # noqa: ASYNC110  # a busy machine takes its time
            await trio.sleep(0.05)
        await trio.sleep(0.2)
        if self._connection.state.name != "SIGNED":
            make = m.SignIn if self._registered else m.Register
            await self._ask(lambda ref: make(ref, self._name, "correct horse"))
            await trio.sleep(0.5)
        if self._connection.state.name == "SIGNED":
            await self._ask(lambda ref: m.Browse(ref, on=True))

    async def _do_something(self) -> None:
        dice = self._dice
        if self._connection.state.name != "SIGNED":
            return
        if not self._rooms or dice.random() < 0.03:
            waiting = [row.room for row in self._listed.values() if row.joinable]
            if waiting and dice.random() < 0.6:
                await self._ask(lambda ref: m.Join(ref, dice.choice(waiting)))
            elif self._listed and dice.random() < 0.3:
                await self._ask(lambda ref: m.Watch(ref, dice.choice(tuple(self._listed))))
            else:
                await self._ask(lambda ref: m.Create(ref, dice.choice(SETTINGS)))
            return
        room = dice.choice(tuple(self._rooms.values()))
        legal = self._legal.get(room.room)
        acts: list[Ask] = [lambda ref: m.Leave(ref, room.room), lambda ref: m.Say(ref, room.room, "soaking")]
        if room.phase == "waiting":
            acts += [lambda ref: m.Ready(ref, room.room, ready=True)] * 4 + [lambda ref: m.Start(ref, room.room)] * 4
        elif room.phase == "playing" and legal:
            acts += [lambda ref: m.Act(ref, room.room, dice.choice(legal))] * 20
        elif room.phase == "over":
            acts += [lambda ref: m.Again(ref, room.room)] * 2
        await self._ask(dice.choice(acts))

    async def _ask(self, make: Ask) -> None:
        self._ref += 1
        await self._send(make(self._ref))

    async def _send(self, message: m.ClientMessage) -> None:
        self._report.did[type(message).__name__] += 1
        await self._stream.send_all(self._connection.send(message))

    async def _listen(self, life: trio.CancelScope) -> None:
        self._legal: dict[str, list[Any]] = {}
        while data := await self._stream.receive_some():
            for message in self._connection.receive(data):
                self._hear(message)
        life.cancel()

    def _hear(self, message: m.ServerMessage) -> None:
        match message:
            case m.Signed(token=token):
                self._registered, self._token = True, token
            case m.Room(room=room):
                self._rooms[room] = message
            case m.Left(room=room):
                self._rooms.pop(room, None)
            case m.Update(room=room, own=own):
                self._legal[room] = [] if own is None else list(own.legal)
            case m.Rooms(rows=rows):
                self._listed = {row.room: row for row in rows}
            case m.RoomRow(room=room):
                self._listed[room] = message
            case m.RoomGone(room=room):
                self._listed.pop(room, None)
            case m.Refused(code=code):
                self._report.did[f"refused: {code}"] += 1
            case m.Goodbye(code=code):
                self._report.did[f"goodbye: {code}"] += 1
            case _:
                pass


def soak(seconds: float, bots: int = BOTS, seed: int = 1) -> Report:
    """Let bots churn for some seconds, and compare what the server holds each time that they are gone."""
    report = Report()
    command = (sys.executable, "-m", "scripts.counted")
    with serving(command, {**CROWDED, "log": {"level": "warning"}}) as served:
        visitors = [Visitor(served.port, f"soaker{number}", seed * 1000 + number, report) for number in range(bots)]
        for part in PHASES:
            trio.run(_churn, visitors, seconds * part)
            report.looks.append(trio.run(_settled, served, report.looks[:1]))
    report.faults += served.faults
    first, *_, before, last = report.looks
    for what in ("files", "tasks", "rooms"):
        if last[what] > first[what]:
            report.faults.append(f"{what}: {first[what]} at first, {last[what]} at last")
    if last["memory"] > before["memory"] + GROWTH:
        report.faults.append("the server keeps memory")
    return report


async def _churn(visitors: list[Visitor], seconds: float) -> None:
    end = trio.current_time() + seconds

    async def come_and_go(visitor: Visitor) -> None:
        while (left := end - trio.current_time()) > 0:
            await visitor.visit(min(left, visitor._dice.uniform(0.5, STAY)))
        await visitor.leave_all()

    async with trio.open_nursery() as nursery:
        for visitor in visitors:
            nursery.start_soon(come_and_go, visitor)


async def _settled(served: Served, first: Sequence[dict[str, int]]) -> dict[str, int]:
    """What the server holds when nobody is there any more. It has some time to come to that, or to the `first` look."""
    look = {"files": served.files, "tasks": 0, "rooms": 0, "memory": served.memory}
    counted = served.folder / "data" / "tasks"
    limit = trio.current_time() + SETTLING
    while trio.current_time() < limit:
        kill(served.pid, signal.SIGUSR1)
        await trio.sleep(1.0)
        if not counted.exists():
            continue
        # Before the list is asked for: the server may still have that connection when it is over here.
        fresh = {"files": served.files, "tasks": int(counted.read_text("ascii")), "rooms": 0, "memory": served.memory}
        fresh["rooms"] = await _rooms(served.port)
        still = all(fresh[what] == one[what] for one in (look, *first) for what in ("files", "tasks"))
        if still and not fresh["rooms"]:
            return fresh
        look = fresh
    return look


async def _rooms(port: int) -> int:
    async with await trio.open_tcp_stream("127.0.0.1", port) as stream:
        connection = Connection("client")
        await stream.send_all(connection.send(m.Hello(m.PROTOCOL)))
        asked = 0
        while data := await stream.receive_some():
            for message in connection.receive(data):
                match message:
                    case m.Welcome():
                        await stream.send_all(connection.send(m.Guest(1, f"c{time.monotonic_ns() % 10**9}")))
                    case m.Accepted() if not asked:
                        asked = 1
                        await stream.send_all(connection.send(m.Browse(2, on=True)))
                    case m.Rooms(rows=rows):
                        return len(rows)
                    case _:
                        pass
    return -1


def main(arguments: Sequence[str]) -> int:
    """Soak a server of this checkout and print what came of it."""
    page = argparse.ArgumentParser("scripts/soak", description=__doc__)
    page.add_argument("--minutes", type=float, default=30.0, help="for how long (default: 30)")
    page.add_argument("--bots", type=int, default=BOTS, help=f"how many (default: {BOTS})")
    page.add_argument("--seed", type=int, default=1, help="what the bots do follows from it, but not when")
    options = page.parse_args(arguments)
    report = soak(options.minutes * 60, options.bots, options.seed)
    for what, count in sorted(report.did.items()):
        print(f"{what}: {count:,}")
    for what in report.looks[0]:
        counts = ", ".join(f"{look[what]:,}" for look in report.looks)
        print(f"{what}: {counts}{' (KiB)' if what == 'memory' else ''}")
    for fault in report.faults:
        print(f"FAULT {fault}")
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
