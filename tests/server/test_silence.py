"""A client that signs in and then never reads: it is let go with its seat kept, and nobody else waits for it."""

import ssl
from pathlib import Path
from typing import Final

import pytest
import trio
from msgspec.structs import replace

from engines.five_of_a_kind.model import Settings
from protocol import messages as m
from server.config import Config, Frequency
from tests.server.site import Far, Site, serving
from tests.server.stand import PASSWORD, config
from tests.server.test_tls import trusting

LINES: Final = 1000
TOGETHER: Final = 50
"""So many are said before they are waited for."""
OFTEN: Final = Frequency(burst=100_000, every=0.001)


def settings(folder: Path, *, encrypted: bool) -> Config:
    """A server that lets one chat a lot, and gives up on who is 64 KiB behind."""
    plain = config(folder, chat=OFTEN, commands=OFTEN, messages=OFTEN, outbox_bytes=65_536)
    return replace(plain, tls=replace(plain.tls, mode="on" if encrypted else "off"))


async def registered(site: Site, name: str, context: ssl.SSLContext | None) -> Far:
    far = await site.greeted(context)
    await far.ask(m.Register, name=name, password=PASSWORD)
    return far


@pytest.mark.parametrize("encrypted", [False, True], ids=["plain", "tls"])
async def test_a_thousand_lines_reach_everybody_but_who_does_not_read(tmp_path: Path, encrypted: bool) -> None:
    async with serving(settings(tmp_path, encrypted=encrypted)) as site:
        context = trusting(tmp_path) if encrypted else None
        ann, bo, deaf = [await registered(site, name, context) for name in ("Ann", "Bo", "Cy")]
        room = (await ann.ask(m.Create, settings=Settings())).room
        assert room is not None
        for far in (bo, deaf):
            await far.ask(m.Join, room=room)
        read, text = list[str](), "x" * (m.CHAT_LENGTH - 4)
        for start in range(0, LINES, TOGETHER):
            for number in range(start, start + TOGETHER):
                await ann.say(m.Say(1000 + number, room, f"{number:04}{text}"))
            while len(read) < start + TOGETHER:
                read += [line.text[:4] for line in (await bo.wait(m.Chat)).lines]
        assert read == [f"{number:04}" for number in range(LINES)], "nobody waited for who does not read"
        await bo.ask(m.Ready, room=room, ready=True)
        pictures = [await ann.wait(m.Room)]
        while not pictures[-1].members[1].ready:
            pictures.append(await ann.wait(m.Room))
        away = {one.name: one.away is not None for one in pictures[-1].members}
        assert away == {"Ann": False, "Bo": False, "Cy": True}, "it was let go, and its place is kept"
        site.clients.remove(deaf)
        await trio.aclose_forcefully(deaf.stream)
