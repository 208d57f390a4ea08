"""The server's configuration: `default.toml` holds every default and its reason; an admin's file changes some of them.

Nothing here is a default in code: the commented file is the only place, so the manual cannot differ from the server.
"""

import difflib
import ipaddress
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

DEFAULT_FILE = Path(__file__).with_name("default.toml")

# Every number has both bounds, which also refuses NaN and the infinities.
Seconds: TypeAlias = Annotated[float, Meta(ge=0.1, le=86_400)]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=1_000_000)]
PLAIN = "one line without control characters"
OneLine: TypeAlias = Annotated[str, Meta(max_length=200, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$", description=PLAIN)]
DATABASE = 'an empty text for SQLite, or "postgresql+psycopg://user@host/name"'
Table: TypeAlias = Mapping[str, Any]
COMMAND_LINE = "the command line"
OPTIONS = {
    "host": "--host",
    "port": "--port",
    "folder": "--data",
    "mode": "--insecure-plaintext",
    "drain_minutes": "--drain-after",
}
"""By which option a key is set on the command line."""


class Frequency(Struct, frozen=True, forbid_unknown_fields=True):
    """How often something may be done: `burst` times at once, and once more for each `every` seconds that pass."""

    burst: Count
    every: Annotated[float, Meta(ge=0.001, le=86_400)]


class ConfigError(Exception):
    """A configuration that cannot be used. Its text is a sentence that names the file, the section and the key."""


class ServerSection(Struct, frozen=True, forbid_unknown_fields=True):
    """Who the server is."""

    name: Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f-\x9f]+$", description=PLAIN)]
    greeting: OneLine
    countdown_seconds: Annotated[float, Meta(ge=0, le=600)]
    grace_minutes: Annotated[float, Meta(ge=0, le=1440)]
    drain_minutes: Annotated[int, Meta(ge=0, le=1440)]


class ListenSection(Struct, frozen=True, forbid_unknown_fields=True):
    """Where it listens."""

    host: Annotated[str, Meta(min_length=1, max_length=255)]
    port: Annotated[int, Meta(ge=0, le=65_535)]

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach it. A name is believed only if it is "localhost"."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host.lower() == "localhost"


class TlsSection(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether connections are encrypted, and with which certificate."""

    mode: Literal["auto", "on", "off"]
    certificate: OneLine
    key: OneLine


class DataSection(Struct, frozen=True, forbid_unknown_fields=True):
    """Where it keeps what must survive."""

    folder: str
    database: Annotated[str, Meta(pattern=r"^(postgresql(\+psycopg)?://.+)?$", description=DATABASE)]
    busy_seconds: Annotated[float, Meta(ge=0, le=600)]
    failed_days: Annotated[int, Meta(ge=0, le=36_500)]
    moves_days: Annotated[int, Meta(ge=0, le=36_500)]


class LimitsSection(Struct, frozen=True, forbid_unknown_fields=True):
    """How much one client, one room and all of them together may take."""

    connections: Count
    connections_per_address: Count
    strangers: Count
    hello_seconds: Seconds
    login_seconds: Seconds
    frame_seconds: Seconds
    idle_seconds: Seconds
    outbox_bytes: Annotated[int, Meta(ge=4096, le=2**30)]
    rooms: Count
    rooms_per_person: Count
    sleep_seconds: Seconds
    sleeping_rooms: Count
    long_rooms_per_person: Count
    watchers: Annotated[int, Meta(ge=0, le=1_000_000)]
    chat_lines: Annotated[int, Meta(ge=0, le=10_000)]
    password_queue: Count


class RatesSection(Struct, frozen=True, forbid_unknown_fields=True):
    """How often one person, one address and all of them together may do something."""

    messages: Frequency
    commands: Frequency
    chat: Frequency
    acts: Frequency
    inquiries: Frequency
    sign_in_account: Frequency
    sign_in_address: Frequency
    sign_in_all: Frequency
    register_address: Frequency
    register_all: Frequency


class LogSection(Struct, frozen=True, forbid_unknown_fields=True):
    """What it tells its admin, and how."""

    format: Literal["auto", "console", "logfmt", "json"]
    level: Literal["debug", "info", "warning", "error"]


class Config(Struct, frozen=True):
    """Everything that an admin can decide. `testing` is the environment's (``APP_ENV=testing``), never the file's."""

    server: ServerSection
    listen: ListenSection
    tls: TlsSection
    data: DataSection
    limits: LimitsSection
    rates: RatesSection
    log: LogSection
    bounds: Mapping[str, Mapping[str, int]]
    testing: bool = False

    @property
    def encrypted(self) -> bool:
        """Whether connections are encrypted: by default only where others than this machine can connect."""
        return self.tls.mode == "on" or (self.tls.mode == "auto" and not self.listen.loopback)

    @property
    def folder(self) -> Path:
        """The data folder: the configured one, or this system's usual place for a user's data."""
        if self.data.folder:
            return Path(os.path.expanduser(self.data.folder))  # noqa: PTH111  # this one never raises
        from platformdirs import user_data_path

        return user_data_path("fivefold-server", appauthor=False)


SECTIONS: dict[str, type[Struct]] = {
    "server": ServerSection,
    "listen": ListenSection,
    "tls": TlsSection,
    "data": DataSection,
    "limits": LimitsSection,
    "rates": RatesSection,
    "log": LogSection,
}
BOUNDS = "bounds"
"""The section that has a section of its own for each game; which keys that has is the game's to say."""


def load(
    file: Path | None = None,
    *,
    host: str | None = None,
    port: int | None = None,
    folder: str | None = None,
    tls: Literal["on", "off"] | None = None,
    drain: int | None = None,
    environment: Mapping[str, str] | None = None,
) -> Config:
    """The configuration from `default.toml`, then `file`, then the command line.

    Args:
        file: The admin's own file; it holds only what differs.
        host: From the command line, wins over the file.
        port: From the command line, wins over the file; 0 takes a free one.
        folder: From the command line, wins over the file.
        tls: From the command line, wins over the file.
        drain: From the command line, wins over the file.
        environment: Where ``APP_ENV`` is looked up; this process's own environment if left out.

    Raises:
        ConfigError: A file cannot be read or a value is not allowed.
    """
    layers = [("default.toml", read(DEFAULT_FILE))]
    if file is not None:
        layers.append((str(file), read(file)))
    layers.append(
        (
            COMMAND_LINE,
            {
                "server": _present(drain_minutes=drain),
                "listen": _present(host=host, port=port),
                "data": _present(folder=folder),
                "tls": _present(mode=tls),
            },
        )
    )
    merged: dict[str, dict[str, Any]] = {name: {} for name in (*SECTIONS, BOUNDS)}
    for source, sections in layers:
        check(source, sections)
        for name, keys in sections.items():
            merged[name] |= keys
    testing = (os.environ if environment is None else environment).get("APP_ENV") == "testing"
    return msgspec.convert({**merged, "testing": testing}, Config)


def read(file: Path) -> dict[str, Any]:
    """The sections of one TOML file.

    Raises:
        ConfigError: It cannot be read or is not TOML.
    """
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"The configuration {file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"The configuration {file} is not UTF-8 text.") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"The configuration {file} is not valid TOML: {error}.") from error


def check(source: str, sections: Table) -> None:
    """Refuse what no section or key is called, and every value outside of its bounds, with a sentence each.

    A refused value is not repeated: it may be a database's password.
    """
    for name, keys in sections.items():
        if not isinstance(keys, dict):
            raise ConfigError(f'{source}: the key "{name}" stands outside of every section.')
        if name == BOUNDS:
            check_bounds(source, keys)
            continue
        if name not in SECTIONS:
            raise ConfigError(f"{source}: there is no section [{name}].{_closest(name, SECTIONS)}")
        types = {field.name: field.type for field in msgspec.structs.fields(SECTIONS[name])}
        for key, value in keys.items():
            place = OPTIONS[key] if source == COMMAND_LINE else f'{source}: section [{name}], key "{key}"'
            if key not in types:
                raise ConfigError(f'{source}: section [{name}] has no key "{key}".{_closest(key, types)}')
            if types[key] is Frequency:
                check_frequency(place, value)
            else:
                check_value(place, value, types[key])


def check_frequency(place: str, value: object) -> None:
    """Refuse what does not say how often something may be done.

    Raises:
        ConfigError: A sentence about the first thing that is wrong with it.
    """
    types = {field.name: field.type for field in msgspec.structs.fields(Frequency)}
    parts = value if isinstance(value, dict) else {}
    for part, number in parts.items():
        if part not in types:
            raise ConfigError(f'{place} has no "{part}".{_closest(part, types)}')
        check_value(f"{place}, {part}", number, types[part])
    if types.keys() - parts.keys():
        raise ConfigError(f"{place}: expected a table of both burst and every, such as {{ burst = 5, every = 2.0 }}.")


def check_value(place: str, value: object, expected: Any) -> None:
    """Refuse a value that is not of its type or out of its bounds.

    Raises:
        ConfigError: A sentence about it.
    """
    try:
        msgspec.convert(value, expected)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{place}: {_sentence(error, expected)}") from error


def check_bounds(source: str, games: Table) -> None:
    """Refuse bounds of a game that is not played here, and those that the game itself refuses.

    Raises:
        ConfigError: A sentence about the first of them.
    """
    from engines.catalogue import KINDS  # only now: the page that prints the defaults needs no rules

    for game, bounds in games.items():
        kind, place = KINDS.get(game), f"{source}: section [{BOUNDS}.{game}]"
        if kind is None or not isinstance(bounds, dict):
            raise ConfigError(f"{place}: there is no such game.{_closest(game, KINDS)}")
        try:
            settings = kind.bounded(kind.setup.defaults(), bounds)
        except ValueError as error:
            raise ConfigError(f"{place}: {_plain(str(error))}") from error
        for problem in kind.setup.problems(settings):
            raise ConfigError(f"{place}: {_plain(problem)}")


def _present(**keys: str | int | None) -> dict[str, Any]:
    return {key: value for key, value in keys.items() if value is not None}


def _closest(word: str, known: Mapping[str, Any]) -> str:
    close = difflib.get_close_matches(word, known, 1)
    return f' Did you mean "{close[0]}"?' if close else f" There are: {', '.join(known)}."


def _sentence(error: msgspec.ValidationError, expected: Any) -> str:
    if get_origin(expected) is Literal:
        return f"expected one of {', '.join(get_args(expected))}."
    if "matching regex" in str(error):
        forms = (meta.description for meta in get_args(expected)[1:])
        return f"expected {next(forms)}."
    return _plain(str(error))


def _plain(text: str) -> str:
    """A sentence of msgspec's, or of a game's, as one of ours goes on with it."""
    plain = {"`int`": "a whole number", "`float`": "a number", "`str`": "a text", "`bool`": "true or false"}
    for technical, words in plain.items():
        text = text.replace(technical, words)
    return text[0].lower() + text[1:].replace("`", "").rstrip(".") + "."
