"""The way to the server: bytes to messages and back, over TCP. It knows nothing of screens.

What arrives waits in an inbox until it is taken, and the owner is told once for all that waits. A newer view of a room
takes the place of one that nobody has taken yet, with the events of both: however slow the screen, the inbox stays
small and no event is lost.
"""

import asyncio
import errno
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress

from msgspec.structs import replace

from client.address import PLAIN, Address
from client.trust import Trust, loopback, unverified, verified
from protocol.connection import Connection
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.messages import (
    PROTOCOL,
    Bye,
    ClientMessage,
    Goodbye,
    Hello,
    Left,
    Ping,
    Pong,
    Room,
    RoomGone,
    RoomRow,
    Rooms,
    ServerMessage,
    Update,
    Welcome,
)
from protocol.states import State

PATIENCE = 10.0
"""Seconds to wait for a connection, and then for the server's first message."""

GONE = 15.0
"""Seconds after which a server that was asked something and says nothing counts as gone."""

SOON = 1.5
"""Seconds of silence after which a server is asked for a sign of life while something happens there."""

BEAT = 0.25
"""Seconds between two looks at the silence."""

CHUNK = 65536


UNENCRYPTED = "tls"
"""The code of a server's goodbye to a client that does not encrypt."""


class LinkError(Exception):
    """There is no connection. The message is a sentence for the player."""


class FarewellError(LinkError):
    """The server ended a connection that had just begun; `code` is why, "" if it did not say."""

    def __init__(self, goodbye: Goodbye | None) -> None:
        super().__init__(goodbye.text if goodbye else "The server closed the connection.")
        self.code = goodbye.code if goodbye else ""


class UnencryptedError(LinkError):
    """The server wants an encrypted connection."""


class UnknownCertificateError(LinkError):
    """The server has a certificate (PEM) that the player has not accepted; `accepted` is the one that is known."""

    def __init__(self, where: Address, certificate: str, accepted: str | None) -> None:
        super().__init__(
            f"The certificate of {where} is not the one that you accepted. Press Enter to see both."
            if accepted
            else f"The certificate of {where} has to be accepted first. Press Enter to see it."
        )
        self.where = where
        self.certificate = certificate
        self.accepted = accepted


