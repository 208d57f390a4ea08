"""A disk that takes no writes: games stand still, players read why, and everything goes on when it can."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, nullcontext
from pathlib import Path
from typing import Any

import pytest
import structlog
import trio
from sqlalchemy import event
from trio.testing import MockClock

from engines.five_of_a_kind.model import Answer, Claim, Settings, Vote
from protocol import messages as m
from server.entries import Acted, Said, entry_of
from server.mail import MOST_WAITING
from server.store.engine import FILE_NAME
from server.trouble import OVER, PATIENCE, WHY
from tests.server.conftest import OpenHouse
from tests.server.databases import FILE_ONLY
from tests.server.stand import ON_MOCK_CLOCK, Client, Stand

pytestmark = [ON_MOCK_CLOCK, FILE_ONLY]


@asynccontextmanager
async def pragma(stand: Stand, words: str) -> AsyncIterator[None]:
    """Change what the store's connections may do, as their disk or their administrator would."""
    engine = stand.store._writer.engine

    def choose(connection: Any, _record: object) -> None:
        connection.execute(f"PRAGMA {words}")

    event.listen(engine, "connect", choose)
    engine.dispose()
    yield
    event.remove(engine, "connect", choose)
    engine.dispose()


@asynccontextmanager
async def read_only(stand: Stand) -> AsyncIterator[None]:
    """Somebody has made the database read-only."""
    async with pragma(stand, "query_only = ON"):
        yield


@asynccontextmanager
async def full(stand: Stand) -> AsyncIterator[None]:
    """The disk is full: the file cannot grow. (SQLite takes its present size for the 1.)"""
    async with pragma(stand, "max_page_count = 1"):
        yield


@asynccontextmanager
async def held(stand: Stand) -> AsyncIterator[None]:
    """Another program holds the database."""
    file = Path(stand.house.config.data.folder, FILE_NAME)
    async with pragma(stand, "busy_timeout = 0"):
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")


async def wait(stand: Stand, seconds: float) -> None:
    """Time passes, and the server sweeps once a second."""
    for _ in range(round(seconds)):
        await trio.sleep(1)
        stand.sweep()


def votes(stand: Stand, client: Client, room: str, choice: str) -> str:
    """Vote; why that was refused, or nothing."""
    answer = client.ask(m.Act, room=room, command=Vote(choice))  # type: ignore[arg-type]
    return answer.code if isinstance(answer, m.Refused) else ""


@pytest.mark.parametrize("trouble", [held, read_only, full])
async def test_the_game_stands_still_and_goes_on_with_nothing_lost(open_house: OpenHouse, trouble: object) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo")
        await trio.sleep(1.5)
        async with trouble(stand):  # type: ignore[operator]
            for number in range(8):  # more than the last page of a full file has room for
                ann.do(m.Say, room=room, text="x" * 390)
                bo.do(m.Say, room=room, text=f"{number} {'x' * 380}")
            assert votes(stand, ann, room, "faster") == ""
            await wait(stand, PATIENCE + 2)
            stood = ann.last(m.Update)
            assert stood.paused == WHY
            assert ann.lines(room)[-1] == WHY
            assert votes(stand, ann, room, "none") == "paused"
            bo.hang_up()
            await wait(stand, 60)
            assert (ann.shared().round, ann.last(m.Update).time) == (stood.shared.round, stood.time)
            assert ann.do(m.Say, room=room, text="is anybody there?") == ""
        await trio.sleep(1)
        stand.sweep()
        assert ann.lines(room)[-1] == OVER
        going = ann.last(m.Update)
        assert (going.paused, going.resumes) == ("", stood.time)
        assert votes(stand, ann, room, "none") == "resuming"
        await wait(stand, 11)
        assert votes(stand, ann, room, "none") == ""
        assert not ann.last(m.Update).paused
        await trio.sleep(1)
        (stored,) = await stand.store.rooms()
        entries = [entry_of(one) for one in stored.entries]
        lines = [one.line.text.split()[0] for one in entries if isinstance(one, Said) and one.line.name == "Bo"]
        assert lines == [str(number) for number in range(8)]
        play = stand.room(room).play
        assert play is not None
        assert [(one.time, one.seat) for one in entries if isinstance(one, Acted)] == [
            (one.time, one.seat) for one in play.match.commands
        ]


async def test_the_log_counts_the_games_that_stand_still(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        for names in (("Ann", "Bo"), ("Cy", "Dee")):
            room, (client, _) = await stand.playing(*names)
        await trio.sleep(1.5)
        with structlog.testing.capture_logs() as log:
            async with held(stand):
                votes(stand, client, room, "faster")
                await wait(stand, PATIENCE + 2)
            await wait(stand, 2)
    told = [(line["event"], line["games"]) for line in log if "games" in line]
    assert told == [("games stand still", 2), ("games go on", 2)]


async def test_a_database_that_is_held_for_three_seconds_is_noticed_by_nobody(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, _) = await stand.playing("Ann", "Bo")
        await trio.sleep(1.5)
        async with held(stand):
            votes(stand, ann, room, "faster")
            await wait(stand, 3)
        await wait(stand, 10)
        assert not any(update.paused or update.resumes for update in ann.all(m.Update))
        assert ann.lines(room) == []


async def test_a_machine_on_which_the_writer_comes_late_to_its_turn_has_a_sound_disk(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, _) = await stand.playing("Ann", "Bo")
        await trio.sleep(1.5)
        assert votes(stand, ann, room, "faster") == ""
        clock = trio.lowlevel.current_clock()
        assert isinstance(clock, MockClock)
        clock.jump(2 * PATIENCE)
        assert stand.house.journal.behind > PATIENCE
        stand.sweep()
        await wait(stand, 3)
        assert stand.house.journal.behind == 0
        assert not any(update.paused for update in ann.all(m.Update))
        assert ann.lines(room) == []


async def test_a_result_that_could_not_be_written_is_written_later_and_rated_once(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo", settings=Settings(end="rounds", rounds=10, lockout=0))
        await trio.sleep(0.5)
        for number in range(1, 11):
            await trio.sleep(1)
            async with held(stand) if number == 10 else nullcontext():
                own = ann.own()
                assert own is not None
                assert own.legal.claim is not None
                ann.do(m.Act, room=room, command=Claim(own.legal.claim))
                ann.do(m.Act, room=room, command=Answer("red"))
                await trio.sleep(0.01)
                assert (ann.shared().final, ann.last(m.Room).ratings) == (None, ())
        await wait(stand, 5)
        assert ann.shared().final is not None
        rated = {one.seat: one.after for one in ann.last(m.Room).ratings}
        assert rated[0] != 1500.0
        for seat, client in enumerate((ann, bo)):
            account = stand.person(client).account
            assert account is not None
            assert account.rating == rated[seat]
            assert len(await stand.store.history(account.id, 5)) == 1


async def test_chat_does_not_grow_without_end_in_memory(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, _) = await stand.playing("Ann", "Bo")
        async with read_only(stand):
            stand.room(room).log.waiting += [b"\xc0"] * MOST_WAITING
            assert ann.refused(m.Say, room=room, text="one more") == "paused"
            stand.room(room).log.waiting.clear()
            ann.do(m.Say, room=room, text="one more")
