"""The server's command line: help, refusals in one sentence, and a whole life as a child process."""

import errno
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import structlog
import trio

from engines.five_of_a_kind.model import Settings
from protocol.connection import Connection
from protocol.messages import PROTOCOL, Accepted, Create, Guest, Hello, Notice, Ready, Start, Welcome
from server import config
from server.__main__ import explained, lasting, main, parser, run
from server.certificates import CERTIFICATE, KEY, CertificateError
from server.store.engine import FILE_NAME
from server.store.errors import NewerSchema, StoreBusy, StoreUnavailable, translated, unusable
from server.store.lock import NAME
from server.store.store import Store
from tests.server.stores import player, settled


@pytest.fixture(autouse=True)
def _plain_log() -> Iterator[None]:
    yield
    structlog.reset_defaults()


def refusal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str | Path, status: int = 2
) -> str:
    """What a start with these arguments says on standard error, which must be one line, with a status."""
    monkeypatch.setattr(sys, "argv", ["fivefold-server", *map(str, arguments)])
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr()
    assert (ended.value.code, said.out) == (status, "")
    assert said.err.startswith("fivefold-server: ")
    assert said.err.count("\n") == 1
    return said.err


@contextmanager
def child(*arguments: str | Path) -> Iterator[tuple["subprocess.Popen[str]", str, int]]:
    """A server in a process of its own, once it listens: the process, its host and its port."""
    command = [sys.executable, "-m", "server", *map(str, arguments)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8") as process:
        try:
            assert process.stdout is not None
            first = process.stdout.readline()
            assert first.startswith("listening on "), process.communicate()
            host, _, port = first.removeprefix("listening on ").strip().rpartition(":")
            yield process, host, int(port)
        finally:
            process.kill()


def test_the_help_page_fits_a_terminal_and_names_every_option() -> None:
    page = parser().format_help()
    assert max(map(len, page.splitlines())) <= 80
    base = ("--host", "--port", "--data", "--config", "--print-config", "--drain-after")
    for option in (*base, "--insecure-plaintext", "--embedded"):
        assert option in page


def test_the_hosting_page_names_real_options_and_files() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    ours = page.replace("scripts/play --prepare", "").replace("enable --now", "").replace("`--promise`", "")
    commands: Any = parser()._subparsers
    pages = [parser(), *commands._group_actions[0].choices.values()]
    known = re.findall(r"--[a-z-]+[a-z]", "".join(one.format_help() for one in pages))
    assert set(re.findall(r"--[a-z-]+[a-z]", ours)) <= set(known)
    assert f"`{FILE_NAME}`" in page
    assert f"listening on 127.0.0.1:{config.load(environment={}).listen.port}" in page


def test_the_help_page_loads_nothing_of_the_server() -> None:
    code = (
        "import sys; sys.argv[1:] = ['--help']; from server.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print('loaded:', *sorted({'trio', 'sqlalchemy', 'alembic', 'msgspec', 'structlog'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.startswith("usage: fivefold-server")
    assert done.stdout.endswith("loaded:\n")


def test_the_printed_configuration_is_a_usable_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "argv", ["fivefold-server", "--print-config"])
    main()
    file = tmp_path / "server.toml"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert config.load(file, environment={}) == config.load(environment={})


@pytest.mark.parametrize("number", ["-1", "65536", "x", "1.5", "", "٣"])
def test_a_port_that_is_none_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], number: str
) -> None:
    monkeypatch.setattr(sys, "argv", ["fivefold-server", f"--port={number}"])
    with pytest.raises(SystemExit, match="2"):
        main()
    assert "a port is a whole number from 0 to 65535" in capsys.readouterr().err


def test_a_wrong_configuration_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "server.toml"
    file.write_text("[limits]\nroms = 3\n")
    said = refusal(monkeypatch, capsys, "--config", file)
    assert str(file) in said
    assert 'section [limits] has no key "roms". Did you mean "rooms"?' in said
    assert "cannot be read" in refusal(monkeypatch, capsys, "--config", tmp_path / "none.toml")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "cards.example.org"])
def test_passwords_leave_the_machine_in_clear_only_when_asked_for_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, host: str
) -> None:
    (tmp_path / "server.toml").write_text('[tls]\nmode = "off"\n')
    said = refusal(
        monkeypatch, capsys, "--host", host, "--data", tmp_path / "five", "--config", tmp_path / "server.toml"
    )
    assert "readable" in said
    assert "--insecure-plaintext" in said
    assert not (tmp_path / "five").exists()


