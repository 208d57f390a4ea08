"""The Python environment in `.venv`: made at the first start, mended when something happened to it.

It is safe to be interrupted at any moment, and safe when two starts set up at once.
"""

import fcntl
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

from scripts.progress import CommandFailed, Heard, Progress, run
from scripts.stamp import AFRESH, LOCKS, Need, Purpose, Stamp, begin, current, finish, needs, recorded

ROOT = Path(__file__).resolve().parent.parent
STATE = ".fivefold"
"""The folder in the checkout for what is kept between starts; git ignores it."""

# What would send pip or Python elsewhere than into .venv.
MISLEADING = ("PYTHONHOME", "PYTHONPATH", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_REQUIRE_VIRTUALENV")


def prepared(purpose: Purpose, *, rebuild: bool = False, root: Path = ROOT) -> Path:
    """The interpreter of an environment that is ready for the purpose; made or mended first where that is needed.

    Where it cannot be made ready, the process ends with sentences that say why and what to do.
    """
    end_in_order()
    try:
        return _prepared(purpose, rebuild, root)
    except KeyboardInterrupt:
        print("\nStopped. The same command begins the set-up again.", file=sys.stderr)
        sys.exit(130)
    except CommandFailed as failure:
        print(*failure.lines, sep="\n", file=sys.stderr)
        _give_up(f"The set-up ended here (status {failure.status}), see above.")
    except OSError as error:
        _give_up(f"The set-up ended here: {error}.")


def become(module: str, arguments: Sequence[str]) -> NoReturn:
    """Go on as a module of this checkout, in its own environment."""
    python = str(prepared("dev"))
    os.chdir(ROOT)
    os.execv(python, [python, "-m", module, *arguments])


def again(purpose: Purpose, root: Path = ROOT) -> NoReturn:
    """Start this very command once more, in the same folder, under the interpreter of the environment."""
    python = prepared(purpose, root=root)
    if Path(sys.prefix) == root / ".venv":
        _give_up(f"Something is missing in {root / '.venv'}: remove that folder.")
    os.execv(python, [str(python), *sys.argv])


def _prepared(purpose: Purpose, rebuild: bool, root: Path) -> Path:
    python = root / ".venv" / "bin" / "python"
    if not rebuild and not needs(recorded(root), current(root, purpose)):
        return python
    with sole(root / STATE / "setup.lock") as lock:
        # Another start may have done it while this one waited.
        done = recorded(root)
        todo = AFRESH if rebuild else needs(done, current(root, purpose))
        if done is None and Need.MAKE not in todo and not _usable(python):
            todo = AFRESH
        if todo:
            old_root = done.root if isinstance(done, Stamp) else ""
            SetUp(root, purpose, lock, old_root).carry_out(todo)
    return python


class SetUp:
    """One run through the needs of an environment. The commands it runs hold the lock as long as they live."""

    def __init__(self, root: Path, purpose: Purpose, lock: int, old_root: str = "") -> None:
        self.root = root
        self.purpose = purpose
        self.folder = root / ".venv"
        self.python = self.folder / "bin" / "python"
        self.progress = Progress()
        self._old_root = old_root
        self._lock = lock
        self._environ = {name: value for name, value in os.environ.items() if name not in MISLEADING}
        self._environ |= {"PIP_USER": "0", "PYTHONNOUSERSITE": "1", "PYTHONUNBUFFERED": "1"}

    def carry_out(self, todo: tuple[Need, ...]) -> None:
        """Do it all, one after the other.

        Raises:
            CommandFailed: A command of it failed.
            OSError: The disk refused.
        """
        steps = {
            Need.MAKE: self._make,
            Need.LINK: self._link,
            Need.MOVE: self._move,
            Need.PACKAGES: self._packages,
            Need.PROJECT: self._project,
        }
        if Need.MAKE not in todo:
            begin(self.root)
        for need in todo:
            started = time.monotonic()
            self.progress.begin(need.value)
            steps[need]()
            self.progress.end(time.monotonic() - started)
        finish(self.root, self.purpose)

    def _make(self) -> None:
        if self.folder.is_symlink() or self.folder.is_file():
            self.folder.unlink()
        elif self.folder.exists():
            begin(self.root)
            shutil.rmtree(self.folder)
        self.folder.mkdir()
        begin(self.root)
        self._venv()

    def _link(self) -> None:
        for link in self.folder.glob("bin/python*"):
            link.unlink()
        self._venv("--without-pip")

    def _move(self) -> None:
        """Put the new path where the first lines of scripts, and those that activate, name the old one."""
        old = os.fsencode(Path(self._old_root) / ".venv")
        new = os.fsencode(self.folder)
        for path in (self.folder / "bin").iterdir():
            if path.is_symlink() or not path.is_file():
                continue
            content = path.read_bytes()
            if content.startswith(b"#!") or path.name.lower().startswith("activate"):
                path.write_bytes(content.replace(old, new))

    def _packages(self) -> None:
        lock = self.root / LOCKS[self.purpose][-1]
        total = lock.read_text(encoding="utf-8").count("==")
        seen = 0

        def heard(line: str) -> None:
            nonlocal seen
            word, _, rest = line.partition(" ")
            if word in ("Collecting", "Requirement", "Ignoring"):
                seen += 1
                name = rest.removeprefix("already satisfied: ").split("==")[0].split(":")[0]
                self.progress.detail(f"{seen} of {total}  {name}", worth_a_line=seen % 10 == 0 or seen == total)
            elif word == "Installing":
                self.progress.detail(f"{total} of {total}  unpacking")

        self._pip(["--require-hashes", "--no-deps", "--progress-bar", "off", "-r", str(lock)], heard)

    def _project(self) -> None:
        self._pip(["--no-deps", "--no-build-isolation", "--editable", str(self.root)])

    def _pip(self, arguments: list[str], heard: Heard = lambda line: None) -> None:
        options = ["--disable-pip-version-check", "--no-input"]
        self._run([str(self.python), "-m", "pip", "install", *options, *arguments], heard)

    def _venv(self, *options: str) -> None:
        for module in ("venv", "ensurepip"):
            if importlib.util.find_spec(module) is None:
                _give_up(incomplete(module))
        # Under an environment's own Python, the new one still hangs on the one below it.
        base = getattr(sys, "_base_executable", sys.executable)
        self._run([base, "-m", "venv", *options, str(self.folder)])

    def _run(self, command: list[str], heard: Heard = lambda line: None) -> None:
        run(command, self.progress, heard, env=self._environ, kept_open=[self._lock])


@contextmanager
def sole(path: Path) -> Iterator[int]:
    """Be the only process inside, waiting for others; gives the descriptor that stands for it.

    The lock belongs to the open file: a command that inherits the descriptor keeps it even if this process is killed.
    """
    path.parent.mkdir(exist_ok=True)
    with path.open("a") as file:
        if not taken(file.fileno()):
            print("Another start is setting things up; waiting for it ...", file=sys.stderr)
            fcntl.flock(file, fcntl.LOCK_EX)
        yield file.fileno()


def taken(descriptor: int) -> bool:
    """Lock an open file for as long as it stays open, unless somebody else has it; says whether that worked."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def end_in_order() -> None:
    """Let a signal to end, or the loss of the terminal, unwind what runs instead of cutting it off."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _unwind)


def incomplete(module: str) -> str:
    """The sentence for a Python that was packaged without a part of its own library."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return (
        f'This Python lacks its own module "{module}", which is needed for the set-up.'
        f" On Debian or Ubuntu: sudo apt install python{version}-venv"
    )


def _unwind(number: int, frame: FrameType | None) -> NoReturn:
    sys.exit(128 + number)


def _usable(python: Path) -> bool:
    """Whether an environment that was made by hand can be kept."""
    probe = "import pip, sys; sys.exit(sys.version_info < (3, 11))"
    return subprocess.run([python, "-c", probe], capture_output=True, check=False).returncode == 0


def _give_up(sentence: str) -> NoReturn:
    print(f"{sentence}\nThe same command tries it again.", file=sys.stderr)
    sys.exit(1)
