"""The talk with one server: the state it led to, and the answers to what was asked."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.metadata import version

from client.address import Address
from client.link import Link
from client.state import ClientState, answered, noticed, reduce, sent
from client.trust import Trust
from protocol.messages import Accepted, Finding, History, Leave, Left, Profile, Refused, Request, Steps

Make = Callable[[int], Request]
"""Makes a request from its `ref`."""

LOST = "lost"
"""The code of the answer to a request whose connection was lost before the server answered."""


class Conversation:
    """One connection at a time, and what became known over it.

    `arrived` is called when `take` has something to do. `lost` is called with a sentence when the connection ended
    by itself. Times are milliseconds of `clock`, this process's monotonic one.
    """

    def __init__(
        self, arrived: Callable[[], None], lost: Callable[[str], object], clock: Callable[[], float], trust: Trust
    ) -> None:
        self.state = ClientState()
        self.where: Address | None = None
        self._arrived = arrived
        self._lost = lost
        self._clock = clock
        self._trust = trust
        self._link: Link | None = None
        self._ref = 0
        self._waiting: dict[int, asyncio.Future[Accepted | Refused]] = {}
        self._found: dict[int, Finding] = {}

    @property
    def up(self) -> bool:
        """Whether there is a connection."""
        return self._link is not None and self._link.up

    async def connect(self, where: Address, resume: str | None = None) -> None:
        """Connect to a server and forget what another one said; with a token, as whoever was given it.

        Raises:
            UnknownCertificateError: the player has to look at the server's certificate first.
            LinkError: it did not work; there is no connection now.
        """
        await self.close()
        link = Link(self._arrived, self._fail, self._trust)
        await link.open(where, version("fivefold"), resume)
        self._link, self.where, self.state = link, where, ClientState()
        self.take()

    async def close(self) -> None:
        """End the connection, if there is one."""
        link, self._link = self._link, None
        if link is not None:
            await link.close()
        self._release("The connection was closed.")
        self.state = ClientState()

    async def ask(self, make: Make) -> Accepted | Refused:
        """Send a request and wait for its answer. Without a connection it is refused at once, with the code `LOST`."""
        ref = self.tell(make)
        if ref is None:
            return Refused(0, LOST, "There is no connection to the server.")
        future: asyncio.Future[Accepted | Refused] = asyncio.get_running_loop().create_future()
        self._waiting[ref] = future
        try:
            return await future
        finally:
            self._waiting.pop(ref, None)

    async def look_up(self, make: Make) -> Finding | Refused:
        """Ask about what is over, and wait for what is found or a refusal."""
        answer = await self.ask(make)
        if isinstance(answer, Refused):
            return answer
        return self._found.pop(answer.ref, None) or Refused(answer.ref, LOST, "The server found nothing.")

    async def ask_ping(self) -> None:
        """Wait until the server has answered once more: whatever it sent before has arrived then."""
        if self._link is not None:
            await self._link.round_trip()
            self.take()

    def tell(self, make: Make) -> int | None:
        """Send a request without waiting; its ref, or None without a connection. A refusal becomes a room's notice."""
        if self._link is None or not self._link.up:
            return None
        self._ref += 1
        request = make(self._ref)
        self.state = sent(self.state, request)
        self._link.send(request)
        return self._ref

    def take(self) -> None:
        """Bring the state up to what has arrived, and wake those who waited for answers."""
        if self._link is None:
            return
        now = self._clock()
        for message in self._link.take():
            self.state = reduce(self.state, message, now)
            if isinstance(message, Profile | History | Steps):
                self._found[message.ref] = message
            if isinstance(message, Accepted | Refused):
                future = self._waiting.get(message.ref)
                if future is not None and not future.done():
                    future.set_result(message)

    def leave(self, room: str) -> None:
        """Leave a room, and see nothing of it from now on."""
        self.tell(lambda ref: Leave(ref, room))
        self.state = reduce(self.state, Left(room, "left", ""), self._clock())

    def forget_news(self) -> None:
        """What there was to tell outside of rooms has been read."""
        self.state = replace(self.state, news="")

    def notice(self, room: str, text: str) -> None:
        """Put a sentence into a room's message line, or take it away with ""."""
        self.state = noticed(self.state, room, text)

    def _fail(self, sentence: str) -> None:
        self.take()
        self._link = None
        self._release(sentence)
        self._lost(sentence)

    def _release(self, sentence: str) -> None:
        for ref, future in list(self._waiting.items()):
            self.state = answered(self.state, ref, "")
            if not future.done():
                asyncio.get_running_loop().call_soon(partial(_refuse, future, Refused(ref, LOST, sentence)))


def _refuse(future: "asyncio.Future[Accepted | Refused]", answer: Refused) -> None:
    if not future.done():
        future.set_result(answer)
