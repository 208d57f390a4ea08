"""A toy kind with coins that no package knows: who calls a coin pays a stake, and those who are right share the pot.

Newcomers sit down while it runs, players who are away too long are put out, the poor wait and are given coins, and the
book's owner resets it: everything that a kind with a book can ask of the server.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from engines.chance import Chance
from engines.contract import (
    Account,
    Away,
    Back,
    Bot,
    BotSeat,
    Host,
    Illegal,
    Leave,
    Outcome,
    Purse,
    Removed,
    Reset,
    Seat,
    SeatInfo,
    SeatResult,
    Sit,
    Stack,
    Step,
    Transfer,
    Viewer,
)
from engines.contract import Setup as SetupOf
from tests.server import toss
from tests.server.toss import Call, Legal, Side
from tests.server.toys import Toy

ROUND = 5_000
"""A round lasts so many ms at most; whoever is away at its end is put out."""
OPENING, STAKE, FINE, RELOAD, PLACES = 100, 10, 5, 20, 3


class Settings(Struct, frozen=True, tag="stakes"):
    """How many rounds, and whether a bot plays along."""

    rounds: int = 3
    bot: bool = False


class Lie(Struct, frozen=True, tag="stakes.lie"):
    """A command after which the game's account of its coins is wrong."""


class Chair(Struct, frozen=True):
    """One seat."""

    info: SeatInfo
    coins: int
    waited: int = 0
    seated: bool = True
    away: bool = False
    call: Side | None = None
    net: int = 0


class Shared(Struct, frozen=True, tag="stakes.shared"):
    """What everybody sees: no call before the round is over."""

    coins: tuple[int, ...]
    seated: tuple[bool, ...]
    called: tuple[bool, ...]
    round: int
    pot: int
    host: Seat | None


class Own(Struct, frozen=True, tag="stakes.own"):
    """The own call."""

    seat: Seat
    call: Side | None
    legal: Legal


class Record(Struct, frozen=True, tag="stakes.record"):
    """What everybody has at the end."""

    coins: tuple[int, ...]


