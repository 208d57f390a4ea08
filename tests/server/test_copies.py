"""Backups, the way back from them, and finished games dealt and scored again."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
import trio
from msgspec.structs import replace
from sqlalchemy import update

from engines.five_of_a_kind.model import Resign, Settings
from engines.proof import Account, commitment, problems
from protocol import messages as m
from scripts.environment import ROOT
from scripts.verifying import main as verify
from server.__main__ import main
from server.copies import back_up, bring_back
from server.proving import NotProven, account_of, verified
from server.store.engine import FILE_NAME
from server.store.errors import NewerSchema, StoreUnavailable
from server.store.part import ENDING
from server.store.store import Store
from server.store.tables import game_seats
from tests.server.conftest import OpenHouse
from tests.server.disk import copy_under_writes
from tests.server.stand import ON_MOCK_CLOCK, Stand, config
from tests.server.stores import opened_store, player, settled


async def played(stand: Stand) -> str:
    """A rated game in which somebody scored; its id."""
    room, (ann, bo) = await stand.playing("Ann", "Bo", settings=Settings(end="rounds", rounds=10, lockout=0))
    for _ in range(60):
        await trio.sleep(1.01)
        claim = ann.own().legal.claim
        if claim is not None:
            ann.do(
                m.Act, room=room, command=msgspec.convert({"type": "five_of_a_kind.claim", "card": claim}, m.Command)
            )
            ann.do(m.Act, room=room, command=next(iter(ann.own().legal)))
    for client in (bo, ann):
        client.ask(m.Act, room=room, command=Resign())
    await trio.sleep(1)
    over = ann.last(m.Room)
    assert over.game is not None
    assert over.key is not None
    assert over.commitment == commitment(bytes.fromhex(over.key))
    return over.game


@ON_MOCK_CLOCK
async def test_a_game_is_proven_by_its_key_and_its_moves(open_house: OpenHouse, tmp_path: Path) -> None:
    async with open_house() as stand:
        game = await played(stand)
        said = verified(stand.house.config, game, tmp_path / "game.json")
        assert "all agrees, ratings included" in said
        stored = await stand.store.game(game)
        assert stored is not None
        assert commitment(stored.key) in said
        account = msgspec.json.decode((tmp_path / "game.json").read_bytes(), type=Account)
        assert account == account_of(stored)
        assert verify([str(tmp_path / "game.json"), "--promise", f" {commitment(stored.key).upper()}\n"]) == 0
        assert verify([str(tmp_path / "game.json"), "--promise", "00" * 32]) == 1
        alone = tmp_path / "alone"
        for part in ("engines", "scripts"):
            shutil.copytree(ROOT / part, alone / part, ignore=shutil.ignore_patterns("__pycache__"))
        command = [sys.executable, str(alone / "scripts" / "verify"), "game.json"]
        said = subprocess.check_output(command, cwd=tmp_path, encoding="utf-8")
        assert said.startswith(f"The game {game} is what comes of its key")
        assert {one.name for one in alone.iterdir()} == {"engines", "scripts"}
        nowhere, letter, other = tmp_path / "none" / "x", tmp_path / "letter", tmp_path / "other.json"
        with pytest.raises(StoreUnavailable, match=f"cannot be written to {nowhere}: No such file"):
            verified(stand.house.config, game, nowhere)
        letter.write_text("Dear Ann")
        other.write_bytes(msgspec.json.encode(replace(account, game="other")))
        before = other.read_bytes()
        for target in (letter, other, tmp_path, Path("/dev/full")):
            with pytest.raises(
                StoreUnavailable, match=f"{target} is there already and is no account of the game {game};"
            ):
                verified(stand.house.config, game, target)
        assert (letter.read_text(), other.read_bytes()) == ("Dear Ann", before)
        (tmp_path / "empty").touch()
        for target in (tmp_path / "game.json", tmp_path / "empty"):
            assert "all agrees" in verified(stand.house.config, game, target)
            assert msgspec.json.decode(target.read_bytes(), type=Account) == account
        with pytest.raises(NotProven, match="No game 'nothing' is stored here"):
            verified(stand.house.config, "nothing", None)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (None, "game.json cannot be read: No such file or directory."),
        ("no json", "game.json is no account of a game, or not a whole one: JSON is malformed"),
        ("{}", "game.json is no account of a game, or not a whole one: Object missing required field `game`."),
        (
            '{"game":"g","kind":"k","rules":1,"settings":{},"seats":[],"key":"xy","moves":[],"how":"a","results":[],"record":{}}',
            "game.json is no account of a game, or not a whole one: non-hexadecimal number found",
        ),
    ],
)
def test_what_is_no_account_of_a_game_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], written: str | None, said: str
) -> None:
    if written is not None:
        (tmp_path / "game.json").write_text(written)
    assert verify([str(tmp_path / "game.json")]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("promise", ["xyz", "00", "0" * 63 + "g", ""])
def test_a_promise_that_is_none_is_refused(capsys: pytest.CaptureFixture[str], promise: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        verify(["game.json", "--promise", promise])
    assert "a promise has 64 digits, each of 0-9 and a-f" in capsys.readouterr().err


@ON_MOCK_CLOCK
async def test_what_does_not_agree_is_named(open_house: OpenHouse, capsys: pytest.CaptureFixture[str]) -> None:
    async with open_house() as stand:
        stored = await stand.store.game(await played(stand))
        assert stored is not None
        account, kind = account_of(stored), stand.lobby._kinds[stored.kind]
        assert problems(account, kind) == ()
        other_points = (replace(account.results[0], points=99), *account.results[1:])
        other_ratings = (replace(account.ratings[0], after=1.0), *account.ratings[1:])
        wrong = {
            "Points or places": replace(account, results=other_points),
            "The ratings": replace(account, ratings=other_ratings),
            "It ended by": replace(account, how="time" if account.how != "time" else "points"),
            "Its record": replace(account, record={**account.record, "dealt": -1}),
            "does not come to its end|cannot be played|not allowed|Its record": replace(account, key="00" * 32),
            "version 99 of the rules": replace(account, rules=99),
        }
        for words, changed in wrong.items():
            found = problems(changed, kind)
            assert found, words
            assert any(word in " ".join(found) for word in words.split("|")), (words, found)
        # One wrong rating in the database, and the whole backup says so.
        await stand.store._writer.write(lambda c: c.execute(update(game_seats).values(rating_after=1.0)))
        with pytest.raises(NotProven, match=r"1 of 1 games in it do not agree\. .*The ratings"):
            back_up(stand.house.config, stand.house.config.folder / "copy.sqlite3")


@ON_MOCK_CLOCK
async def test_a_backup_of_a_running_server_brings_everything_back(open_house: OpenHouse, tmp_path: Path) -> None:
    async with open_house() as stand:
        game = await played(stand)
        running, (cy, _) = await stand.playing("Cy", "Dee")
        await trio.sleep(2.5)
        copy = tmp_path / "copy.sqlite3"
        assert "its 1 finished games were dealt and scored again" in back_up(stand.house.config, copy)
        assert copy.stat().st_mode & 0o077 == 0
        with pytest.raises(StoreUnavailable, match="Another server is using"):
            bring_back(stand.house.config, copy)
        token = cy.last(m.Signed).token
    elsewhere = config(tmp_path / "elsewhere")
    assert "Start the server" in bring_back(elsewhere, copy)
    async with await Store.open(elsewhere) as store:
        assert await store.game(game) is not None
        states = {one.room: one.state for one in await store.rooms()}
        assert running in states
        assert token.encode() not in b"".join(states.values())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder."""
    made = tmp_path / "data"
    made.mkdir()
    return made


