"""The reactor with real TCP on this machine: order of arrival, slow readers, and ends of every kind."""

import random
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress

import pytest
import trio

from server import reactor as reactor_module
from server.reactor import Reactor
from server.tunnel import Tunnel
from server.wire import Phase, Wire


class Ear:
    """A listener that notes what it hears in a list that all share."""

    def __init__(self, name: str, heard: list[tuple[str, bytes, float]]) -> None:
        self.name, self.heard = name, heard
        self.ended: list[str] = []

    def take(self, data: bytes, at: float) -> None:
        """Bytes came in."""
        self.heard.append((self.name, data, at))

    def lost(self) -> None:
        """The other side is gone."""
        self.ended.append("lost")

    def unencrypted(self, reason: str) -> None:
        """It did not encrypt."""
        self.ended.append(reason)

    def overflowed(self) -> None:
        """It does not read."""
        self.ended.append("overflowed")


class Loop:
    """A reactor with pairs of real connections."""

    def __init__(self) -> None:
        self.reactor = Reactor()
        self.heard: list[tuple[str, bytes, float]] = []
        self.ears: dict[str, Ear] = {}
        self.wires: dict[str, Wire] = {}
        self.peers: dict[str, socket.socket] = {}

    def pair(self, name: str, limit: int = 1 << 20, tunnel: Tunnel | None = None) -> tuple[socket.socket, Wire]:
        """A client's socket and the server's wire to it."""
        with socket.create_server(("127.0.0.1", 0)) as listener:
            peer = socket.create_connection(listener.getsockname())
            sock, _ = listener.accept()
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        peer.settimeout(5)
        sock.setblocking(False)
        wire = Wire(sock, self.reactor, limit, tunnel)
        self.reactor.add(wire)
        wire.listener = self.ears[name] = Ear(name, self.heard)
        self.peers[name], self.wires[name] = peer, wire
        return peer, wire

    def collect(self) -> None:
        """Take everything that has come in, and send what it led to."""
        self.reactor._look()
        self.reactor._judge(len(self.reactor._unheard))

    def close(self) -> None:
        """Close both sides of everything."""
        self.reactor.close()
        for peer in self.peers.values():
            peer.close()


@contextmanager
def looped() -> Iterator[Loop]:
    """A reactor that is driven by hand."""
    with closing(Loop()) as loop:
        yield loop


async def until(reactor: Reactor, condition: Callable[[], object]) -> None:
    """Let the reactor run until something is so."""
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(reactor.run)
            while not condition():
                await trio.sleep(0.001)
            nursery.cancel_scope.cancel()


async def stamps(loop: Loop) -> None:
    """Wait until the kernel stamps: it begins some ms after the first socket of the machine asks for it."""
    peer, wire = loop.pair("first")
    with trio.fail_after(5):
        while True:
            peer.send(b"?")
            await trio.sleep(0.001)
            received = wire.receive()
            if received is not None and received[1] is not None:
                return


def phase(wire: Wire) -> Phase:
    """How far a wire's life has come by now."""
    return wire.phase


def read_all(peer: socket.socket) -> bytes:
    """Everything until the server hangs up."""
    data = b""
    while chunk := peer.recv(1 << 16):
        data += chunk
    return data


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux stamps what it receives")
async def test_a_batch_is_judged_in_the_order_in_which_the_kernel_received_it() -> None:
    with looped() as loop:
        names = [f"peer {number}" for number in range(8)]
        for name in names:
            loop.pair(name)
        await stamps(loop)
        dice = random.Random(5)
        for _ in range(50):
            dice.shuffle(names)
            before = trio.current_time()
            for name in names:
                loop.peers[name].send(name.encode())
            loop.collect()
            after = trio.current_time()
            assert [name for name, _, _ in loop.heard] == names
            moments = [at for _, _, at in loop.heard]
            assert moments == sorted(moments)
            # The wall clock and Trio's may drift apart by some microseconds meanwhile.
            assert before - 0.001 <= moments[0]
            assert moments[-1] <= after
            loop.heard.clear()


async def test_without_a_stamp_the_time_of_the_read_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.wire.STAMPED", False)
    with looped() as loop:
        peer, _ = loop.pair("a")
        peer.send(b"hello")
        before = trio.current_time()
        loop.collect()
        ((_, data, at),) = loop.heard
        assert data == b"hello"
        assert before <= at <= trio.current_time()


async def test_a_wall_clock_that_jumps_moves_no_arrival_out_of_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    with looped() as loop:
        peer, _ = loop.pair("a")
        for jump in (3600 * 10**9, -3600 * 10**9):
            loop.collect()
            before = trio.current_time()
            peer.send(b"hello")
            real = time.time_ns
            with monkeypatch.context() as patch:
                patch.setattr(time, "time_ns", lambda real=real, jump=jump: real() + jump)
                loop.collect()
            _, _, at = loop.heard.pop()
            assert before - 0.1 <= at <= trio.current_time()


async def test_a_moment_that_was_heard_is_not_looked_at_again() -> None:
    with looped() as loop:
        peer, _ = loop.pair("a")
        peer.send(b"before")
        loop.collect()
        due = loop.reactor._polled
        peer.send(b"after")
        assert await loop.reactor.hear(due) == due
        assert [data for _, data, _ in loop.heard] == [b"before"]


