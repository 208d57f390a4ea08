"""What every part of the server shares."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Protocol

import trio

from server.accounts import Accounts
from server.archive import Archive
from server.clock import DayClock, HouseClock
from server.config import Config
from server.gate import Gate
from server.journal import Journal
from server.people import People
from server.purses import Books
from server.store.records import FinishedGame, Holding, Rate
from server.throttle import Throttle
from server.turned import TurnedAway


class Hub(Protocol):
    """The sockets, as rooms use them."""

    async def hear(self, moment: float) -> float:
        """Wait until all is heard that came in by a past moment; gives the moment up to which all is by then."""

    def batch(self) -> AbstractContextManager[None]:
        """Frames that are sent inside go out together at its end."""


class Results(Protocol):
    """The store, as rooms use it."""

    async def finish(self, game: FinishedGame, rate: Rate) -> FinishedGame:
        """Store a finished game once, with the ratings that it changes."""

    async def book(self, book: str, game: str | None = None) -> Mapping[str, Holding]:
        """What accounts hold in a book, and what lies in one game, by holder."""

    async def in_pot(self, book: str, game: str) -> Counter[str]:
        """What each holder has put into the pot of a game, as far as it lies there now."""


@dataclass(eq=False)
class House:
    """The parts, made once at start. `nursery` is where rooms and password checks live."""

    config: Config
    clock: HouseClock
    hub: Hub
    store: Results
    journal: Journal
    accounts: Accounts
    archive: Archive
    nursery: trio.Nursery
    people: People = field(init=False)
    gate: Gate = field(init=False)
    books: Books = field(init=False)
    throttle: Throttle = field(init=False)
    day: DayClock = field(init=False)
    turned: TurnedAway = field(init=False, default_factory=TurnedAway)
    ending: str = ""
    """Once the server is about to end, a sentence that says so: no room is opened any more."""
    standing: bool = False
    """Whether all games stand still until the end."""
    unstored: int = 0
    """Finished games that are not on disk yet."""

    def __post_init__(self) -> None:
        """What is nobody's before the first client comes."""
        self.people = People(self.config.rates)
        self.books = Books(self)
        self.gate = Gate(self.config.limits)
        self.throttle = Throttle(self.config.rates)
        self.day = DayClock(round(self.config.server.grace_minutes * 60_000))

    @contextmanager
    def storing(self) -> Iterator[None]:
        """A result is on its way to the disk."""
        self.unstored += 1
        try:
            yield
        finally:
            self.unstored -= 1
