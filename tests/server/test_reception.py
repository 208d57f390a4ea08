"""What becomes of an account: another password, signing out everywhere, deletion, and a code when all is forgotten."""

import errno
import os
from pathlib import Path

import pytest
import trio

from engines.five_of_a_kind.model import Resign, Settings
from protocol import messages as m
from protocol.text import DELETED
from server import reset
from server.config import Config, Frequency
from server.reset import NoSuchAccount, new_code
from server.store.beside import beside
from server.store.errors import StoreBusy, StoreUnavailable
from server.store.writer import transact
from tests.server.conftest import OpenHouse
from tests.server.databases import FILE_ONLY
from tests.server.stand import ON_MOCK_CLOCK, PASSWORD, Client, Stand, config

pytestmark = ON_MOCK_CLOCK
NEW = "a better horse"


def refusal(answer: m.Accepted | m.Refused) -> str:
    """The code of a refusal, or "" of an acceptance."""
    return answer.code if isinstance(answer, m.Refused) else ""


async def sign_in(stand: Stand, name: str, password: str) -> Client:
    client = stand.client()
    await client.hello()
    client.say(m.SignIn(1, name, password))
    await trio.testing.wait_all_tasks_blocked()
    return client


async def resumed(stand: Stand, token: str) -> Client:
    client = stand.client()
    await client.hello(token)
    return client


