"""The client without a screen that drills use."""

import trio
from trio.testing import wait_all_tasks_blocked

from protocol import messages as m
from protocol.connection import Connection
from scripts.visitors import Visitor


async def test_it_asks_only_once_the_server_has_welcomed_it() -> None:
    heard: list[object] = []

    async def serve(stream: trio.SocketStream) -> None:
        wire = Connection("server")
        heard.extend(wire.receive(bytes(await stream.receive_some())))
        await wait_all_tasks_blocked()
        await stream.send_all(wire.send(m.Welcome(m.PROTOCOL, "1", "house", "", 30)))
        (request,) = wire.receive(bytes(await stream.receive_some()))
        heard.append(request)
        assert isinstance(request, m.Guest)
        await stream.send_all(wire.send(m.Accepted(request.ref)))

    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, serve, [listener])
        visitor = Visitor("Ann")
        await nursery.start(visitor.visit, listener.socket.getsockname()[1])
        await visitor.ask(m.Guest, name="Ann")
        nursery.cancel_scope.cancel()
    assert heard == [m.Hello(m.PROTOCOL, "", None), m.Guest(1, "Ann")]
