"""What this installation of the client remembers for its player: never a password."""

import contextlib
import os
import re
import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct
from platformdirs import user_config_path

from client.art.palette import Glyphs, PaletteName, Suits
from protocol.parts import Joining

ShortText = Annotated[str, Meta(max_length=256)]
Bell: TypeAlias = Literal["off", "mine", "all"]
"""When the terminal's bell rings: never; for what concerns the player; for every claim and line of chat as well."""


class Local(Struct, frozen=True):
    """The settings file.

    `keys` holds the keys that the player has moved, by the name of what they do. `rooms` holds, for each kind of game,
    the settings of the last room that was made, as plain values; `joining` is how that room was joined.
    """

    server: ShortText = ""
    name: ShortText = ""
    guest: bool = True
    colors: PaletteName | Literal["auto"] = "auto"
    glyphs: Glyphs | Literal["auto"] = "auto"
    letters: bool = False
    suits: Suits = "two"
    motion: bool = True
    bell: Bell = "mine"
    keys: Mapping[str, str] = {}
    joining: Joining = "open"
    rooms: Mapping[str, Mapping[str, bool | int | str]] = {}


def settings_file() -> Path:
    """Where the settings are kept on this system; FIVEFOLD_CONFIG names another folder."""
    folder = os.environ.get("FIVEFOLD_CONFIG")
    return (Path(folder) if folder else user_config_path("fivefold", appauthor=False)) / "client.toml"


def load(path: Path) -> tuple[Local, str]:
    """What is remembered, and a sentence about what in the file could not be used ("" when all could).

    A file that is missing is a fresh start. A value that does not fit is left at its default; it never keeps the
    client from starting. A file that cannot be read at all is copied aside before the client writes a new one.
    """
    try:
        text = path.read_text(encoding="utf-8")
        found = tomllib.loads(text)
    except FileNotFoundError:
        return Local(), ""
    except (OSError, ValueError) as error:
        aside = path.with_suffix(".damaged.toml")
        with contextlib.suppress(OSError):
            shutil.copyfile(path, aside)
        why = "not all of it is UTF-8" if isinstance(error, UnicodeDecodeError) else _first_line(error)
        return Local(), f"The settings cannot be read ({why}); defaults are used. See {aside}."
    kept: dict[str, Any] = {}
    odd = [name for name in found if name not in Local.__struct_fields__]
    for field in msgspec.structs.fields(Local):
        if field.name in found:
            try:
                kept[field.name] = msgspec.convert(found[field.name], field.type)
            except msgspec.ValidationError:
                odd.append(field.name)
    return Local(**kept), complaint(text, odd, path) if odd else ""


def complaint(text: str, names: list[str], path: Path) -> str:
    """What to tell of names in the file whose values are not used: the line of each, and where the file is."""
    places = ", ".join(f"{name} (line {_line(text, name)})" for name in sorted(names, key=lambda one: _line(text, one)))
    return f"Settings not understood, defaults are used: {places}. See {path}."


def complaint_of_keys(names: Mapping[str, str], path: Path) -> str:
    """What to tell of keys that cannot be moved as the file wants it, each with the reason if there is one."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        text = ""
    reasons = [f"{name} (line {_line(text, name)}){': ' + why if why else ''}" for name, why in names.items()]
    return f"Keys not understood, defaults are used: {', '.join(reasons)}"


def _line(text: str, name: str) -> int:
    """The line that gives a name its value, counted from 1. It is looked for only where TOML found the name."""
    word = re.escape(name.rpartition(".")[2])
    place = re.search(rf"^[ \t]*(\[+)?[ \t]*[\"']?{word}[\"']?[ \t]*[\].=]", text, re.MULTILINE)
    return text.count("\n", 0, place.start()) + 1 if place else 1


def save(local: Local, path: Path) -> bool:
    """Write the settings; False if the disk did not let us, which never disturbs a game.

    The file is replaced in one step, so that a crash leaves the old one or the new one.
    """
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with fresh.open("w", encoding="utf-8") as file:
            file.write(_written(local))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            fresh.unlink()
        return False
    return True


def _written(local: Local) -> str:
    lines = ["# fivefold's client: what it remembers. You may edit this while the client is not running.", ""]
    tables = []
    for name in Local.__struct_fields__:
        value = getattr(local, name)
        if not isinstance(value, Mapping):
            lines.append(f"{name} = {_value(value)}")
            continue
        plain = {key: one for key, one in value.items() if not isinstance(one, Mapping)}
        tables += _table(name, plain) if plain else []
        for key, one in value.items():
            tables += _table(f"{name}.{_key(key)}", one) if isinstance(one, Mapping) else []
    return "\n".join([*lines, *tables, ""])


def _table(name: str, values: Mapping[str, bool | int | str]) -> list[str]:
    return ["", f"[{name}]", *(f"{_key(key)} = {_value(value)}" for key, value in values.items())]


def _key(name: str) -> str:
    return name if name.replace("_", "").isalnum() and name.isascii() else _value(name)


def _value(value: bool | int | str) -> str:
    """A TOML value. A JSON string is a TOML basic string but for DEL, which TOML wants escaped."""
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")


def _first_line(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) and error.strerror else str(error)).splitlines()[0]
