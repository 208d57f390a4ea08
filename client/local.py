"""What this installation of the client remembers for its player: never a password."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from platformdirs import user_config_path

from client.art.palette import Glyphs, PaletteName

ShortText = Annotated[str, Meta(max_length=256)]


class Local(Struct, frozen=True):
    """The settings file.

    `rooms` holds, for each kind of game, the settings of the last room that was made, as plain values.
    """

    server: ShortText = ""
    name: ShortText = ""
    guest: bool = True
    colors: PaletteName | Literal["auto"] = "auto"
    glyphs: Glyphs | Literal["auto"] = "auto"
    letters: bool = False
    motion: bool = True
    rooms: Mapping[str, Mapping[str, bool | int | str]] = {}


def settings_file() -> Path:
    """Where the settings are kept on this system; FIVEFOLD_CONFIG names another folder."""
    folder = os.environ.get("FIVEFOLD_CONFIG")
    return (Path(folder) if folder else user_config_path("fivefold", appauthor=False)) / "client.toml"


def load(path: Path) -> tuple[Local, str]:
    """What is remembered, and a sentence about what in the file could not be used ("" when all could).

    A file that is missing is a fresh start. A value that does not fit is left at its default; it never keeps the
    client from starting.
    """
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Local(), ""
    except (OSError, ValueError) as error:
        return Local(), f"The settings in {path} cannot be read ({_first_line(error)}); defaults are used."
    kept: dict[str, Any] = {}
    odd = [name for name in found if name not in Local.__struct_fields__]
    for field in msgspec.structs.fields(Local):
        if field.name in found:
            try:
                kept[field.name] = msgspec.convert(found[field.name], field.type)
            except msgspec.ValidationError:
                odd.append(field.name)
    sentence = f"In {path} these are not understood and left out: {', '.join(sorted(odd))}." if odd else ""
    return Local(**kept), sentence


def save(local: Local, path: Path) -> bool:
    """Write the settings; False if the disk did not let us, which never disturbs a game.

    The file is replaced in one step, so that a crash leaves the old one or the new one.
    """
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(_written(local), encoding="utf-8")
        fresh.replace(path)
    except OSError:
        return False
    return True


def _written(local: Local) -> str:
    lines = ["# fivefold's client: what it remembers. You may edit this while the client is not running.", ""]
    tables = []
    for name in Local.__struct_fields__:
        value = getattr(local, name)
        if isinstance(value, Mapping):
            for kind, settings in value.items():
                tables += ["", f"[{name}.{_key(kind)}]"]
                tables += [f"{_key(setting)} = {_value(one)}" for setting, one in settings.items()]
        else:
            lines.append(f"{name} = {_value(value)}")
    return "\n".join([*lines, *tables, ""])


def _key(name: str) -> str:
    return name if name.replace("_", "").isalnum() and name.isascii() else _value(name)


def _value(value: bool | int | str) -> str:
    """A TOML value. A JSON string is a TOML basic string but for DEL, which TOML wants escaped."""
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")


def _first_line(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) and error.strerror else str(error)).splitlines()[0]
