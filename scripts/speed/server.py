"""The core's speed: 200 rooms of four over loopback TCP, the server on one core and those who play on the others."""

import multiprocessing
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from scripts.serving import CROWDED, Served, serving
from scripts.speed import idle
from scripts.speed.rooms import Drive

ROOMS: Final = 200
RATE: Final = 200.0
"""Acts a second while the time to the last member is measured."""
WARM: Final = 1.0
"""Seconds that are not counted, before each run."""
BUSY: Final = 0.9
"""A load generator that uses more than this part of its time may be what is slow."""


def measure(seconds: float, runs: int, profile: Path | None) -> int:
    """Print acts per second of the processor's time, how long one takes, and how far the journal is behind."""
    allow_files()
    first, *others = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        lags = Path(folder) / "lags"
        command = (sys.executable, "-m", "scripts.speed.launch", str(profile or "-"), str(lags))
        with serving(command, CROWDED, core=first) as served, crew(served.port, others or [first]) as generators:
            begin = time.monotonic()
            rates = [flat_out(served, generators, seconds) for _ in range(runs)]
            low, high = min(rates), max(rates)
            print(
                f"acts per server-CPU-second: {statistics.median(rates):,.0f} ({low:,.0f} to {high:,.0f}, {runs} runs)"
            )
            middle = time.monotonic()
            paced(served, generators, seconds)
            end = time.monotonic()
        noted = [(float(moment), float(lag)) for moment, lag in map(str.split, lags.read_text("ascii").splitlines())]
    tell_lag(f"at {RATE:.0f} acts/s", [lag for moment, lag in noted if middle + WARM <= moment < end])
    tell_lag("as fast as it goes", [lag for moment, lag in noted if begin + WARM <= moment < middle])
    for tls in (False, True):
        idle.measure(tls)
    for fault in served.faults:
        print(f"FAULT {fault}")
    if not others:
        print("There is one core only, which server and players shared.")
    print(f"load average of the machine at the end: {os.getloadavg()[0]:.1f}")
    return 1 if served.faults else 0


def tell_lag(when: str, lags: list[float]) -> None:
    """Print how old the oldest act of each writing was when it was on disk."""
    taken = sorted(lag * 1000 for lag in lags)
    if taken:
        middle, late = statistics.median(taken), taken[int(len(taken) * 0.99)]
        print(f"the journal is behind, {when}: median {middle:.0f} ms, 99th percentile {late:.0f} ms, ", end="")
        print(f"most {taken[-1]:.0f} ms ({len(taken):,} writings)")


def flat_out(served: Served, generators: list[Connection], seconds: float) -> float:
    """One run as fast as it goes: acts per second of the server's processor time."""
    begin = time.monotonic() + WARM
    end = begin + seconds
    for generator in generators:
        generator.send(("flat_out", begin, end))
    _sleep_until(begin)
    before = served.processor
    _sleep_until(end)
    used = served.processor - before
    answers = [generator.recv() for generator in generators]
    done = sum(acts for acts, _ in answers)
    busiest = max(busy for _, busy in answers) / seconds
    print(f"  {done / seconds:,.0f} acts/s, server {used / seconds:.0%} and busiest generator {busiest:.0%} of a core")
    if sum(busy for _, busy in answers) / seconds > BUSY and used / seconds < BUSY:
        print("  (the load generator was the bottleneck of acts/s, which does not touch acts per CPU-second)")
    return float(done / used)


def paced(served: Served, generators: list[Connection], seconds: float) -> None:
    """Print how long an act takes from being sent to the last of four having received it.

    The processes take turns, so that the acts of all of them are evenly spread.
    """
    begin = time.monotonic() + WARM
    for number, generator in enumerate(generators):
        turn = begin + number / RATE
        generator.send(("paced", turn, turn + seconds, RATE / len(generators)))
    before = served.processor
    taken = sorted(one * 1000 for generator in generators for one in generator.recv()[0])
    used = (served.processor - before) / (seconds + WARM)
    middle, late = statistics.median(taken), taken[int(len(taken) * 0.99)]
    print(f"from sent to the last of four, at {RATE:.0f} acts/s: median {middle:.2f} ms, 99th percentile {late:.2f} ms")
    print(f"  ({len(taken):,} acts, worst {taken[-1]:.1f} ms, server {used:.1%} of a core)")


@contextmanager
def crew(port: int, cores: list[int]) -> Iterator[list[Connection]]:
    """Processes that drive rooms: at least two, at most one for each core."""
    many = max(2, len(cores))
    ends: list[Connection] = []
    processes = []
    for number in range(many):
        mine, theirs = multiprocessing.Pipe()
        rooms = ROOMS // many + (number < ROOMS % many)
        process = multiprocessing.Process(target=_drive, args=(theirs, port, rooms, f"p{number}x", cores))
        process.start()
        theirs.close()
        ends.append(mine)
        processes.append(process)
    try:
        for end in ends:
            end.recv()
        yield ends
        for end in ends:
            end.send(None)
    finally:
        for end in ends:
            end.close()
        for process in processes:
            process.join()


def _drive(orders: Connection, port: int, rooms: int, name: str, cores: list[int]) -> None:
    """What a generator process does until there are no more orders."""
    os.sched_setaffinity(0, set(cores))
    drive = Drive(port, rooms, name)
    orders.send("ready")
    order: tuple[Any, ...] | None
    try:
        while order := orders.recv():
            before = time.process_time()
            done = drive.flat_out(*order[1:]) if order[0] == "flat_out" else drive.paced(*order[1:])
            orders.send((done, time.process_time() - before))
    except EOFError:
        pass


def allow_files() -> None:
    """Let this process and its children open as many files as the system lets them."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _sleep_until(moment: float) -> None:
    time.sleep(max(0.0, moment - time.monotonic()))
