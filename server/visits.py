"""Accounts that are here: what lets them come back after a restart also where no room keeps it of them."""

from contextlib import suppress
from typing import Final

import trio

from server.accounts import Account
from server.house import House
from server.store.errors import StoreError
from server.store.store import Store

EVERY: Final = 1.0
"""So often (s) it is looked whether somebody has come or gone."""
PATIENCE: Final = 600.0
"""For so long (s) after a start they can come back."""


class Visits:
    """Keeps the digests of their tokens in the database, and never a token."""

    def __init__(self, house: House, store: Store) -> None:
        self._house, self._store = house, store
        self._kept: dict[bytes, int] = {}

    async def restore(self) -> None:
        """Know again who was here; whom a room has brought back already is known by what that kept.

        Raises:
            StoreError: the database cannot be read.
        """
        for digest, one in await self._store.visits():
            self._house.people.returning(one.name, Account(one.id, one.name, one.rating), digest)
            self._kept[digest] = one.id

    async def run(self) -> None:
        """Follow who comes and goes until the server ends; who has not come back in good time is forgotten."""
        began = trio.current_time()
        waiting = bool(self._kept)
        while not self._house.standing:
            with suppress(StoreError):  # the next time, then
                await self.write()
            await trio.sleep(EVERY)
            if waiting and trio.current_time() - began > PATIENCE:
                waiting = False
                for person in tuple(self._house.people):
                    self._house.people.settle(person)

    async def write(self) -> None:
        """Write down what has changed.

        Raises:
            StoreError: the database does not take it.
        """
        now = {one.digest: one.account.id for one in self._house.people if one.account is not None}
        came = {digest: account for digest, account in now.items() if digest not in self._kept}
        gone = self._kept.keys() - now.keys()
        if came or gone:
            await self._store.keep_visits(came, gone)
            self._kept = now
