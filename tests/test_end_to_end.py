"""Two people at their terminals, and a server: from the first screen to a rating that outlives the server."""

import re
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from engines.ratings import humans_only
from protocol.connection import Connection
from protocol.messages import (
    PROTOCOL,
    Accepted,
    ClientMessage,
    Guest,
    Hello,
    Request,
    Say,
    ServerMessage,
    Watch,
    Welcome,
)
from tests.client.pane import ROOT, Pane, pane

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
PASSWORD: Final = "correct horse"
LONGEST: Final = 90.0
"""Seconds after which the game counts as stuck; it takes about ten."""

AGAIN: Final = 0.5
"""Seconds after which a key that came to nothing is pressed again."""

NUMBER: Final = re.compile(r"\b([123]) ovals?\b")
TRAITS: Final = re.compile(r"\b(red|green|blue) (solid|striped|open)\b")
"""The two lines under a card on a screen of 80 columns while every shape is an oval."""

ANSWERS: Final = ("R", "G", "B", "solid", "striped", "open")
"""The answers in the order of their digits."""

SCORED: Final = re.compile(r"ann +[1-9]")
FASTER: Final = re.compile(r"┌─ \+ ─.*\n.* (1000|900|810) ms")
"""The box for faster cards is not chosen, and cards do not come fast yet: reading a screen takes its time."""

RESULT: Final = re.compile(r"(ann|ben) +(\d+) +([+-]\d+\.\d) +(\d+\.\d)")

SAID: Final = "[b]bold[/b] $error \x1b]0;owned\x07\x1b[2J\x1b[31mred \x9b7m\rann: I resign"
SHOWN: Final = "eve: [b]bold[/b] $error ]0;owned[2J[31mred 7m ann: I resign"
POINTER: Final = re.compile(rb"\x1b\]22;[a-z-]*\x07")
"""Textual's own word on the shape of the mouse pointer."""


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """A server on a free port of this machine, over the data in a folder: its address and its process."""
    command = [sys.executable, "-m", "server", "--port", "0", "--data", str(folder)]
    with (
        (folder.parent / "server.log").open("a") as log,
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, encoding="utf-8") as process,
    ):
        try:
            assert process.stdout is not None
            first = process.stdout.readline()
            assert first.startswith("listening on "), first
            yield first.removeprefix("listening on ").strip(), process
        finally:
            process.kill()


class Stranger:
    """A program that speaks the protocol and minds no manners: what it says, no client of ours would send."""

    def __init__(self, address: str, name: str) -> None:
        """Come in as a guest."""
        host, _, port = address.rpartition(":")
        self._socket = socket.create_connection((host, int(port)), timeout=30)
        self._wire = Connection("client")
        self._tell(Hello(PROTOCOL), Welcome)
        self.ask(Guest(1, name))

    def ask(self, request: Request) -> None:
        """Send a request, and wait until it is accepted."""
        self._tell(request, Accepted)

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def _tell(self, message: ClientMessage, answer: type[ServerMessage]) -> None:
        self._socket.sendall(self._wire.send(message))
        while not any(isinstance(heard, answer) for heard in self._wire.receive(self._socket.recv(65536))):
            pass


class Player:
    """Somebody who reads a terminal and presses keys, and wants faster cards.

    An honest one claims what is there; the other what is not, from ann's first point on.
    """

    def __init__(self, terminal: Pane, *, honest: bool) -> None:
        self.terminal = terminal
        self._honest = honest
        self._digit = ""
        self._pressed = float("-inf")

    def look(self) -> None:
        """Do what there is to do now."""
        seen = self.terminal.text()
        if "Which trait" in seen:
            self.terminal.type(self._digit)
            self._digit = ""
            return
        if len(NUMBER.findall(seen)) != len(TRAITS.findall(seen)):
            return  # the answers are just being drawn over the cards
        if FASTER.search(seen):
            self.terminal.type("+")
        shared = five(seen)
        willing = shared is not None if self._honest else shared is None and SCORED.search(seen)
        if willing and "CLAIM   Space" in seen and time.monotonic() - self._pressed >= AGAIN:
            self._pressed = time.monotonic()
            self._digit = str(ANSWERS.index(shared or "R") + 1)
            self.terminal.type(" ")


def five(screen: str) -> str | None:
    """The trait that exactly five printed symbols share, if there is one."""
    count: Counter[str] = Counter()
    for number, (color, shading) in zip(NUMBER.findall(screen), TRAITS.findall(screen), strict=True):
        count[color[0].upper()] += int(number)
        count[shading] += int(number)
    return next((trait for trait in ANSWERS if count[trait] == 5), None)


