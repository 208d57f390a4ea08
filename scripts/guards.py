"""The rules of the house that no tool off the shelf checks. Each guard yields a sentence for every breach."""

import ast
import os
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import TypeAlias

from scripts.tree import Tree

Guard: TypeAlias = Callable[[Tree], Iterator[str]]

LONGEST = 400
"""Lines of Python in one file: what can be read in five minutes."""

LONGEST_TEST = 600
"""The same for tests, each of which is read alone."""

# What belongs to one machine, and who sells packages. Written so that these lines do not match themselves.
PRIVATE = re.compile(r"(?<![\w./~*-])/(?:root|home|Users|work|mnt)/\w|\b(?:pypi|pythonhosted|npmjs)\.(?:org)\b")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+\s+(.+?)\s*$", re.MULTILINE)
SCRIPT = re.compile(r"(?<![\w/])scripts/([a-z_]+)\b(?![./])")
CONSOLE = re.compile(r"^(?:\$ )?(?:\.venv/bin/)?(fivefold[a-z-]*)(?= |$)", re.MULTILINE)
ROW = re.compile(r"^\| (?P<number>\d+) \|.*?\|(?P<shown>[^|]*)\| (?P<status>\w+) \|$", re.MULTILINE)
SHOWN = re.compile(r"`([^`]+)`")
TEST = re.compile(r"^\s*(?:async )?def (test_\w+)", re.MULTILINE)
PIN = re.compile(r"^([a-z0-9][a-z0-9._-]*)==(\S+)(.*?)(?=^[a-z0-9]|\Z)", re.MULTILINE | re.DOTALL)


def bare_packages(tree: Tree) -> Iterator[str]:
    """An `__init__.py` holds prose only: importing a model must not load the rules."""
    for path, text in tree.texts(".py"):
        if path.name != "__init__.py":
            continue
        for statement in ast.parse(text).body:
            if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
                yield f"{path}:{statement.lineno}: more than a docstring"


def nameless_games(tree: Tree) -> Iterator[str]:
    """The server names no game, and in the client only a table and its styles name their own."""
    kinds = [path.parent.name for path in tree.paths if path.match("engines/*/model.py")]
    patterns = {kind: naming(kind) for kind in kinds}
    for top in ("server", "client"):
        for path, text in tree.texts(under=top):
            if path.is_relative_to("client/tables") or (path.suffix == ".tcss" and path.stem in kinds):
                continue
            for number, line in enumerate(text.splitlines(), 1):
                for kind, pattern in patterns.items():
                    if pattern.search(line):
                        yield f"{path}:{number}: names the game {kind}"


def naming(kind: str) -> re.Pattern[str]:
    """What counts as a kind's name in a line: a name of one word may be a common word, so it counts as a value only."""
    words = kind.split("_")
    if len(words) > 1:
        return re.compile("[_ ]?".join(words), re.IGNORECASE)
    return re.compile(rf"""["']{kind}["']|\bengines\.{kind}\b|\bimport\s.*\b{kind}\b""")


def no_machine(tree: Tree) -> Iterator[str]:
    """No file knows a path of somebody's machine or the address of a registry."""
    for path, text in tree.texts():
        for number, line in enumerate(text.splitlines(), 1):
            found = PRIVATE.search(line)
            if found:
                yield f"{path}:{number}: {found.group().strip()} belongs to one machine"


def locks(tree: Tree) -> Iterator[str]:
    """The lock files pin by hash, name no address, and agree with each other and with pyproject.toml."""
    pins: dict[str, dict[str, str]] = {}
    for name in ("requirements.lock", "requirements-dev.lock"):
        text = (tree.root / name).read_text(encoding="utf-8")
        if "://" in text or "--index-url" in text:
            yield f"{name}: holds an address"
        entries = {found[1]: found for found in PIN.finditer(text)}
        pins[name] = {package: found[2] for package, found in entries.items()}
        for package, found in entries.items():
            if "--hash=sha256:" not in found[3]:
                yield f"{name}: {package} has no hash"
    play, dev = pins.values()
    for package, version in play.items():
        if dev.get(package) != version:
            yield f"requirements-dev.lock: {package} is not {version}"
    for requirement in _project(tree)["dependencies"]:
        if re.split(r"[^\w.-]", requirement)[0] not in play:
            yield f"requirements.lock: lacks {requirement}; run scripts/lock"