def test_embedded_chooses_its_address_itself(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for option in ("--host=127.0.0.1", "--port=0"):
        assert "leave --host and --port out" in refusal(monkeypatch, capsys, "--embedded", option)


def test_a_port_in_use_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        said = refusal(monkeypatch, capsys, "--port", str(port), "--data", tmp_path, status=75)
    assert f"Listening on 127.0.0.1 port {port} is not possible: Address already in use." in said


def test_a_data_folder_that_cannot_be_used_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    said = refusal(monkeypatch, capsys, "--port=0", "--data", tmp_path / "file" / "five")
    assert f"The data folder {tmp_path / 'file' / 'five'} cannot be used" in said


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("backup {}/none/x", "could not be copied to {}/none/x: No such file or directory."),
        ("backup {}/file/x", "could not be copied to {}/file/x: Not a directory."),
        ("backup {}/{long}", "{long} cannot be used: File name too long."),
        ("restore {}/{long}", "{long} cannot be used: File name too long."),
        ("restore {}", "The database {} cannot be used: it cannot be opened."),
        ("backup x --data {}/none", "There is no database {}/none/fivefold.sqlite3. Is this the data folder"),
        (
            "restore {data}/fivefold.sqlite3 --data {}/file",
            "The data folder {}/file cannot be used: it is not a folder.",
        ),
        ("--data {}/file", "The data folder {}/file cannot be used: it is not a folder."),
        ("--config {}", "The configuration {} cannot be read: Is a directory."),
    ],
)
def test_a_path_that_cannot_be_used_is_a_sentence(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
    said: str,
) -> None:
    (tmp_path / "file").touch()
    words = {"long": "x" * 300, "data": folder}
    arguments = ["--data", str(folder), *command.format(tmp_path, **words).split()]
    assert said.format(tmp_path, **words) in refusal(monkeypatch, capsys, *arguments)
    assert not (tmp_path / "none").exists()


def test_the_data_of_a_newer_version_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    async def live() -> None:
        async with await Store.open(settled(tmp_path)) as store:
            await player(store, "Ann")

    trio.run(live)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    said = refusal(monkeypatch, capsys, "--port=0", "--data", tmp_path)
    assert "was made by a newer fivefold" in said
    assert "9999" in said