async def test_time_waits_for_what_came_before_it_and_for_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reactor_module, "LONGEST_BATCH", 2)
    with looped() as loop:
        names = [f"peer {number}" for number in range(8)]
        for name in names:
            loop.pair(name)
        await stamps(loop)
        early, late = names[:4], names[4:]
        for name in early:
            loop.peers[name].send(name.encode())
        await trio.sleep(0.005)
        due = trio.current_time()
        await trio.sleep(0.005)
        for name in late:
            loop.peers[name].send(name.encode())
        with trio.fail_after(5):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(loop.reactor.run)
                assert await loop.reactor.hear(due) >= due
                assert [name for name, _, _ in loop.heard][:4] == early
                # What came later is heard too, though no socket has anything more to read.
                while len(loop.heard) < len(names):
                    await trio.sleep(0)
                nursery.cancel_scope.cancel()
        assert [name for name, _, _ in loop.heard] == names


async def test_frames_of_a_batch_leave_together_at_its_end() -> None:
    with looped() as loop:
        peer, wire = loop.pair("a")
        with loop.reactor.batch():
            wire.send(b"one")
            with loop.reactor.batch():
                wire.send(b"two")
            peer.setblocking(False)
            with pytest.raises(BlockingIOError):
                peer.recv(100)
        peer.settimeout(5)
        assert peer.recv(100) == b"onetwo"
        wire.send(b"three")
        assert peer.recv(100) == b"three"


async def test_a_slow_reader_gets_everything_whole_and_in_order() -> None:
    with looped() as loop:
        peer, wire = loop.pair("a", limit=1 << 24)
        frames = [bytes([number]) * 50_000 for number in range(200)]
        with loop.reactor.batch():
            for frame in frames:
                wire.send(frame)
        assert wire.outbox.held_up
        got = bytearray()

        def read() -> bool:
            peer.setblocking(False)
            with suppress(BlockingIOError):
                got.extend(peer.recv(1 << 20))
            return len(got) == 200 * 50_000

        await until(loop.reactor, read)
        assert bytes(got) == b"".join(frames)
        assert not wire.outbox.held_up


async def test_who_never_reads_is_told_on_while_the_others_are_served() -> None:
    with looped() as loop:
        deaf, wire = loop.pair("deaf", limit=200_000)
        other, fine = loop.pair("other")
        sent = 0
        while not loop.ears["deaf"].ended:
            with loop.reactor.batch():
                for each in (wire, fine):
                    each.send(bytes(20_000))
            assert len(other.recv(20_000, socket.MSG_WAITALL)) == 20_000
            sent += 1
            assert sent < 2_000
        assert loop.ears["deaf"].ended == ["overflowed"]
        assert wire.outbox.size <= 200_000
        # What its session does then: a goodbye after the frame that was begun, and the end.
        wire.close(b"GOODBYE", keep=False)
        assert phase(wire) in {Phase.CLOSING, Phase.DRAINING}, "where the kernel has made room meanwhile"
        got = bytearray()

        def read() -> bool:
            deaf.setblocking(False)
            with suppress(BlockingIOError):
                got.extend(deaf.recv(1 << 20))
            return phase(wire) is Phase.DRAINING

        await until(loop.reactor, read)
        deaf.settimeout(5)
        got += read_all(deaf)
        assert got.endswith(b"GOODBYE")
        deaf.close()
        await until(loop.reactor, lambda: phase(wire) is Phase.CLOSED)


async def test_the_last_frame_arrives_although_the_client_still_talks() -> None:
    with looped() as loop:
        peer, wire = loop.pair("a")
        peer.sendall(bytes(100_000))
        wire.close(b"GOODBYE")
        peer.sendall(bytes(100_000))
        await until(loop.reactor, lambda: phase(wire) is Phase.DRAINING)
        assert read_all(peer) == b"GOODBYE"
        assert loop.heard == []
        peer.close()
        await until(loop.reactor, lambda: phase(wire) is Phase.CLOSED)
        assert loop.ears["a"].ended == []


async def test_a_client_that_hangs_up_is_lost_once_after_its_last_words() -> None:
    with looped() as loop:
        peer, wire = loop.pair("a")
        peer.send(b"bye")
        peer.close()
        await until(loop.reactor, lambda: loop.ears["a"].ended)
        assert [data for _, data, _ in loop.heard] == [b"bye"]
        wire.send(b"too late")
        wire.close(b"too late")
        loop.collect()
        assert loop.ears["a"].ended == ["lost"]
        assert loop.reactor.wires == set()


async def test_a_reset_connection_ends_that_one_only() -> None:
    with looped() as loop:
        peer, wire = loop.pair("a")
        other, fine = loop.pair("b")
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        peer.close()
        with loop.reactor.batch():
            for each in (wire, fine):
                each.send(b"news")
        await until(loop.reactor, lambda: loop.ears["a"].ended)
        assert other.recv(10) == b"news"
        assert loop.ears["b"].ended == []


async def test_who_does_not_take_the_farewell_is_let_go_anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    with looped() as loop:
        _, wire = loop.pair("a")
        wire.close(b"GOODBYE")
        loop.reactor.sweep()
        assert phase(wire) is Phase.DRAINING
        monkeypatch.setattr(reactor_module, "LINGER", -1.0)
        loop.reactor.sweep()
        assert phase(wire) is Phase.CLOSED


async def test_a_fault_in_what_was_left_for_later_leaves_the_reactor_whole() -> None:
    def broken() -> None:
        raise ZeroDivisionError("planted")

    with looped() as loop:
        peer, wire = loop.pair("a")
        with pytest.raises(ZeroDivisionError), loop.reactor.batch():
            loop.reactor.later(broken)
        wire.send(b"alive")
        assert peer.recv(10) == b"alive"


async def test_closing_leaves_no_socket_open() -> None:
    loop = Loop()
    wires = [loop.pair(name)[1] for name in "abc"]
    loop.close()
    assert [wire.socket.fileno() for wire in wires] == [-1, -1, -1]
    assert all(not ear.ended for ear in loop.ears.values())
