"""The server of one player: a child process that ends when its starter does, whatever ends that."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from scripts.environment import taken
from scripts.progress import lines

READY = "listening on "
PATIENCE = 30.0
"""Seconds that the server may take to start; the first start of all makes its database."""

FAREWELL = 10.0
"""Seconds that the server may take to end in order."""


class ServerFailed(Exception):  # noqa: N818  # reads as what happened
    """The server did not start or did not end well; the text is for the player."""


@contextmanager
def own_folder(state: Path) -> Iterator[tuple[Path, int]]:
    """A data folder that no other start uses now, the same ones again and again; and the lock that says so."""
    number = 1
    while True:
        folder = state / f"play-{number}"
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "lock").open("a") as lock:
            if taken(lock.fileno()):
                yield folder, lock.fileno()
                return
        number += 1


@contextmanager
def serving(command: Sequence[str], folder: Path, lock: int, patience: float = PATIENCE) -> Iterator[str]:
    """Run a server and give its address; end it afterwards.

    What it writes to standard error is kept as server.log in the folder, the time before as server.log.1. `lock` is a
    descriptor that it holds as long as it lives.

    Raises:
        ServerFailed: It ended, or gave no address in time; or its end was not in order.
    """
    path = folder / "server.log"
    if path.exists():
        path.replace(folder / "server.log.1")
    with path.open("w", encoding="utf-8") as log:
        # In a session of its own no key of the player's terminal reaches it; the closed pipe is what ends it.
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            start_new_session=True,
            pass_fds=[lock],
            encoding="utf-8",
            errors="replace",
        )
    try:
        assert process.stdout is not None
        address = announced(process.stdout, patience)
        if address is None:
            late = not process.stdout.closed
            status = end(process)
            raise ServerFailed(account(path, "gave no address in time" if late else f"ended ({status})"))
        yield address
    finally:
        status = end(process)
    if status != 0:
        raise ServerFailed(account(path, f"did not end in order ({status})"))


def announced(stream: IO[str], patience: float) -> str | None:
    """The address in the server's first words; None when it gave none. What follows is read and dropped."""
    for line in lines(stream, patience):
        if line is not None and line.startswith(READY):
            return line.removeprefix(READY).strip()
    return None


def end(process: "subprocess.Popen[str]") -> int:
    """End a server, in order if it can; gives its exit status, negative for the signal that it took."""
    assert process.stdin is not None
    process.stdin.close()
    for stronger in (process.terminate, process.kill):
        try:
            return process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            stronger()
    return process.wait()


def account(log: Path, what: str) -> str:
    """What happened to the server, with the last lines of its log."""
    last = log.read_text(encoding="utf-8", errors="replace").splitlines()[-20:]
    return "\n".join([*last, f"The server {what}. Its log: {log}"])
