"""The only way to the database: work on a connection, carried out in a thread, one transaction for each piece."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, Generic, TypeVar

import outcome
import trio
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from server.store.engine import Access, added
from server.store.errors import translated

T = TypeVar("T")


class Writer:
    """Runs work on the database without holding up the server.

    SQLite has one writer anyway, so pieces of work stand in line for one thread, in the order in which they came.
    A piece that has begun is always finished, also if the waiting task is cancelled.

    The threads are its own: Trio's, and those of the library's executor, cost several times as much for each piece.
    """

    def __init__(self, engine: Engine, place: str) -> None:
        self.engine = engine
        self._place = place
        self._pieces: SimpleQueue[Piece[Any] | None] = SimpleQueue()
        many = 1 if engine.dialect.name == "sqlite" else 5
        self._threads = [Thread(target=self._work, name=f"store {number}", daemon=True) for number in range(many)]
        for thread in self._threads:
            thread.start()

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What `work` finds, from one consistent state of the database."""
        return await self._run(partial(transact, self.engine, self._place, "read", work))

    async def write(self, work: Callable[[Connection], T], *, final: bool = False) -> T:
        """Carry out `work` as a whole or not at all; a `final` one has reached the disk when this returns.

        Raises:
            StoreBusy: Somebody else holds the database; nothing happened.
            StoreUnavailable: It cannot be written; nothing happened.
        """
        return await self._run(partial(transact, self.engine, self._place, "final" if final else "write", work))

    async def add(self, statement: str, values: Callable[[], Mapping[str, object]]) -> int:
        """Add one row, whose `values` are made in the thread; the number that the statement returns.

        Raises:
            StoreBusy: Somebody else holds the database; nothing happened.
            StoreUnavailable: It cannot be written; nothing happened.
        """
        return await self._run(partial(add, self.engine, self._place, statement, values))

    async def aclose(self) -> None:
        """Close every connection, even in a cancelled task."""
        for _ in self._threads:
            self._pieces.put(None)
        with trio.CancelScope(shield=True):
            for thread in self._threads:
                await trio.to_thread.run_sync(thread.join)
        self.engine.dispose()

    async def _run(self, work: Callable[[], T]) -> T:
        await trio.lowlevel.checkpoint_if_cancelled()
        piece = Piece(work)
        self._pieces.put(piece)
        result: T = await trio.lowlevel.wait_task_rescheduled(piece.withdraw)
        return result

    def _work(self) -> None:
        """What a thread does until the store is closed."""
        while (piece := self._pieces.get()) is not None:
            piece.carry_out()


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


def add(engine: Engine, place: str, statement: str, values: Callable[[], Mapping[str, object]]) -> int:
    """Add one row, in this thread.

    Raises:
        StoreError: The database refused; nothing happened.
    """
    try:
        return added(engine, statement, values())
    except engine.dialect.loaded_dbapi.Error as error:
        meant = translated(error, place)
        if meant is None:
            raise
        raise meant from error
