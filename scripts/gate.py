"""Lets only a Python in that can run the project.

Older ones read this file and the commands themselves: nothing here is newer than Python 3.6.
"""

import os
import subprocess
import sys

OLDEST = (3, 11)
NEWER = ("python3.14", "python3.13", "python3.12", "python3.11")
PASSED_ON = "FIVEFOLD_PASSED_ON"
"""Set in the environment of a Python that another one started in its place: it must not pass on again."""


def admit() -> None:
    """Return under a Python that is new enough; else start again under one that is, or end with a sentence."""
    if os.name == "nt":
        sys.exit("fivefold needs a terminal of the Unix kind: on Windows, run this inside WSL.")
    if sys.version_info < OLDEST:
        other = None if PASSED_ON in os.environ else newer_python()
        if other is None:
            sys.exit(too_old(sys.version_info[:2]))
        os.environ[PASSED_ON] = "1"
        os.execvp(other, [other, *sys.argv])  # the same command line, under the newer one
    os.environ.pop(PASSED_ON, None)


def newer_python() -> "str | None":
    """The name of a command on the search path that is a new enough Python, or None."""
    probe = f"import sys; sys.exit(sys.version_info < {OLDEST})"
    for name in NEWER:
        try:
            if subprocess.call([name, "-c", probe], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0:
                return name
        except OSError:
            continue
    return None


def too_old(version: "tuple[int, int]") -> str:
    """The sentence for a Python that is too old."""
    return (
        f"fivefold needs Python {OLDEST[0]}.{OLDEST[1]} or newer, and this is {version[0]}.{version[1]}."
        f" Install a newer one beside it and run: python{OLDEST[0]}.{OLDEST[1]} {sys.argv[0]}"
    )
