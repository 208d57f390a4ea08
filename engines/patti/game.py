"""The game as a room knows it: what is legal, what a command does, what time does."""

from collections.abc import Sequence

from msgspec import Struct

from engines.chance import Chance
from engines.contract import (
    Account,
    Away,
    Back,
    Host,
    Illegal,
    Leave,
    Outcome,
    Reset,
    Seat,
    SeatInfo,
    Sit,
    Stack,
    Step,
    System,
    Viewer,
)
from engines.patti import betting, deals, ending, presence, sight
from engines.patti.model import (
    AllIn,
    Answer,
    Bet,
    Command,
    Drop,
    Event,
    Hold,
    Legal,
    Own,
    See,
    Settings,
    Shared,
    Show,
    SideShow,
)
from engines.patti.position import Chair, Position
from engines.patti.refusals import refusal
from engines.patti.timing import Happening, due

FIRST = 3_000
"""From Start to the first deal (ms, R32)."""


class Game(Struct, frozen=True):
    """One position of Patti 24, with the rules that lead on from it."""

    position: Position

    @property
    def deadline(self) -> int | None:
        """When time does something next (ms)."""
        coming = due(self.position)
        return coming.at if coming else None

    @property
    def outcome(self) -> Outcome | None:
        """None until the end."""
        return ending.outcome(self.position)

    @property
    def hushed(self) -> frozenset[Seat]:
        """Nobody: what a player says of a hand is part of the game."""
        return frozenset()

    @property
    def vacant(self) -> tuple[Seat, ...]:
        """Seats that somebody can take for the next round."""
        return presence.vacant(self.position)

    def legal(self, seat: Seat) -> Legal:
        """What `seat` may do now."""
        return sight.legal(self.position, seat)

    def apply(self, seat: Seat | None, command: Command | System, now: int) -> Step:
        """Carry out a seat's command, or from no seat (None) what the room has to tell.

        Raises:
            Illegal: the rules do not allow it; nothing changed.
            ValueError: something was due at or before `now`; `expire` comes first.
        """
        coming = due(self.position)
        if coming is not None and coming.at <= now:
            raise ValueError("what time does comes before an act")
        if seat is None:
            return self._told(command, now)
        if not 0 <= seat < len(self.position.chairs):
            raise _nobody()
        if command not in self.legal(seat):
            raise refusal(self.position, seat, command)
        return self._step(self._wished(seat, command, now), now)

    def expire(self, deadline: int) -> Step:
        """Do the first thing that time does at `deadline`; another may be due at the same millisecond.

        Raises:
            ValueError: nothing is due then.
        """
        coming = due(self.position)
        if coming is None or coming.at != deadline:
            raise ValueError(f"nothing is due at {deadline}")
        after = self._next()
        match coming.what:
            case Happening.REMOVAL:
                after = presence.remove(after, deadline)
            case Happening.TIMEOUT:
                after = betting.time_out(after, deadline)
            case Happening.DEAL:
                after = deals.deal(after, deadline)
        return self._step(after, deadline)

    def audience(self, viewer: Viewer, *, testing: bool = False) -> str:
        """The group of viewers that share one view with this one."""
        return sight.audience(viewer, testing=testing)

    def shared(self, audience: str) -> Shared:
        """What the whole audience sees."""
        return sight.shared(self.position)

    def own(self, seat: Seat) -> Own:
        """What only `seat` sees."""
        return sight.own(self.position, seat)

    def seen(self, event: Event, audience: str) -> Event | None:
        """The event as that audience may know it."""
        return sight.seen(event, audience)

    def _next(self) -> Position:
        """Where the next step starts from."""
        return self.position.but(news=(), transfers=())

    def _wished(self, seat: Seat, command: Command | System, now: int) -> Position:
        """What a seat's legal command does."""
        after = self._next()
        match command:
            case See():
                return betting.see(after, seat)
            case Bet():
                return betting.bet(after, seat, now)
            case AllIn():
                return betting.all_in(after, seat, now)
            case Drop():
                return betting.drop(after, seat, "drop", now)
            case SideShow():
                return betting.ask(after, seat, now)
            case Answer(accept=accept):
                return betting.answer(after, accept, now)
            case Show():
                return betting.show(after, seat, now)
            case Hold(on=on):
                return presence.hold(after, on, now)
            case _:
                raise AssertionError("a seat's commands are those of `legal`")

    def _told(self, command: Command | System, now: int) -> Step:
        """What it means that somebody came, went, or hosts, or that the book is reset."""
        if self.position.ended:
            return Step(self)
        after = self._next()
        match command:
            case Sit(seat=seat, info=info):
                return self._step(presence.sit(after, seat, info, now), now)
            case Reset():
                return self._step(presence.reset(after), now)
            case Stack(cards=cards):
                return self._step(deals.stack(after, cards), now)
            case Away(seat=seat) | Back(seat=seat) | Leave(seat=seat) | Host(seat=seat):
                return self._of_player(command, seat, now)
            case _:
                raise Illegal("unknown", "That cannot be done in this game.")

    def _of_player(self, command: Away | Back | Leave | Host, seat: Seat, now: int) -> Step:
        """What the room tells of a person at the table."""
        chairs = self.position.chairs
        if not 0 <= seat < len(chairs) or chairs[seat].bot:
            raise _nobody()
        after, chair = self._next(), chairs[seat]
        match command:
            case _ if not chair.seated:
                return Step(self)
            case Away() if chair.away is None:
                return self._step(after.but_chair(seat, away=now), now)
            case Back() if chair.away is not None:
                return self._step(presence.back(after, seat, now), now)
            case Leave():
                return self._step(presence.leave(after, seat, now), now)
            case Host():
                return self._step(after.but(host=seat), now)
            case _:
                return Step(self)

    def _step(self, after: Position, now: int) -> Step:
        after = ending.ended_if_over(after, now)
        return Step(Game(after), after.news, after.transfers, _accounts(self.position, after), presence.put_out(after))


def new(settings: Settings, seats: Sequence[SeatInfo], key: bytes) -> Game:
    """A session at Start, the first deal to come. `key` (32 bytes) decides all that is left to chance."""
    chance = Chance(key)
    return Game(
        Position(
            settings=settings,
            chairs=tuple(Chair(seat.bot, seat.balance, seat.waited) for seat in seats),
            ring=tuple(range(len(seats))),
            deals=chance.fork("deal"),
            lots=chance.fork("lots"),
            host=next(seat for seat, info in enumerate(seats) if not info.bot),
            next_deal=FIRST,
        )
    )


def _accounts(before: Position, after: Position) -> tuple[Account, ...]:
    """The seats of which the book holds something else now."""
    if after.chairs is before.chairs:
        return ()
    return tuple(
        [
            Account(seat, new.coins, new.waited)
            for seat, (old, new) in enumerate(zip(before.chairs, after.chairs, strict=False))
            if new is not old and (old.coins, old.waited) != (new.coins, new.waited) and old.seated
        ]
    )


def _nobody() -> Illegal:
    return Illegal("no_seat", "No person plays at that seat.")
