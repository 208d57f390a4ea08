"""One moment of a game: everything that is known, in one frozen value, and the questions that all rules ask of it.

The rules themselves are plain functions from position to position, in the files beside this one. What they have to
report they add to `news`, which holds the events of one step.
"""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engines.chance import Chance
from engines.contract import Seat
from engines.five_of_a_kind.board import UNDEALT, Board, Found
from engines.five_of_a_kind.learning import Study
from engines.five_of_a_kind.model import ClaimRecord, Ended, Event, Settings, VoteFor

ABSENT_AFTER = 10_000
"""A player away for longer than this (ms) does not count for votes and relief (R34)."""


class Player(Struct, frozen=True):
    """One seat's standing. `rating` is that at Start; `away` the ms since when there is no connection.

    `absent` becomes true when that has lasted for over `ABSENT_AFTER`.
    """

    bot: bool
    guest: bool
    rating: float
    points: int = 0
    lockout: int = 0
    vote: VoteFor = "none"
    resigned: bool = False
    away: int | None = None
    absent: bool = False


class Claiming(Struct, frozen=True):
    """A claim that waits for its answer until `deadline`. `rest` is the ms left until the next card, kept for later."""

    seat: Seat
    at: int
    reaction: int
    rest: int
    deadline: int


class Position(Struct, frozen=True):
    """A game at one moment. Times in ms on the game's clock; slots and the pointer count from 0.

    `card` is the revision in which the newest card came, and its name in claims. `open` says that the round can still
    be claimed; `closer` who closed it and when. `answers` are those of the board; `snapshot` is the board of the claim
    settled last. `deserted` is the ms since when no human that plays on is connected, `acted` that of the last human
    act.
    """

    settings: Settings
    players: tuple[Player, ...]
    deck: Chance
    board: Board
    interval: int
    next_card: int | None
    study: Study | None
    pointer: int = 0
    revision: int = 0
    round: int = 0
    open: bool = False
    closer: tuple[Seat, int] | None = None
    card: int | None = None
    dealt_at: int = 0
    dealt: int = 0
    opportunities: int = 0
    answers: tuple[Found, ...] = ()
    claim: Claiming | None = None
    claims: tuple[ClaimRecord, ...] = ()
    snapshot: Board = ()
    relieved: tuple[int, int] | None = None
    deserted: int | None = None
    acted: int = 0
    ended: Ended | None = None
    ended_at: int = 0
    news: tuple[Event, ...] = ()

    @property
    def newest(self) -> int:
        """The slot of the newest card."""
        return (self.pointer - 1) % len(self.board)

    @property
    def limit(self) -> int | None:
        """When a timed game ends."""
        return self.settings.minutes * 60_000 if self.settings.end == "time" else None

    @property
    def choosing(self) -> Seat | None:
        """The seat whose claim waits for its answer."""
        return self.claim.seat if self.claim else None

    @property
    def active_humans(self) -> tuple[Seat, ...]:
        """Humans who have not resigned, whether connected or not."""
        return tuple(seat for seat, player in enumerate(self.players) if not player.bot and not player.resigned)

    @property
    def present(self) -> tuple[Seat, ...]:
        """Everybody who could play on: the bot, and humans neither resigned nor away for too long (R34)."""
        return tuple(seat for seat, player in enumerate(self.players) if not player.resigned and not player.absent)

    @property
    def eligible(self) -> tuple[Seat, ...]:
        """Humans who count for the interval vote: present and not locked out (R36)."""
        return tuple(
            [
                seat
                for seat, player in enumerate(self.players)
                if not (player.bot or player.lockout or player.resigned or player.absent)
            ]
        )

    @property
    def ranked(self) -> list[tuple[Seat, Player]]:
        """The seats and who sits there, in the scoreboard's order (R51)."""
        ranked = sorted([(-player.points, player.rating, seat, player) for seat, player in enumerate(self.players)])
        return [(seat, player) for _, _, seat, player in ranked]

    def rank(self, seat: Seat) -> tuple[int, float]:
        """What a seat is ranked by, the smallest first: more points, then the lower rating at Start."""
        player = self.players[seat]
        return -player.points, player.rating

    @property
    def ballots(self) -> list[VoteFor]:
        """The votes of all who are eligible."""
        players = self.players
        return [players[seat].vote for seat in self.eligible]

    def votes(self, choice: VoteFor) -> int:
        """How many eligible votes there are for a choice."""
        return self.ballots.count(choice)

    def but(self, **changes: Any) -> "Position":
        """The same position with some values changed."""
        return replace(self, **changes)

    def but_player(self, seat: Seat, **changes: Any) -> "Position":
        """The same position with one player changed."""
        players = list(self.players)
        players[seat] = replace(players[seat], **changes)
        return replace(self, players=tuple(players))

    def telling(self, event: Event) -> "Position":
        """The same position with one more event to report."""
        return replace(self, news=(*self.news, event))


def undealt(settings: Settings) -> Board:
    """The board before the first card."""
    return (UNDEALT,) * settings.slots
