"""What is over: profiles, histories and replays, read from the store, and computed off the reactor's thread.

A replay is for whoever knows its game: an account's history names its own games, and a room at its end names its game
to all who are in it. Who sat in the game sees it as that seat did; everybody else sees what a watcher saw.
"""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import msgspec
import structlog
import trio

from engines.contract import Kind, Viewer
from protocol.archive import GameRow, History, KindTally, LookUp, PlayedSeat, Profile, Recall, Replay, ReplayStep, Steps
from protocol.messages import Finding, Inquiry
from protocol.text import BadName, clean_name, name_key
from server.accounts import Denied
from server.people import Person
from server.rerun import CannotRerun, rerun
from server.store.errors import StoreError
from server.store.records import FinishedGame, FinishedSeat, PlayedGame
from server.store.store import Store

LOG = structlog.get_logger()
WAITING: Final = 16
"""Inquiries that may run or wait at one time; one more is sent away for a moment."""
KEPT: Final = 8
"""Replays that are kept for their next page."""
PAGE_STEPS: Final = 64
PAGE_BYTES: Final = 131_072
"""A page of a replay ends with the step that fills one of these."""

Reel: TypeAlias = tuple[FinishedGame, Viewer, tuple[ReplayStep, ...]]
"""A game, who looks at it, and its steps."""


class Archive:
    """Answers inquiries. `kinds` are the games that can be shown again, by name."""

    def __init__(self, store: Store, kinds: Mapping[str, Kind]) -> None:
        self._store = store
        self._kinds = kinds
        self._waiting = 0
        # One game at a time is played again: what computes for long slows everybody's claims.
        self._limiter = trio.CapacityLimiter(1)
        self._reels: OrderedDict[tuple[str, Viewer], Reel] = OrderedDict()

    def forget(self) -> None:
        """Read games anew: somebody's name is to stand in them no more."""
        self._reels.clear()

    async def find(self, inquiry: Inquiry, person: Person) -> Finding:
        """What somebody asks for.

        Raises:
            Denied: there is no such thing, or not for this person, or not now.
        """
        if self._waiting >= WAITING:
            raise Denied("busy", "Many people are looking things up just now. Try again in a moment.")
        self._waiting += 1
        try:
            match inquiry:
                case LookUp():
                    return await self._profile(inquiry, person)
                case Recall():
                    return await self._history(inquiry, person)
                case Replay():
                    return await self._steps(inquiry, person)
        except StoreError:
            raise Denied("store", "The server cannot reach its records just now. Try again in a moment.") from None
        finally:
            self._waiting -= 1

    async def _profile(self, inquiry: LookUp, person: Person) -> Profile:
        name = inquiry.name
        if name is None:
            if person.account is None:
                raise Denied("guest", "A guest has no profile. With an account you have a rating and a history.")
            name = person.account.name
        try:
            account = await self._store.account(name_key(clean_name(name)))
        except BadName:
            account = None
        if account is None:
            raise Denied("no_account", "No account has that name.")
        played = {tally.kind: tally for tally in await self._store.tallies(account.id)}
        kinds = []
        for kind in self._kinds.values():
            tally = played.get(kind.name)
            rating = account.rating if kind.rating == "elo" else None
            kinds.append(KindTally(kind.name, rating, tally.games if tally else 0, tally.won if tally else 0))
        return Profile(inquiry.ref, account.name, account.created // 1000, tuple(kinds))

    async def _history(self, inquiry: Recall, person: Person) -> History:
        if person.account is None:
            raise Denied("guest", "A guest has no history. With an account your games are kept.")
        # One more than asked for tells whether there are older ones.
        found = await self._store.history(person.account.id, inquiry.limit + 1, inquiry.before)
        rows = tuple(self._row(game, game.mine) for game in found[: inquiry.limit])
        return History(inquiry.ref, rows, len(found) > inquiry.limit)

    async def _steps(self, inquiry: Replay, person: Person) -> Steps:
        game, viewer, steps = await self._reel(inquiry.game, person)
        page: list[ReplayStep] = []
        size = 0
        for step in steps[inquiry.start : inquiry.start + PAGE_STEPS]:
            page.append(step)
            size += len(msgspec.msgpack.encode(step))
            if size >= PAGE_BYTES:
                break
        settings: Any = msgspec.msgpack.decode(game.settings, type=self._kinds[game.kind].settings)
        row = self._row(game, viewer)
        return Steps(inquiry.ref, row, settings, inquiry.start, len(steps), tuple(page))

    async def _reel(self, number: str, person: Person) -> Reel:
        for key, reel in self._reels.items():
            if key == (number, _seat_of(person, reel[0])):
                self._reels.move_to_end(key)
                return reel
        game = await self._store.game(number)
        if game is None:
            raise Denied("no_game", "There is no such game.")
        if not game.moves:
            raise Denied("no_moves", "That game was long ago: its result is kept, but not its moves.")
        viewer = _seat_of(person, game)
        try:
            steps = await trio.to_thread.run_sync(self._rerun, game, viewer, limiter=self._limiter)
        except CannotRerun as fault:
            LOG.info("a game cannot be played again", game=game.id, kind=game.kind, rules=game.rules, exc_info=fault)
            raise Denied(
                "old_rules", "That game was played by rules of another version, so it cannot be shown again."
            ) from None
        self._reels[number, viewer] = game, viewer, steps
        while len(self._reels) > KEPT:
            self._reels.popitem(last=False)
        return game, viewer, steps

    def _rerun(self, game: FinishedGame, viewer: Viewer) -> tuple[ReplayStep, ...]:
        kind = self._kinds.get(game.kind)
        if kind is None:
            raise CannotRerun
        return rerun(kind, game, viewer)

    def _row(self, game: PlayedGame | FinishedGame, you: Viewer) -> GameRow:
        kind = self._kinds.get(game.kind)
        return GameRow(
            game=game.id,
            kind=game.kind,
            ended=game.ended // 1000,
            how=game.how,
            rated=game.rated,
            you=you,
            seats=tuple(_played(seat) for seat in game.seats),
            replay=kind is not None and kind.rules == game.rules and game.moves,
        )


def _played(seat: FinishedSeat) -> PlayedSeat:
    return PlayedSeat(seat.name, seat.bot, seat.points, seat.place, seat.rating_before, seat.rating_after)


def _seat_of(person: Person, game: FinishedGame) -> Viewer:
    """The seat that somebody had in a game; None for everybody else.

    An account is known by the game itself. What is kept of games names no guest, but the room that a guest is still in
    knows who sat where.
    """
    if person.account is not None:
        return next((seat.seat for seat in game.seats if seat.account == person.account.id), None)
    seats = (room.seat_in(game.id, person) for room in person.rooms.values())
    return next((seat for seat in seats if seat is not None), None)
