"""The whole client, without a terminal, against a peer that a test plays."""

import asyncio
import ssl
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual._context import active_app, visible_screen_stack
from textual.app import App
from textual.pilot import Pilot

from client.app import FivefoldApp
from client.art.palette import Look
from client.local import Local
from protocol.messages import Accepted, Browse, Guest, Room, RoomRow, Rooms, ServerMessage, Signed
from tests.client.peer import Peer, Script, served

SIZES = {"120x40": (120, 40), "80x24": (80, 24)}
"""Those at which screens are kept as text. The usual one comes last, so that the test goes on at it."""


def text(app: App[Any]) -> str:
    """What stands on the screen, line by line, without colours."""
    # As the app itself does when it paints: what lies beneath a dialog shows through.
    active_app.set(app)
    visible_screen_stack.set(list(app._background_screens))
    strips = app.screen._compositor.render_strips(app.size)
    return "\n".join(strip.text.rstrip() for strip in strips) + "\n"


class Play:
    """A running client and the keys that a test presses."""

    def __init__(self, app: FivefoldApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        """Press keys one after another."""
        await self.pilot.press(*keys)

    async def until(self, *words: str) -> str:
        """Wait until all of these stand on the screen; the screen."""
        return await self._when(lambda seen: all(word in seen for word in words), f"{words} never came")

    async def at_sizes(self, *words: str) -> AsyncIterator[tuple[str, str]]:
        """The screen on which all of these stand, at one size after another: the size's name and the screen."""
        for name, size in SIZES.items():
            await self.pilot.resize_terminal(*size)
            yield name, await self.until(*words)

    async def gone(self, word: str) -> str:
        """Wait until this does not stand on the screen any more; the screen."""
        return await self._when(lambda seen: word not in seen, f"{word} never went")

    async def _when(self, is_so: Callable[[str], bool], fault: str) -> str:
        for _ in range(1000):
            if is_so(text(self.app)):
                await self.pilot.pause()
                return text(self.app)
            await asyncio.sleep(0.01)
        raise AssertionError(f"{fault}:\n{text(self.app)}")


@asynccontextmanager
async def playing(
    script: Script,
    *,
    size: tuple[int, int] = (80, 24),
    look: Look | None = None,
    local: Local | None = None,
    direct: bool = True,
    data: Path | None = None,
    context: ssl.SSLContext | None = None,
    **begin: Any,
) -> AsyncIterator[Play]:
    """The client in front of a server that follows the script; with `direct` it comes in as the guest ann at once."""
    async with served(script, context) as address:
        with tempfile.TemporaryDirectory() as folder:
            begin = {"server": str(address), "name": "ann", "direct": direct, **begin}
            home = data or Path(folder)
            app = FivefoldApp(look or Look(), local or Local(), home / "client.toml", data=home, **begin)
            async with app.run_test(size=size) as pilot:
                yield Play(app, pilot)


async def enter(peer: Peer, *rows: RoomRow, name: str | None = None) -> None:
    """Let the client in and show it these rooms."""
    await peer.sign(name)
    browse = await peer.expect(Browse)
    peer.send(Rooms(rows), Accepted(browse.ref))


def lobby(*rows: RoomRow, then: Callable[[Peer], Awaitable[None]] | None = None) -> Script:
    """A server with these rooms; `then` plays on."""

    async def script(peer: Peer) -> None:
        await enter(peer, *rows)
        if then is not None:
            await then(peer)
        await peer.gone()

    return script


def inside(place: Room, *news: ServerMessage, then: Callable[[Peer], Awaitable[None]] | None = None) -> Script:
    """A server that finds the client already in a room, and tells it these news."""

    async def script(peer: Peer) -> None:
        await peer.welcome()
        guest = await peer.expect(Guest)
        peer.send(Signed("ann", "registered", 1500.0, "token"), place, *news, Accepted(guest.ref))
        browse = await peer.expect(Browse)
        peer.send(Rooms(()), Accepted(browse.ref))
        if then is not None:
            await then(peer)
        await peer.gone()

    return script
