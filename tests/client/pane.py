"""A program in a pseudo-terminal, with a screen on which a test can read."""

import contextlib
import fcntl
import os
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyte

ROOT = Path(__file__).resolve().parents[2]
OWN = "import fcntl, runpy, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
"""Makes the pseudo-terminal the program's controlling one, as a terminal window does."""
RUN = "runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
LIMIT = 30.0
"""Seconds after which a wait fails. Nothing waits for so long but on a machine that is very busy."""


class Pane:
    """One program and its terminal of some columns and rows."""

    def __init__(
        self,
        module: str,
        words: Sequence[str] = (),
        *,
        folder: Path,
        size: tuple[int, int] = (80, 24),
        environ: Mapping[str, str] | None = None,
        owned: bool = True,
    ) -> None:
        """Start a module of ours. Without `owned` the terminal is not its controlling one: no SIGHUP comes from it."""
        columns, rows = size
        self.raw = bytearray()
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.master, self.slave = os.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.before = termios.tcgetattr(self.slave)
        usual = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "FIVEFOLD_CONFIG": str(folder), "HOME": str(folder)}
        code = (OWN if owned else "import runpy, sys; ") + RUN
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, module, *words],
            cwd=ROOT,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env={"PATH": os.environ["PATH"], **usual, **(environ or {})},
            start_new_session=True,
        )

    def type(self, keys: str | bytes) -> None:
        """Type, or send whatever bytes a terminal might."""
        os.write(self.master, keys.encode() if isinstance(keys, str) else keys)

    def text(self) -> str:
        """What stands on the screen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until(self, *words: str) -> str:
        """Wait until all of these stand on the screen; the screen."""
        return self._when(lambda: all(word in self.text() for word in words), f"{words} never came")

    def gone(self, word: str) -> str:
        """Wait until this does not stand on the screen any more; the screen."""
        return self._when(lambda: word not in self.text(), f"{word} never went")

    def ended(self) -> int:
        """Wait for the program's end; its exit status."""
        end = time.monotonic() + LIMIT
        while (status := self.process.poll()) is None:
            assert time.monotonic() < end, f"the program does not end:\n{self.text()}"
            self._read(0.02)
        while self._read(0.0):
            pass
        return status

    def hang_up(self) -> None:
        """The terminal goes away, as when its window is closed."""
        os.close(self.slave)
        os.close(self.master)
        self.master = self.slave = -1

    def close(self) -> None:
        """End the program, if it still runs, and give everything back."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for descriptor in (self.master, self.slave):
            with contextlib.suppress(OSError):
                os.close(descriptor)

    def _when(self, is_so: Callable[[], bool], fault: str) -> str:
        end = time.monotonic() + LIMIT
        while not is_so():
            assert time.monotonic() < end, f"{fault}:\n{self.text()}"
            assert self._read(0.05) or self.process.poll() is None, f"the program ended, {fault}:\n{self.text()}"
        return self.text()

    def _read(self, patience: float) -> bool:
        """Take in what the program has written; whether there was something."""
        if self.master < 0 or not select.select([self.master], [], [], patience)[0]:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        self.raw += data
        self._stream.feed(data)
        return bool(data)


@contextlib.contextmanager
def pane(module: str, *words: str, folder: Path, **other: Any) -> Iterator[Pane]:
    """A module of ours in a terminal of its own."""
    one = Pane(module, words, folder=folder, **other)
    try:
        yield one
    finally:
        one.close()