async def test_each_of_many_backups_under_constant_writes_is_whole(folder: Path, tmp_path: Path) -> None:
    beside = tmp_path / "beside"
    beside.mkdir()
    assert len(await copy_under_writes(folder, beside, 8)) == 8


async def test_going_back_keeps_what_was_there_and_leaves_no_old_journal(folder: Path, tmp_path: Path) -> None:
    async with await opened_store(folder) as store:
        await player(store, "Ann")
        back_up(settled(folder), tmp_path / "copy.sqlite3")
        await player(store, "Bo")
    with closing(sqlite3.connect(folder / FILE_NAME)) as database:
        database.execute("UPDATE accounts SET rating = 1600")
        database.commit()
        wal = (folder / f"{FILE_NAME}-wal").read_bytes()
    (folder / f"{FILE_NAME}-wal").write_bytes(wal)  # as a killed server leaves it
    said = bring_back(settled(folder), tmp_path / "copy.sqlite3")
    assert "before-restore" in said
    async with await Store.open(settled(folder)) as store:
        ann = await store.account("ann")
        assert ann is not None
        assert ann.rating == 1500
        assert await store.account("bo") is None
    with closing(sqlite3.connect(folder / "fivefold.before-restore.sqlite3")) as database:
        assert database.execute("SELECT count(*) FROM accounts").fetchone() == (2,)


