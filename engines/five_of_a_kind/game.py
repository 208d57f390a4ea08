"""The game as a room knows it: what is legal, what a command does, what time does."""

from functools import cached_property

from msgspec import Struct

from engines.chance import Chance
from engines.contract import Away, Back, Host, Illegal, Leave, Outcome, Seat, SeatInfo, Step, System, Viewer
from engines.five_of_a_kind import claims, dealing, ending, presence, sight
from engines.five_of_a_kind.adaptive import start
from engines.five_of_a_kind.learning import Study
from engines.five_of_a_kind.model import Answer, Claim, Command, Event, Legal, Own, Resign, Settings, Shared, Vote
from engines.five_of_a_kind.position import Player, Position, undealt
from engines.five_of_a_kind.refusals import refusal
from engines.five_of_a_kind.timing import Happening, due


class Game(Struct, frozen=True, dict=True):
    """One position of Five of a Kind, with the rules that lead on from it."""

    position: Position

    @cached_property
    def deadline(self) -> int | None:
        """When time does something next (ms); None after the end."""
        coming = due(self.position)
        return coming.at if coming else None

    @property
    def outcome(self) -> Outcome | None:
        """None until the end."""
        return None if self.position.ended is None else ending.outcome(self.position)

    @property
    def hushed(self) -> frozenset[Seat]:
        """The claimant who chooses a trait."""
        return sight.hushed(self.position)

    @property
    def vacant(self) -> tuple[Seat, ...]:
        """Nobody joins once the cards come."""
        return ()

    def legal(self, seat: Seat) -> Legal:
        """What `seat` may do now."""
        return sight.legal(self.position, seat)

    def apply(self, seat: Seat | None, command: Command | System, now: int) -> Step:
        """Carry out a seat's command, or from no seat (None) what the room has to tell.

        Raises:
            Illegal: the rules do not allow it; nothing changed.
            ValueError: something was due at or before `now`; `expire` comes first.
        """
        if self.deadline is not None and self.deadline <= now:
            raise ValueError("what time does comes before an act")
        if seat is None:
            return self._told(command, now)
        if not 0 <= seat < len(self.position.players):
            raise _nobody()
        if command not in self.legal(seat):
            raise refusal(self.position, seat, command, now)
        after = self._next() if self.position.players[seat].bot else self._next(acted=now)
        match command:
            case Claim():
                after = claims.accept(after, seat, now)
            case Answer(trait=trait):
                after = claims.answer(after, trait, now)
            case Vote(choice=choice):
                after = after.but_player(seat, vote=choice)
            case Resign():
                after = presence.resign(after, seat, now)
        return _step(after)

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
            case Happening.END:
                if after.claim:
                    after = claims.settle(after, "game deadline", deadline)
                after = ending.finish(after, "time", deadline)
            case Happening.TIMEOUT:
                after = claims.settle(after, "timeout", deadline)
            case Happening.ABSENCE:
                after = presence.absent(after, coming.seat)
            case Happening.CARD:
                after = dealing.deal(after, deadline)
            case Happening.DISMISSAL:
                after = presence.dismiss(after, deadline)
        return _step(after)

    def audience(self, viewer: Viewer, *, testing: bool = False) -> str:
        """The group of viewers that share one view with this one."""
        return sight.audience(self.position, viewer, testing=testing)

    def shared(self, audience: str) -> Shared:
        """What the whole audience sees."""
        return sight.shared(self.position, audience)

    def own(self, seat: Seat) -> Own:
        """What only `seat` sees."""
        return sight.own(self.position, seat)

    def seen(self, event: Event, audience: str) -> Event | None:
        """The event as that audience may know it."""
        return sight.seen(event, audience)

    def _next(self, **changes: int) -> Position:
        """Where the next step starts from: the revision counts every change."""
        return self.position.but(revision=self.position.revision + 1, news=(), **changes)

    def _told(self, command: Command | System, now: int) -> Step:
        """What it means that a player lost the connection, is back, or left for good (R41). A host has no say."""
        if isinstance(command, Host):
            return Step(self)
        if not isinstance(command, Away | Back | Leave):
            raise Illegal("unknown", "That cannot be done in this game.")
        seat, players = command.seat, self.position.players
        if not 0 <= seat < len(players) or players[seat].bot:
            raise _nobody()
        player = players[seat]
        match command:
            case _ if self.position.ended:
                return Step(self)
            case Away() if player.away is None:
                return _step(presence.away(self._next(), seat, now))
            case Back() if player.away is not None:
                return _step(presence.back(self._next(), seat, now))
            case Leave() if not player.resigned:
                return _step(presence.resign(self._next(), seat, now))
            case _:
                return Step(self)


def new(settings: Settings, seats: tuple[SeatInfo, ...], key: bytes) -> Game:
    """A game at Start: nothing dealt, the first card one starting interval away (R10).

    `key` (32 bytes) decides which cards come.
    """
    players = tuple(Player(bot=seat.bot, guest=seat.guest, rating=seat.rating) for seat in seats)
    interval = dealing.clamped(settings.interval, settings)
    study = Study(start(settings.difficulty)) if any(player.bot for player in players) else None
    return Game(
        Position(
            settings=settings,
            players=players,
            deck=Chance(key).fork("deal"),
            board=undealt(settings),
            interval=interval,
            next_card=interval,
            study=study,
        )
    )


def _nobody() -> Illegal:
    return Illegal("no_seat", "No person plays at that seat.")


def _step(after: Position) -> Step:
    return Step(Game(after), after.news)
