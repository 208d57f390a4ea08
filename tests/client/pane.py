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
from typing import Any, ClassVar

import pyte

ROOT = Path(__file__).resolve().parents[2]
OWN = "import fcntl, runpy, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
"""Makes the pseudo-terminal the program's controlling one, as a terminal window does."""
RUN = "runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
LIMIT = 30.0
"""Seconds after which a wait fails. Nothing waits for so long but on a machine that is very busy."""


class Pane:
    """One program and its terminal of some columns and rows.

    Whoever waits for one terminal reads all of them: a program whose output nobody takes stands still.
    """

    _open: ClassVar[list["Pane"]] = []

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
        self._read, self._text = -1, ""
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
        self._open.append(self)

    def type(self, keys: str | bytes) -> None:
        """Type, or send whatever bytes a terminal might."""
        os.write(self.master, keys.encode() if isinstance(keys, str) else keys)

    def paste(self, text: str) -> None:
        """Paste, as a terminal does it for programs that ask for a mark around it."""
        rest = f"\x1b[200~{text}\x1b[201~".encode()
        while rest:
            # In pieces that the terminal takes without waiting: the program's own output is read here too.
            rest = rest[os.write(self.master, rest[:1024]) :]
            self.read(0.0)

    def text(self) -> str:
        """What stands on the screen."""
        if self._read != len(self.raw):
            self._read, self._text = len(self.raw), "\n".join(line.rstrip() for line in self.screen.display)
        return self._text

    def until(self, *words: str) -> str:
        """Wait until all of these stand on the screen; the screen."""
        return self.when(lambda: all(word in self.text() for word in words), f"{words} never came")

    def gone(self, word: str) -> str:
        """Wait until this does not stand on the screen any more; the screen."""
        return self.when(lambda: word not in self.text(), f"{word} never went")

    def ended(self) -> int:
        """Wait for the program's end; its exit status."""
        end = time.monotonic() + LIMIT
        while (status := self.process.poll()) is None:
            assert time.monotonic() < end, f"the program does not end:\n{self.text()}"
            self.read(0.02)
        while self.read(0.0):
            pass
        return status

    def hang_up(self) -> None:
        """The terminal goes away, as when its window is closed."""
        self._open.remove(self)
        os.close(self.slave)
        os.close(self.master)
        self.master = self.slave = -1

    def close(self) -> None:
        """End the program, if it still runs, and give everything back."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if self in self._open:
            self._open.remove(self)
        for descriptor in (self.master, self.slave):
            with contextlib.suppress(OSError):
                os.close(descriptor)

    def when(self, is_so: Callable[[], bool], fault: str) -> str:
        """Wait until something is so, which changes only with the screen; the screen."""
        end = time.monotonic() + LIMIT
        while not is_so():
            assert time.monotonic() < end, f"{fault}:\n{self.text()}"
            assert self.read(0.05) or self.process.poll() is None, f"the program ended, {fault}:\n{self.text()}"
        return self.text()

    @classmethod
    def read(cls, patience: float) -> bool:
        """Take in what the programs have written; whether there was something. Waits for it for so many seconds."""
        written = False
        for one in select.select(cls._open, [], [], patience)[0]:
            with contextlib.suppress(OSError):
                data = os.read(one.master, 65536)
                one.raw += data
                one._stream.feed(data)
                written = written or bool(data)
        return written

    def fileno(self) -> int:
        """What is read from."""
        return self.master


@contextlib.contextmanager
def pane(module: str, *words: str, folder: Path, **other: Any) -> Iterator[Pane]:
    """A module of ours in a terminal of its own."""
    one = Pane(module, words, folder=folder, **other)
    try:
        yield one
    finally:
        one.close()
