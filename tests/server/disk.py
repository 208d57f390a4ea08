"""What a database is put through: copies of it under constant writes, and many results at once.

The tests do it a few times; ``scripts/soak disk`` does it 50 times, with 200 results.
"""

import sqlite3
import sys
import threading
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import trio

from server.copies import back_up, bring_back
from server.store.engine import FILE_NAME
from server.store.store import Store
from tests.server.stores import finished, opened_store, player, settled

RARELY = 50
"""Every so many writes a game is added to the database: copies take the longer, the more there are."""


async def copy_under_writes(folder: Path, beside: Path, copies: int) -> list[int]:
    """Copy the database of `folder` while it is written all the time, and go back to each copy in `beside`.

    How many games each copy had; they are whole, or this fails.
    """
    counts: list[int] = []
    stop = threading.Event()

    def copy() -> None:
        for _ in range(copies):
            back_up(settled(folder), beside / "copy.sqlite3")
            bring_back(settled(beside), beside / "copy.sqlite3")
            with closing(sqlite3.connect(beside / FILE_NAME)) as database:
                assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
                (games,) = database.execute("SELECT count(*) FROM games").fetchone()
                assert database.execute("SELECT count(*) FROM game_seats").fetchone() == (2 * games,)
            counts.append(games)
        stop.set()

    async with await opened_store(folder) as store, trio.open_nursery() as nursery:
        ann = await player(store, "Ann")

        async def write() -> None:
            number = 0
            while not stop.is_set():
                await store.set_password_hash(ann.id, f"hash {number}")
                if number % RARELY == 0:
                    await store.finish(finished(f"g{number}", ann), lambda ratings: ratings)
                number += 1

        nursery.start_soon(write)
        await trio.to_thread.run_sync(copy)
    assert counts == sorted(counts)
    assert counts[-1] > counts[0]
    return counts


async def end_at_once(store: Store, results: int) -> None:
    """Let so many games end in one moment: all are stored, each once, and found again in their order."""
    ann = await player(store, "Ann")
    done: list[str] = []

    async def end(number: int) -> None:
        stored = await store.finish(finished(f"g{number:03}", ann, ended=2_000 + number), lambda ratings: ratings)
        done.append(stored.id)

    async with trio.open_nursery() as nursery:
        for number in range(results):
            nursery.start_soon(end, number)
    assert sorted(done) == [f"g{number:03}" for number in range(results)]
    played = await store.history(ann.id, results + 1)
    assert [game.id for game in played] == sorted(done, reverse=True)


async def soak(copies: int, results: int) -> None:
    """Do both, and say how it went."""
    with TemporaryDirectory() as name:
        folder, beside, other = (Path(name, one) for one in ("data", "beside", "other"))
        for one in (folder, beside, other):
            one.mkdir()
        counts = await copy_under_writes(folder, beside, copies)
        print(f"{copies} copies under constant writes: each is whole, with {counts[0]} to {counts[-1]} games")
        async with await opened_store(other) as store:
            start = trio.current_time()
            await end_at_once(store, results)
        print(f"{results} results at once: all stored, in {trio.current_time() - start:.2f} s")


if __name__ == "__main__":
    trio.run(soak, *(map(int, sys.argv[1:3]) if len(sys.argv) > 1 else (50, 200)))