class Link:
    """One connection to a server.

    `arrived` is called when messages wait that the owner has not been told of; `lost` once, with a sentence, when the
    connection ended other than by `close`. Both are called from the loop's own thread.
    """

    def __init__(self, arrived: Callable[[], None], lost: Callable[[str], object], trust: Trust) -> None:
        self._arrived = arrived
        self._lost = lost
        self._trust = trust
        self._inbox: list[ServerMessage] = []
        self._told = False
        self._wire = Connection("client")
        self._writer: asyncio.StreamWriter | None = None
        self._tasks: tuple[asyncio.Task[None], ...] = ()
        self._heard = self._spoke = 0.0
        self._asked: float | None = None
        self.watchful = False
        """Whether something happens at the server, so that a silence has to be noticed soon."""
        self._pinged = asyncio.Event()

    @property
    def up(self) -> bool:
        """Whether messages can be sent."""
        return self._writer is not None

    @property
    def silence(self) -> float:
        """For how long the server has owed an answer of any kind (s)."""
        return 0.0 if self._asked is None or not self.up else self._now() - self._asked

    async def open(self, where: Address, client: str = "", resume: str | None = None) -> Welcome:
        """Connect and say hello; `client` is the version of this program, `resume` a token of an earlier connection.

        The connection is encrypted, unless the player asked for a plain one by name, or the server is on this machine
        and does not ask for encryption.

        Raises:
            UnknownCertificateError: it has a certificate that the player has to look at first.
            LinkError: nobody answered, or not as a server that this client can speak with.
        """
        if where.plain or (loopback(where) and self._trust.accepted(where) is None):
            try:
                return await self._greeted(await _connected(where, None), where, client, resume)
            except UnencryptedError as error:
                if where.plain:
                    secure = Address(where.host, where.port)
                    raise LinkError(f"Connect to {secure} without {PLAIN}, since {where.host} encrypts.") from error
                self._wire = Connection("client")
        return await self._greeted(await encrypted(where, self._trust), where, client, resume)

    async def _greeted(
        self,
        streams: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        where: Address,
        client: str,
        resume: str | None,
    ) -> Welcome:
        """Say hello on a new connection, and keep it if it is answered."""
        reader, self._writer = streams
        self.send(Hello(PROTOCOL, client, resume))
        try:
            async with asyncio.timeout(PATIENCE):
                welcome, goodbye = await self._welcomed(reader, where)
        except BaseException as error:  # whoever gives up while it is being made leaves no open socket either
            await self._end()
            if isinstance(error, TimeoutError):
                raise LinkError(_other(where)) from error
            raise
        self._heard, self._spoke, self._asked = self._now(), self._now(), None
        self._tasks = (
            asyncio.create_task(self._read(reader, goodbye), name="link-read"),
            asyncio.create_task(self._keep(welcome.idle), name="link-keep"),
        )
        return welcome

    def send(self, message: ClientMessage) -> None:
        """Send a message; without a connection it is dropped, as `lost` has said or is about to say."""
        if self._writer is not None and self._wire.state is not State.CLOSED:
            self._writer.write(self._wire.send(message))
            self._spoke = self._now()
            self._asked = self._asked or self._spoke

    async def round_trip(self) -> None:
        """Wait for the answer to a ping, or for the end of the connection."""
        self._pinged = asyncio.Event()
        self.send(Ping(0))
        await self._pinged.wait()

    def take(self) -> list[ServerMessage]:
        """What has arrived since the last time, in order."""
        inbox, self._inbox, self._told = self._inbox, [], False
        return inbox

    async def close(self) -> None:
        """Say goodbye and end the connection; `lost` is not called any more."""
        self._lost = _nothing
        with suppress(OSError, RuntimeError, LocalProtocolError):
            self.send(Bye())
        await self._end()

    async def _welcomed(self, reader: asyncio.StreamReader, where: Address) -> tuple[Welcome, str | None]:
        while True:
            data = await _chunk(reader)
            if not data:
                raise LinkError(f"{where} closed the connection at once. Try again in a moment.")
            try:
                messages = self._wire.receive(data)
            except RemoteProtocolError as error:
                raise LinkError(_other(where)) from error
            for number, message in enumerate(messages):
                match message:
                    case Welcome(version=version) if version != PROTOCOL:
                        raise LinkError(_strangers(where, version))
                    case Welcome():
                        return message, self._hold(messages[number:])
                    case Goodbye(code=code, text=text):
                        raise UnencryptedError(text) if code == UNENCRYPTED else LinkError(text)
                    case _:
                        pass

    async def _read(self, reader: asyncio.StreamReader, goodbye: str | None) -> None:
        """Take in what the server says, up to its end; `goodbye` is what it said with its welcome, if it did."""
        while goodbye is None:
            data = await _chunk(reader)
            self._heard, self._asked = self._now(), None
            try:
                goodbye = self._hold(self._wire.receive(data)) if data else "The server closed the connection."
            except RemoteProtocolError:
                goodbye = "The server sent something that is no message. The connection was closed."
        await self._fail(goodbye)

    async def _keep(self, idle: float) -> None:
        """Ask for a sign of life in time; give up on a server that owes one for too long."""
        count = 0
        while True:
            await asyncio.sleep(BEAT)
            if self.silence > GONE:
                await self._fail("The server does not answer any more.")
                return
            now = self._now()
            wonders = self.watchful and self._asked is None and now - self._heard >= SOON
            if wonders or now - self._spoke >= idle:
                count += 1
                self.send(Ping(count))

    def _hold(self, messages: list[ServerMessage]) -> str | None:
        """Put messages into the inbox; the server's last words, if they are among them."""
        for message in messages:
            if isinstance(message, Pong):
                self._pinged.set()
            else:
                conflate(self._inbox, message)
        if self._inbox and not self._told:
            self._told = True
            self._arrived()
        return next((message.text for message in messages if isinstance(message, Goodbye)), None)

    async def _fail(self, sentence: str) -> None:
        lost, self._lost = self._lost, _nothing
        await self._end()
        lost(sentence)

    async def _end(self) -> None:
        writer, self._writer = self._writer, None
        self._pinged.set()
        for task in self._tasks:
            if task is not asyncio.current_task():
                task.cancel()
        if writer is not None:
            writer.close()
            with suppress(OSError, asyncio.TimeoutError):
                async with asyncio.timeout(1):
                    await writer.wait_closed()

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()


