"""A server in a process of its own, when the system is short of something or says something."""

import resource
import signal
import sys
from pathlib import Path

import pytest
import trio

from engines.five_of_a_kind.model import Resign, Settings, Vote
from protocol import messages as m
from tests.server.site import Far
from tests.server.test_main import child

LATECOMERS = 20


async def greeted(host: str, port: int) -> Far:
    far = Far(await trio.open_tcp_stream(host, port))
    await far.say(m.Hello(m.PROTOCOL))
    return far


@pytest.mark.skipif(sys.platform != "linux", reason="needs prlimit and /proc")
async def test_a_hangup_ends_nothing_and_without_file_descriptors_games_go_on_and_newcomers_wait(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "kept here"
    with child("--port=0", "--data", folder) as (process, host, port):
        process.send_signal(signal.SIGHUP)
        gil = await greeted(host, port)
        await gil.wait(m.Welcome)
        await gil.ask(m.Guest, name="Gil")
        room = (await gil.ask(m.Create, settings=Settings())).room
        await gil.ask(m.Ready, room=room, ready=True)
        await gil.ask(m.Start, room=room)
        limits = resource.prlimit(process.pid, resource.RLIMIT_NOFILE)
        used = len(list(Path(f"/proc/{process.pid}/fd").iterdir()))
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (used + 3, limits[1]))
        crowd = [await greeted(host, port) for _ in range(LATECOMERS)]
        # The game goes on meanwhile, and its end is stored.
        await gil.ask(m.Act, room=room, command=Vote("slower"))
        await gil.ask(m.Act, room=room, command=Resign())
        while (await gil.wait(m.Room)).phase != "over":
            pass
        assert len(list(Path(f"/proc/{process.pid}/fd").iterdir())) <= used + 3
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, limits)
        for far in crowd:
            await far.wait(m.Welcome)
        process.terminate()
        for far in (gil, *crowd):
            await far.wait(m.Goodbye)
            await far.stream.aclose()
        log = process.communicate(timeout=20)[1]
    assert log.count(str(folder)) == 1
    assert log.count("there is nothing to read again") == 1
    assert log.count("no connection can be taken just now") == 1
    assert "Traceback" not in log
