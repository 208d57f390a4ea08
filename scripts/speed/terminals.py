"""Programs in windows of a tmux of their own, and a control client that presses keys and reads what they draw."""

import os
import re
import select
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, TypeAlias

import pyte

Span: TypeAlias = tuple[float, float]
"""From when until when, in perf_counter's s."""

Region: TypeAlias = tuple[range, range]
"""Columns and rows of a screen."""
NOWHERE: Final[Region] = range(0), range(0)

COLS, ROWS = 80, 24
OUTPUT: Final = re.compile(rb"^%output (%\d+) (.*)$", re.DOTALL)
OCTAL: Final = re.compile(rb"\\[0-7]{3}")
STARTING: Final = 90.0
"""Seconds that all programs have for whatever is waited for."""
LOOK: Final = 0.2
CHUNK: Final = 65_536


class Picture:
    """What stands on the screen of one program, as far as its output says."""

    def __init__(self) -> None:
        self._screen = pyte.Screen(COLS, ROWS)
        self._stream = pyte.ByteStream(self._screen)

    def take(self, output: bytes) -> None:
        """Take in some output."""
        self._stream.feed(output)

    def changes(self, output: bytes, besides: Region) -> bool:
        """Take in some output, and tell whether it changed a cell outside of a region."""
        before = self._cells(besides)
        self.take(output)
        return self._cells(besides) != before

    def _cells(self, besides: Region) -> list[pyte.screens.Char]:
        columns, rows = besides
        return [self._screen.buffer[y][x] for y in range(ROWS) for x in range(COLS) if not (x in columns and y in rows)]


class Terminals:
    """One window of 80x24 for each command. Each program has a home of its own in the folder.

    While the programs run, what they draw is only kept, with the moment at which it came. What it looks like is found
    out later: that takes much more time than to draw it, and it would be the programs' time.
    """

    def __init__(self, folder: Path, commands: Sequence[Sequence[str]]) -> None:
        self._tmux = ["tmux", "-S", str(folder / "tmux"), "-f", os.devnull]
        self._heard: list[tuple[float, bytes]] = []
        for number, command in enumerate(commands):
            home = folder / str(number)
            home.mkdir()
            places = [f"HOME={home}", f"FIVEFOLD_CONFIG={home}", "TERM=tmux-256color", "LANG=C.UTF-8"]
            new = (
                ["new-window", "-t", "bench:"]
                if number
                else ["new-session", "-d", "-s", "bench", f"-x{COLS}", f"-y{ROWS}"]
            )
            self._run(*new, "env", *places, *command)
        listed = self._run("list-panes", "-s", "-t", "bench", "-F", "#{pane_id} #{pane_pid}")
        self.panes: dict[str, int] = {pane: int(pid) for pane, pid in map(str.split, listed.splitlines())}
        """The process in each pane."""
        self._control = subprocess.Popen(
            [*self._tmux, "-C", "attach", "-t", "bench"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self._order(f"refresh-client -C {COLS},{ROWS}")

    def __enter__(self) -> "Terminals":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._run("kill-server")
        self._control.communicate()

    def press(self, pane: str, key: str) -> None:
        """Press a key by tmux's name for it."""
        self._order(f"send-keys -t {pane} {key}")

    def type(self, pane: str, text: str) -> None:
        """Type a text, and Enter."""
        self._order(f"send-keys -t {pane} -l '{text}'")
        self.press(pane, "Enter")

    def when(self, *words: str) -> None:
        """Wait until one of these words stands in every pane."""
        limit = time.monotonic() + STARTING
        waiting = set(self.panes)
        while waiting:
            waiting = {pane for pane in waiting if not any(word in self.screen(pane) for word in words)}
            if time.monotonic() > limit:
                raise TimeoutError(f"{words} never came:\n{self.screen(next(iter(waiting)))}")
            self.watch(LOOK)

    def screen(self, pane: str) -> str:
        """What stands in a pane."""
        return self._run("capture-pane", "-p", "-t", pane)

    def watch(self, seconds: float) -> None:
        """Keep what is drawn within some seconds."""
        assert self._control.stdout is not None
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if select.select([self._control.stdout], [], [], left)[0]:
                drawn = os.read(self._control.stdout.fileno(), CHUNK)
                self._heard.append((time.perf_counter(), drawn))

    def last_changes(self, spans: Sequence[Span], besides: Region = NOWHERE) -> list[dict[str, float]]:
        """For each span, in their order: the panes that changed outside of a region, and when each did last."""
        pictures = {pane: Picture() for pane in self.panes}
        changes: list[dict[str, float]] = [{} for _ in spans]
        number = 0
        for at, pane, output in self._drawn():
            while number < len(spans) and spans[number][1] < at:
                number += 1
            if number == len(spans) or at < spans[number][0]:
                pictures[pane].take(output)
            elif pictures[pane].changes(output, besides):
                changes[number][pane] = at
        return changes

    def _drawn(self) -> Iterator[tuple[float, str, bytes]]:
        """All that was drawn so far: when it came, in which pane, and the bytes."""
        rest = b""
        for at, data in self._heard:
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                if output := OUTPUT.match(line):
                    yield at, output[1].decode(), OCTAL.sub(lambda found: bytes([int(found[0][1:], 8)]), output[2])

    def _order(self, words: str) -> None:
        assert self._control.stdin is not None
        self._control.stdin.write(words.encode() + b"\n")

    def _run(self, *words: str) -> str:
        return subprocess.run([*self._tmux, *words], check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
