"""A server for the client's tests: the real protocol over a real socket, but what it says is the test's to decide."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from client.address import Address
from protocol.connection import Connection
from protocol.messages import (
    PROTOCOL,
    Accepted,
    Bye,
    ClientMessage,
    Guest,
    Hello,
    Ping,
    Pong,
    Register,
    ServerMessage,
    Signed,
    SignIn,
    Welcome,
)

M = TypeVar("M", bound=ClientMessage)

WELCOME = Welcome(PROTOCOL, "test", "fivefold", "", idle=30)


class Peer:
    """One connection as the server's side sees it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._wire = Connection("server")
        self._heard: list[ClientMessage] = []

    async def expect(self, kind: type[M]) -> M:
        """The next message, which must be one of this kind. A ping is answered, unless it is expected."""
        message: ClientMessage = Ping(0)
        while isinstance(message, Ping):
            while not self._heard:
                data = await self._reader.read(65536)
                assert data, f"the client left while {kind.__name__} was expected"
                self._heard += self._wire.receive(data)
            message = self._heard.pop(0)
            if kind is not Ping and isinstance(message, Ping):
                self.send(Pong(message.echo))
            elif isinstance(message, Ping):
                break
        assert isinstance(message, kind), message
        return message

    async def welcome(self, welcome: Welcome = WELCOME) -> Hello:
        """Take the client's hello and answer it."""
        hello = await self.expect(Hello)
        self.send(welcome)
        return hello

    async def sign(self, name: str | None = None) -> Guest | SignIn | Register:
        """Welcome the client and let it be whoever it says it is, or `name`."""
        await self.welcome()
        who = await self.expect(Guest | SignIn | Register)  # type: ignore[arg-type]
        guest = isinstance(who, Guest)
        self.send(
            Signed(name or who.name, "guest" if guest else "registered", None if guest else 1500.0, "token"),
            Accepted(who.ref),
        )
        return who  # type: ignore[no-any-return]

    def send(self, *messages: ServerMessage) -> None:
        """Say something."""
        self.raw(b"".join(self._wire.send(message) for message in messages))

    def raw(self, data: bytes) -> None:
        """Send bytes, whatever they are."""
        self._writer.write(data)

    async def gone(self) -> None:
        """Wait until the client has closed the connection; what it still says is its farewell, or whether we live."""
        while data := await self._reader.read(65536):
            for message in (*self._heard, *self._wire.receive(data)):
                assert isinstance(message, Bye | Ping), message
                if isinstance(message, Ping):
                    self.send(Pong(message.echo))
            self._heard.clear()

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()


Script = Callable[[Peer], Awaitable[None]]
"""What the server does with one connection; the connection ends with it."""


@asynccontextmanager
async def served(script: Script, context: ssl.SSLContext | None = None) -> AsyncIterator[Address]:
    """A server on this machine that runs the script for each connection; a fault in it fails the test."""
    faults: list[BaseException] = []

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await script(Peer(reader, writer))
        except asyncio.CancelledError:
            pass
        except BaseException as fault:  # asyncio would only log it
            faults.append(fault)
        finally:
            writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=context)
    try:
        yield Address("127.0.0.1", server.sockets[0].getsockname()[1])
    except BaseException as fault:
        raise BaseExceptionGroup("the client and its peer", [fault, *faults]) from None
    finally:
        server.close()
    if faults:
        raise faults[0]


async def silent(peer: Peer) -> None:
    """Say nothing until the client goes."""
    await peer.gone()