async def encrypted(where: Address, trust: Trust) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to a server whose certificate is known or vouched for.

    Raises:
        UnknownCertificateError: it has another certificate.
        LinkError: there is no such connection.
    """
    accepted = trust.accepted(where)
    try:
        return await _connected(where, verified(accepted))
    except ssl.SSLCertVerificationError:
        _, writer = await _connected(where, unverified())
        certificate = ssl.DER_cert_to_PEM_cert(writer.get_extra_info("ssl_object").getpeercert(binary_form=True))
        writer.close()
        raise UnknownCertificateError(where, certificate, accepted) from None


async def _connected(
    where: Address, context: ssl.SSLContext | None
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    try:
        async with asyncio.timeout(PATIENCE):
            return await asyncio.open_connection(where.host, where.port, ssl=context, happy_eyeballs_delay=0.25)
    except ssl.SSLCertVerificationError:
        raise
    except (OSError, UnicodeError) as error:
        raise LinkError(_reason(error, where)) from error


def conflate(inbox: list[ServerMessage], message: ServerMessage) -> None:
    """Add a message to those that wait, in place of one that it makes needless.

    A view, a picture of a room and a row of the lobby are each whole: the newest is enough. A view takes over the
    events of the one it replaces, and stands last: the picture of its room may have come between them. What waits from
    before the room went away stays as it is.
    """
    if isinstance(message, Update | Room | RoomRow):
        for at in range(len(inbox) - 1, -1, -1):
            older = inbox[at]
            if isinstance(older, Rooms) or (isinstance(older, Left | RoomGone) and older.room == message.room):
                break
            if (
                isinstance(older, Update | Room | RoomRow)
                and type(older) is type(message)
                and older.room == message.room
            ):
                if isinstance(message, Update) and isinstance(older, Update):
                    message = replace(message, events=older.events + message.events)
                    del inbox[at]
                    break
                inbox[at] = message
                return
    inbox.append(message)


async def _chunk(reader: asyncio.StreamReader) -> bytes:
    """The next bytes; none at the end, however it came."""
    try:
        return await reader.read(CHUNK)
    except OSError:
        return b""


def _nothing(_: str) -> None:
    """Nobody is to be told."""


def _other(where: Address) -> str:
    return f"{where} answers, but it does not speak like a fivefold server. Is the port right?"


def _strangers(where: Address, version: int) -> str:
    newer = "newer" if version > PROTOCOL else "older"
    return f"{where} runs a {newer} fivefold (protocol {version}; this client speaks {PROTOCOL}). Please update."


def _reason(error: Exception, where: Address) -> str:
    # asyncio folds the errors of a host's several addresses into the text of one.
    refusals = str(error).count(f"[Errno {errno.ECONNREFUSED}]")
    match error:
        case OSError() if refusals and refusals == str(error).count("[Errno "):
            return f"Nothing listens at {where.host} port {where.port}. Is the server running?"
        case socket.gaierror() | UnicodeError():
            return f"There is no host named {where.host}. Is it written as you were told?"
        case ssl.SSLError() | ConnectionResetError():
            return (
                f"Connect to {PLAIN}{where} if that network is yours alone: {where} does not seem to encrypt, and"
                " others there could read your password."
            )
        case TimeoutError():
            return f"{where} did not answer within {PATIENCE:.0f} seconds. Are the address and the port right?"
        case OSError(strerror=str(words)):
            return f"{where} cannot be reached: {words}. Is this machine on the same network?"
        case _:
            return f"{where} cannot be reached. Is this machine on the same network?"