async def rated(folder: Path, rating: int) -> None:
    """Ann in a data folder has this rating, and no server runs."""
    async with await opened_store(folder) as store:
        if await store.account("ann") is None:
            await player(store, "Ann")
    with closing(sqlite3.connect(folder / FILE_NAME)) as database, database:
        database.execute("UPDATE accounts SET rating = ?", (rating,))


def rating(file: Path) -> int:
    with closing(sqlite3.connect(file)) as database:
        return int(database.execute("SELECT rating FROM accounts").fetchone()[0])


async def test_going_back_twice_keeps_what_was_there_at_first(folder: Path, tmp_path: Path) -> None:
    for number in (1, 2):
        await rated(folder, number)
        back_up(settled(folder), tmp_path / f"{number}.sqlite3")
    await rated(folder, 3)
    for number in (1, 2, 2, 2):
        bring_back(settled(folder), tmp_path / f"{number}.sqlite3")
        assert rating(folder / FILE_NAME) == number
    # What was there already is not kept once more.
    kept = {file.name: rating(file) for file in folder.glob("*before-restore*")}
    names = (
        "fivefold.before-restore.sqlite3",
        "fivefold.before-restore-2.sqlite3",
        "fivefold.before-restore-3.sqlite3",
    )
    assert kept == dict(zip(names, (3, 1, 2), strict=True))


async def test_a_damaged_database_is_put_aside_for_a_backup(folder: Path, tmp_path: Path) -> None:
    await rated(folder, 1)
    back_up(settled(folder), tmp_path / "copy.sqlite3")
    (folder / FILE_NAME).write_bytes(b"no database " * 1000)
    assert "before-restore.sqlite3" in bring_back(settled(folder), tmp_path / "copy.sqlite3")
    assert rating(folder / FILE_NAME) == 1
    assert (folder / "fivefold.before-restore.sqlite3").read_bytes().startswith(b"no database")


async def test_a_backup_replaces_an_older_one_and_nothing_else(folder: Path, tmp_path: Path) -> None:
    await rated(folder, 1)
    copy, letter, empty, foreign = (tmp_path / name for name in ("copy.sqlite3", "letter", "empty", "foreign"))
    with closing(sqlite3.connect(foreign)) as database:
        database.executescript(
            "CREATE TABLE alembic_version (version_num); INSERT INTO alembic_version VALUES ('ae1027a6acf')"
        )
    letter.write_text("Dear Ann")
    empty.touch()
    for target in (copy, empty):
        assert "older backup" not in back_up(settled(folder), target)
    await rated(folder, 2)
    assert back_up(settled(folder), copy).endswith("It took the place of an older backup.")
    assert rating(copy) == 2
    for target in (letter, foreign, tmp_path, Path("/dev/null")):
        with pytest.raises(StoreUnavailable, match="is there already and is no backup"):
            back_up(settled(folder), target)
    assert letter.read_text() == "Dear Ann"


