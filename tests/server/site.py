"""A running server with real TCP, and its clients at the other end."""

import signal
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import trio

from protocol import messages as m
from protocol.connection import Connection
from server.app import serve
from server.config import Config

M = TypeVar("M")


class Far:
    """A client at the other end of a real connection."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self.stream = stream
        self.received: list[Any] = []
        self._connection = Connection("client")
        self._ref = 0

    async def say(self, message: m.ClientMessage) -> None:
        """Send a message."""
        await self.stream.send_all(self._connection.send(message))

    async def wait(self, kind: type[M]) -> M:
        """The next message of a kind; everything before it is passed over."""
        with trio.fail_after(10):
            while True:
                while self.received:
                    message = self.received.pop(0)
                    if isinstance(message, kind):
                        return message
                data = await self.stream.receive_some()
                assert data, f"the server hung up before it sent {kind.__name__}"
                self.received += self._connection.receive(bytes(data))

    async def ask(self, request: Any, **fields: Any) -> m.Accepted:
        """Send a request that is accepted."""
        self._ref += 1
        await self.say(request(ref=self._ref, **fields))
        answer = await self.wait(m.Accepted)
        assert answer.ref == self._ref
        return answer


class Site:
    """A running server and its clients."""

    def __init__(self, port: int, fingerprint: str) -> None:
        self.port = port
        self.fingerprint = fingerprint
        self.clients: list[Far] = []

    async def connect(self, context: ssl.SSLContext | None = None) -> Far:
        """A client that has said nothing yet; encrypted where there is a context."""
        stream = await trio.open_tcp_stream("127.0.0.1", self.port)
        self.clients.append(Far(stream if context is None else trio.SSLStream(stream, context)))
        return self.clients[-1]

    async def greeted(self, context: ssl.SSLContext | None = None) -> Far:
        """A client that has said hello."""
        far = await self.connect(context)
        await far.say(m.Hello(m.PROTOCOL))
        await far.wait(m.Welcome)
        return far


@asynccontextmanager
async def serving(settings: Config) -> AsyncIterator[Site]:
    """A running server; SIGTERM ends it, and every client reads why."""
    async with trio.open_nursery() as nursery:
        site = Site(*await nursery.start(serve, settings))
        yield site
        signal.raise_signal(signal.SIGTERM)
        for far in site.clients:
            assert (await far.wait(m.Goodbye)).code == "closing"
            await far.stream.aclose()
