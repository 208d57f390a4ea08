"""Shows how a long-running command gets on: one moving line on a terminal, plain lines elsewhere."""

import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, TextIO, TypeAlias

Heard: TypeAlias = Callable[[str], None]
"""Takes one line that a command wrote."""

TICK = 0.12
"""Seconds between two pictures of the moving line."""

WHEEL = "|/-\\"

KEPT = 15
"""How many of a command's last lines are shown when it fails."""


class CommandFailed(Exception):  # noqa: N818  # reads as what happened
    """A command ended with a status other than 0. `lines` are the last that it wrote."""

    def __init__(self, status: int, lines: Sequence[str]) -> None:
        super().__init__(f"status {status}")
        self.status = status
        self.lines = tuple(lines)


class Progress:
    """One line of news about one step at a time."""

    def __init__(self, stream: TextIO | None = None, *, moving: bool | None = None) -> None:
        self._stream = stream or sys.stderr
        usable = self._stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        self._moving = usable if moving is None else moving
        self._title = ""
        self._detail = ""
        self._pictures = 0

    def begin(self, title: str) -> None:
        """Start a step."""
        self._title, self._detail = title, ""
        if not self._moving:
            self._say(f"{title} ...\n")
        self.tick()

    def detail(self, text: str, *, worth_a_line: bool = True) -> None:
        """Say how far the step is; `worth_a_line` decides whether that is shown where lines cannot be rewritten."""
        self._detail = text
        if not self._moving and worth_a_line:
            self._say(f"  {text}\n")

    def tick(self) -> None:
        """Draw the next picture of the moving line."""
        if self._moving:
            self._pictures += 1
            text = f"{WHEEL[self._pictures % len(WHEEL)]} {self._title}  {self._detail}"
            self._say("\r\x1b[K" + text[: shutil.get_terminal_size().columns - 1])

    def end(self, seconds: float) -> None:
        """The step is done."""
        if self._moving:
            self._say(f"\r\x1b[K* {self._title} ({seconds:.0f} s)\n")

    def clear(self) -> None:
        """Leave a clean line for what others write."""
        if self._moving:
            self._say("\r\x1b[K")

    def _say(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def run(
    command: Sequence[str | Path],
    progress: Progress,
    heard: Heard = lambda line: None,
    *,
    env: dict[str, str] | None = None,
    kept_open: Sequence[int] = (),
) -> None:
    """Run a command to its end, and hand over each line that it writes.

    `kept_open` are file descriptors that the command inherits.

    Raises:
        CommandFailed: It ended with another status than 0.
    """
    last: deque[str] = deque(maxlen=KEPT)
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=env,
        pass_fds=kept_open,
        encoding="utf-8",
        errors="replace",
    ) as process:
        try:
            assert process.stdout is not None
            for line in lines(process.stdout):
                if line is None:
                    progress.tick()
                else:
                    last.append(line.rstrip())
                    heard(line.rstrip())
        except BaseException:
            process.terminate()
            progress.clear()
            raise
    if process.returncode != 0:
        progress.clear()
        raise CommandFailed(process.returncode, last)


def lines(stream: IO[str], seconds: float | None = None) -> Iterator[str | None]:
    """The stream's lines as they come, and None whenever a tick passed without one.

    Ends with the stream, or when that many seconds have passed.
    """
    arrived: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def read() -> None:
        # Whoever reads also closes: nobody else knows when the last line was taken.
        with stream:
            for line in stream:
                arrived.put(line)
        arrived.put(None)

    threading.Thread(target=read, daemon=True).start()
    end = None if seconds is None else time.monotonic() + seconds
    while end is None or time.monotonic() < end:
        try:
            line = arrived.get(timeout=TICK)
        except queue.Empty:
            yield None
            continue
        if line is None:
            return
        yield line