class Game(Struct, frozen=True):
    """One position; `moved` are the transfers of the step that led to it."""

    settings: Settings
    chance: Chance
    chairs: tuple[Chair, ...]
    host: Seat | None = 0
    round: int = 1
    deadline_: int = ROUND
    pot: int = 0
    fixed: tuple[str, ...] = ()
    ended: bool = False
    moved: tuple[Transfer, ...] = ()
    removed: tuple[Seat, ...] = ()

    @property
    def deadline(self) -> int | None:
        """The end of the round."""
        return None if self.ended else self.deadline_

    @property
    def outcome(self) -> Outcome | None:
        """Places by what was won."""
        if not self.ended:
            return None
        nets = [chair.net for chair in self.chairs]
        results = tuple(SeatResult(seat, net, 1 + sum(other > net for other in nets)) for seat, net in enumerate(nets))
        gone = tuple(seat for seat, chair in enumerate(self.chairs) if not chair.seated and not chair.net)
        record = Record(tuple(chair.coins for chair in self.chairs))
        return Outcome("rounds", results, rated=False, record=record, absent=gone)

    @property
    def hushed(self) -> frozenset[Seat]:
        """Nobody."""
        return frozenset()

    @property
    def vacant(self) -> tuple[Seat, ...]:
        """Seats that were left, and a new one."""
        if self.ended or sum(chair.seated for chair in self.chairs) >= PLACES:
            return ()
        return (*(seat for seat, chair in enumerate(self.chairs) if not chair.seated), len(self.chairs))

    def legal(self, seat: Seat) -> Legal:
        """Both sides, once a round, for those who have the stake."""
        chair = self.chairs[seat]
        free = chair.seated and chair.call is None and chair.coins >= STAKE and not self.ended
        return Legal((Call("heads"), Call("tails")) if free else ())

    def apply(self, seat: Seat | None, command: Any, now: int) -> Step:
        """A call, or what the room tells."""
        game = replace(self, moved=(), removed=())
        match command:
            case _ if self.ended:
                return Step(self)
            case Call(side=side) if seat is not None and command in self.legal(seat):
                game = game.moving(seat, "pot", STAKE, "stake").chair(seat, call=side)
            case Lie() if seat is not None:
                return Step(game.chair(seat, coins=game.chairs[seat].coins + 1), accounts=(Account(seat, 9_999, 0),))
            case Sit(seat=one, info=info) if one in self.vacant:
                new = Chair(info, info.balance, info.waited)
                old = [*self.chairs, new] if one == len(self.chairs) else list(self.chairs)
                old[one] = replace(old[one], seated=True, coins=info.balance, waited=info.waited)
                game = replace(game, chairs=tuple(old))
            case Away(seat=one) | Back(seat=one):
                game = game.chair(one, away=isinstance(command, Away))
            case Leave(seat=one):
                game = game.chair(one, seated=False)
            case Host(seat=one):
                game = replace(game, host=one)
            case Reset() if not self.pot:
                for one, chair in enumerate(self.chairs):
                    more = OPENING - chair.coins
                    if chair.seated and more:
                        pair: tuple[Purse, Purse] = ("mint", one) if more > 0 else (one, "mint")
                        game = game.moving(*pair, abs(more), "reset").chair(one, waited=0)
            case Stack(cards=cards):
                game = replace(game, fixed=cards)
            case _:
                raise Illegal("running" if self.pot else "no_call", "Not now, {player}.", 0)
        return self._step(game, now)

    def expire(self, deadline: int) -> Step:
        """The round is over, for those who are away too."""
        game = replace(self, moved=(), removed=())
        for seat, chair in enumerate(self.chairs):
            if chair.seated and chair.away:
                game = game.moving(seat, "house", min(FINE, chair.coins), "fine").chair(seat, seated=False)
                game = replace(game, removed=(*game.removed, seat))
        return self._step(game.settled(deadline), deadline)

    def settled(self, now: int) -> "Game":
        """The coin falls, the pot is shared, the rest is the house's, and the poor wait or have coins again."""
        heads, chance = self.chance.percent(50)
        coin = self.fixed[0] if self.fixed else "heads" if heads else "tails"
        game, right = self, [seat for seat, chair in enumerate(self.chairs) if chair.call == coin and chair.seated]
        for seat in right:
            game = game.moving("pot", seat, self.pot // len(right), "won")
        game = game.moving("pot", "house", game.pot, "rest")
        for seat, chair in enumerate(game.chairs):
            game = game.chair(seat, call=None)
            if chair.seated and chair.coins < STAKE:
                game = game.chair(seat, waited=chair.waited + 1)
                if game.chairs[seat].waited >= 2:
                    game = game.moving("mint", seat, RELOAD - chair.coins, "reload").chair(seat, waited=0)
        ended = game.round >= game.settings.rounds or not any(one.seated and not one.info.bot for one in game.chairs)
        return replace(game, chance=chance, fixed=(), round=game.round + 1, deadline_=now + ROUND, ended=ended)

    def audience(self, viewer: Viewer, *, testing: bool = False) -> str:
        """All see the same."""
        return "table"

    def shared(self, audience: str) -> Shared:
        """What all see."""
        return Shared(
            tuple(chair.coins for chair in self.chairs),
            tuple(chair.seated for chair in self.chairs),
            tuple(chair.call is not None for chair in self.chairs),
            self.round,
            self.pot,
            self.host,
        )

    def own(self, seat: Seat) -> Own:
        """What one seat sees besides."""
        return Own(seat, self.chairs[seat].call, self.legal(seat))

    def seen(self, event: Any, audience: str) -> None:
        """There are no events."""

    def chair(self, seat: Seat, **changes: Any) -> "Game":
        """The same with one chair changed."""
        chairs = list(self.chairs)
        chairs[seat] = replace(chairs[seat], **changes)
        return replace(self, chairs=tuple(chairs))

    def moving(self, giver: Purse, taker: Purse, amount: int, why: str) -> "Game":
        """The same after coins moved."""
        if not amount:
            return self
        game = replace(self, moved=(*self.moved, Transfer(giver, taker, amount, why)))
        for purse, change in ((giver, -amount), (taker, amount)):
            if purse == "pot":
                game = replace(game, pot=game.pot + change)
            elif isinstance(purse, int):
                chair = game.chairs[purse]
                net = chair.net if "mint" in (giver, taker) else chair.net + change
                game = game.chair(purse, coins=chair.coins + change, net=net)
        return game

    def _step(self, game: "Game", now: int) -> Step:
        able = [one for one in game.chairs if one.seated and not one.away and one.coins >= STAKE and one.call is None]
        if game.pot and not able:
            game = game.settled(now)
        accounts = tuple(
            Account(seat, new.coins, new.waited)
            for seat, (old, new) in enumerate(zip(self.chairs, game.chairs, strict=False))
            if old.seated and (old.coins, old.waited) != (new.coins, new.waited)
        )
        removed = tuple(Removed(seat, f"too long away, fine {FINE}") for seat in game.removed)
        return Step(game, (), game.moved, accounts, removed)


class Stakes(Toy):
    """The kind."""

    name: ClassVar[str] = "stakes"
    title: ClassVar[str] = "Coin Stakes"
    book: ClassVar[Literal["none", "host", "bankroll"]] = "host"
    opening: ClassVar[int] = OPENING
    reveals: ClassVar[bool] = False
    settings: ClassVar[type[Struct]] = Settings
    commands: ClassVar[Any] = toss.Call | Lie
    setup: ClassVar[SetupOf] = toss.Setup()

    def humans(self, settings: Settings) -> tuple[int, int]:
        """One to three."""
        return 1, PLACES - settings.bot

    def bots(self, settings: Settings) -> tuple[BotSeat, ...]:
        """The bot, if it plays."""
        return (BotSeat("Coin bot"),) if settings.bot else ()

    def new(self, settings: Settings, seats: tuple[SeatInfo, ...], key: bytes) -> Game:
        """Everybody sits with the own balance."""
        return Game(settings, Chance(key), tuple(Chair(seat, seat.balance, seat.waited) for seat in seats))

    def bot(self, settings: Settings, seats: tuple[SeatInfo, ...], seat: Seat, key: bytes) -> Bot:
        """The bot calls heads after a second."""
        return toss.Bot()

    def rate(
        self, outcome: Outcome, seats: tuple[SeatInfo, ...], ratings: Mapping[Seat, float]
    ) -> Mapping[Seat, float]:
        """Nobody is rated."""
        return {}


STAKES = {"stakes": Stakes()}
