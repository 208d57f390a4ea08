"""The configuration: one source of defaults, and a sentence for every mistake."""

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from server import config
from server.config import SECTIONS, ConfigError, load


def written(folder: Path, text: str) -> Path:
    file = folder / "server.toml"
    file.write_text(text, encoding="utf-8")
    return file


def refusal(folder: Path, text: str) -> str:
    with pytest.raises(ConfigError) as refused:
        load(written(folder, text), environment={})
    return str(refused.value)


def test_every_key_stands_in_the_commented_default_and_nothing_else_does() -> None:
    sections = config.read(config.DEFAULT_FILE)
    assert sections.pop(config.BOUNDS) == {}
    assert {name: set(keys) for name, keys in sections.items()} == {
        name: set(section.__struct_fields__) for name, section in config.SECTIONS.items()
    }
    assert not any(section.__struct_defaults__ for section in config.SECTIONS.values())


def test_every_key_of_the_default_file_is_explained() -> None:
    lines = config.DEFAULT_FILE.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        if "=" in line and not line.startswith("#"):
            above = lines[number - 1]
            assert above.startswith("#") or "=" in above, line


def test_the_operator_bounds_games_as_far_as_their_rules_allow(tmp_path: Path) -> None:
    assert load(environment={}).bounds == {}
    file = written(
        tmp_path, "[bounds.patti]\npatience = 60_000\n[bounds.five_of_a_kind]\nfloor = 500\nceiling = 4000\n"
    )
    bounds = load(file, environment={}).bounds
    assert bounds == {"patti": {"patience": 60_000}, "five_of_a_kind": {"floor": 500, "ceiling": 4_000}}
    for text, part in (
        ("[bounds.pati]\npatience = 60_000", 'no such game. Did you mean "patti"?'),
        ("[bounds]\npatti = 60_000", "[bounds.patti]: there is no such game."),
        ("[bounds.patti]\nturn = 60_000", "section [bounds.patti]: there is no bound but patience."),
        ("[bounds.patti]\npatience = 5", "section [bounds.patti]: expected a whole number >= 30000"),
        ("[bounds.patti]\npatience = 1.5", "section [bounds.patti]: expected a whole number"),
        ("[bounds.five_of_a_kind]\nfloor = 9\nceiling = 5", "section [bounds.five_of_a_kind]: "),
    ):
        assert part in refusal(tmp_path, text)


def test_by_default_only_this_machine_can_connect() -> None:
    default = load(environment={})
    assert default.listen.loopback
    assert not default.testing


def test_a_file_changes_what_it_names_and_nothing_else(tmp_path: Path) -> None:
    changed = load(written(tmp_path, "[limits]\nrooms = 7\nhello_seconds = 3\n"), environment={})
    assert (changed.limits.rooms, changed.limits.hello_seconds) == (7, 3.0)
    assert changed.limits.watchers == load(environment={}).limits.watchers
    assert changed.listen == load(environment={}).listen


def test_the_command_line_wins_over_the_file(tmp_path: Path) -> None:
    file = written(tmp_path, '[listen]\nhost = "127.0.0.2"\nport = 1000\n[data]\nfolder = "kept"\n')
    assert load(file, environment={}).listen.port == 1000
    given = load(file, host="::1", port=0, folder=str(tmp_path), environment={})
    assert (given.listen.host, given.listen.port, given.folder) == ("::1", 0, tmp_path)


def test_the_data_folder_is_the_users_own_unless_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert load(environment={}).folder.name == "fivefold-server"
    assert load(folder="~/five", environment={}).folder == tmp_path / "home" / "five"


@pytest.mark.parametrize(
    ("environment", "testing"), [({"APP_ENV": "testing"}, True), ({"APP_ENV": "production"}, False)]
)
def test_testing_is_the_environments_to_say(environment: dict[str, str], testing: bool) -> None:
    assert load(environment=environment).testing is testing


