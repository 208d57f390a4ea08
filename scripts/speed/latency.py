"""From a key to four screens: a claim in one of four terminals, until the last of them has drawn what came of it.

Four real clients sit in four windows of a tmux of their own, in one room of a real server. A control client of that
tmux writes the key and reads what the clients draw. A fifth member of the room only watches, and says when a card came.

What counts is the last byte that changed a cell of the last screen, for whatever reason but the clock's: so the echo of
the key at the claimant's, and the outcome of the claim at all four. Nothing moves by itself meanwhile: in a room that
counts Anything no answers unfold.
"""

import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from engines.five_of_a_kind.model import Dealt, Settings
from protocol import messages as m
from scripts.serving import CROWDED, Served, processor, serving
from scripts.speed.rooms import Player
from scripts.speed.terminals import Span, Terminals

CLIENTS: Final = 4
SETTINGS: Final = Settings(
    color=False, shape=False, shading=False, counting="anything", lockout=0, interval=1000, minutes=10
)
"""A claim is settled at once and locks nobody out, so that one can be made on every card."""
CALM: Final = 0.3
"""Seconds after a card came, before the key is pressed: its own drawing is over then."""
WAIT: Final = 0.3
"""Seconds for which the screens are watched after a key."""
CLOCK: Final = range(16), range(1, 3)
"""Columns and rows of the clock, which moves on by itself."""
PATIENCE: Final = 20.0
"""Seconds without a card after which the game must be over."""


def measure(presses: int) -> int:
    """Print the median and the 95th percentile of some presses; 1 where that was not possible."""
    if shutil.which("tmux") is None:
        print("This needs tmux, which is not there. On Debian or Ubuntu: sudo apt install tmux", file=sys.stderr)
        return 1
    with serving(config=CROWDED) as served, tempfile.TemporaryDirectory() as folder:
        room, watcher = seated(served)
        command = [sys.executable, "-m", "client", f"plain:127.0.0.1:{served.port}", "--name"]
        with Terminals(Path(folder), [[*command, f"quick{seat}"] for seat in range(CLIENTS)]) as terminals:
            terminals.when("A password", "Password")
            for pane in terminals.panes:
                terminals.type(pane, Player.PASSWORD)
            terminals.when("Anything")
            before = served.processor, [processor(pid) for pid in terminals.panes.values()]
            spans = pressed(terminals, watcher, room, presses)
            used = served.processor - before[0], [processor(pid) for pid in terminals.panes.values()]
    return report(_taken(terminals, spans), presses, used[0], sum(used[1]) - sum(before[1]))


def report(taken: list[float], presses: int, server: float, clients: float) -> int:
    """Print what came of it."""
    if not taken:
        print("No press came through.", file=sys.stderr)
        return 1
    taken.sort()
    middle, late = statistics.median(taken), taken[min(len(taken) - 1, int(len(taken) * 0.95))]
    print(f"from the key to the last of four screens: median {middle:.1f} ms, 95th percentile {late:.1f} ms")
    print(f"  ({len(taken)} of {presses} presses came through; from {taken[0]:.1f} to {taken[-1]:.1f} ms)")
    shares = server / presses * 1000, clients / CLIENTS / presses * 1000
    print(f"  processor time for each press and card: server {shares[0]:.1f} ms, one client {shares[1]:.1f} ms")
    print(f"load average of the machine at the end: {os.getloadavg()[0]:.1f}")
    return 0


def seated(served: Served) -> tuple[str, Player]:
    """A room in which four accounts play already, and a fifth that watches it. The four hang up, and can come back."""
    players = [Player(served.port, f"quick{seat}") for seat in range(CLIENTS)]
    room = str(players[0].ask(lambda ref: m.Create(ref, SETTINGS)).room)
    for player in players[1:]:
        player.ask(lambda ref: m.Join(ref, room))
    for player in players:
        player.ask(lambda ref: m.Ready(ref, room, ready=True))
    players[0].ask(lambda ref: m.Start(ref, room))
    watcher = Player(served.port, "watcher")
    watcher.ask(lambda ref: m.Watch(ref, room))
    for player in players:
        player.socket.close()
    return room, watcher


def pressed(terminals: Terminals, watcher: Player, room: str, presses: int) -> list[Span]:
    """Claim again and again, in one terminal after another; from when until when each key was watched."""
    spans = []
    watcher.socket.settimeout(PATIENCE)
    for number in range(presses):
        _wait_for_card(watcher, room)
        terminals.watch(CALM)
        pane = list(terminals.panes)[number % CLIENTS]
        began = time.perf_counter()
        terminals.press(pane, "Space")
        terminals.watch(WAIT)
        spans.append((began, time.perf_counter()))
    return spans


def _taken(terminals: Terminals, spans: list[Span]) -> list[float]:
    """The ms until the last screen was drawn, for each key that all four have answered."""
    changes = zip(spans, terminals.last_changes(spans, besides=CLOCK), strict=True)
    return [(max(ends.values()) - began) * 1000 for (began, _), ends in changes if len(ends) == CLIENTS]


def _wait_for_card(watcher: Player, room: str) -> None:
    """Read what the watcher is sent until a card came that can be claimed."""
    while True:
        data = watcher.socket.recv(65_536)
        if not data:
            raise ConnectionError("the server hung up")
        for one in watcher.connection.receive(data):
            if isinstance(one, m.Update) and one.room == room and any(isinstance(event, Dealt) for event in one.events):
                return
