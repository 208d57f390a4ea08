"""Makes the lock files from pyproject.toml: every package with its version and hashes, no address of a registry."""

import argparse
import shutil
import subprocess
import sys
from collections.abc import Sequence

from scripts.environment import ROOT

COMPILE = ["uv", "pip", "compile", "pyproject.toml", "--universal", "--python-version", "3.11"]
FORM = ["--generate-hashes", "--no-emit-index-url", "--no-emit-find-links", "--no-header", "--quiet"]

GROUPS = {
    "requirements.lock": ["--group", "build"],
    "requirements-dev.lock": ["--group", "dev", "--constraints", "requirements.lock"],
}
"""What each lock file holds beyond what the game needs to run; the second agrees with the first."""


def main(arguments: Sequence[str]) -> int:
    """Write both files; gives uv's exit status."""
    page = argparse.ArgumentParser("scripts/lock", description=__doc__)
    page.add_argument("--upgrade", action="store_true", help="take the newest versions instead of keeping those locked")
    options = page.parse_args(arguments)
    if shutil.which("uv") is None:
        print("scripts/lock needs uv on the search path (pipx install uv).", file=sys.stderr)
        return 1
    for name, groups in GROUPS.items():
        upgrade = ["--upgrade"] if options.upgrade else []
        status = subprocess.run([*COMPILE, *FORM, *groups, *upgrade, "-o", name], cwd=ROOT, check=False).returncode
        if status != 0:
            return status
        print(f"{name}: {(ROOT / name).read_text(encoding='utf-8').count('==')} packages")
    return 0
