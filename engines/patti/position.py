"""One moment of a session: everything that is known, in one frozen value, and the questions that all rules ask of it.

The rules themselves are plain functions from position to position, in the files beside this one. What they have to
report they add to `news` and `transfers`, which hold those of one step.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engines.chance import Chance
from engines.contract import Purse, Seat, Transfer
from engines.patti.hands import Hand
from engines.patti.model import Answered, Did, Ended, Event, Gone, Result, Settings, Three

BLIND_BETS = 5
"""So many bets may be blind in a round (R15)."""


class Chair(Struct, frozen=True):
    """One seat's standing in the session. It stays when its player has left, with `seated` false.

    `waited` counts the rounds that were dealt without this player for want of coins; `away` is the ms since when there
    is no connection; `net` is what was won and lost; `best` the best hand revealed. `removed` says of one who is not
    seated that the rules have put that player out.
    """

    bot: bool
    coins: int
    waited: int
    seated: bool = True
    away: int | None = None
    net: int = 0
    won: int = 0
    played: int = 0
    best: Hand | None = None
    removed: bool = False

    def credited(self, change: int, *, minted: bool) -> "Chair":
        """The same chair with more, or fewer, coins. What is minted is no winning."""
        if self.coins + change < 0:
            raise AssertionError("nobody has less than nothing")
        return replace(self, coins=self.coins + change, net=self.net if minted else self.net + change)


class Play(Struct, frozen=True):
    """One player's part in a round. `did` is None until the player has acted, `gone` while the player is in."""

    hand: Hand
    salts: Three
    paid: int
    seen: bool = False
    blinds: int = 0
    did: Did | None = None
    gone: Gone | None = None

    def price(self, bet: int) -> int:
        """What the next bet costs the player: the bet, or half of it for one who may still bet blind (R14, R15)."""
        return bet // 2 if not self.seen and self.blinds < BLIND_BETS else bet


class Round(Struct, frozen=True):
    """One round, from the deal until the next one.

    `players` sit from the dealer's left, `plays` are theirs. `inside` are those who are in still, `due` those of them
    who have yet to act in this lap, both in the same order. `turn` is on turn since `began`, until `deadline`; while
    `asked` is a seat, that one's answer to a side show is waited for. `shown` are the pairs (viewer, owner) of hands
    that side shows have opened. `compared` is the newest side show that is over, until one of its two bets again.
    """

    number: int
    players: tuple[Seat, ...]
    plays: tuple[Play, ...]
    commitments: tuple[Three, ...]
    inside: tuple[Seat, ...]
    due: tuple[Seat, ...]
    bet: int
    pot: int
    turn: Seat
    began: int = 0
    deadline: int = 0
    lap: int = 1
    asked: Seat | None = None
    shown: tuple[tuple[Seat, Seat], ...] = ()
    compared: Answered | None = None
    result: Result | None = None

    def play(self, seat: Seat) -> Play:
        """A player's part in the round.

        Raises:
            ValueError: the seat does not play in it.
        """
        return self.plays[self.players.index(seat)]

    def plays_with(self, seat: Seat, **changes: Any) -> tuple[Play, ...]:
        """Everybody's parts, one player's changed."""
        plays, at = list(self.plays), self.players.index(seat)
        plays[at] = replace(plays[at], **changes)
        return tuple(plays)

    def following(self, seat: Seat) -> tuple[Seat, ...]:
        """The others who are in, in their order round the table, from a player's left."""
        at = self.players.index(seat)
        return tuple([other for other in self.players[at + 1 :] + self.players[:at] if other in self.inside])

    def rival(self, seat: Seat) -> Seat | None:
        """The nearest player still in who acted before this one (R18)."""
        return next((other for other in reversed(self.following(seat)) if self.play(other).did), None)


class Position(Struct, frozen=True):
    """A session at one moment. Times in ms on the game's clock.

    `chairs` are all seats there ever were, by their numbers; `ring` is the order round the table, each the neighbour
    on the left of the one before. Who left stays in the ring until the next deal, for the dealer's place to be known.
    `dealt` counts rounds, `turns` turns. `round` is the running or the latest one. `next_deal` is None while a round
    runs or too few can play. `house` is what the house has won since Start.
    """

    settings: Settings
    chairs: tuple[Chair, ...]
    ring: tuple[Seat, ...]
    deals: Chance
    lots: Chance
    host: Seat | None
    next_deal: int | None
    dealer: Seat | None = None
    dealt: int = 0
    turns: int = 0
    round: Round | None = None
    held: bool = False
    house: int = 0
    stack: tuple[str, ...] = ()
    stacked: bool = False
    ended: Ended | None = None
    ended_at: int = 0
    news: tuple[Event, ...] = ()
    transfers: tuple[Transfer, ...] = ()

    @property
    def running(self) -> Round | None:
        """The round that is played now."""
        return self.round if self.round is not None and self.round.result is None else None

    @property
    def the_round(self) -> Round:
        """The round, where there must be one."""
        if self.round is None:
            raise AssertionError("no round was dealt yet")
        return self.round

    @property
    def seated(self) -> tuple[Seat, ...]:
        """Whoever has not left, in the order of the table."""
        return tuple([seat for seat in self.ring if self.chairs[seat].seated])

    @property
    def places(self) -> int:
        """How many may sit at the table (R1)."""
        return 8 if self.settings.cards == 24 else 6

    def short(self, seat: Seat) -> bool:
        """Whether a seat cannot pay the boot (R7)."""
        return self.chairs[seat].coins < self.settings.boot

    def broke(self, seat: Seat) -> bool:
        """Whether a player on turn has less than the price, so that the clock stops (R24)."""
        return self.chairs[seat].coins < self.the_round.play(seat).price(self.the_round.bet)

    def but(self, **changes: Any) -> "Position":
        """The same position with some values changed."""
        return replace(self, **changes)

    def but_chair(self, seat: Seat, **changes: Any) -> "Position":
        """The same position with one chair changed."""
        chairs = list(self.chairs)
        chairs[seat] = replace(chairs[seat], **changes)
        return replace(self, chairs=tuple(chairs))

    def but_round(self, **changes: Any) -> "Position":
        """The same position with the round changed."""
        return replace(self, round=replace(self.the_round, **changes))

    def telling(self, event: Event, **changes: Any) -> "Position":
        """The same position with one more event to report, and with some values changed."""
        return replace(self, news=(*self.news, event), **changes)

    def moving(self, giver: Purse, taker: Purse, amount: int, why: str) -> "Position":
        """The same position after coins moved, with the entry of it."""
        return self.booked([Transfer(giver, taker, amount, why)])

    def booked(self, entries: Sequence[Transfer]) -> "Position":
        """The same position after coins moved by these entries (R27). Nothing is no entry."""
        moved = [entry for entry in entries if entry.amount]
        chairs, pot, house = list(self.chairs), 0, self.house
        for entry in moved:
            minted = "mint" in (entry.giver, entry.taker)
            for purse, change in ((entry.giver, -entry.amount), (entry.taker, entry.amount)):
                match purse:
                    case "pot":
                        pot += change
                    case "house":
                        house += change
                    case int():
                        chairs[purse] = chairs[purse].credited(change, minted=minted)
        round_ = replace(self.the_round, pot=self.the_round.pot + pot) if pot else self.round
        transfers = (*self.transfers, *moved)
        return replace(self, chairs=tuple(chairs), round=round_, house=house, transfers=transfers)