async def test_a_new_password_needs_the_old_one_and_voids_every_token(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        ann = await stand.account("Ann")
        old = ann.last(m.Signed).token
        assert refusal(await ann.sign(m.ChangePassword, old="wrong horse", new=NEW)) == "wrong_password"
        assert refusal(await ann.sign(m.ChangePassword, old=PASSWORD, new="short")) == "weak_password"
        assert refusal(await ann.sign(m.ChangePassword, old=PASSWORD, new="ANN")) == "weak_password"
        assert ann.last(m.Signed).token == old
        assert refusal(await ann.sign(m.ChangePassword, old=PASSWORD, new=NEW)) == ""
        new = ann.last(m.Signed).token
        assert new != old
        assert not (await resumed(stand, old)).all(m.Signed)
        assert (await sign_in(stand, "Ann", PASSWORD)).last(m.Refused).code == "wrong_password"
        assert not ann.closed
        assert (await resumed(stand, new)).last(m.Signed).name == "Ann"
        assert (await sign_in(stand, "Ann", NEW)).last(m.Signed).name == "Ann"


async def test_signing_out_everywhere_leaves_this_connection_alone_a_seat_and_a_token(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, _) = await stand.playing("Ann", "Bo")
        old = ann.last(m.Signed).token
        assert refusal(await ann.sign(m.SignOutEverywhere)) == ""
        assert not (await resumed(stand, old)).all(m.Signed)
        token = ann.last(m.Signed).token
        ann.hang_up()
        back = await resumed(stand, token)
        assert back.last(m.Room).room == room
        assert back.last(m.Update).own is not None


async def test_guests_have_no_account_to_ask_about(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        gil = await stand.guest("Gil")
        for request, fields in (
            (m.ChangePassword, {"old": "x", "new": NEW}),
            (m.SignOutEverywhere, {}),
            (m.DeleteAccount, {"password": "x"}),
        ):
            assert refusal(await gil.sign(request, **fields)) == "guest"


async def test_a_deleted_account_leaves_its_games_without_its_name(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo")
        cy = await stand.account("Cy")
        waiting = cy.do(m.Create, settings=Settings())
        assert refusal(await ann.sign(m.DeleteAccount, password=PASSWORD)) == "unfinished"
        assert room in ann.last(m.Refused).text
        ann.do(m.Act, room=room, command=Resign())
        ann.do(m.Leave, room=room)
        # The game that was left will still have a result for the account.
        assert refusal(await ann.sign(m.DeleteAccount, password=PASSWORD)) == "unfinished"
        bo.do(m.Act, room=room, command=Resign())
        await trio.testing.wait_all_tasks_blocked()
        game = bo.last(m.Room).game
        assert game is not None
        assert isinstance(await bo.sign(m.Replay, game=game), m.Accepted)
        ann.do(m.Join, room=waiting)
        assert refusal(await ann.sign(m.DeleteAccount, password="wrong horse")) == "wrong_password"
        assert stand.room(waiting).members.players[1].name == "Ann"
        token = ann.last(m.Signed).token
        assert refusal(await ann.sign(m.DeleteAccount, password=PASSWORD)) == ""
        assert ann.last(m.Goodbye).code == "deleted"
        assert ann.closed
        assert [one.name for one in stand.room(waiting).members.players] == ["Cy"]
        assert not (await resumed(stand, token)).all(m.Signed)
        assert (await sign_in(stand, "Ann", PASSWORD)).last(m.Refused).code == "wrong_password"
        stored = await stand.store.game(game)
        assert stored is not None
        assert [(seat.name, seat.account is None) for seat in stored.seats] == [(DELETED, True), ("Bo", False)]
        replayed = await bo.sign(m.Replay, game=game)
        assert isinstance(replayed, m.Accepted)
        assert [seat.name for seat in bo.last(m.Steps).row.seats] == [DELETED, "Bo"]
        eve = stand.client()
        await eve.hello()
        await eve.sign(m.Register, name="Ann", password=NEW)
        assert eve.last(m.Signed).rating == 1500.0
        assert isinstance(await eve.sign(m.Recall), m.Accepted)
        assert eve.last(m.History).rows == ()


async def test_while_an_account_is_deleted_it_can_begin_nothing(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house() as stand:
        ann = await stand.account("Ann")
        disk = trio.Event()

        async def slow(*_: object) -> None:
            await disk.wait()
            raise StoreBusy

        monkeypatch.setattr(stand.store, "remove_account", slow)
        ref = ann.ref()
        ann.say(m.DeleteAccount(ref, PASSWORD))
        await trio.testing.wait_all_tasks_blocked()
        assert ann.refused(m.Create, settings=Settings()) == "busy"
        disk.set()
        await trio.testing.wait_all_tasks_blocked()
        assert refusal(ann.answer(ref)) == "store"
        ann.do(m.Create, settings=Settings())


async def test_wrong_passwords_are_throttled_wherever_they_are_asked_for(open_house: OpenHouse) -> None:
    async with open_house(sign_in_account=Frequency(3, 40.0)) as stand:
        ann = await stand.account("Ann")
        codes = [
            refusal(await ann.sign(m.ChangePassword, old="wrong horse", new=NEW)),
            refusal(await ann.sign(m.DeleteAccount, password="wrong horse")),
            (await sign_in(stand, "ann", "wrong horse")).last(m.Refused).code,
            refusal(await ann.sign(m.DeleteAccount, password=PASSWORD)),
        ]
        assert codes == ["wrong_password"] * 3 + ["throttled"]
        assert ann.last(m.Refused).text == "Too many attempts to sign in. Try again in 40 s."
        newcomer = await sign_in(stand, "Ann", PASSWORD)
        assert newcomer.last(m.Refused).code == "throttled"
        # Who is in, or has the right to return, is not concerned.
        assert (await resumed(stand, ann.last(m.Signed).token)).last(m.Signed).name == "Ann"


# Reset codes.


def lived_in(stand: Stand) -> Config:
    return stand.house.config


async def use(stand: Stand, name: str, code: str, password: str = NEW) -> Client:
    client = stand.client()
    await client.hello()
    await client.sign(m.Reset, name=name, code=code, password=password)
    return client


async def test_a_code_printed_while_the_server_runs_sets_a_new_password_once(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        ann = await stand.account("Ann")
        old = ann.last(m.Signed).token
        code = new_code(lived_in(stand), "ANN")
        assert code.count("-") == 3
        assert code.replace("-", "").encode() not in (lived_in(stand).folder / "fivefold.sqlite3").read_bytes()
        assert (await use(stand, "Bo", code)).last(m.Refused).code == "wrong_code"
        assert (await use(stand, "Ann", code, "short")).last(m.Refused).code == "weak_password"
        back = await use(stand, "ann", code.upper().replace("-", " "))
        assert back.last(m.Signed).name == "Ann"
        assert ann.last(m.Goodbye).code == "superseded"
        assert not (await resumed(stand, old)).all(m.Signed)
        assert (await use(stand, "Ann", code)).last(m.Refused).code == "wrong_code"
        assert (await sign_in(stand, "Ann", NEW)).last(m.Signed).name == "Ann"


@FILE_ONLY
async def test_a_new_password_is_on_the_disk_before_it_is_told(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sync(_: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    async with open_house() as stand:
        ann = await stand.account("Ann")
        with monkeypatch.context() as disk:
            disk.setattr(os, "fsync", sync)
            assert refusal(await ann.sign(m.ChangePassword, old=PASSWORD, new=NEW)) == "store"


@FILE_ONLY
async def test_a_code_is_on_the_disk_before_it_is_printed(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        with beside(lived_in(stand)) as (connection, place):
            waits = transact(connection, place, "write", lambda c: c.exec_driver_sql("PRAGMA synchronous").scalar_one())
        assert waits == 2, "SQLite's number for a commit that waits until all of its log is on the disk"


async def test_only_the_newest_code_counts_and_only_for_a_day(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house() as stand:
        first, second = new_code(lived_in(stand), "Ann"), new_code(lived_in(stand), "Ann")
        assert (await use(stand, "Ann", first)).last(m.Refused).code == "wrong_code"
        assert (await use(stand, "Ann", second)).last(m.Signed).name == "Ann"
        with monkeypatch.context() as patch:
            patch.setattr(reset, "HOURS", 0)
            late = new_code(lived_in(stand), "Ann")
        assert (await use(stand, "Ann", late)).last(m.Refused).code == "wrong_code"


async def test_codes_are_refused_alike_for_all_names_after_the_same_work_and_throttled(open_house: OpenHouse) -> None:
    async with open_house(sign_in_account=Frequency(1, 40.0)) as stand:
        new_code(lived_in(stand), "Ann")
        hashed: list[str] = []
        hasher = stand.house.accounts._hashed

        async def counted(password: str) -> str:
            hashed.append(password)
            return await hasher(password)

        stand.house.accounts._hashed = counted  # type: ignore[method-assign]
        for name in ("Ann", "Bo", "Nobody", "bad\x00name"):
            tried = [(await use(stand, name, "aaaa-bbbb-cccc-dddd")).last(m.Refused) for _ in range(2)]
            assert [one.code for one in tried] == ["wrong_code", "throttled"]
        assert hashed == [NEW] * 4


async def test_a_code_that_cannot_be_made_is_explained(tmp_path: Path, open_house: OpenHouse) -> None:
    async with open_house() as stand:
        for name in ("Nobody", "bad\x00name"):
            with pytest.raises(NoSuchAccount, match="no account named"):
                new_code(lived_in(stand), name)
    empty = config(tmp_path / "elsewhere")
    with pytest.raises(StoreUnavailable, match="There is no database"):
        new_code(empty, "Ann")
    assert not empty.folder.exists()
