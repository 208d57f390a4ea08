"""The only way to the database: work on a connection, carried out in a thread, one transaction for each piece."""

import os
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, Final, Generic, TypeVar

import outcome
import trio
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from server.store.engine import Access, added, checkpointed, harden, in_file, opened_log
from server.store.errors import StoreUnavailable, translated
from server.store.hardener import Hardener

T = TypeVar("T")
CHECKPOINT_AFTER: Final = 500
"""So many transactions fill SQLite's log with some megabytes."""


class Writer:
    """Runs work on the database without holding up the server.

    The journal stands in a line of its own: it never waits for a disk that a result waits for, nor for anybody who
    looks something up, but only for a transaction that is under way. SQLite has one writer; so these take turns here,
    where a turn comes at once.
    """

    def __init__(self, engine: Engine, place: str) -> None:
        self.engine = engine
        self._place = place
        self._log = opened_log(engine)
        self._hardener = None if self._log is None else Hardener(self._log)
        self._file = in_file(engine)
        self._journal, self._others = Line("journal", 1), Line("store", 1 if self._file else 5)
        self._pen: AbstractContextManager[Any] = Lock() if self._file else nullcontext()
        self._unchecked = 0
        """Transactions since SQLite's log was last to be put into its file."""

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What `work` finds, from one consistent state of the database."""
        return await self._run(self._others, partial(transact, self.engine, self._place, "read", work))

    async def write(self, work: Callable[[Connection], T], *, final: bool = False) -> T:
        """Carry out `work` as a whole or not at all; a `final` one has reached the disk when this returns.

        Raises:
            StoreBusy: Somebody else holds the database; nothing happened.
            StoreUnavailable: It cannot be written; nothing happened, but where the disk fails while a final one is
                waited for, which may have happened.
        """
        return await self._run(self._others, partial(self._finished if final else self._written, work))

    async def keep(self, work: Callable[[Connection], T]) -> T:
        """The same for the journal."""
        return await self._run(self._journal, partial(self._written, work))

    async def add(self, statement: str, values: Callable[[], Mapping[str, object]]) -> int:
        """Add one row for the journal, whose `values` are made in the thread; the number that the statement returns.

        Raises:
            StoreBusy: Somebody else holds the database; nothing happened.
            StoreUnavailable: It cannot be written; nothing happened.
        """
        return await self._run(self._journal, partial(self._added, statement, values))

    async def aclose(self) -> None:
        """Close every connection, even in a cancelled task."""
        with trio.CancelScope(shield=True):
            for line in (self._journal, self._others):
                await line.aclose()
        if self._hardener is not None:
            self._hardener.close()
        if self._log is not None:
            os.close(self._log)
        self.engine.dispose()

    async def _run(self, line: "Line", work: Callable[[], T]) -> T:
        return await line.run(work)

    # What the threads do.

    def _finished(self, work: Callable[[Connection], T]) -> T:
        result = self._written(work)
        try:
            harden(self._log)
        except OSError as error:
            raise StoreUnavailable(f"The database {self._place} cannot be used: {error.strerror}.") from error
        return result

    def _written(self, work: Callable[[Connection], T]) -> T:
        with self._pen:
            result = transact(self.engine, self._place, "write", work)
            self._count()
            return result

    def _added(self, statement: str, values: Callable[[], Mapping[str, object]]) -> int:
        row = values()
        with self._pen:
            number = add(self.engine, self._place, statement, row)
            self._count()
            return number

    def _count(self) -> None:
        if self._hardener is not None:
            self._hardener.written()
        self._unchecked += 1
        if self._unchecked >= CHECKPOINT_AFTER and self._file:
            self._unchecked = 0
            self._others.put(self._checkpoint)

    def _checkpoint(self) -> None:
        """Put SQLite's log into its file. All of it is needed for the log to begin anew, and others write meanwhile."""
        with suppress(DBAPIError, self.engine.dialect.loaded_dbapi.Error):  # whoever writes next is told
            for pen in (nullcontext(), nullcontext(), self._pen):
                with pen:
                    if checkpointed(self.engine):
                        break


class Line:
    """Threads that carry out pieces of work, in the order in which they came.

    They are the store's own: Trio's, and those of the library's executor, cost several times as much for each piece.
    """

    def __init__(self, name: str, many: int) -> None:
        self._pieces: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._threads = [Thread(target=self._work, name=f"{name} {number}", daemon=True) for number in range(many)]
        for thread in self._threads:
            thread.start()

    def put(self, piece: Callable[[], None]) -> None:
        """Let a piece of work be done for which nobody waits."""
        self._pieces.put(piece)

    async def run(self, work: Callable[[], T]) -> T:
        """Wait for work. What has begun is always finished, also if the waiting task is cancelled."""
        await trio.lowlevel.checkpoint_if_cancelled()
        piece = Piece(work)
        self._pieces.put(piece.carry_out)
        result: T = await trio.lowlevel.wait_task_rescheduled(piece.withdraw)
        return result

    async def aclose(self) -> None:
        """Wait until the threads have ended, which first do what stands in line."""
        for _ in self._threads:
            self._pieces.put(None)
        for thread in self._threads:
            await trio.to_thread.run_sync(thread.join)

    def _work(self) -> None:
        """What a thread does until the store is closed."""
        while (piece := self._pieces.get()) is not None:
            piece()


class Piece(Generic[T]):
    """Work for which the present task waits."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._task, self._token = trio.lowlevel.current_task(), trio.lowlevel.current_trio_token()
        self._taken = Lock()
        """Whoever gets it decides whether the work is done."""

    def carry_out(self) -> None:
        """Do the work in this thread, and let the task go on with what came of it."""
        if self._taken.acquire(blocking=False):
            with suppress(trio.RunFinishedError):
                # Under no name here: a fault knows this frame, which would know the fault.
                self._token.run_sync_soon(trio.lowlevel.reschedule, self._task, outcome.capture(self._work))

    def withdraw(self, _: object) -> trio.lowlevel.Abort:
        """The task waits no more, unless the work has begun."""
        unbegun = self._taken.acquire(blocking=False)
        return trio.lowlevel.Abort.SUCCEEDED if unbegun else trio.lowlevel.Abort.FAILED


def transact(engine: Engine, place: str, access: Access, work: Callable[[Connection], T]) -> T:
    """Carry out `work` in one transaction, in this thread.

    Raises:
        StoreError: The database refused; nothing happened.
    """
    try:
        with engine.connect().execution_options(access=access) as connection, connection.begin():
            return work(connection)
    except DBAPIError as error:
        meant = translated(error.orig, place, lost=error.connection_invalidated)
        if meant is None:
            raise
        raise meant from error


def add(engine: Engine, place: str, statement: str, values: Mapping[str, object]) -> int:
    """Add one row, in this thread.

    Raises:
        StoreError: The database refused; nothing happened.
    """
    try:
        return added(engine, statement, values)
    except engine.dialect.loaded_dbapi.Error as error:
        meant = translated(error, place)
        if meant is None:
            raise
        raise meant from error
