"""Kills a real server with real clients at random moments, and holds what comes back against what clients were told.

Players of one long game vote and chat, two others play one short game after another to its stored result, and one
waits behind a passcode. Everybody comes back with a token after every kill.
"""

import argparse
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Final

import trio

from engines.five_of_a_kind.model import Resign, Settings
from protocol import messages as m
from scripts.visitors import Refusal, Visitor

LATEST: Final = 0.05
"""What was told so long (s) before a kill must not be undone; where the machine is busy, some more."""
PASSWORD: Final = "correct horse"
COUNTDOWN: Final = 0.3
SETTINGS: Final = Settings(end="rounds", rounds=100)
"""Long enough to last."""
KEPT: Final = 100
"""So many of the newest lines a room certainly keeps."""
GONE: Final = (trio.BrokenResourceError, trio.ClosedResourceError, OSError)


@dataclass
class Report:
    """What came of a run."""

    kills: int = 0
    starts: list[float] = field(default_factory=list)
    """How long each start took until the server listened (s)."""
    told: int = 0
    """Lines, votes and results that clients were told of."""
    undone: list[float] = field(default_factory=list)
    """How old what a kill has undone was (s)."""
    finished: int = 0
    """Games with a result."""
    faults: list[str] = field(default_factory=list)


class Drill:
    """The players, what they were told, and what must be true after a kill."""

    def __init__(self, dice: random.Random, report: Report) -> None:
        self.dice, self.report = dice, report
        self.talkers = [Visitor(name) for name in ("Ann", "Bo", "Cy")]
        self.pair = [Visitor(name) for name in ("Dee", "Eve")]
        self.waiter = Visitor("Fay")
        self.room = self.waiting = ""
        self._numbers = count()
        self._said: list[tuple[float, str]] = []
        self._over: set[str] = set()

    @property
    def all(self) -> list[Visitor]:
        """Everybody."""
        return [*self.talkers, *self.pair, self.waiter]

    async def settle(self) -> None:
        """Make accounts and rooms, and begin the long game."""
        for visitor in self.all:
            await visitor.ask(m.Register, name=visitor.name, password=PASSWORD)
        self.waiting = await self.waiter.ask(m.Create, settings=SETTINGS, joining="passcode", passcode="1234")
        self.room = await self._open(self.talkers)
        await self._open(self.pair)

    async def _open(self, visitors: list[Visitor]) -> str:
        host, *others = visitors
        room = await host.ask(m.Create, settings=SETTINGS)
        for other in others:
            await other.ask(m.Join, room=room)
        await self._begin(visitors, room)
        return room

    async def _begin(self, visitors: list[Visitor], room: str) -> None:
        for visitor in visitors:
            await visitor.ask(m.Ready, room=room, ready=True)
        await visitors[0].ask(m.Start, room=room)

    # What players do until the server is killed.

    async def talk(self, visitor: Visitor) -> None:
        """Write lines, and command whatever the game allows but to resign."""
        while True:
            await trio.sleep(self.dice.uniform(0, 0.05))
            text = f"{visitor.name} {next(self._numbers)}"
            with suppress(Refusal):
                await visitor.ask(m.Say, room=self.room, text=text)
                self._said.append((time.monotonic(), text))
            updates = visitor.updates.get(self.room)
            own = updates[-1][1].own if updates else None
            choices = [command for command in own.legal if not isinstance(command, Resign)] if own else []
            if choices:
                with suppress(Refusal):
                    await visitor.ask(m.Act, room=self.room, command=self.dice.choice(choices))

    async def duel(self) -> None:
        """One short game after another, each up to its result, from wherever the last kill has left it."""
        host = self.pair[0]
        while True:
            await host.until(lambda: len(host.rooms) == 1)
            (room,) = host.rooms.values()
            with suppress(Refusal):
                if room.phase == "waiting":
                    await self._begin(self.pair, room.room)
                elif room.phase == "playing":
                    await self._resign(room.room)
                else:
                    self._over.add(room.game or "")
                    following = await host.ask(m.Again, room=room.room)
                    await self.pair[1].ask(m.Again, room=room.room)
                    for visitor in self.pair:
                        await visitor.ask(m.Leave, room=room.room)
                    await host.until(partial(host.rooms.__contains__, following))
            await trio.sleep(0.02)

    async def _resign(self, room: str) -> None:
        for visitor in self.pair:
            with suppress(Refusal):
                await visitor.ask(m.Act, room=room, command=Resign())
        await self.pair[0].until(lambda: self.pair[0].rooms[room].phase == "over")

    # What must be true when everybody is back.

    def before(self, killed: float) -> "Before":
        """What everybody was told up to the moment of the kill (s of the monotonic clock)."""
        shown = [(at, one.time) for visitor in self.talkers for at, one in visitor.updates.get(self.room, [])[1:]]
        rooms = {visitor.name: dict(visitor.rooms) for visitor in self.all}
        return Before(killed, rooms, list(self._said), shown)

    async def check(self, before: "Before") -> None:
        """Hold what came back against what was told."""
        long = [visitor for visitor in self.all if visitor not in self.pair]
        for visitor in self.all:
            await visitor.until(partial(_furnished, visitor))
        for visitor in long:
            for number, room in before.rooms[visitor.name].items():
                self._compare(visitor.name, room, visitor.rooms.get(number))
        for visitor in self.talkers:
            await visitor.until(partial(visitor.updates.get, self.room))
            self._look_at_clock(before, visitor.updates[self.room][0][1])
        self._look_at_lines(before, self.talkers[0].lines[self.room])

    def _compare(self, name: str, old: m.Room, new: m.Room | None) -> None:
        def seen(room: m.Room | None) -> Any:
            members = [(one.member, one.name, one.role, one.seat) for one in room.members] if room else []
            return (room.phase, room.host, room.you, room.passcode, members) if room else None

        if seen(old) != seen(new):
            self.report.faults.append(f"{name} is not where they were: {seen(old)} became {seen(new)}")

    def _look_at_clock(self, before: "Before", update: m.Update) -> None:
        """The game's clock stands where the newest view showed it, but for the last moments."""
        stands = update.resumes or update.time
        self.report.told += len(before.shown)
        self._undone(before.at, [at for at, shown in before.shown if shown > stands])

    def _look_at_lines(self, before: "Before", lines: list[str]) -> None:
        here = set(lines)
        lost = [(at, text) for at, text in before.said[-KEPT:] if text not in here]
        self.report.told += len(before.said[-KEPT:])
        self._undone(before.at, [at for at, _ in lost])
        # A line that somebody heard of after the kill was looked at belongs to no kill.
        self._said = [one for one in before.said if one not in lost]

    def _undone(self, killed: float, when: list[float]) -> None:
        self.report.undone += [killed - at for at in when]

    def results(self, folder: Path) -> None:
        """Every result that was told of is in the database, once, and the database is whole."""
        with closing(sqlite3.connect(folder / "fivefold.sqlite3")) as database:
            stored = [row[0] for row in database.execute("SELECT id FROM games")]
            (verdict,) = database.execute("PRAGMA integrity_check").fetchone()
        self.report.finished = len(stored)
        self.report.faults += [f"the result of {game} is lost" for game in self._over - set(stored)]
        if verdict != "ok":
            self.report.faults.append(f"the database is damaged: {verdict}")


