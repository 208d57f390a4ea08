"""Names, chat and sentences from outside can do nothing: not to Textual's markup, not to the terminal behind it."""

import asyncio
import re
import threading
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from client.address import Address
from client.widgets.chat import spoken
from protocol.messages import (
    PROTOCOL,
    Accepted,
    Browse,
    Chat,
    Goodbye,
    Guest,
    Hello,
    Join,
    Line,
    Ready,
    Refused,
    Rooms,
    Signed,
    Welcome,
)
from protocol.text import painted
from tests.client.pane import pane
from tests.client.peer import Peer, Script, served
from tests.client.play import Play, lobby, playing
from tests.client.rooms import ANN, EVE, member, room, row, update
from tests.client.rooms import playing as game

MARKUP = ["[/", "[/b]", "[0]", "[AFK] Ann", "[red]x[/red]", "[red]x[/blue]", "[@click=app.quit]x[/]", "$error \\["]
CONTROLS = [
    "Bob\n*** Ann packed",
    "\rAnn: I pack",
    "\x1b[2J\x1b[31mred",
    "\x1b]0;owned\x07hi",
    "\x1b]52;c;b3duZWQ=\x07x",
    "\x9b31m\x90q\x9cx",
    "\x00\x08\x7f\x0e\x0fx",
    "a\u202eb\u2066c",
    "Ann\u200b\ue000\U000e0001",
    "\n" * 300 + "x",
    "\u200d" * 200 + "x",
    "one\u2028two",
    "a" + "\u0301" * 30,
]
TAGS = [one for one in MARKUP if "[/" in one]
WORDS = " ".join(one for one in MARKUP if one not in TAGS)
WALKED = [*TAGS, WORDS, " ".join((*CONTROLS[:9], *CONTROLS[11:])), *CONTROLS[9:11]]
"""What the walk through all screens is made with: what stands well beside others needs no walk for each."""
POINTER = re.compile(rb"\x1b\]22;[a-z-]*\x07")
"""Textual's own word on the shape of the mouse pointer."""
TELLTALES = (b"\x1b]", b"\x07", b"\x0e", b"\x0f", b"\xc2\x9b", b"\xc2\x90", b"\xe2\x80\xae", b"\xe2\x80\xa8")
"""What a terminal would obey of the above, as bytes; the client itself has no use for any of it."""


def hostile(name: str) -> Script:
    """A server on which everything is called `name`, which says it wherever it can, and answers nobody afterwards."""
    visits = count(1)

    async def script(peer: Peer) -> None:
        if next(visits) > 1:
            await peer.expect(Hello)
            await peer.gone()
            return
        await peer.welcome(Welcome(PROTOCOL, "1", name, name, 30))
        guest = await peer.expect(Guest)
        peer.send(Signed(name, "registered", 1500.0, "t"), Accepted(guest.ref))
        browse = await peer.expect(Browse)
        rows = (row("r1", name, summary=name, players=(name, name)), row("r2", name, kind="another_game"))
        peer.send(Rooms(rows), Accepted(browse.ref))
        host, other = replace(ANN, name=name, ready=False), member(2, name, ready=True)
        ask = await peer.expect(Join)
        lines = (Line(name, name, 1), Line("", name, 2))
        place = room(host, other, replace(EVE, name=name))
        peer.send(place, Chat("r1", 1, lines, fresh=True), Accepted(ask.ref))
        ready = await peer.expect(Ready)
        peer.send(Refused(ready.ref, "no", "REFUSED " + name))
        await peer.expect(Ready)
        seated = (replace(host, seat=0), replace(other, seat=1))
        peer.send(replace(game(), members=seated), Chat("r1", 4, lines), update())
        await asyncio.sleep(0.3)
        peer.send(Goodbye("closing", "GOODBYE " + name))
        await peer.gone()

    return script


def harmless(play: Play) -> None:
    """Nothing on the screen that a terminal obeys, no action behind a cell, and every line as wide as it should be."""
    for strip in play.app.screen._compositor.render_strips(play.app.size):
        for segment in strip:
            assert not [letter for letter in segment.text if unicodedata.category(letter) in ("Cc", "Cf", "Zl", "Zp")]
            assert not [key for key in (segment.style.meta if segment.style else {}) if "click" in key]
        assert sum(cell_len(segment.text) for segment in strip) == play.app.size.width


@pytest.mark.asyncio
@pytest.mark.parametrize("name", WALKED, ids=lambda name: ascii(name)[:40])
async def test_every_screen_shows_it_and_obeys_nothing(name: str) -> None:
    literal = painted(name)[:8]
    async with playing(hostile(name)) as play:
        assert literal in await play.until("another game")
        await play.press("down")
        await play.until("Enter Join")
        harmless(play)
        await play.press("enter")
        assert literal in await play.until("Players", "Watching")
        harmless(play)
        await play.press("x")
        assert literal in await play.until("Who has to leave")
        harmless(play)
        await play.press("escape", "r")
        assert literal in await play.until("REFUSED")
        harmless(play)
        await play.press("r")
        await play.until("elapsed")
        harmless(play)
        await play.until("No connection since", "GOODBYE")
        harmless(play)


@pytest.mark.asyncio
async def test_columns_line_up_whatever_the_names_are() -> None:
    names = ("李雷", "ＡＢ", "👩‍👩‍👧‍👦", "🇬🇧", "Zoe\u0308", "ﷺ", "a" + "\u0301" * 30, "ann")
    async with playing(lobby(*(row(f"r{n}", name) for n, name in enumerate(names)))) as play:
        seen = await play.until("ann ")
    edges = {cell_len(line[: line.index(" open")]) for line in seen.splitlines() if " open" in line}
    assert len(edges) == 1
    assert seen.count(" open") == len(names)


@contextmanager
def elsewhere(script: Script) -> Iterator[Address]:
    """The server of a script, in a thread of its own."""
    found: list[Address] = []
    ready, end = threading.Event(), threading.Event()

    async def run() -> None:
        async with served(script) as address:
            found.append(address)
            ready.set()
            while not end.is_set():
                await asyncio.sleep(0.01)

    thread = threading.Thread(target=asyncio.run, args=(run(),))
    thread.start()
    try:
        assert ready.wait(10)
        yield found[0]
    finally:
        end.set()
        thread.join()


def test_no_byte_of_it_reaches_the_terminal(tmp_path: Path) -> None:
    name = "".join(CONTROLS)
    # The client's own bell would be mistaken for somebody else's.
    (tmp_path / "client.toml").write_text('bell = "off"\n')
    with (
        elsewhere(hostile(name)) as address,
        pane("client", "--guest", "--name", "ann", str(address), folder=tmp_path) as terminal,
    ):
        terminal.until("another game")
        terminal.type("\x1b[B")
        terminal.until("Enter Join")
        terminal.type("\r")
        terminal.until("Players", "Watching")
        terminal.type("r")
        terminal.until("REFUSED Bob *** Ann", "r Ready")
        terminal.type("R")
        terminal.until("No connection since", "GOODBYE Bob *** Ann")
        terminal.type("\x03\x03")
        assert terminal.ended() == 0
        written = POINTER.sub(b"", bytes(terminal.raw))
        assert not [telltale for telltale in TELLTALES if telltale in written]


def test_where_a_name_ends_is_seen_without_bold_type() -> None:
    assert spoken(Line("Berta", "ok: no", 1)).plain == "Berta: ok: no"
    for name in ("Berta: ok", "* The server", "\u25baDoro"):
        assert spoken(Line(name, "hi", 1)).plain == f'"{name}": hi'
    assert spoken(Line("", "hi", 1)).plain == "* hi"
