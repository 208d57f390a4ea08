"""The files of the project, as git sees them."""

import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

LEFT_BEHIND = {".git", ".venv", ".fivefold", ".hypothesis", "__pycache__", "build", "dist"}
"""Folders that are no part of the project."""


@dataclass(frozen=True)
class Tree:
    """The files that git has, or would take."""

    root: Path

    @cached_property
    def paths(self) -> tuple[PurePosixPath, ...]:
        """All of them, counted from the top of the project."""
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        try:
            listed = subprocess.run(command, cwd=self.root, capture_output=True, check=True, encoding="utf-8").stdout
        except (OSError, subprocess.CalledProcessError):
            return tuple(sorted(self._unpacked()))
        return tuple(PurePosixPath(name) for name in sorted(set(listed.split("\0"))) if (self.root / name).is_file())

    def _unpacked(self) -> Iterator[PurePosixPath]:
        """The files of a copy that git knows nothing of, such as an archive; what tools leave behind aside."""
        for folder, below, names in os.walk(self.root):
            below[:] = [name for name in below if name not in LEFT_BEHIND and not name.endswith("_cache")]
            for name in names:
                yield PurePosixPath((Path(folder) / name).relative_to(self.root))

    def texts(self, *suffixes: str, under: str = "") -> Iterator[tuple[PurePosixPath, str]]:
        """The text files with one of the suffixes (all where none is given) below a folder, and what they hold."""
        folder = PurePosixPath(under)
        for path in self.paths:
            if (not suffixes or path.suffix in suffixes) and path.is_relative_to(folder):
                content = (self.root / path).read_bytes()
                if b"\0" not in content:
                    yield path, content.decode("utf-8", errors="replace")

    def python(self) -> Iterator[tuple[PurePosixPath, str]]:
        """Every file of Python, those commands included that have no suffix."""
        for path, text in self.texts("", ".py"):
            if path.suffix or (path.parent.name == "scripts" and text.startswith("#!/usr/bin/env python3\n")):
                yield path, text
