"""The journal: what rooms are and what happens in them reaches the disk a moment later, many acts in one transaction.

Nothing that a player waits for waits for it. A room appends to a list; one task writes what all rooms have, every so
often and off the reactor's thread. What cannot be written stays, and is written when that is possible again.

Entries are written twice: as news of all rooms one behind the other, which is quick, and later into their room's place.
"""

from typing import Final, Protocol

import structlog
import trio

from server.clock import unix_ms
from server.entries import Checkpoint, Entry, Rest, RoomState, encoded
from server.store.errors import StoreError
from server.store.records import BookNote, Page

LOG = structlog.get_logger()
PACE: Final = 0.01
"""So long (s) an act waits for others to be written with it, a writing that is under way included."""
NEXT_TRY: Final = 0.25
"""Between two tries to write (s)."""
FILED_AFTER: Final = 1500
"""So many rows of news are written before the entries in one are put into their places, one room's at a time."""
CHECKPOINT_EVERY: Final = 500
"""So many entries lie between two checkpoints, or somewhat more: one room's at a time holds nothing up."""


class Pages(Protocol):
    """The store, as the journal uses it."""

    async def keep(self, pages: tuple[Page, ...], needed: int | None) -> int:
        """Write down several rooms, all of it or nothing; the number of the row of their news.

        The rows of news before the one that is `needed` are not (None: none is).
        """


class Source(Protocol):
    """A room, as its log looks at it."""

    @property
    def id(self) -> str:
        """Its id."""

    def state(self) -> RoomState:
        """What it is now."""

    def checkpoint(self) -> Checkpoint | None:
        """Its game as a whole; None where none was begun."""

    def rest(self) -> Rest:
        """What has to be known of it while it sleeps."""

    def wakes(self) -> int | None:
        """The Unix ms at which something is due in its game."""


class RoomLog:
    """What one room writes down."""

    def __init__(self, journal: "Journal", source: Source, written: int = 0) -> None:
        self.id = source.id
        """The room's id."""
        self.waiting: list[bytes] = []
        """Entries that are not on disk yet."""
        self.notes: list[BookNote] = []
        """What happened in the room's book and is not on disk yet."""
        self._news: list[bytes] = []
        """The latest entries on disk, which are not in their place there."""
        self._journal, self._source = journal, source
        self._written, self._covered = written, written
        self._changed = self._wants_checkpoint = self._over = False
        self._wants_rest = self._rests = False

    @property
    def uncovered(self) -> int:
        """How many entries came after the latest checkpoint."""
        return self._written + len(self.waiting) - self._covered

    @property
    def resting(self) -> bool:
        """Whether the disk knows that the room sleeps, and everything else of it."""
        return self._rests and not (self.waiting or self.notes or self._changed)

    def append(self, entry: Entry) -> None:
        """Something happened."""
        self.waiting.append(encoded(entry))
        self._journal.wake(self)

    def note(self, note: BookNote) -> None:
        """Something happened in the room's book."""
        self.notes.append(note)
        self._journal.wake(self)

    def touch(self) -> None:
        """The room is not what it was."""
        self._changed = True
        self._journal.wake(self)

    def mark(self) -> None:
        """The game is to be written down as a whole."""
        self._wants_checkpoint = True
        self.touch()

    def rest(self) -> None:
        """The room lies down to sleep; if anything happens in it first, it does not."""
        self._wants_rest = True
        self.mark()

    def end(self) -> None:
        """The room is closed: nothing needs to be known of it any more."""
        self._over = True
        self._journal.wake(self)

    def page(self, *, filed: bool = False, whole: bool = False) -> Page:
        """Everything that is to be written now; if `filed` also what is to be put in its place, if `whole` the game."""
        notes = tuple(self.notes)
        if self._over:
            return Page(self.id, None, None, self._written, (), over=True, notes=notes)
        filed = filed or self._wants_rest
        news = self._news if filed else []
        state, source = None, self._source
        rest = wakes = failed = checkpoint = None
        if self._changed or self._rests:
            # What follows on lying down shows that the room did not sleep.
            known = source.state()
            state, failed = encoded(known), unix_ms() if known.failed else None
        if self._wants_rest:
            rest, wakes = encoded(source.rest()), source.wakes()
        if whole or self._wants_checkpoint:
            game = source.checkpoint()
            checkpoint = None if game is None else encoded(game)
            if game is None:
                self._covered = self._written + len(self.waiting)  # it is asked again after as many entries
        self._rests, self._changed, self._wants_checkpoint, self._wants_rest = self._wants_rest, False, False, False
        return Page(
            self.id,
            state,
            checkpoint,
            self._written - len(news),
            (*news, *self.waiting),
            notes=notes,
            rest=rest,
            wakes=wakes,
            failed=failed,
            filed=filed,
        )

    def settle(self, page: Page, *, written: bool) -> None:
        """A page is on disk, or it is still to be written."""
        if written:
            fresh = page.first + len(page.entries) - self._written
            if page.filed:
                self._news.clear()
            else:
                self._news += page.entries
            del self.waiting[:fresh]
            del self.notes[: len(page.notes)]
            self._written += fresh
            if page.checkpoint is not None:
                self._covered = self._written
        else:
            self._rests = False
            self._changed |= page.state is not None
            self._wants_checkpoint |= page.checkpoint is not None


