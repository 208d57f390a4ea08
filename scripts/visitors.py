"""A client without a screen, for drills with a real server: what it was told it remembers when the server is gone."""

import time
from collections.abc import Callable
from typing import Any

import trio

from protocol import messages as m
from protocol.connection import Connection
from protocol.states import State

PATIENCE = 20.0
"""A server that lets a client wait for longer than this (s) has failed."""


class Refusal(Exception):  # noqa: N818  # what happened
    """The server refused a request."""


class Visitor:
    """One player. What it was told stays known when the connection is gone."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.token: str | None = None
        self.rooms: dict[str, m.Room] = {}
        self.updates: dict[str, list[tuple[float, m.Update]]] = {}
        """Per room what was shown of its game since the last connection, and when it came."""
        self.lines: dict[str, list[str]] = {}
        self._wire = Connection("client")
        self._stream: trio.SocketStream | None = None
        self._answers: dict[int, m.Accepted | m.Refused] = {}
        self._news = trio.Event()
        self._ref = 0

    async def visit(self, port: int, *, task_status: trio.TaskStatus[None]) -> None:
        """Connect, with the token if there is one, and listen until the server is gone."""
        self._wire, self.rooms, self.updates, self.lines = Connection("client"), {}, {}, {}
        async with await trio.open_tcp_stream("127.0.0.1", port) as stream:
            self._stream = stream
            await self._say(m.Hello(m.PROTOCOL, "", self.token))
            task_status.started()
            try:
                while data := await stream.receive_some():
                    for message in self._wire.receive(bytes(data)):
                        self._hear(message)
                    self._news.set()
                    self._news = trio.Event()
            except trio.BrokenResourceError:
                pass

    async def ask(self, request: Callable[..., Any], **fields: Any) -> str:
        """Send a request, once the server has welcomed us, and wait until it is accepted; the room that it led to.

        Raises:
            Refusal: it was refused.
        """
        self._ref += 1
        ref = self._ref
        await self.until(lambda: self._wire.state > State.HELLO)
        await self._say(request(ref=ref, **fields))
        await self.until(lambda: ref in self._answers)
        answer = self._answers.pop(ref)
        if isinstance(answer, m.Refused):
            raise Refusal(answer.code)
        return answer.room or ""

    async def until(self, condition: Callable[[], Any]) -> None:
        """Wait until what is known fulfils a condition."""
        with trio.fail_after(PATIENCE):
            while not condition():
                await self._news.wait()

    async def _say(self, message: m.ClientMessage) -> None:
        assert self._stream is not None
        await self._stream.send_all(self._wire.send(message))

    def _hear(self, message: m.ServerMessage) -> None:
        match message:
            case m.Accepted() | m.Refused():
                self._answers[message.ref] = message
            case m.Signed(token=token):
                self.token = token
            case m.Room(room=room):
                self.rooms[room] = message
            case m.Left(room=room):
                self.rooms.pop(room, None)
            case m.Update(room=room):
                self.updates.setdefault(room, []).append((time.monotonic(), message))
            case m.Chat(room=room, lines=lines, fresh=fresh):
                before = [] if fresh else self.lines.get(room, [])
                self.lines[room] = before + [line.text for line in lines]
            case _:
                pass
