"""The only way to the database: work on a connection, carried out in a thread, one transaction for each piece."""

from collections.abc import Callable
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
    """

    def __init__(self, engine: Engine, place: str) -> None:
        self.engine = engine
        self._place = place
        self._limiter = trio.CapacityLimiter(1 if engine.dialect.name == "sqlite" else 5)

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
            await trio.to_thread.run_sync(self.engine.dispose, limiter=self._limiter)

    async def _run(self, access: Access, work: Callable[[Connection], T]) -> T:
        return await trio.to_thread.run_sync(transact, self.engine, self._place, access, work, limiter=self._limiter)


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