async def test_two_backups_at_once_are_both_whole_and_killed_ones_leave_nothing(folder: Path, tmp_path: Path) -> None:
    await rated(folder, 1)
    with subprocess.Popen(["true"]) as gone:
        gone.wait()
    left, other, mine = (
        tmp_path / name
        for name in (
            f"copy.{gone.pid}{ENDING}-wal",
            f"other.{gone.pid}{ENDING}",
            f"copy.{os.getppid()}{ENDING}",
        )
    )
    for file in (left, other, mine):
        file.write_text("not whole")
    back_up(settled(folder), tmp_path / "copy")
    assert rating(tmp_path / "copy") == 1
    assert {file.name for file in tmp_path.glob(f"*{ENDING}*")} == {other.name, mine.name}


@pytest.mark.parametrize(
    "name", [FILE_NAME, f"{FILE_NAME}-wal", "server.lock", "certificate-key.pem", "fivefold.before-restore.sqlite3"]
)
async def test_nothing_takes_a_name_of_the_server_in_its_folder(folder: Path, tmp_path: Path, name: str) -> None:
    await rated(folder, 1)
    (folder / "server.lock").touch()
    (tmp_path / "link").symlink_to(folder / name)
    before = {path: path.read_bytes() for path in folder.iterdir()}
    for target in (folder / name, tmp_path / "link"):
        with pytest.raises(StoreUnavailable, match="a name of the server's own; it is left as it is"):
            back_up(settled(folder), target)
        with pytest.raises(StoreUnavailable, match="a name of the server's own; it is left as it is"):
            verified(settled(folder), "game", target)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


async def test_a_damaged_page_and_a_folder_without_writes_are_each_one_sentence(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await rated(folder, 1)
    back_up(settled(folder), tmp_path / "copy.sqlite3")
    content = bytearray((tmp_path / "copy.sqlite3").read_bytes())
    content[4096 * 5 : 4096 * 6] = b"\xff" * 4096
    (tmp_path / "copy.sqlite3").write_bytes(content)
    with pytest.raises(StoreUnavailable, match=r"copy.sqlite3 is damaged: SQLite's own check finds faults in it\.$"):
        bring_back(settled(folder), tmp_path / "copy.sqlite3")
    assert rating(folder / FILE_NAME) == 1
    # SQLite wants to put files beside a database only to read it; this stands for a disk that lets it not.
    monkeypatch.setattr("os.access", lambda *_: False)
    (folder / f"{FILE_NAME}-wal").symlink_to(tmp_path / "none" / "x")
    with pytest.raises(
        StoreUnavailable, match=r"other.sqlite3: its folder takes no writes, and without them SQLite reads nothing\.$"
    ):
        back_up(settled(folder), tmp_path / "other.sqlite3")
    assert not list(tmp_path.glob("other*"))


async def test_what_is_no_backup_changes_nothing(folder: Path, tmp_path: Path) -> None:
    async with await opened_store(folder) as store:
        await player(store, "Ann")
        back_up(settled(folder), tmp_path / "newer.sqlite3")
    with closing(sqlite3.connect(tmp_path / "newer.sqlite3")) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    (tmp_path / "letter").write_text("no database at all " * 100)
    before = (folder / FILE_NAME).read_bytes()
    for name, error in (("newer.sqlite3", NewerSchema), ("letter", StoreUnavailable), ("none", StoreUnavailable)):
        with pytest.raises(error):
            bring_back(settled(folder), tmp_path / name)
    assert (folder / FILE_NAME).read_bytes() == before
    (folder / FILE_NAME).write_bytes((tmp_path / "newer.sqlite3").read_bytes())
    with pytest.raises(NewerSchema, match="was made by a newer fivefold"):
        verified(settled(folder), "game", None)
    assert "another version of fivefold made it" in back_up(settled(folder), tmp_path / "newest.sqlite3")
    assert (tmp_path / "newest.sqlite3").exists()


async def test_the_commands_print_a_sentence_and_their_status(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with await opened_store(folder):
        monkeypatch.setattr(sys, "argv", ["fivefold-server", "backup", "--data", str(folder), str(tmp_path / "copy")])
        main()
        assert "its 0 finished games" in capsys.readouterr().out
        monkeypatch.setattr(sys, "argv", ["fivefold-server", "restore", "--data", str(folder), str(tmp_path / "copy")])
        with pytest.raises(SystemExit, match="2"):
            main()
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith("fivefold-server: Another server is using the data folder")
