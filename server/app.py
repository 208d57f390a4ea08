"""The server as a whole: the nursery tree, the way in, and the end in order."""

import errno
import gc
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from importlib.metadata import version
from typing import Final, TypeVar

import structlog
import trio

from engines.catalogue import KINDS
from protocol import codec
from protocol.messages import Goodbye
from server.accounts import Accounts
from server.archive import Archive
from server.certificates import Certificates
from server.clock import HouseClock, beat
from server.config import Config
from server.drain import Drain
from server.house import House
from server.journal import Journal
from server.lobby import Lobby
from server.reactor import Reactor
from server.restore import restore
from server.retention import tidy
from server.session import CLOSING, Session
from server.store.errors import StoreError
from server.store.store import Store
from server.throttle import Throttle
from server.visits import Visits
from server.wire import Wire, peer_name, stamp_arrivals

T = TypeVar("T")

LOG = structlog.get_logger()
FULL: Final = "The server is full. Try again a little later."
FULL_ADDRESS: Final = "Too many are connected from your address. Close another client there, or ask the server's admin."
SWEEP: Final = 1.0
SWEPT_AT_ONCE: Final = 50
"""After so many sessions or rooms others have a turn: an act must not wait for all of them."""
LONGEST_END: Final = 5.0
"""How long (s) the server waits at its end for results to be stored and for clients to read their goodbye."""
TURN: Final = 0.0002
"""So long (s) an act may wait while the journal's thread computes, and that thread while acts are judged."""
EXHAUSTED: Final = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
BACK_OFF: Final = 0.1
QUIET: Final = 60.0
"""Between two lines of the log (s) that say the same of a lasting trouble."""


async def serve(config: Config, *, task_status: trio.TaskStatus[tuple[int, str]] = trio.TASK_STATUS_IGNORED) -> None:
    """Run a server until SIGTERM or SIGINT.

    Once it listens it reports the port, and the fingerprint of its certificate ("" without TLS).

    Raises:
        OSError: it cannot listen there.
        StoreError: the database cannot be used.
        CertificateError: the certificate cannot be used.
    """
    certificates = Certificates(config) if config.encrypted else None
    reactor = Reactor()
    with closing(reactor):
        async with await Store.open(config) as store, trio.open_nursery() as nursery:
            accounts = Accounts(store, config.limits.password_queue)
            house = House(
                config, HouseClock(), reactor, store, Journal(store), accounts, Archive(store, KINDS), nursery
            )
            door = Door(house, reactor, Lobby(house, KINDS, store), certificates)
            house.throttle.restore(await store.throttles())
            await door.lobby.dormitory.recall()
            await restore(house, store, door.lobby, KINDS)
            visits = Visits(house, store)
            await visits.restore()
            listeners = await trio.open_tcp_listeners(config.listen.port, host=config.listen.host)
            await nursery.start(door.follow_hangups)
            with trio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
                for task in (reactor.run, house.journal.run, door.lobby.run, door.lobby.dormitory.run, door.sweep):
                    nursery.start_soon(task)
                nursery.start_soon(beat, house.clock, house.day)
                nursery.start_soon(remember, house.throttle, store)
                nursery.start_soon(visits.run)
                nursery.start_soon(tidy, store, config.data)
                for listener in listeners:
                    stamp_arrivals(listener.socket)
                    nursery.start_soon(door.admit, listener)
                spare_the_collector()
                sys.setswitchinterval(TURN)
                port = listeners[0].socket.getsockname()[1]
                LOG.info("started", folder=str(config.folder))
                task_status.started((port, certificates.fingerprint if certificates else ""))
                number = await anext(signals)
            # From here on a second signal ends the process at once.
            LOG.info("closing", signal=signal.Signals(number).name)
            drain = Drain(house, door.lobby)
            if number == signal.SIGTERM and config.server.drain_minutes:
                await drain.announce(config.server.drain_minutes)
            drain.stand_still()
            with trio.move_on_after(LONGEST_END), suppress(StoreError):
                await visits.write()
            with trio.move_on_after(LONGEST_END):
                await door.close(listeners)
            with trio.move_on_after(LONGEST_END):
                await drain.write()
                await write_down(house.throttle, store)
            nursery.cancel_scope.cancel()
    house.turned.finish()
    LOG.info("ended", results_not_stored=house.unstored)


def spare_the_collector() -> None:
    """What is loaded now is never garbage: the collector passes over it, and comes seldom (pauses are jitter).

    What ends lets go of itself, rooms and sessions above all. Only what does not waits for the collector, which looks
    at all that is old after 1,250,000 more objects at the latest: so long it may grow.
    """
    gc.freeze()
    gc.set_threshold(50_000, 5, 5)