def register(terminal: Pane, name: str) -> None:
    """Make an account, from the first screen to the lobby."""
    terminal.until("Come as", "[Guest]")
    terminal.type(UP)
    terminal.until("Change")
    terminal.type(RIGHT)
    terminal.until("[Sign in]")
    terminal.type(RIGHT)
    terminal.until("[Register]")
    terminal.type(DOWN)
    terminal.gone("Change")
    terminal.type(name)
    terminal.until(f" {name}\n")
    terminal.type("\r")
    give_password(terminal)
    terminal.until("a second time")
    terminal.type(PASSWORD + "\r")
    terminal.until("Play now", f"{name} · 1500.0")


def give_password(terminal: Pane) -> None:
    """Answer the question for the password."""
    terminal.until("A password is needed.")
    terminal.type(PASSWORD)
    terminal.until("•" * len(PASSWORD))
    terminal.type("\r")


def make_room(terminal: Pane) -> str:
    """Make a room for ten rounds, a card a second, with two trait types and without lockouts; its name."""
    terminal.type("c")
    terminal.until("Which game?")
    terminal.type("1")
    terminal.until("> Color ")
    for words, keys in (
        ("> Shape ", DOWN),
        ("Deck: 27", " "),
        ("> Failed claim lockout ", DOWN * 9),
        ("None     ›", LEFT * 2),
        ("> Maximum rounds ", DOWN * 2),
        ("‹ 30 rounds", " "),
        ("  10 rounds", LEFT),
    ):
        terminal.type(keys)
        terminal.until(words)
    terminal.type("c")
    seen = terminal.until("Press r when you are ready", "10 rounds", "1 second", "Color, Shading", "27 cards")
    found = re.search(r"room (\w+)", seen)
    assert found is not None
    return found[1]


def played(players: Sequence[Player]) -> None:
    """Play until every terminal shows the end."""
    end = time.monotonic() + LONGEST
    while not all("Game complete" in player.terminal.text() for player in players):
        assert time.monotonic() < end, "\n".join(player.terminal.text() for player in players)
        for player in players:
            player.look()
        Pane.read(0.05)


def results(terminal: Pane) -> dict[str, tuple[int, str, str]]:
    """Of each player the points, the change of the rating and the new one, from the final scoreboard."""
    seen = terminal.when(lambda: len(RESULT.findall(terminal.text())) == 2, "the ratings never came")
    return {name: (int(points), change, after) for name, points, change, after in RESULT.findall(seen)}


@pytest.mark.long
def test_two_people_play_through_a_server_and_their_ratings_outlive_it(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("house", "ann", "ben")]
    for folder in folders[1:]:
        folder.mkdir()
        # The client's own bell would be mistaken for somebody else's.
        (folder / "client.toml").write_text('bell = "off"\n')
    with (
        serving(folders[0]) as (address, server),
        pane("client", address, folder=folders[1]) as ann,
        pane("client", address, folder=folders[2]) as ben,
    ):
        register(ann, "ann")
        register(ben, "ben")
        room = make_room(ann)
        ben.until("ann ", "10 roun", "1/8")
        ben.type(DOWN)
        ben.until("Enter Join")
        ben.type("\r")
        ann.until("ann ", "ben ", "1500.0")

        ben.until("Press r")
        ben.type("t")
        ben.until("Enter sends")
        ben.type("gg [red]wp[/red] [/")
        ben.until("gg [red]wp[/red] [/")
        ben.type("\r")
        ann.until("ben: gg [red]wp[/red] [/")
        ben.type("\x1b[27u")
        ben.until("r Ready")
        stranger = Stranger(address, "eve")
        stranger.ask(Watch(2, room))
        stranger.ask(Say(3, room, SAID))
        for terminal in (ann, ben):
            terminal.until(SHOWN, "Watching: eve")
        stranger.close()

        ann.type("r")
        ben.type("r")
        ann.until("press s to start")
        ann.type("s")
        for terminal in (ann, ben):
            terminal.until("CLAIM   Space", "1000 ms")
        played([Player(ann, honest=True), Player(ben, honest=False)])
        scores = results(ann)
        assert scores == results(ben)
        points = [scores[name][0] for name in ("ann", "ben")]
        assert points[0] > points[1]
        after = humans_only((1500.0, 1500.0), points)
        assert [scores[name][1] for name in ("ann", "ben")] == [f"{rating - 1500.0:+.1f}" for rating in after]
        assert [scores[name][2] for name in ("ann", "ben")] == [f"{rating:.1f}" for rating in after]

        server.send_signal(signal.SIGTERM)
        for terminal in (ann, ben):
            terminal.until("No connection since")
            written = POINTER.sub(b"", bytes(terminal.raw))
            assert not [word for word in (b"\x1b]", b"\x07", b"\xc2\x9b", b"\x9b", b"\x1b[31m") if word in written]
        assert server.wait(30) == 0

    with serving(folders[0]) as (address, _), pane("client", address, folder=folders[1]) as ann:
        ann.until("[Sign in]", " ann\n")
        ann.type("\r")
        give_password(ann)
        # The finished game still stands there, as it was left.
        ann.until("Game complete", f"{after[0]:.1f}")
        ann.type("q")
        ann.until("Play now", f"ann · {after[0]:.1f}")
