"""All sockets in one task: what is ready is read in one go and judged in the order in which the kernel received it.

Trio runs ready tasks in random order, so with a task per connection the first of two presses a few microseconds apart
would win no more often than the second. Here one task waits for a selector of its own, and a batch is one synchronous
function: nothing else runs between the first byte read and the last frame sent. It is also the fastest way.
"""

import selectors
import time
from collections import deque
from collections.abc import Callable, Iterator
from math import inf
from typing import NamedTuple

import trio

from server.wire import LINGER, Phase, Wire

LONGEST_BATCH = 16
"""After so many arrivals frames are sent and other tasks have a turn, the journal's and timers among them."""
MILLISECOND = 0.001
"""In a game nothing is earlier than something else by less (s)."""
STEADY = 0.000_05
"""Two clocks are compared well if looking at both took no longer than this (s)."""


class Arrival(NamedTuple):
    """What a wire received. `order` sorts a batch; `moment` is the same on Trio's clock, kept within reason."""

    order: float
    moment: float
    wire: Wire
    data: bytes


class Batch:
    """Around what is sent together."""

    __slots__ = ("_reactor",)

    def __init__(self, reactor: "Reactor") -> None:
        self._reactor = reactor

    def __enter__(self) -> None:
        self._reactor.begin()

    def __exit__(self, *_: object) -> None:
        self._reactor.end()


def clocks(clock: trio.abc.Clock) -> tuple[float, int]:
    """One moment on Trio's clock (s) and on the wall's (ns). A pause between the two looks would date all wrongly."""
    for _ in range(5):
        before, wall, after = clock.current_time(), time.time_ns(), clock.current_time()
        if after - before <= STEADY:
            break
    return (before + after) / 2, wall


class Reactor:
    """Owns the wires. `hear` may be called at any time by whoever wants to judge by what has already come in."""

    def __init__(self) -> None:
        self.wires: set[Wire] = set()
        self._selector = selectors.DefaultSelector()
        self._mail: dict[Wire, list[bytes]] = {}
        self._depth = 0
        self._batch = Batch(self)
        self._unheard: deque[Arrival] = deque()
        self._heard = trio.lowlevel.ParkingLot()
        self._idle = trio.CancelScope()
        """Around `run` while it waits for the sockets."""
        self._clock = trio.lowlevel.current_clock()
        self._polled = self._clock.current_time()
        self._farewell: set[Wire] = set()
        self._tasks: list[Callable[[], None]] = []

    def add(self, wire: Wire) -> None:
        """Begin to read from a wire."""
        self._selector.register(wire.socket, selectors.EVENT_READ, wire)
        self.wires.add(wire)

    async def run(self) -> None:
        """Read and answer for ever."""
        while True:
            if self._unheard:
                await trio.lowlevel.checkpoint()
            else:
                with trio.CancelScope() as self._idle:
                    await trio.lowlevel.wait_readable(self._selector.fileno())
                self._look()
            # An eighth of them at least, so that they cannot become more and more.
            self._judge(max(LONGEST_BATCH, len(self._unheard) // 8))
            self._heard.unpark_all()

    async def hear(self, moment: float) -> float:
        """Wait until all is heard that came in by a moment that is past; gives the moment up to which all is by then.

        Whoever waits leaves the judging to `run`, which never takes long at a time. Many games may have something due
        at once, and on a busy server each would find new acts to judge.
        """
        if self._polled < moment:
            self._look()
        if self._unheard:
            self._idle.cancel()
        while self._unheard and self._unheard[0].moment <= moment + MILLISECOND:
            await self._heard.park()
        return moment if self._unheard else self._polled

    def _look(self) -> None:
        """See what has come in, all of which came after what is unheard still."""
        with self.batch():
            self._unheard.extend(sorted(self._arrivals(), key=lambda arrival: arrival.order))

    def _judge(self, most: int) -> None:
        """Let at most so many arrivals be heard, and send what they led to."""
        with self.batch():
            for _ in range(min(most, len(self._unheard))):
                _, moment, wire, data = self._unheard.popleft()
                if not data:
                    wire.broken()
                elif wire.listener is not None:
                    wire.listener.take(data, moment)

    def batch(self) -> "Batch":
        """Frames that are sent inside go out together at its end. Who sends to many does it in a batch."""
        return self._batch

    def begin(self) -> None:
        """A batch begins, perhaps inside of another."""
        self._depth += 1

    def end(self) -> None:
        """A batch ends."""
        try:
            if self._depth == 1:
                self._deliver()
        finally:
            self._depth -= 1

    def post(self, wire: Wire, frame: bytes = b"") -> None:
        """A frame goes to a wire, or only what waits for it already."""
        frames = self._mail.get(wire)
        if frames is None:
            self._mail[wire] = [frame]
        else:
            frames.append(frame)
        if not self._depth:
            self._deliver()

    def later(self, task: Callable[[], None]) -> None:
        """Do something at the end of the batch, when nobody is in the middle of a list of members."""
        self._tasks.append(task)

    def closing(self, wire: Wire, last: bytes = b"") -> None:
        """A wire sends its last frames; it has `LINGER` seconds for that."""
        wire.closing_since = trio.current_time()
        self._farewell.add(wire)
        self.post(wire, last)

    def sweep(self) -> None:
        """Let go of wires that did not take their farewell in time."""
        now = trio.current_time()
        with self.batch():
            for wire in [wire for wire in self._farewell if now - wire.closing_since > LINGER]:
                wire.broken()

    def watch(self, wire: Wire) -> None:
        """Wait for room in a wire's socket too, or not any more."""
        wire.watched = wire.outbox.held_up
        if wire in self.wires:
            wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if wire.watched else 0)
            self._selector.modify(wire.socket, wanted, wire)

    def forget(self, wire: Wire) -> None:
        """A wire is gone."""
        if wire in self.wires:
            self.wires.discard(wire)
            self._selector.unregister(wire.socket)
        self._farewell.discard(wire)
        self._mail.pop(wire, None)

    def close(self) -> None:
        """Hang up on everybody who is still there, at once, and tell nobody."""
        for wire in tuple(self.wires):
            wire.listener = None
            wire.broken()
        self._selector.close()

    def _arrivals(self) -> Iterator[Arrival]:
        """What every ready wire received and when, on Trio's clock; an end of a connection counts as last.

        What came before the previous look at the selector would have been found then. So no moment is earlier than
        that look, whatever becomes of the machine's wall clock. Wall clock and Trio's are compared once for all, so
        that the kernel's order is kept to the nanosecond.
        """
        here, wall = clocks(self._clock)
        earliest, self._polled = self._polled, here
        for key, ready in self._selector.select(0):
            wire: Wire = key.data
            if ready & selectors.EVENT_WRITE:
                wire.flush()
            if not ready & selectors.EVENT_READ or wire.phase is Phase.CLOSED:
                continue
            received = wire.receive()
            if received is None:
                continue
            data, stamp = received
            moment = here if stamp is None else here - (wall - stamp) / 1e9
            order = moment if data else inf
            if moment > here:  # it came just now, or the wall's clock jumped
                moment = min(moment, self._clock.current_time())
            yield Arrival(order, max(moment, earliest), wire, data)

    def _deliver(self) -> None:
        while self._mail or self._tasks:
            tasks, self._tasks = self._tasks, []
            for task in tasks:
                task()
            mail, self._mail = self._mail, {}
            for wire, frames in mail.items():
                wire.flush(frames)
