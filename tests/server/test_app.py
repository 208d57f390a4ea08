"""The whole server in one process: real TCP, a real database, real threads, the real clock."""

import errno
from pathlib import Path

import pytest
import structlog
import trio

from engines.five_of_a_kind.model import Resign, Settings
from protocol import messages as m
from server.app import FULL, FULL_ADDRESS, Door, serve
from tests.server.conftest import OpenHouse
from tests.server.site import serving
from tests.server.stand import ON_MOCK_CLOCK, PASSWORD, config


async def test_from_registering_to_a_stored_result_that_a_restart_remembers(tmp_path: Path) -> None:
    async with serving(config(tmp_path)) as site:
        ann, bo = await site.greeted(), await site.greeted()
        await ann.ask(m.Register, name="Ann", password=PASSWORD)
        await bo.ask(m.Register, name="Bo", password=PASSWORD)
        room = (await ann.ask(m.Create, settings=Settings())).room
        assert room is not None
        await bo.ask(m.Join, room=room)
        for far in (ann, bo):
            await far.ask(m.Ready, room=room, ready=True)
        await ann.ask(m.Start, room=room)
        # Nobody has a point, and both have resigned: nothing is rated, but the game is stored.
        await ann.ask(m.Act, room=room, command=Resign())
        await bo.ask(m.Act, room=room, command=Resign())
        over = await bo.wait(m.Room)
        assert over.phase == "over"
        await ann.ask(m.Again, room=room)
        assert (await bo.wait(m.Room)).successor is not None
    async with serving(config(tmp_path)) as site:
        ann = await site.greeted()
        await ann.say(m.SignIn(1, "ann", PASSWORD))
        signed = await ann.wait(m.Signed)
        assert (signed.name, signed.rating) == ("Ann", 1500.0)


async def test_a_server_that_ends_in_order_goes_on_where_it_stood(tmp_path: Path) -> None:
    async with serving(config(tmp_path)) as site:
        gil = await site.greeted()
        await gil.say(m.Guest(1000, "Gil"))
        token = (await gil.wait(m.Signed)).token
        await gil.wait(m.Accepted)
        room = (await gil.ask(m.Create, settings=Settings())).room
        await gil.ask(m.Ready, room=room, ready=True)
        await gil.ask(m.Start, room=room)
    async with serving(config(tmp_path)) as site:
        gil = await site.connect()
        await gil.say(m.Hello(m.PROTOCOL, "", token))
        back = await gil.wait(m.Room)
        assert (back.room, back.phase) == (room, "playing")
        assert (await gil.wait(m.Update)).resumes > 0


async def test_a_full_server_says_so_and_keeps_those_who_are_in(tmp_path: Path) -> None:
    settings = config(tmp_path, connections=1)
    with structlog.testing.capture_logs() as log:
        async with serving(settings) as site:
            first = await site.greeted()
            await first.ask(m.Guest, name="Gil")
            for _ in range(3):
                second = await site.connect()
                goodbye = await second.wait(m.Goodbye)
                assert (goodbye.code, goodbye.text) == ("full", FULL)
                await site.clients.pop().stream.aclose()
            await first.say(m.Ping(1))
            assert (await first.wait(m.Pong)).echo == 1
    assert [line["event"] for line in log] == ["started", "turned away", "closing", "turned away", "ended"]
    assert (log[1]["reason"], log[1]["network"]) == ("full", "127.0.0.1")
    async with serving(config(tmp_path, connections_per_address=1)) as site:
        await (await site.greeted()).ask(m.Guest, name="Gil")
        goodbye = await (await site.connect()).wait(m.Goodbye)
        assert (goodbye.code, goodbye.text) == ("full", FULL_ADDRESS)
        await site.clients.pop().stream.aclose()


async def test_a_second_server_on_the_same_port_does_not_start(tmp_path: Path) -> None:
    async with serving(config(tmp_path)) as site:
        settings = config(tmp_path / "other")
        settings = settings.__class__(
            **{name: getattr(settings, name) for name in settings.__struct_fields__}
            | {"listen": settings.listen.__class__("127.0.0.1", site.port)}
        )
        with pytest.RaisesGroup(OSError):
            await serve(settings)


class Exhausted:
    """A listener on a machine that has no free file descriptor for ten minutes."""

    def __init__(self) -> None:
        self.tries = 0
        self._free = trio.current_time() + 600

    async def accept(self) -> trio.SocketStream:
        """Refuse, and after ten minutes end."""
        await trio.lowlevel.checkpoint()
        self.tries += 1
        if trio.current_time() < self._free:
            raise OSError(errno.EMFILE, "Too many open files")
        raise trio.ClosedResourceError


@pytest.mark.trio(run=ON_MOCK_CLOCK.kwargs["run"])
async def test_without_file_descriptors_it_waits_and_says_so_once_a_minute(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        door = Door(stand.house, None, stand.lobby)  # type: ignore[arg-type]  # no connection ever comes
        listener = Exhausted()
        with structlog.testing.capture_logs() as logs:
            await door.admit(listener)  # type: ignore[arg-type]
        assert 9 <= len([log for log in logs if log["event"] == "no connection can be taken just now"]) <= 11
        assert listener.tries <= 6_001
