"""One client's socket: tried at once, and waited for only when it would block."""

import socket
import struct
import sys
from collections.abc import Hashable, Iterable
from contextlib import suppress
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Protocol

from protocol import codec
from protocol.messages import Goodbye
from server.gate import network
from server.outbox import Outbox, Overflow
from server.tunnel import Tunnel, TunnelError

if TYPE_CHECKING:
    from server.reactor import Reactor

READ_SIZE = 16_384
LINGER = 2.0
"""How long (s) a connection that the server closes may take to receive its last frame."""

UNENCRYPTED = codec.frame(Goodbye("tls", "This server takes encrypted connections only."))
"""What a client reads that spoke in clear to a server with TLS. The code lets it try again with TLS."""

# Python does not name SO_TIMESTAMPNS; this is its value in Linux's asm-generic/socket.h.
SO_TIMESTAMPNS = 35
STAMPED = sys.platform == "linux"
TIMESPEC = struct.Struct("@ll")


class Stampable(Protocol):
    """A socket, Trio's or the library's."""

    def setsockopt(self, level: int, option: int, value: int, /) -> None:
        """Set an option."""


class Outlet(Protocol):
    """The way to a client, as a session uses it."""

    peer: str
    """The client's address and port, for the log."""
    network: str
    """What limits and throttles know the client by."""

    def send(self, frame: bytes, replaces: Hashable = None) -> None:
        """Hand on a frame. If the client has fallen behind, it takes the place of an unsent one with the same key."""

    def close(self, last: bytes = b"", *, keep: bool = True) -> None:
        """Send what waits (unless not to `keep`) and a last frame, as far as the client takes it, and hang up."""


class Listener(Protocol):
    """Whoever receives what a client sends."""

    def take(self, data: bytes, at: float) -> None:
        """Bytes came in at a moment of Trio's clock, now at the latest."""

    def lost(self) -> None:
        """The client hung up or the connection broke. Called at most once, and not after `Outlet.close`."""

    def unencrypted(self, reason: str) -> None:
        """No encryption has come about, and the client is hung up on. `lost` is not called then."""

    def overflowed(self) -> None:
        """The client does not read what it is sent. It is to be closed."""


class Phase(Enum):
    """How far a wire's life has come."""

    OPEN = "frames go both ways"
    CLOSING = "the rest is sent, nothing is listened to"
    DRAINING = "all was sent; waits for the other side to hang up"
    CLOSED = "gone"