async def remember(throttle: Throttle, store: Store) -> None:
    """Write down who was throttled, for ever, so that a restart gives no guesses back."""
    while True:
        await trio.sleep(SWEEP)
        await write_down(throttle, store)


async def write_down(throttle: Throttle, store: Store) -> None:
    """Write down who was throttled lately, if anybody was."""
    spent, gone = throttle.changes()
    if spent or gone:
        try:
            await store.keep_throttles(spent, gone)
        except StoreError:
            # Where the disk is in trouble, the log is told so by what matters more.
            throttle.unwritten(spent, gone)


class Door:
    """Lets clients in, looks after those who are in, and closes for all."""

    def __init__(self, house: House, reactor: Reactor, lobby: Lobby, certificates: Certificates | None = None) -> None:
        self.lobby = lobby
        self._certificates = certificates
        self._house = house
        self._reactor = reactor
        self._closing = False
        self._version = version("fivefold")

    async def admit(self, listener: trio.SocketListener) -> None:
        """Take connections for ever. Without a free file descriptor it waits, and what runs goes on."""
        complained = -QUIET
        while True:
            try:
                stream = await listener.accept()
            except trio.ClosedResourceError:
                return
            except OSError as error:
                if error.errno not in EXHAUSTED:
                    raise
                if trio.current_time() - complained >= QUIET:
                    complained = trio.current_time()
                    LOG.warning("no connection can be taken just now", reason=error.strerror)
                await trio.sleep(BACK_OFF)
            else:
                self._take(socket.socket(fileno=stream.socket.detach()))

    def _take(self, sock: socket.socket) -> None:
        limits, gate = self._house.config.limits, self._house.gate
        if len(self._reactor.wires) >= limits.connections + limits.strangers:
            # So many are being told farewell that there is no time for another one.
            self._house.turned.tell("full", peer_name(sock)[1])
            sock.close()
            return
        try:
            sock.setblocking(False)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            tunnel = self._certificates.tunnel() if self._certificates else None
            wire = Wire(sock, self._reactor, limits.outbox_bytes, tunnel)
            self._reactor.add(wire)
        except OSError:
            # It has hung up already.
            sock.close()
            return
        with self._reactor.batch():
            if self._closing:
                wire.close(codec.frame(Goodbye("closing", CLOSING)))
                return
            if not gate.has_room(wire.network):
                self._house.turned.tell("full", wire.network)
                wire.close(codec.frame(Goodbye("full", FULL_ADDRESS if gate.used_up(wire.network) else FULL)))
                return
        session = Session(self._house, self.lobby, wire, self._version)
        gate.enter(session, wire.network)
        wire.listener = session

    async def follow_hangups(self, *, task_status: trio.TaskStatus[None]) -> None:
        """Read the certificate again, if there is one, whenever SIGHUP comes."""
        with trio.open_signal_receiver(signal.SIGHUP) as signals:
            task_status.started()
            async for _ in signals:
                if self._certificates:
                    self._certificates.reload()
                else:
                    LOG.info("there is nothing to read again", reason="the server does not encrypt")

    async def sweep(self) -> None:
        """Once a second: a changed certificate, silent connections, deserted rooms, farewells that nobody takes."""
        while True:
            await trio.sleep(SWEEP)
            if self._certificates:
                self._certificates.follow()
            await self._each(self._sessions(), Session.sweep)
            self.lobby.look_at_disk()
            await self._each(self.lobby.open, self.lobby.sweep)
            self._reactor.sweep()
            self._house.turned.sweep()

    async def _each(self, things: Sequence[T], sweep: Callable[[T], None]) -> None:
        """Sweep many things, a few at a time."""
        for first in range(0, len(things), SWEPT_AT_ONCE):
            with self._reactor.batch():
                for thing in things[first : first + SWEPT_AT_ONCE]:
                    sweep(thing)
            await trio.lowlevel.checkpoint()

    async def close(self, listeners: list[trio.SocketListener]) -> None:
        """Say goodbye to everybody, and wait until results are stored and goodbyes are read."""
        self._closing = True
        for listener in listeners:
            await listener.aclose()
        with self._reactor.batch():
            for session in self._sessions():
                session.farewell()
        while self._house.unstored or self._reactor.wires:  # noqa: ASYNC110  # at the end, once, and bounded
            await trio.sleep(0.02)

    def _sessions(self) -> list[Session]:
        return [wire.listener for wire in tuple(self._reactor.wires) if isinstance(wire.listener, Session)]
