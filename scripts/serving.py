"""A real server of this checkout as a child process, for whatever attacks it, plays on it or measures it."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

SERVER: Final = (sys.executable, "-m", "server")
FAULTS: Final = ("Traceback", "level=error", "level=critical", "[error", "[critical")
TICKS: Final = os.sysconf("SC_CLK_TCK")
LONGEST_END: Final = 30.0
"""How long (s) a server may take to end in order."""


def processor(pid: int) -> float:
    """The processor time (s) that all threads of a process have used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


@dataclass
class Served:
    """A running server. `faults` is filled when it has ended: what should not be in its log."""

    pid: int
    port: int
    folder: Path
    faults: list[str] = field(default_factory=list)

    @property
    def processor(self) -> float:
        """The processor time (s) that all its threads have used."""
        return processor(self.pid)

    @property
    def memory(self) -> int:
        """What it holds in memory, in KiB; 0 where the system does not say."""
        with suppress(OSError):
            for line in Path(f"/proc/{self.pid}/status").read_text(encoding="ascii").splitlines():
                if line.startswith("VmRSS:"):
                    return int(line.split()[1])
        return 0

    @property
    def files(self) -> int:
        """How many file descriptors it has open."""
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))


@contextmanager
def serving(
    command: Sequence[str] = SERVER, config: Mapping[str, Mapping[str, object]] | None = None, core: int | None = None
) -> Iterator[Served]:
    """The server that a command starts, on a free port, with what `config` changes, on one core or on all.

    Memory that Python frees goes back to the system at once, so that growth is growth.
    """
    with tempfile.TemporaryDirectory() as name, (Path(name) / "log").open("w+", encoding="utf-8") as log:
        folder = Path(name)
        (folder / "server.toml").write_text("".join(_section(*one) for one in (config or {}).items()), "utf-8")
        options = ["--port=0", "--data", str(folder / "data"), "--config", str(folder / "server.toml")]
        environment = {**os.environ, "MALLOC_TRIM_THRESHOLD_": "65536"}
        with subprocess.Popen(
            [*command, *options], stdout=subprocess.PIPE, stderr=log, encoding="utf-8", env=environment
        ) as process:
            assert process.stdout is not None
            try:
                if core is not None:
                    os.sched_setaffinity(process.pid, {core})
                served = Served(process.pid, int(process.stdout.readline().rpartition(":")[2]), folder)
                yield served
                process.terminate()
                process.wait(LONGEST_END)
            finally:
                process.kill()
        log.seek(0)
        served.faults += [line.rstrip() for line in log if any(sign in line for sign in FAULTS)][:20]
        if process.returncode:
            served.faults.append(f"the server ended with status {process.returncode}")


def _section(name: str, keys: Mapping[str, object]) -> str:
    """A section of TOML."""
    return f"[{name}]\n" + "".join(f"{key} = {_value(value)}\n" for key, value in keys.items())


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_value(part)}" for key, part in value.items()) + " }"
    return f'"{value}"' if isinstance(value, str) else str(value)


CROWDED: Final[Mapping[str, Mapping[str, object]]] = {
    "limits": {
        "connections": 10_000,
        "connections_per_address": 10_000,
        "strangers": 10_000,
        "idle_seconds": 3600.0,
    },
    "rates": {
        "register_address": {"burst": 10_000, "every": 1.0},
        "register_all": {"burst": 10_000, "every": 1.0},
    },
    "log": {"level": "warning"},
}
"""A configuration for many clients that all come from one address and say nothing for a long time."""