@dataclass(frozen=True)
class Before:
    """What everybody was told up to a kill, and when (s of the monotonic clock)."""

    at: float
    rooms: dict[str, dict[str, m.Room]]
    said: list[tuple[float, str]]
    shown: list[tuple[float, int]]


class Machine:
    """A server over one folder, started and killed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.log = folder / "log"
        config = folder / "config.toml"
        config.write_text(f"[server]\ncountdown_seconds = {COUNTDOWN}\n", encoding="utf-8")
        self._command = [sys.executable, "-m", "server", "--port=0", "--data", str(folder), "--config", str(config)]

    @contextmanager
    def running(self) -> Iterator[tuple["subprocess.Popen[str]", int]]:
        """A server; at the end of the block, if not before, it is killed."""
        with (
            self.log.open("a", encoding="utf-8") as log,
            subprocess.Popen(self._command, stdout=subprocess.PIPE, stderr=log, encoding="utf-8") as process,
        ):
            try:
                assert process.stdout is not None
                yield process, int(process.stdout.readline().rpartition(":")[2])
            finally:
                process.send_signal(signal.SIGKILL)


def drill(folder: Path, kills: int, seed: int) -> Report:
    """Kill the server so many times at random moments, and once more let everybody come back."""
    report = Report()
    players, machine = Drill(random.Random(seed), report), Machine(folder)
    before: Before | None = None
    for number in range(kills + 1):
        began = time.monotonic()
        with machine.running() as (process, port):
            report.starts.append(time.monotonic() - began)
            before = trio.run(_between, players, process, port, before, number < kills)
        report.kills = number
    players.results(folder)
    report.faults += [
        line.rstrip() for line in machine.log.read_text(encoding="utf-8").splitlines() if "Traceback" in line
    ]
    return report


async def _between(
    players: Drill, process: "subprocess.Popen[str]", port: int, before: Before | None, kill: bool
) -> Before | None:
    """Come back, look, and play until the kill."""
    told: Before | None = None
    async with trio.open_nursery() as nursery:
        for visitor in players.all:
            await nursery.start(visitor.visit, port)
        if before is None:
            await players.settle()
        else:
            await players.check(before)
        if kill:
            for visitor in players.talkers:
                nursery.start_soon(_until_gone, partial(players.talk, visitor))
            nursery.start_soon(_until_gone, players.duel)
            await trio.sleep(COUNTDOWN + players.dice.uniform(0.05, 1.2))
            killed = time.monotonic()
            process.send_signal(signal.SIGKILL)
            told = players.before(killed)
        nursery.cancel_scope.cancel()
    return told


def _furnished(visitor: Visitor) -> bool:
    return bool(visitor.rooms) and all(map(visitor.lines.__contains__, visitor.rooms))


async def _until_gone(play: Callable[[], Awaitable[None]]) -> None:
    with suppress(*GONE):
        await play()


def main(arguments: Sequence[str]) -> int:
    """Run the drill with a server of this checkout and print what came of it."""
    page = argparse.ArgumentParser("scripts/crash", description=__doc__)
    page.add_argument("--kills", type=int, default=30, help="how often to kill the server (default: 30)")
    page.add_argument("--seed", type=int, default=int(time.time()), help="chooses the moments")
    options = page.parse_args(arguments)
    print(f"{options.kills} kills, seed {options.seed} ...", flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = drill(Path(folder), options.kills, options.seed)
    print(f"{report.kills} kills in {time.monotonic() - began:.0f} s; a start took {max(report.starts):.2f} s at most")
    print(f"{report.told} lines, views and acts were told of; {len(report.undone)} were undone,")
    oldest = max(report.undone, default=0.0)
    print(f"the oldest {1000 * oldest:.0f} ms before its kill; {report.finished} games have results")
    if oldest > LATEST:
        report.faults.append(f"more than the last {1000 * LATEST:.0f} ms were undone")
    for fault in report.faults:
        print(f"FAULT {fault}")
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
