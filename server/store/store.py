"""The store: what the rest of the server may ask of the database."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Self

import trio
from sqlalchemy.exc import IntegrityError

from server.config import Config
from server.store import books, engine, games, news, people, rooms, schema, throttles, visits
from server.store.lock import FolderLock
from server.store.records import (
    FinishedGame,
    Holding,
    Page,
    PlayedGame,
    Rate,
    Sleeper,
    Spent,
    StoredAccount,
    StoredRoom,
    Tally,
)
from server.store.writer import Writer


class Store:
    """Accounts, finished games, and open rooms.

    Every method may raise `StoreBusy` (nothing happened, try again in a moment) or `StoreUnavailable` (nothing
    happened, an admin has to look). An account or a game that was reported as stored has reached the disk.
    """

    def __init__(self, writer: Writer, lock: FolderLock) -> None:
        self._writer = writer
        self._lock = lock
        self._add_news = news.statement(writer.engine.dialect)

    @classmethod
    async def open(cls, config: Config) -> Self:
        """Open the configured database and bring it to the newest schema.

        Raises:
            StoreError: It cannot be used, or a newer version made it. The text is a sentence for the admin.
        """
        return cls(*await trio.to_thread.run_sync(_opened, config))

    async def aclose(self) -> None:
        """Close the database."""
        await self._writer.aclose()
        self._lock.release()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def add_account(self, account: StoredAccount, name_key: str, skeleton: str) -> StoredAccount:
        """Store a new account and give it its id.

        Raises:
            NameTaken: Another account has this key or this skeleton.
        """
        return await self._writer.write(lambda c: people.add(c, account, name_key, skeleton), final=True)

    async def account(self, name_key: str) -> StoredAccount | None:
        """The account with this key."""
        return await self._writer.read(lambda c: people.find(c, name_key))

    async def accounts(self, ids: Collection[int]) -> Mapping[int, StoredAccount]:
        """The accounts with these ids, by id."""
        return await self._writer.read(lambda c: people.numbered(c, ids))

    async def name_taken(self, name_key: str, skeleton: str) -> bool:
        """Whether an account has this name, or one that looks the same."""
        return await self._writer.read(lambda c: people.taken(c, name_key, skeleton))

    async def set_password_hash(self, account: int, password_hash: str, *, final: bool = False) -> None:
        """Replace the hash of an account's password; where the player is told so, it is final."""
        await self._writer.write(lambda c: people.set_hash(c, account, password_hash), final=final)

    async def remove_account(self, account: int) -> None:
        """Delete an account; its games stay, under the name of a deleted player."""
        await self._writer.write(lambda c: people.remove(c, account), final=True)

    async def redeem(self, name_key: str, digest: bytes, password_hash: str, now: int) -> StoredAccount | None:
        """Use a reset code up for a new password; None if it is not this account's, or has expired (Unix ms)."""
        return await self._writer.write(lambda c: people.redeem(c, name_key, digest, password_hash, now), final=True)

    async def throttles(self) -> tuple[Spent, ...]:
        """How often something was done lately."""
        return await self._writer.read(throttles.load)

    async def keep_throttles(self, spent: tuple[Spent, ...], gone: tuple[tuple[str, bytes], ...]) -> None:
        """Keep what has changed, and forget the others."""
        await self._writer.write(lambda c: throttles.keep(c, spent, gone))

    async def visits(self) -> tuple[tuple[bytes, StoredAccount], ...]:
        """Who was here, each by the digest of a token."""
        return await self._writer.read(visits.load)

    async def keep_visits(self, came: Mapping[bytes, int], gone: Collection[bytes]) -> None:
        """Keep the visits of accounts that came, and forget others."""
        await self._writer.write(lambda c: visits.keep(c, came, gone))

    async def forget_visits(self, account: int) -> None:
        """Forget all visits of an account, for good."""
        await self._writer.write(lambda c: visits.forget(c, account), final=True)

    async def finish(self, game: FinishedGame, rate: Rate) -> FinishedGame:
        """Store a finished game, its seats and commands, and its accounts' new ratings: all of it, once.

        Args:
            game: The game. Whatever ratings its seats hold are ignored.
            rate: Called, if the game is rated, with the ratings that its accounts have now, by seat.

        Returns:
            The game as it is stored. For a game that is stored already, that one, and nothing is rated again.

        Raises:
            ValueError: An account does not exist or sits twice, or `rate` gave no proper ratings. Nothing is stored.
        """
        try:
            return await self._writer.write(lambda c: games.finish(c, game, rate), final=True)
        except IntegrityError:
            # PostgreSQL lets two closings of one game run side by side; the second finds the first one's row.
            stored = await self.game(game.id)
            if stored is None:
                raise
            return stored

    async def keep(self, pages: Sequence[Page], needed: int | None = None) -> int:
        """Write down what open rooms are and what happened in them: all of it or nothing.

        Args:
            pages: What is written.
            needed: The first row of news of which something is not in its place yet; None if there is none.

        Returns:
            The number of the row in which the pages' news stand, 0 if they hold none.
        """
        told = rooms.only_news(pages)
        if told:
            return await self._writer.add(self._add_news, lambda: news.values(told))
        return await self._writer.keep(lambda c: rooms.keep(c, pages, needed))

    async def file_news(self) -> None:
        """Put the news that an earlier life of the server has left into their places."""
        if await self._writer.read(news.unfiled):
            await self._writer.write(news.file_all)

    async def rooms(self) -> tuple[StoredRoom, ...]:
        """All rooms that were open when this database was last used, and did not sleep."""
        return await self._writer.read(rooms.awake)

    async def room(self, room: str) -> StoredRoom | None:
        """A room that sleeps."""
        return await self._writer.read(lambda c: rooms.one(c, room))

    async def sleepers(self) -> tuple[Sleeper, ...]:
        """All rooms that sleep."""
        return await self._writer.read(rooms.sleepers)

    async def first_to_wake(self) -> tuple[str, int] | None:
        """Which sleeping room has to be woken first, and at which Unix ms."""
        return await self._writer.read(rooms.first_to_wake)

    async def set_aside(self, room: str, now: int) -> None:
        """A room cannot be opened at a Unix ms; it is kept for a while."""
        await self._writer.write(lambda c: rooms.set_aside(c, room, now))

    async def forget_failed(self, before: int) -> int:
        """Forget the rooms that failed before a Unix ms; how many they were."""
        return await self._writer.write(lambda c: rooms.forget_failed(c, before))

    async def forget_moves(self, before: int, most: int) -> int:
        """Keep no moves any more of at most so many games that ended before a Unix ms; of how many that was done."""
        return await self._writer.write(lambda c: games.forget_moves(c, before, most))

    async def book(self, book: str, game: str | None = None) -> Mapping[str, Holding]:
        """What accounts hold in a book, and what lies in one game, by holder."""
        return await self._writer.read(lambda c: books.load(c, book, game))

    async def in_pot(self, book: str, game: str) -> Counter[str]:
        """What each holder has put into the pot of a game, as far as it lies there now."""
        return await self._writer.read(lambda c: books.in_pot(c, book, game))

    async def game(self, game: str) -> FinishedGame | None:
        """A finished game with everything that is known of it."""
        return await self._writer.read(lambda c: games.load(c, game))

    async def history(self, account: int, limit: int, before: str | None = None) -> tuple[PlayedGame, ...]:
        """The account's games, the newest first, at most `limit` of them; with `before`, those older than that game."""
        return await self._writer.read(lambda c: games.history(c, account, limit, before))

    async def tallies(self, account: int) -> tuple[Tally, ...]:
        """How many games of each kind the account has finished, and how many it has won."""
        return await self._writer.read(lambda c: games.tallies(c, account))


def _opened(config: Config) -> tuple[Writer, FolderLock]:
    place, lock = engine.place(config), FolderLock(config.folder)
    try:
        connection = engine.connect(config)
        try:
            file = engine.sqlite_file(config)
            schema.bring_up(connection, place, file)
            if file is not None:
                engine.harden_names(file)
        except BaseException:
            connection.dispose()
            raise
    except BaseException:
        lock.release()
        raise
    return Writer(connection, place), lock
