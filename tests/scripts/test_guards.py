"""Each guard finds the fault that was planted for it, and nothing in a sound project."""

import shutil
import subprocess
from pathlib import Path

import pytest

from scripts.guards import ALL, breaches, naming
from scripts.tree import Tree

HASH = " \\\n    --hash=sha256:00\n"

SOUND = {
    "pyproject.toml": '[project]\nname = "x"\ndependencies = ["trio>=0.30"]\n[project.scripts]\nfivefold = "a:b"\n',
    "requirements.lock": f"trio==0.30{HASH}    # via fivefold\n",
    "requirements-dev.lock": f'pytest==9 ; sys_platform == "linux"{HASH}trio==0.30{HASH}',
    "engines/__init__.py": '"""Rules."""\n',
    "engines/five_of_a_kind/model.py": '"""Five of a Kind."""\n',
    "engines/fives/model.py": '"""Fives."""\n',
    "server/room.py": '"""Holds one game; five members may watch, and high fives are allowed."""\n',
    "client/tables/five_of_a_kind.py": '"""Draws Five of a Kind."""\n',
    "client/styles/fives.tcss": "/* engines.fives */",
    "tests/long.py": "x = 1\n" * 600,
    "scripts/play": "#!/usr/bin/env python3\n",
    "docs/games/x.md": "| number | requirement |\n| 1 | a | `test_a`, `[a_b]` | done |\n| 2 | b | | open |\n",
    "tests/test_x.py": "async def test_a() -> None: ...\n",
    "tests/__snapshots__/test_x/test_b[wide][a_b].txt": "picture\n",
    "docs/hosting.md": "# Hosting\n\n## Behind a *proxy*, or not\n",
    "README.md": (
        "# x\n\n[Hosting](docs/hosting.md) [more](docs/hosting.md#behind-a-proxy-or-not) [top](#x)"
        " [web](https://example.org)\n\nRun `python3 scripts/play`.\n\n```\n.venv/bin/fivefold --help\n```\n"
    ),
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project without a fault."""
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    for name, text in SOUND.items():
        write(tmp_path / name, text)
    (tmp_path / "scripts" / "play").chmod(0o755)
    return tmp_path


def write(path: Path, text: str) -> None:
    """Write a file, with the folders it needs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_a_sound_project_passes(project: Path) -> None:
    assert breaches(Tree(project)) == []


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("engines/__init__.py", '"""Rules."""\nimport json\n', "engines/__init__.py:2: more than a docstring"),
        ("tests/__init__.py", "__all__ = []\n", "tests/__init__.py:1: more than a docstring"),
        ("server/room.py", "# like in Five of a kind\n", "server/room.py:1: names the game five_of_a_kind"),
        ("server/room.py", "x = FiveOfAKindGame\n", "server/room.py:1: names the game five_of_a_kind"),
        ("server/default.toml", "\ngame = 'fives'\n", "server/default.toml:2: names the game fives"),
        ("server/room.py", "from engines import fives\n", "server/room.py:1: names the game fives"),
        ("client/app.py", "import engines.fives.model\n", "client/app.py:1: names the game fives"),
        ("docs/a.md", "see /ro" + "ot/x\n", "docs/a.md:1: /ro" + "ot/x belongs to one machine"),
        ("a.cfg", "\npath=/ho" + "me/ann\n", "a.cfg:2: /ho" + "me/a belongs to one machine"),
        ("a.toml", "url = 'https://pypi" + ".org/simple'\n", "a.toml:1: pypi" + ".org belongs to one machine"),
        ("requirements.lock", f"--index-url x\ntrio==0.30{HASH}", "requirements.lock: holds an address"),
        ("requirements.lock", "trio==0.30\n", "requirements.lock: trio has no hash"),
        ("requirements.lock", f"trio==0.31{HASH}", "requirements-dev.lock: trio is not 0.31"),
        ("requirements.lock", "", "requirements.lock: lacks trio>=0.30; run scripts/lock"),
        ("engines/long.py", "x = 1\n" * 401, "engines/long.py: 401 lines, more than 400"),
        ("tests/long.py", "x = 1\n" * 601, "tests/long.py: 601 lines, more than 600"),
        ("scripts/bench", "#!/usr/bin/env python3\n" * 401, "scripts/bench: 401 lines, more than 400"),
        ("docs/a.md", "[x](b.md)\n", "docs/a.md: b.md leads nowhere"),
        ("docs/a.md", "![x](pictures/table.png)\n", "docs/a.md: pictures/table.png leads nowhere"),
        ("docs/a.md", "[x](hosting.md#else)\n", "docs/a.md: hosting.md#else names no heading of docs/hosting.md"),
        ("docs/a.md", "Run `scripts/playy`.\n", "docs/a.md: there is no scripts/playy"),
        ("docs/a.md", "```sh\nfivefold-serve --port 1\n```\n", "docs/a.md: there is no command fivefold-serve"),
        ("scripts/run", "#!/bin/sh\n", "scripts/run: is not executable"),
        ("docs/games/y.md", "| 2 | a | `test_a` | done |\n", "docs/games/y.md: row 2 stands where 1 should"),
        ("docs/games/y.md", "| 1 | a | `test_b` | open |\n", "docs/games/y.md: row 1: there is no test_b"),
        ("docs/games/y.md", "| 1 | a | `[b]` | done |\n", "docs/games/y.md: row 1: there is no [b]"),
        ("docs/games/y.md", "| 1 | a | | done |\n", "docs/games/y.md: row 1 has nothing to show for it"),
        ("docs/games/y.md", "| 1 | a | | soon |\n", "docs/games/y.md: row 1 is soon, neither done nor open"),
    ],
)
def test_a_planted_fault_is_found(project: Path, name: str, text: str, sentence: str) -> None:
    write(project / name, text)
    if name == "scripts/bench":
        (project / name).chmod(0o755)
    assert sentence in breaches(Tree(project))