@pytest.mark.parametrize("number", ["nan", "-nan", "inf", "-inf", "-1", "-0.5", "0.0", "1e300"])
@pytest.mark.parametrize("key", ["hello_seconds", "frame_seconds", "idle_seconds"])
def test_no_timer_is_built_from_a_number_out_of_bounds(tmp_path: Path, key: str, number: str) -> None:
    assert f'section [limits], key "{key}": expected a number' in refusal(tmp_path, f"[limits]\n{key} = {number}\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[lisen]\nport = 1", 'there is no section [lisen]. Did you mean "listen"?'),
        ("[poker]\nx = 1", "there is no section [poker]. There are: server, listen, tls, data, limits, rates, log."),
        ("port = 1", 'the key "port" stands outside of every section'),
        ("[listen]\nprot = 1", 'section [listen] has no key "prot". Did you mean "port"?'),
        ('[listen]\nport = "5555"', 'section [listen], key "port": expected a whole number, got a text'),
        ("[listen]\nport = 65536", 'key "port": expected a whole number <= 65535'),
        ("[limits]\nrooms = true", 'key "rooms": expected a whole number, got true or false'),
        ("[limits]\nrooms = 1.5", 'key "rooms": expected a whole number'),
        ('[log]\nlevel = "loud"', 'key "level": expected one of debug, info, warning, error'),
        ("[rates]\nchat = { brst = 5, every = 2.0 }", 'key "chat" has no "brst". Did you mean "burst"?'),
        ("[rates]\nchat = { burst = 5 }", 'key "chat": expected a table of both burst and every, such as { burst ='),
        ("[rates]\nchat = { burst = 5, every = 2.0, evry = 1 }", 'key "chat" has no "evry". Did you mean "every"?'),
        ("[rates]\nchat = { burst = 0, every = 2.0 }", 'key "chat", burst: expected a whole number >= 1.'),
        ('[rates]\nchat = { burst = 5, every = "x" }', 'key "chat", every: expected a number, got a text.'),
        ("[rates]\nchat = 5", 'key "chat": expected a table of both burst and every'),
        (
            '[data]\ndatabase = "mysql://x"',
            'expected an empty text for SQLite, or "postgresql+psycopg://user@host/name".',
        ),
        ('[tls]\nkey = "a\\u0007"', 'section [tls], key "key": expected one line without control characters.'),
        ("[server]\nname = ''", 'section [server], key "name"'),
        ('[server]\ngreeting = "a\\u001b[31m"', 'section [server], key "greeting"'),
        ("[listen", "is not valid TOML"),
    ],
)
def test_a_mistake_is_named_with_its_file_section_and_key(tmp_path: Path, text: str, words: str) -> None:
    sentence = refusal(tmp_path, text)
    assert words in sentence
    assert str(tmp_path / "server.toml") in sentence
    assert "\n" not in sentence


def test_what_is_wrong_on_the_command_line_is_named_as_it_was_typed() -> None:
    for options, words in (
        ({"drain": -1}, "--drain-after: expected a whole number >= 0."),
        ({"host": ""}, "--host: expected a text of length >= 1."),
    ):
        with pytest.raises(ConfigError) as refused:
            load(environment={}, **options)
        assert str(refused.value) == words


def test_every_form_of_a_text_can_be_told() -> None:
    for section in SECTIONS.values():
        for field in msgspec.structs.fields(section):
            for meta in get_args(field.type)[1:]:
                assert not getattr(meta, "pattern", None) or meta.description, field.name


def test_a_refused_database_address_is_not_repeated(tmp_path: Path) -> None:
    sentence = refusal(tmp_path, '[data]\ndatabase = "mysql://ann:sesame@host/five"')
    assert 'section [data], key "database"' in sentence
    assert "sesame" not in sentence


def test_a_file_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot be read: No such file"):
        load(tmp_path / "missing.toml", environment={})
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match=r"is not UTF-8 text"):
        load(tmp_path / "binary.toml", environment={})


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.8.0.1", True),
        ("::1", True),
        ("localhost", True),
        ("LocalHost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.4", False),
        ("localhost.example.org", False),
        ("example.org", False),
    ],
)
def test_which_addresses_others_can_reach(host: str, loopback: bool) -> None:
    assert load(host=host, environment={}).listen.loopback is loopback
