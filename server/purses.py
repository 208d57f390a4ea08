"""Books as rooms use them: who has how much, and each coin that moves, on its way to the store.

What a book says in memory it says on disk once the journal has come that far: a room's entries are written in one
transaction with what led to them.
"""

from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Final
from weakref import WeakSet, WeakValueDictionary

import structlog
import trio

from engines.contract import Purse, Seat, SeatInfo, Step
from server.accounts import Denied
from server.clock import unix_ms
from server.deed import Deed
from server.members import Occupant
from server.store import books
from server.store.errors import StoreError
from server.store.records import BookEntry, BookReset, BookWait, Holding

if TYPE_CHECKING:
    from server.house import House
    from server.room import Room

LOG = structlog.get_logger()
NEXT_TRY: Final = 0.25
"""Between two tries to read a book (s)."""
PATIENCE: Final = 3.0
"""So long (s) waits what needs a book that is still being read; then it is refused."""


class Book:
    """One book: what its holders have, once it is `read`, and the rooms that are open for it."""

    def __init__(self, id: str) -> None:  # noqa: A002
        self.id = id
        self.holdings: dict[str, Holding] = {}
        self.staked: defaultdict[str, Counter[str]] = defaultdict(Counter)
        """What each holder has in the pot of a game, by game."""
        self.known = trio.Event()
        """Set once it is read."""
        self.rooms: WeakSet[Room] = WeakSet()

    @property
    def read(self) -> bool:
        """Whether it is read."""
        return self.known.is_set()

    def learn(self, stored: Mapping[str, Holding]) -> None:
        """Add what the disk knows. What another open room knows already is newer."""
        self.holdings = {**stored, **self.holdings}