def test_every_guard_has_found_something(project: Path) -> None:
    faults = {
        "engines/__init__.py": "import json\n",
        "server/room.py": "FiveOfAKind\n",
        "a.cfg": "/ho" + "me/ann\n",
        "requirements.lock": "",
        "engines/long.py": "x = 1\n" * 401,
        "docs/a.md": "[x](b.md) scripts/none\n",
        "docs/games/y.md": "| 1 | a | | done |\n",
    }
    for name, text in faults.items():
        write(project / name, text)
    tree = Tree(project)
    assert [guard.__name__ for guard in ALL if not list(guard(tree))] == []


def test_what_git_ignores_is_no_part_of_the_project(project: Path) -> None:
    write(project / ".gitignore", "scratch/\n")
    write(project / "scratch" / "__init__.py", "import json\n")
    write(project / "picture.bin", "\0/ho" + "me/ann")
    assert breaches(Tree(project)) == []


def test_a_copy_that_git_knows_nothing_of_is_guarded_as_well(project: Path) -> None:
    shutil.rmtree(project / ".git")
    write(project / ".venv" / "lib" / "__init__.py", "import json\n")
    assert breaches(Tree(project)) == []
    write(project / "engines" / "__init__.py", "import json\n")
    assert breaches(Tree(project)) == ["engines/__init__.py:1: more than a docstring"]


def test_a_file_that_was_deleted_and_not_committed_is_no_fault(project: Path) -> None:
    subprocess.run(["git", "add", "."], cwd=project, check=True)
    (project / "engines" / "__init__.py").unlink()
    assert breaches(Tree(project)) == []


@pytest.mark.parametrize(
    ("kind", "line", "named"),
    [
        ("five_of_a_kind", "five-of", False),
        ("five_of_a_kind", "title = 'Five of a Kind'", True),
        ("five_of_a_kind", "five_of_a_kind.Claim", True),
        ("five", "after five seconds", False),
        ("five", 'kind == "five"', True),
        ("five", 'kind == "fives"', False),
        ("patti", "from engines.patti.model import Bet", True),
    ],
)
def test_a_game_is_named_by_its_values_and_modules(kind: str, line: str, named: bool) -> None:
    assert bool(naming(kind).search(line)) is named