def test_ctrl_c_during_the_start_ends_it_without_a_traceback(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async def pressed(*_: object, **__: object) -> None:
        await trio.lowlevel.checkpoint()
        signal.raise_signal(signal.SIGINT)
        await trio.lowlevel.checkpoint()

    monkeypatch.setattr("server.app.serve", pressed)
    with pytest.raises(SystemExit) as ended:
        run(settled(tmp_path))
    assert ended.value.code == 130


def test_two_servers_never_share_a_data_folder(folder: Path) -> None:
    with child("--port=0", "--data", folder):
        command = [sys.executable, "-m", "server", "--port=0", "--data", str(folder)]
        second = subprocess.run(command, capture_output=True, timeout=30, encoding="utf-8", check=False)
    assert second.returncode == 75
    assert "Another server is using the data folder" in second.stderr


def test_only_what_needs_a_change_keeps_a_service_from_trying_again(tmp_path: Path) -> None:
    def of(number: int) -> BaseException:
        return ExceptionGroup("start", [unusable(tmp_path, OSError(number, "said"))])

    sqlite = {}
    for code in (
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR_SHMSIZE,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_NOTADB,
    ):
        told = sqlite3.OperationalError()
        told.sqlite_errorcode = code
        sqlite[code] = translated(told, "here")
    passing = [of(errno.ENOSPC), of(errno.EIO), of(errno.EROFS), StoreBusy("held"), OSError(errno.EADDRINUSE, "taken")]
    passing += [one for code, one in sqlite.items() if one and code != sqlite3.SQLITE_NOTADB]
    assert [lasting(one) for one in passing] == [False] * 9
    assert str(sqlite[sqlite3.SQLITE_IOERR_SHMSIZE]) == str(sqlite[sqlite3.SQLITE_FULL])
    needy = [of(errno.EACCES), of(errno.EEXIST), NewerSchema("newer"), CertificateError("none"), PermissionError()]
    assert all(map(lasting, needy))
    assert lasting(sqlite[sqlite3.SQLITE_NOTADB] or OSError())


def test_a_fault_of_the_server_itself_is_not_explained_away() -> None:
    plain = config.load(environment={})
    trouble = StoreUnavailable("The disk is gone.")
    assert explained(ExceptionGroup("start", [trouble]), plain) == "The disk is gone."
    assert explained(ExceptionGroup("start", [trouble, RuntimeError()]), plain) is None
    assert explained(OSError("no number"), plain) is None
    assert explained(socket.gaierror(8, "unknown"), plain) == "The address 127.0.0.1 is not known."


def serves(host: str, port: int) -> bool:
    with closing(socket.create_connection((host, port), timeout=10)) as connection:
        peer: tuple[str, int] = connection.getpeername()
        return peer[1] == port


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder that servers have used before, one after the other."""
    made = tmp_path_factory.mktemp("data")

    async def once() -> None:
        await (await Store.open(settled(made))).aclose()

    trio.run(once)
    return made


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_in_order(folder: Path, number: signal.Signals) -> None:
    with child("--port=0", "--data", folder) as (process, host, port):
        assert host == "127.0.0.1"
        assert serves(host, port)
        process.send_signal(number)
        out, log = process.communicate(timeout=20)
    assert (process.returncode, out) == (0, "")
    assert "Traceback" not in log
    assert {file.name for file in folder.iterdir()} - {CERTIFICATE, KEY} == {FILE_NAME, NAME}


def test_an_announced_end_waits_and_a_second_signal_ends_it_at_once(folder: Path) -> None:
    with (
        child("--port=0", "--data", folder, "--drain-after=60") as (process, host, port),
        socket.create_connection((host, port), timeout=10) as guest,
    ):
        wire = Connection("client")
        guest.sendall(wire.send(Hello(PROTOCOL)))
        heard(guest, wire, Welcome)
        for entering in (Guest(1, "Gil"), Create(2, Settings())):
            guest.sendall(wire.send(entering))
            room = heard(guest, wire, Accepted).room
        for beginning in (Ready(3, room, ready=True), Start(4, room)):
            guest.sendall(wire.send(beginning))
            heard(guest, wire, Accepted)
        process.send_signal(signal.SIGTERM)
        assert "restarts in 60 minutes" in heard(guest, wire, Notice).text
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) == -signal.SIGTERM


def heard(guest: socket.socket, wire: Any, kind: type[Any]) -> Any:
    """The next message of a kind."""
    while True:
        for message in wire.receive(guest.recv(65536)):
            if isinstance(message, kind):
                return message


def test_embedded_lives_as_long_as_its_standard_input(folder: Path) -> None:
    with child("--embedded", "--data", folder) as (process, host, port):
        assert serves(host, port)
        assert process.stdin is not None
        process.stdin.write("what is written there means nothing\n")
        process.stdin.flush()
        assert serves(host, port)
        process.stdin.close()
        assert process.wait(timeout=20) == 0
    with child("--embedded", "--data", folder) as (_, host, again):
        assert again == port, "its player's client comes back to it"
    with socket.create_server((host, int(port))), child("--embedded", "--data", folder) as (_, host, other):
        assert other != port
        assert serves(host, other)


def test_embedded_dies_with_its_parent(folder: Path) -> None:
    parent = (
        "import os, subprocess, sys\n"
        "pipe = subprocess.PIPE\n"
        "command = [sys.executable, '-m', 'server', '--embedded', '--data', sys.argv[1]]\n"
        "process = subprocess.Popen(command, stdin=pipe, stdout=pipe, start_new_session=True)\n"
        "print(process.stdout.readline().decode(), end='', flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    command: Sequence[str] = [sys.executable, "-c", parent, str(folder)]
    # The server holds standard error open; its end is the server's end.
    done = subprocess.run(command, capture_output=True, timeout=30, encoding="utf-8", check=False)
    assert done.returncode == -signal.SIGKILL
    assert done.stdout.startswith("listening on 127.0.0.1:")
    assert "closing" in done.stderr
    # Where it listens is said once, and where its data are.
    assert "listening" not in done.stderr
    assert f"folder={folder}" in done.stderr


def test_a_reset_code_is_printed_while_the_server_runs(folder: Path) -> None:
    with child("--port=0", "--data", folder) as (_, host, port):
        assert serves(host, port)
        command = [sys.executable, "-m", "server", "reset-code", "--data", str(folder), "Ann"]
        done = subprocess.run(command, capture_output=True, timeout=30, encoding="utf-8", check=False)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "fivefold-server: There is no account named 'Ann'.\n"
        with closing(sqlite3.connect(folder / FILE_NAME)) as database, database:
            database.execute(
                "INSERT INTO accounts (name, name_key, skeleton, password_hash, rating, created)"
                " VALUES ('Ann', 'ann', 'ann', 'none', 1500, 1)"
            )
        done = subprocess.run(command, capture_output=True, timeout=30, encoding="utf-8", check=False)
        assert done.returncode == 0, done.stderr
        assert re.fullmatch(r"[a-z2-9]{4}(-[a-z2-9]{4}){3}", done.stdout.splitlines()[0])


def test_a_server_under_test_says_so_at_its_start(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("APP_ENV", "testing")
    with child("--embedded", "--data", folder) as (process, _, _):
        said = process.communicate(timeout=30)[1]
    assert "TESTING MODE (APP_ENV=testing): tables show answers or let decks be stacked." in said


def test_an_open_address_is_served_encrypted_and_the_fingerprint_is_printed(folder: Path) -> None:
    with child("--host=0.0.0.0", "--port=0", "--data", folder) as (process, host, port):
        assert host == "0.0.0.0"
        assert serves("127.0.0.1", port)
        assert process.stdout is not None
        assert "fingerprint" in process.stdout.readline()
        assert re.fullmatch("([0-9A-F]{2}:){31}[0-9A-F]{2}\n", process.stdout.readline())


def test_an_open_address_is_served_in_clear_when_asked_for_by_name(folder: Path) -> None:
    with child("--host=0.0.0.0", "--port=0", "--insecure-plaintext", "--data", folder) as (_, host, port):
        assert host == "0.0.0.0"
        with closing(socket.create_connection(("127.0.0.1", port), timeout=10)) as connection:
            connection.sendall(b"\0\0\0\1\0")
            assert b"goodbye" in connection.recv(1000)