class Books:
    """The books of all open rooms, one of each."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._open: WeakValueDictionary[str, Book] = WeakValueDictionary()

    def of(self, deed: Deed) -> Book:
        """The book of a room. One that was closed is read again in a moment."""
        number = books.of_room(deed.id) if deed.owner is None else books.of_host(deed.kind.name, deed.owner)
        book = self._open.get(number)
        if book is None:
            book = self._open[number] = Book(number)
            self._house.nursery.start_soon(self._read, book)
        return book

    async def take_up(self, deed: Deed, game: str | None) -> Book:
        """The book of a room that was open before a restart, or slept, with what lies in its game.

        Raises:
            StoreError: it cannot be read.
        """
        book = self.of(deed)
        book.learn(await self._house.store.book(book.id, game))
        if game is not None:
            book.staked[game] = await self._house.store.in_pot(book.id, game)
        book.known.set()
        return book

    async def _read(self, book: Book) -> None:
        while not book.read:
            try:
                # A room that was closed a moment ago may have entries on their way.
                await self._house.journal.flush()
                book.learn(await self._house.store.book(book.id))
                book.known.set()
            except StoreError as error:
                LOG.warning("a book is not read yet", book=book.id, reason=error)
                await trio.sleep(NEXT_TRY)
        with self._house.hub.batch():
            for room in tuple(book.rooms):
                if not room.closed:
                    room.show_room()


class Purses:
    """What those in one room have in its book, and what a game does to it."""

    def __init__(self, room: "Room", book: Book, opening: int, game: str = "") -> None:
        self.game = game
        """The game that is played from the book; "" while there is none."""
        self.corrects = False
        """Whether the game goes on by newer rules without some acts that are in the book already."""
        self._room, self._book, self._opening = room, book, opening
        self._holders: dict[Seat, str] = {}
        book.rooms.add(room)

    @property
    def reading(self) -> Callable[[], Awaitable[None]] | None:
        """Waits until the book is read, but not for long; None once it is."""
        return None if self._book.read else self._wait

    async def _wait(self) -> None:
        with trio.move_on_after(PATIENCE):
            await self._book.known.wait()

    def demand_read(self) -> None:
        """Refuse what needs a balance before the book is read.

        Raises:
            Denied: it is not.
        """
        if not self._book.read:
            raise Denied("book", "The balances of this room are still being read. Try again in a moment.")

    def begin(self, game: str) -> None:
        """A game begins.

        Raises:
            Denied: the book is not read yet.
        """
        self.demand_read()
        self.game = game

    def demand_resettable(self, *, paused: bool) -> None:
        """Refuse to reset a book that is not read, that cannot be written, or from which others play elsewhere.

        Raises:
            Denied: which of these it is.
        """
        self.demand_read()
        if paused:
            raise Denied("paused", "The server cannot write to its disk just now. Try again in a moment.")
        if any(room is not self._room and room.phase == "playing" and not room.closed for room in self._book.rooms):
            raise Denied("other_table", "A game is played from this book at another table.")

    def balance(self, occupant: Occupant) -> int | None:
        """What somebody has; None while that is not known."""
        if not self._book.read or (occupant.seat is None and occupant.role == "watcher"):
            return None
        return self._book.holdings.get(self._holder_of(occupant), Holding(self._opening)).balance

    def seated(self, occupant: Occupant, info: SeatInfo) -> SeatInfo:
        """What the game is told of somebody who sits down; who is new in the book gets the opening balance."""
        holder = self._holder_of(occupant)
        if holder not in self._book.holdings:
            self._move(books.MINT, holder, self._opening, "opening", 0)
            self._keep(holder, Holding(self._opening))
        if occupant.seat is not None:
            self._holders[occupant.seat] = holder
        held = self._book.holdings[holder]
        return SeatInfo(info.bot, info.guest, info.rating, held.balance, held.waited)

    def took(self, step: Step, time: int) -> None:
        """Write down what a step of the game moved, and what its players have now.

        Raises:
            AssertionError: the game has made coins of nothing, or lost some; nothing is written.
        """
        moves = [(self._holder(one.giver), self._holder(one.taker), one.amount, one.why) for one in step.transfers]
        changes: Counter[str] = Counter()
        for giver, taker, amount, _ in moves:
            changes[giver] -= amount
            changes[taker] += amount
        after = {holder: self._changed(holder, change) for holder, change in changes.items()}
        for account in step.accounts:
            holder = self._holder(account.seat)
            off = account.balance - after.get(holder, self._changed(holder, 0)).balance
            if off:
                moves.append(self._correction(holder, off))
            after[holder] = Holding(account.balance, account.waited)
        for holder, one in after.items():
            if one.balance < 0 and holder != books.MINT:
                moves.append(self._correction(holder, -one.balance))
                after[holder] = Holding(0, one.waited)
        # Nothing of a step is written before all of it has been found right.
        for giver, taker, amount, why in moves:
            self._move(giver, taker, amount, why, time)
        for holder, one in after.items():
            self._keep(holder, one)
        books.stake(self._book.staked[self.game], self._holder("pot"), (move[:3] for move in moves))

    def void(self) -> bool:
        """Give back what lies in the pot of a game that cannot go on, to those who put it there; whether it was any."""
        pot, staked = self._holder("pot"), self._book.staked.pop(self.game, Counter())
        left = lay = self._changed(pot, 0).balance
        for holder, amount in staked.items():
            back = min(amount, left)  # more was never paid in than lies there, but in a book that was corrected
            if back > 0:
                left -= back
                self._move(pot, holder, back, "void", 0)
                self._keep(holder, self._changed(holder, back))
        self._keep(pot, Holding(left))
        return left < lay

    def reset(self, account: int) -> None:
        """Set every balance back to the opening one, and write down who did it."""
        for holder, held in tuple(self._book.holdings.items()):
            more = self._opening - held.balance
            if books.is_account(holder) or books.is_seat(self.game, holder):
                if more:
                    pair = (books.MINT, holder) if more > 0 else (holder, books.MINT)
                    self._move(*pair, abs(more), "reset", 0)
                self._keep(holder, Holding(self._opening))
        self._room.log.note(BookReset(self._book.id, self._room.id, account, unix_ms()))

    def _changed(self, holder: str, change: int) -> Holding:
        held = self._book.holdings.get(holder, Holding(0))
        return Holding(held.balance + change, held.waited)

    def _correction(self, holder: str, off: int) -> tuple[str, str, int, str]:
        """The entry that brings a book to what its game says, where acts that it holds were dropped."""
        if not self.corrects:
            raise AssertionError("a game's account of its coins does not agree with its transfers and its book")
        return (books.MINT, holder, off, "correction") if off > 0 else (holder, books.MINT, -off, "correction")

    def _holder(self, purse: Purse) -> str:
        if isinstance(purse, int):
            if purse not in self._holders:  # after a restart
                occupant = self._room.members.at_seat(purse)
                self._holders[purse] = (
                    books.in_game(self.game, purse) if occupant is None else self._holder_of(occupant)
                )
            return self._holders[purse]
        return books.in_game(self.game, purse) if purse == "pot" else purse

    def _holder_of(self, occupant: Occupant) -> str:
        account = occupant.person.account if occupant.person else None
        return books.in_game(self.game, occupant.seat or 0) if account is None else books.of_account(account.id)

    def _move(self, giver: str, taker: str, amount: int, why: str, time: int) -> None:
        note = BookEntry(self._book.id, self._room.id, self.game, giver, taker, amount, why, time, unix_ms())
        self._room.log.note(note)

    def _keep(self, holder: str, held: Holding) -> None:
        before = self._book.holdings.get(holder, Holding(0))
        self._book.holdings[holder] = held
        if before.waited != held.waited:
            self._room.log.note(BookWait(self._book.id, holder, held.waited))
