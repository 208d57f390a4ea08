"""What state the environment in `.venv` is in, and what it needs. Looks only; `environment` does the work."""

import hashlib
import json
import sys
import tomllib
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import Literal, TypeAlias

Purpose: TypeAlias = Literal["play", "dev"]
"""What the environment is for: to play and host, or to test and check as well."""

LOCKS: dict[Purpose, tuple[str, ...]] = {
    "play": ("requirements.lock",),
    "dev": ("requirements.lock", "requirements-dev.lock"),
}
"""The lock files that hold for a purpose; the last one is installed, and contains those before it."""


class Need(Enum):
    """One thing to do, in the words that the player reads while it is done."""

    MAKE = "Making a Python environment in .venv"
    LINK = "Linking .venv to this Python"
    MOVE = "Moving .venv to this folder"
    PACKAGES = "Installing packages"
    PROJECT = "Installing fivefold itself"


AFRESH = (Need.MAKE, Need.PACKAGES, Need.PROJECT)


@dataclass(frozen=True)
class Stamp:
    """An environment as it was when it was finished.

    `root` is the checkout's folder, `interpreter` the file that `.venv/bin/python` leads to, `version` its "3.11".
    `project` and `locks` are SHA-256 in hex: of the parts of pyproject.toml that are installed, and of the lock files.
    `packages` are the names of the folders in which the installer describes what it installed.
    """

    root: str
    interpreter: str
    version: str
    project: str
    locks: dict[str, str]
    packages: tuple[str, ...]


def needs(done: Stamp | Literal["unfinished"] | None, now: Stamp) -> tuple[Need, ...]:
    """What must be done, in order, so that an environment left as `done` serves what `now` is.

    Nothing that stopped half way is trusted: an installer that was killed leaves packages that look complete. An
    environment without any stamp was made by hand; it is kept, and its packages are looked after.
    """
    if done == "unfinished":
        return AFRESH
    if done is None:
        return (Need.PACKAGES, Need.PROJECT) if now.interpreter else AFRESH
    if now.interpreter != done.interpreter and (now.interpreter or now.version != done.version):
        return AFRESH
    moved = now.root != done.root
    conditions = {
        Need.LINK: not now.interpreter,
        Need.MOVE: moved,
        Need.PACKAGES: not (now.locks.items() <= done.locks.items() and set(done.packages) <= set(now.packages)),
        Need.PROJECT: moved or now.project != done.project,
    }
    return tuple(need for need, holds in conditions.items() if holds)


def current(root: Path, purpose: Purpose) -> Stamp:
    """The environment as it is now, if it were finished for that purpose."""
    folder = root / ".venv"
    python = folder / "bin" / "python"
    return Stamp(
        root=str(root),
        interpreter=str(python.resolve()) if python.exists() else "",
        version=f"{sys.version_info.major}.{sys.version_info.minor}",
        project=project_digest((root / "pyproject.toml").read_text(encoding="utf-8")),
        locks={name: hashlib.sha256((root / name).read_bytes()).hexdigest() for name in LOCKS[purpose]},
        packages=tuple(sorted(path.name for path in folder.glob("lib/python*/site-packages/*.dist-info"))),
    )


def project_digest(text: str) -> str:
    """SHA-256 of what an installation takes from pyproject.toml; the tools' sections are free to change."""
    tables = tomllib.loads(text)
    parts = [tables.get("build-system"), tables.get("project"), tables.get("tool", {}).get("hatch")]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def recorded(root: Path) -> Stamp | Literal["unfinished"] | None:
    """What the last set-up left: its stamp, "unfinished" if it never ended, None if there was none."""
    try:
        fields = json.loads(_path(root).read_text(encoding="utf-8"))
        return Stamp(**fields | {"packages": tuple(fields["packages"])})
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, KeyError):
        return "unfinished"


def begin(root: Path) -> None:
    """Record that the environment is about to change."""
    _path(root).write_text("{}", encoding="utf-8")


def finish(root: Path, purpose: Purpose) -> None:
    """Record that the environment is whole, all at once: a stamp cut short would not be read."""
    draft = _path(root).with_suffix(".draft")
    version = next((root / ".venv" / "lib").glob("python*")).name.removeprefix("python")
    fields = asdict(current(root, purpose)) | {"version": version}
    draft.write_text(json.dumps(fields, indent=1), encoding="utf-8")
    draft.replace(_path(root))


def _path(root: Path) -> Path:
    return root / ".venv" / "fivefold.json"
