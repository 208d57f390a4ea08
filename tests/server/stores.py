"""Stores and finished games for tests, in a real database."""

import atexit
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from msgspec.structs import replace

from engines.contract import Seat
from server.config import Config, load
from server.store import engine, schema
from server.store.records import FinishedGame, FinishedSeat, StoredAccount, TimedCommand
from server.store.store import Store
from tests.server.databases import copied, kept_here


def settled(folder: Path, *, busy_seconds: float = 5.0) -> Config:
    """The configuration of a server whose data is kept in `folder`."""
    config = load(folder=str(folder), environment={})
    return kept_here(replace(config, data=replace(config.data, busy_seconds=busy_seconds)))


@cache
def blank() -> Path:
    """The folder of a database of the present schema with nobody in it, made once: that takes longer than a test."""
    folder = Path(mkdtemp())
    atexit.register(shutil.rmtree, folder)
    config = settled(folder)
    opened = engine.connect(config)
    schema.bring_up(opened, "a new database", engine.sqlite_file(config))
    opened.dispose()
    return folder


async def opened_store(folder: Path, *, busy_seconds: float = 5.0) -> Store:
    """A store in `folder`, which has no database yet."""
    copied(blank(), folder)
    return await Store.open(settled(folder, busy_seconds=busy_seconds))


async def player(store: Store, name: str, rating: float = 1500.0) -> StoredAccount:
    """A new account."""
    return await store.add_account(StoredAccount(0, name, "no hash", rating, 1), name.lower(), name.lower())


def finished(game: str, *players: StoredAccount, rated: bool = True, ended: int = 2_000) -> FinishedGame:
    """A game of these accounts, in the order of their points, and a bot."""
    people = [
        FinishedSeat(seat, one.name, points=10 - seat, place=seat + 1, account=one.id)
        for seat, one in enumerate(players)
    ]
    bot = FinishedSeat(len(players), "Bot", points=0, place=len(players) + 1, bot=True)
    return FinishedGame(
        id=game,
        kind="toss",
        rules=3,
        settings=b"\x81\xa1a\x01",
        key=bytes(range(32)),
        how="time",
        record=b"\x80",
        started=1_000,
        ended=ended,
        rated=rated,
        seats=(*people, bot),
        commands=(TimedCommand(0, 0, b"\x00"), TimedCommand(7, None, b"\xff"), TimedCommand(7, 1, b"")),
    )


def first_takes(points: float, ratings: dict[Seat, float]) -> dict[Seat, float]:
    """Everybody else pays `points` to the first seat."""
    return {
        seat: rating + points * (len(ratings) - 1) if seat == 0 else rating - points for seat, rating in ratings.items()
    }