class Journal:
    """Writes the pages of all rooms."""

    def __init__(self, store: Pages) -> None:
        self._store = store
        self._due: dict[RoomLog, None] = {}
        self._work = trio.Event()
        self._turn = trio.Lock()
        self._since: float | None = None
        self._tried: float | None = None
        self._complaint = ""
        self._spoilt: set[RoomLog] = set()
        """Of these the disk knows too little for anything more to make sense."""
        self._news: dict[RoomLog, int] = {}
        """Whose news begin in which row, the oldest first."""
        self._row = 0
        """The newest row of news."""

    @property
    def trying(self) -> float:
        """For how long (s) it has been trying to write what is under way or could not be written; 0.0 between two."""
        return 0.0 if self._tried is None else trio.current_time() - self._tried

    @property
    def behind(self) -> float:
        """For how long (s) something has been waiting to be written."""
        return 0.0 if self._since is None else trio.current_time() - self._since

    def wake(self, log: RoomLog) -> None:
        """A room has something to write down."""
        if log in self._spoilt:
            return
        self._due[log] = None
        if self._since is None:
            self._since = trio.current_time()
            self._work.set()

    async def run(self) -> None:
        """Write for ever."""
        while True:
            if not self._due:
                await self._work.wait()
            pause = PACE - self.behind
            if pause > 0:  # else not a turn is lost: on a busy server each is long
                await trio.sleep(pause)
            try:
                await self.flush()
            except StoreError:
                await trio.sleep(NEXT_TRY)

    async def flush(self) -> None:
        """Write everything that waits now.

        Raises:
            StoreError: that is not possible; nothing was written, and nothing is lost.
        """
        async with self._turn:
            due, self._due = self._due, {}
            if self._work.is_set():  # else `run` waits for this very event, and would not hear of another
                self._work = trio.Event()
            started = trio.current_time()
            self._tried = started if self._tried is None else self._tried
            filed = self._to_be_filed()
            logs = due if filed is None else (due | {filed: None})
            longest = max(due, key=lambda log: log.uncovered, default=None)
            overdue = longest if longest is not None and longest.uncovered >= CHECKPOINT_EVERY else None
            made = {log: self._page(log, filed=log is filed, whole=log is overdue) for log in logs}
            pages = {log: page for log, page in made.items() if page is not None}
            try:
                await self._keep(pages)
            except BaseException as error:
                for log, page in pages.items():
                    log.settle(page, written=False)
                self._due = dict.fromkeys((*pages, *self._due))
                self._work.set()
                if isinstance(error, StoreError):
                    self._complain(str(error))
                raise
            self._complain("")
            self._tried = None
            self._since = started if self._due else None
            if self._due:
                self._work.set()

    async def _keep(self, pages: dict[RoomLog, Page]) -> None:
        """Write pages and take them out of what is to be written; where one is faulty, only that one is lost."""
        if not pages:
            return
        try:
            row = await self._store.keep(tuple(pages.values()), next(iter(self._news.values()), None))
        except StoreError:
            raise
        except Exception:
            if len(pages) > 1:
                for log in tuple(pages):
                    await self._keep({log: pages[log]})
                    del pages[log]
                return
            for log in pages:
                LOG.exception("what a room wrote down cannot be kept", room=log.id)
                self._spoilt.add(log)
                self._news.pop(log, None)
        else:
            self._row = row or self._row
            for log, page in pages.items():
                log.settle(page, written=True)
                if page.filed or page.over:
                    self._news.pop(log, None)
                elif page.entries:
                    self._news.setdefault(log, row)
        pages.clear()

    def _to_be_filed(self) -> RoomLog | None:
        """The room of the oldest news, if they are to be put into their place; one at a time holds nothing up."""
        log, row = next(iter(self._news.items()), (None, 0))
        return log if row <= self._row - FILED_AFTER else None

    def _page(self, log: RoomLog, *, filed: bool, whole: bool) -> Page | None:
        try:
            return log.page(filed=filed, whole=whole)
        except Exception:
            # A room that cannot say what it is: its fault is its own, and the others go on being written.
            LOG.exception("a room cannot be written down", room=log.id)
            return None

    def _complain(self, reason: str) -> None:
        if reason != self._complaint:
            if reason:
                LOG.warning("the journal cannot be written", reason=reason)
            else:
                LOG.info("the journal is written again")
            self._complaint = reason
