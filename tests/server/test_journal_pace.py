"""The journal's writer and a clock that does not stand still while it is looked at, as every real one."""

from math import inf
from typing import cast

import pytest
import trio

from server.entries import Checkpoint, Passed
from server.journal import PACE, Journal, RoomLog, Source
from server.store.records import Page


class RunningClock(trio.abc.Clock):
    """Goes on by a fifth of the writer's pace with every look."""

    def __init__(self) -> None:
        self._now = 0.0

    def start_clock(self) -> None:
        """It runs already."""

    def current_time(self) -> float:
        """The moment (s), which is over with that."""
        self._now += PACE / 5
        return self._now

    def deadline_to_sleep_time(self, deadline: float) -> float:
        """Nobody waits for long: the time comes by being asked for."""
        return 0.0 if deadline < inf else inf


class Shelf:
    """Keeps the pages of each writing."""

    def __init__(self) -> None:
        self.writings: list[tuple[Page, ...]] = []

    async def keep(self, pages: tuple[Page, ...], needed: int | None) -> int:
        """Keep pages."""
        self.writings.append(pages)
        return len(self.writings)


class Counted:
    """Counts the entries that it is given to keep."""

    def __init__(self) -> None:
        self.entries = 0

    async def keep(self, pages: tuple[Page, ...], needed: int | None) -> int:
        """Keep pages of one room."""
        (page,) = pages
        self.entries = page.first + len(page.entries)
        return 1


class Room:
    """A room of which nothing is asked but its id and its game, if it has one."""

    def __init__(self, number: str = "0001", game: Checkpoint | None = None) -> None:
        self.id, self._game = number, game

    def checkpoint(self) -> Checkpoint | None:
        """Its game as a whole."""
        return self._game


def test_the_writer_never_sleeps_for_less_than_no_time() -> None:
    """Between two looks at the clock the pace can be over, which once ended the server."""

    async def main() -> None:
        kept = Counted()
        journal = Journal(kept)
        log = RoomLog(journal, cast(Source, Room()))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(journal.run)
            for number in range(1, 101):
                log.append(Passed(number))
                for _ in range(number % 7):
                    trio.current_time()
                while kept.entries < number:
                    await trio.lowlevel.checkpoint()
            nursery.cancel_scope.cancel()

    trio.run(main, clock=RunningClock())


def test_of_many_games_that_are_due_at_once_one_is_written_as_a_whole_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("server.journal.CHECKPOINT_EVERY", 3)

    async def main() -> None:
        shelf = Shelf()
        journal = Journal(shelf)
        game = Checkpoint(0, 0, b"", {}, ())
        rooms = [Room("waits"), *(Room(f"plays {number}", game) for number in range(3))]
        logs = [RoomLog(journal, cast(Source, room)) for room in rooms]
        for number in range(7):
            for log in logs:
                log.append(Passed(number))
            await journal.flush()
        whole = [[page.room for page in pages if page.checkpoint is not None] for pages in shelf.writings]
        # The room without a game comes first, has none to write, and holds nobody up; then those that wait longest.
        assert whole == [[], [], [], ["plays 0"], ["plays 1"], ["plays 2"], []]

    trio.run(main)
