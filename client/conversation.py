"""The talk with one server: the state it led to, and the answers to what was asked."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from typing import Any

from client.address import Address
from client.link import FarewellError, Link, LinkError
from client.state import ClientState, answered, noticed, reduce, sent, severed
from client.trust import Trust
from protocol.messages import Accepted, Act, Finding, History, Leave, Left, Profile, Refused, Request, Steps

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

    @property
    def silence(self) -> float:
        """For how long the server has owed an answer (s)."""
        return self._link.silence if self._link is not None else 0.0

    def watch(self, *, closely: bool) -> None:
        """Whether something happens at the server whose end would have to be noticed soon."""
        if self._link is not None:
            self._link.watchful = closely or bool(self.state.pending)

    async def connect(self, where: Address, resume: str | None = None) -> None:
        """Connect to a server and forget what another one said; with a token, as whoever was given it.

        Raises:
            UnknownCertificateError: the player has to look at the server's certificate first.
            LinkError: it did not work; there is no connection now.
        """
        await self.close()
        # Whoever comes back with the token of a client that was killed must not take up its numbers.
        self._ref = secrets.randbelow(2**30) if resume is not None else 0
        self._link, self.state = await self._opened(where, resume)
        self.where = where

    async def resume(self) -> None:
        """Connect again after the link was lost, as who one was; until that is done, the state stays as it is.

        It is a stranger's then, if the server does not know the token any more. Otherwise what was asked and not
        answered is asked again. Commands of a game are not: by now they could mean something else.

        Raises:
            LinkError: it did not work; there is no connection now.
        """
        where, me, pending = self.where, self.state.me, self.state.pending
        if where is None or me is None:
            raise LinkError("There is nothing to come back to.")
        self._link, self.state = await self._opened(where, me.token)
        if self.state.me is None:
            self.state = replace(self.state, pending=pending)
            self._release("The server no longer knows this visit.")
            return
        for request in pending.values():
            self.state = sent(self.state, request)
            self._link.send(request)

    async def _opened(self, where: Address, resume: str | None) -> tuple[Link, ClientState]:
        """A link, and what the server says at once: with a token, everything that who comes back is told."""
        link = Link(self._arrived, lambda sentence: self._fail(link, sentence), self._trust)
        try:
            await link.open(where, version("fivefold"), resume)
            if resume is not None:
                # The answer to a ping comes behind everything that a known visitor is sent first.
                await link.round_trip()
        except asyncio.CancelledError:
            await link.close()
            raise
        state, now = ClientState(), self._clock()
        for message in link.take():
            state = reduce(state, message, now)
        if not link.up:
            raise FarewellError(state.goodbye)
        return link, state

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

    def _fail(self, link: Link, sentence: str) -> None:
        if link is not self._link:
            return
        self.take()
        self._link = None
        self.state = severed(self.state)
        self._release(sentence, Act if self.state.me is not None else Request)
        self._lost(sentence)

    def _release(self, sentence: str, kind: Any = Request) -> None:
        """Answer the requests of a kind that wait: with a sentence, since nothing else will come."""
        for ref, request in list(self.state.pending.items()):
            if isinstance(request, kind):
                self.state = answered(self.state, ref, "")
                future = self._waiting.get(ref)
                if future is not None and not future.done():
                    asyncio.get_running_loop().call_soon(partial(_refuse, future, Refused(ref, LOST, sentence)))


def _refuse(future: "asyncio.Future[Accepted | Refused]", answer: Refused) -> None:
    if not future.done():
        future.set_result(answer)