class Wire:
    """A connected socket with its outbox, and with a tunnel where it is encrypted. It belongs to one reactor."""

    def __init__(self, sock: socket.socket, reactor: "Reactor", limit: int, tunnel: Tunnel | None = None) -> None:
        self.socket = sock
        self.phase = Phase.OPEN
        self.full = False
        self.closing_since = 0.0
        self.watched = False
        """Whether the reactor waits for room in the socket."""
        self.listener: Listener | None = None
        self.outbox = Outbox(limit, tunnel)
        self.peer, self.network = peer_name(sock)
        self._tunnel = tunnel
        self._reactor = reactor
        stamp_arrivals(sock)

    def send(self, frame: bytes, replaces: Hashable = None) -> None:
        """Send a frame: at the end of the batch, or at once outside of one. It waits if the socket is full."""
        if self.phase is not Phase.OPEN or self.full:
            return
        if not self.watched:
            self._reactor.post(self, frame)
            return
        try:
            self.outbox.put(frame, replaces)
        except Overflow:
            self._overflow()

    def close(self, last: bytes = b"", *, keep: bool = True) -> None:
        """Hang up in order: the last frame reaches a client that reads."""
        if self.phase is not Phase.OPEN:
            return
        if not keep:
            self.outbox.clear()
        self.listener = None
        self.phase = Phase.CLOSING
        self._reactor.closing(self, last)

    def flush(self, fresh: Iterable[bytes] = ()) -> None:
        """Give the socket what it takes without waiting: what waits already, and then fresh frames."""
        outbox = self.outbox
        if outbox.size or self._tunnel is not None:
            for frame in fresh:
                outbox.add(frame)
            chunk = outbox.take()
        else:  # mostly
            chunk = b"".join(fresh)
        while chunk and (self.phase is Phase.OPEN or self.phase is Phase.CLOSING):
            try:
                sent = self.socket.send(chunk)
            except BlockingIOError:
                sent = 0
            except OSError:
                self.broken()
                return
            if sent < len(chunk):
                outbox.put_back(chunk[sent:])
                break
            chunk = outbox.take() if outbox.size else b""
        if outbox.held_up is not self.watched:
            self._reactor.watch(self)
        if self.phase is Phase.CLOSING:
            if not outbox.size:
                self._hang_up()
        elif outbox.size > outbox.limit:
            self._overflow()

    def _overflow(self) -> None:
        """More waits than may; whoever listens ends it."""
        self.full = True
        if self.listener is not None:
            self._reactor.later(self.listener.overflowed)

    def receive(self) -> tuple[bytes, int | None] | None:
        """What came in, and the wall clock's ns at which the kernel got the newest of it, where the kernel says so.

        Empty bytes mean that the other side hung up; None that there is nothing to read.
        """
        try:
            data, extra, _, _ = self.socket.recvmsg(READ_SIZE, 64 if STAMPED else 0)
        except BlockingIOError:
            return None
        except OSError:
            return b"", None
        if self._tunnel is not None and data and self.phase is not Phase.DRAINING:
            opened = self._unsealed(self._tunnel, data)
            if opened is None:
                return None
            data = opened
        for level, kind, stamp in extra:
            if level == socket.SOL_SOCKET and kind == SO_TIMESTAMPNS and len(stamp) == TIMESPEC.size:
                seconds, nanoseconds = TIMESPEC.unpack(stamp)
                return data, seconds * 1_000_000_000 + nanoseconds
        return data, None

    def _unsealed(self, tunnel: Tunnel, data: bytes) -> bytes | None:
        """The plaintext that came in; empty when the other side ended the connection, None when there is none yet."""
        try:
            text, ended = tunnel.unseal(data)
        except TunnelError as error:
            self._refuse(error, UNENCRYPTED if error.plain else tunnel.sealed())
            return None
        if raw := tunnel.sealed():
            self.outbox.put_sealed(raw)
        if self.outbox:
            # What the handshake says, or what had to wait for its end.
            self._reactor.post(self)
        return text if text or ended else None

    def _refuse(self, error: TunnelError, last: bytes) -> None:
        """Hang up on a client with which no encryption came about."""
        listener, self.listener = self.listener, None
        self.outbox.clear()
        self.outbox.put_sealed(last)
        self._tunnel = None
        self.phase = Phase.CLOSING
        self._reactor.closing(self)
        if listener is not None:
            # Every client's first attempt is in clear: it learns from the answer that it has to encrypt.
            self._reactor.later(listener.lost if error.plain else partial(listener.unencrypted, str(error)))

    def broken(self) -> None:
        """The connection is gone, whoever ended it."""
        if self.phase is Phase.CLOSED:
            return
        self.phase = Phase.CLOSED
        self._reactor.forget(self)
        self.socket.close()
        listener, self.listener = self.listener, None
        if listener is not None:
            self._reactor.later(listener.lost)

    def _hang_up(self) -> None:
        """Say that no more comes, and wait for the other side.

        Closing with unread input would reset the connection, and the reset could overtake the last frame.
        """
        self.phase = Phase.DRAINING
        try:
            if self._tunnel is not None:
                with suppress(BlockingIOError):
                    self.socket.send(self._tunnel.farewell())
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            self.broken()


def stamp_arrivals(sock: Stampable) -> None:
    """Let the kernel note when it receives, where it can.

    The first socket that asks for it, of all on the machine, gets it some ms later: so listeners ask early.
    """
    if STAMPED:
        sock.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)


def peer_name(sock: socket.socket) -> tuple[str, str]:
    """The address and port of the other side, and its network; both empty if it is gone already."""
    try:
        address = sock.getpeername()
    except OSError:
        return "", ""
    if not isinstance(address, tuple):
        return str(address), str(address)
    return f"{address[0]}:{address[1]}", network(address[0])