def short_files(tree: Tree) -> Iterator[str]:
    """A file can be read in five minutes."""
    for path, text in tree.python():
        length, most = len(text.splitlines()), LONGEST_TEST if path.is_relative_to("tests") else LONGEST
        if length > most:
            yield f"{path}: {length} lines, more than {most}"


def true_links(tree: Tree) -> Iterator[str]:
    """A link in the prose leads to a file of the project, and to a heading that it has."""
    for path, text in tree.texts(".md"):
        for found in LINK.finditer(FENCE.sub("", text)):
            target, _, heading = found[1].partition("#")
            if ":" in target:
                continue
            file = PurePosixPath(os.path.normpath(path.parent / target)) if target else path
            if not (tree.root / file).exists():
                yield f"{path}: {found[1]} leads nowhere"
            elif heading and heading not in _anchors((tree.root / file).read_text(encoding="utf-8")):
                yield f"{path}: {found[1]} names no heading of {file}"


def true_commands(tree: Tree) -> Iterator[str]:
    """A command that the prose names exists, and a script can be started as it stands."""
    consoles = _project(tree)["scripts"]
    for path, text in tree.texts(".md"):
        for found in SCRIPT.finditer(text):
            if not (tree.root / "scripts" / found[1]).exists():
                yield f"{path}: there is no scripts/{found[1]}"
        for fence in FENCE.findall(text):
            for found in CONSOLE.finditer(fence):
                if found[1] not in consoles:
                    yield f"{path}: there is no command {found[1]}"
    for path in tree.paths:
        if path.parent.name == "scripts" and not path.suffix and not os.access(tree.root / path, os.X_OK):
            yield f"{path}: is not executable"


def kept_requirements(tree: Tree) -> Iterator[str]:
    """What the tables of requirements name as their proof exists, and nothing is done without one."""
    proofs = {name for _, text in tree.texts(".py", under="tests") for name in TEST.findall(text)}
    proofs |= {path.stem[path.stem.rindex("[") :] for path in tree.paths if path.match("__snapshots__/*/*[[]*].txt")}
    for path, text in tree.texts(".md", under="docs/games"):
        for count, row in enumerate(ROW.finditer(text), 1):
            number, shown, status = int(row["number"]), SHOWN.findall(row["shown"]), row["status"]
            if number != count:
                yield f"{path}: row {number} stands where {count} should"
            if status not in ("done", "open"):
                yield f"{path}: row {number} is {status}, neither done nor open"
            if status == "done" and not shown:
                yield f"{path}: row {number} has nothing to show for it"
            for name in shown:
                if name not in proofs:
                    yield f"{path}: row {number}: there is no {name}"


ALL: tuple[Guard, ...] = (
    bare_packages,
    nameless_games,
    no_machine,
    locks,
    short_files,
    true_links,
    true_commands,
    kept_requirements,
)


def breaches(tree: Tree) -> list[str]:
    """What all guards have to say."""
    return [sentence for guard in ALL for sentence in guard(tree)]


def _project(tree: Tree) -> dict[str, "list[str]"]:
    tables = tomllib.loads((tree.root / "pyproject.toml").read_text(encoding="utf-8"))
    return tables["project"]  # type: ignore[no-any-return]  # as TOML has it


def _anchors(text: str) -> set[str]:
    """The names by which links reach the headings of a page (GitHub's way)."""
    titles = (re.sub(r"[^\w\- ]", "", title.lower()) for title in HEADING.findall(FENCE.sub("", text)))
    return {title.replace(" ", "-") for title in titles}
