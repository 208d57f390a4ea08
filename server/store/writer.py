"""The only way to the database: work on a connection, carried out in a thread, one transaction for each piece."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

import trio
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from server.store.engine import Access
from server.store.errors import translated

T = TypeVar("T")


class Writer:
    """Runs work on the database without holding up the server.

    SQLite has one writer anyway, so pieces of work stand in line for one thread, in the order in which they came.
    A piece that has begun is always finished, also if the waiting task is cancelled.

    The threads are its own: Trio's cost several more turns of all tasks for each piece, and a busy server's are long.
    """

    def __init__(self, engine: Engine, place: str) -> None:
        self.engine = engine
        self._place = place
        self._threads = ThreadPoolExecutor(1 if engine.dialect.name == "sqlite" else 5, "store")

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What `work` finds, from one consistent state of the database."""
        return await self._run("read", work)

    async def write(self, work: Callable[[Connection], T], *, final: bool = False) -> T:
        """Carry out `work` as a whole or not at all; a `final` one has reached the disk when this returns.

        Raises:
            StoreBusy: Somebody else holds the database; nothing happened.
            StoreUnavailable: It cannot be written; nothing happened.
        """
        return await self._run("final" if final else "write", work)

    async def aclose(self) -> None:
        """Close every connection, even in a cancelled task."""
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(self._threads.shutdown)
        self.engine.dispose()

    async def _run(self, access: Access, work: Callable[[Connection], T]) -> T:
        await trio.lowlevel.checkpoint_if_cancelled()
        task, token = trio.lowlevel.current_task(), trio.lowlevel.current_trio_token()
        piece = self._threads.submit(transact, self.engine, self._place, access, work)

        def done(piece: Future[T]) -> None:
            if not piece.cancelled():
                token.run_sync_soon(trio.lowlevel.reschedule, task)

        def withdraw(_: object) -> trio.lowlevel.Abort:
            return trio.lowlevel.Abort.SUCCEEDED if piece.cancel() else trio.lowlevel.Abort.FAILED

        piece.add_done_callback(done)
        await trio.lowlevel.wait_task_rescheduled(withdraw)
        return piece.result()


def transact(engine: Engine, place: str, access: Access, work: Callable[[Connection], T]) -> T:
    """Carry out `work` in one transaction, in this thread.

    Raises:
        StoreError: The database refused; nothing happened.
    """
    try:
        with engine.connect().execution_options(access=access) as connection, connection.begin():
            return work(connection)
    except DBAPIError as error:
        meant = translated(error, place)
        if meant is None:
            raise
        raise meant from error
