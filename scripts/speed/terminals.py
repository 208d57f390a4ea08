"""Programs in windows of a tmux of their own, and a control client that presses keys and reads what they draw."""

import os
import re
import select
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, TypeAlias

import pyte

Chunk: TypeAlias = tuple[float, bytes]
"""When (perf_counter's s) bytes of a program came, and which."""

Region: TypeAlias = tuple[range, range]
"""Columns and rows of a screen."""
NOWHERE: Final[Region] = range(0), range(0)

COLS, ROWS = 80, 24
OUTPUT: Final = re.compile(rb"^%output (%\d+) (.*)$", re.DOTALL)
OCTAL: Final = re.compile(rb"\\[0-7]{3}")
STARTING: Final = 90.0
"""Seconds that all programs have for whatever is waited for."""
LOOK: Final = 0.2


class Picture:
    """What stands on the screen of one program, as far as its output says."""

    def __init__(self) -> None:
        self._screen = pyte.Screen(COLS, ROWS)
        self._stream = pyte.ByteStream(self._screen)

    def last_change(self, chunks: Sequence[Chunk], besides: Region) -> float | None:
        """Take in some output, and tell when the last of it came that changed a cell outside of a region."""
        changed, before = None, self._cells(besides)
        for at, output in chunks:
            self._stream.feed(output)
            after = self._cells(besides)
            changed, before = (changed if after == before else at), after
        return changed

    def _cells(self, besides: Region) -> list[pyte.screens.Char]:
        columns, rows = besides
        return [self._screen.buffer[y][x] for y in range(ROWS) for x in range(COLS) if not (x in columns and y in rows)]


class Terminals:
    """One window of 80x24 for each command. Each program has a home of its own in the folder."""

    def __init__(self, folder: Path, commands: Sequence[Sequence[str]]) -> None:
        self._tmux = ["tmux", "-S", str(folder / "tmux"), "-f", os.devnull]
        self._rest = b""
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
        self._pictures = {pane: Picture() for pane in self.panes}
        self._control = subprocess.Popen(
            [*self._tmux, "-C", "attach", "-t", "bench"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self._order(f"refresh-client -C {COLS},{ROWS}")

    def __enter__(self) -> "Terminals":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._run("kill-server")
        self._control.wait()

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

    def watch(self, seconds: float, besides: Region = NOWHERE) -> dict[str, float | None]:
        """When each pane changed last within some seconds, if it did; what changes in a region of it does not count."""
        chunks = self._read(seconds)
        return {pane: one.last_change(chunks.get(pane, ()), besides) for pane, one in self._pictures.items()}

    def _read(self, seconds: float) -> dict[str, list[Chunk]]:
        chunks: dict[str, list[Chunk]] = {}
        assert self._control.stdout is not None
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if not select.select([self._control.stdout], [], [], left)[0]:
                break
            lines = (self._rest + os.read(self._control.stdout.fileno(), 1 << 20)).split(b"\n")
            now = time.perf_counter()
            self._rest = lines.pop()
            for line in lines:
                if output := OUTPUT.match(line):
                    drawn = OCTAL.sub(lambda found: bytes([int(found[0][1:], 8)]), output[2])
                    chunks.setdefault(output[1].decode(), []).append((now, drawn))
        return chunks

    def _order(self, words: str) -> None:
        assert self._control.stdin is not None
        self._control.stdin.write(words.encode() + b"\n")

    def _run(self, *words: str) -> str:
        return subprocess.run([*self._tmux, *words], check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
