"""A table of Patti 24 for tests of its rules: hands can be stacked, and nobody moves but whom the test moves."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from engines.catalogue import KINDS
from engines.contract import Illegal, SeatInfo, Stack, Step, System
from engines.patti.game import Game
from engines.patti.model import (
    AllIn,
    Answer,
    Bet,
    Command,
    Drop,
    Event,
    Legal,
    Own,
    See,
    Settings,
    Shared,
    Show,
    SideShow,
)
from engines.patti.position import Position, Round

KEY = bytes(range(32))
KIND = KINDS["patti"]

TRAIL, PURE, RUN, COLOR, PAIR, HIGH = "As Ah Ad", "Qc Kc Ac", "9c Td Jh", "9s Ts Qs", "Kh Kd Tc", "Jd Qh 9d"
"""Six hands of one deck, the best first."""

Turned = Callable[[int], Command]


class Table:
    """A session whose time only this object moves."""

    def __init__(
        self,
        humans: int = 3,
        *,
        settings: Settings | None = None,
        coins: tuple[int, ...] = (),
        waited: int = 0,
        key: bytes = KEY,
    ) -> None:
        self.settings = settings or Settings()
        balances = (*coins, *[10_000] * humans)
        self.seats = tuple(SeatInfo(balance=balances[seat], waited=waited) for seat in range(humans))
        self.seats += tuple(SeatInfo(bot=True, balance=10_000) for _ in KIND.bots(self.settings))
        game = KIND.new(self.settings, self.seats, key)
        assert isinstance(game, Game)
        self.game = game
        self.now = 0
        self.step = Step(game)

    @property
    def position(self) -> Position:
        return self.game.position

    @property
    def round(self) -> Round:
        assert self.position.round is not None
        return self.position.round

    @property
    def order(self) -> tuple[int, ...]:
        """Who plays, from the dealer's left."""
        return self.round.players

    @property
    def turn(self) -> int:
        assert self.position.running is not None
        return self.round.turn

    def shared(self) -> Shared:
        """What everybody sees now. A call, so that no checker takes two moments for one."""
        return self.game.shared("table")

    def vacant(self) -> tuple[int, ...]:
        return self.game.vacant

    @property
    def events(self) -> tuple[Any, ...]:
        """What the latest step made happen."""
        return self.step.events

    def own(self, seat: int) -> Own:
        return self.game.own(seat)

    def legal(self, seat: int) -> Legal:
        return self.game.legal(seat)

    def coins(self, *seats: int) -> tuple[int, ...]:
        return tuple(self.position.chairs[seat].coins for seat in seats or range(len(self.position.chairs)))

    def entries(self) -> list[tuple[Any, Any, int, str]]:
        """The entries of the latest step."""
        return [(one.giver, one.taker, one.amount, one.why) for one in self.step.transfers]

    def wait(self, ms: int) -> tuple[Event, ...]:
        """Let time pass, what is due at the last of these ms included; all that happened."""
        happened: list[Any] = []
        end = self.now + ms
        while self.game.deadline is not None and self.game.deadline <= end:
            happened += self.expire()
        self.now = end
        return tuple(happened)

    def expire(self) -> tuple[Event, ...]:
        """Let the next thing happen that time does."""
        assert self.game.deadline is not None
        self.now = self.game.deadline
        return self._take(self.game.expire(self.now))

    def deal(self, hands: Mapping[int, str] | tuple[str, ...] = ()) -> tuple[Event, ...]:
        """Let the next round be dealt: with these hands by seat, or in the order of play."""
        assert self.position.next_deal is not None
        self.wait(self.position.next_deal - self.now - 1)
        if hands:
            trial: Any = self.game.expire(self.now + 1).game
            order = trial.position.round.players
            by_seat = hands if isinstance(hands, Mapping) else dict(zip(order, hands, strict=False))
            spare = [card for card in trial_deck(trial) if card not in " ".join(by_seat.values())]
            stacked: list[str] = []
            for seat in order:
                stacked += by_seat[seat].split() if seat in by_seat else [spare.pop() for _ in range(3)]
            self.tell(Stack(tuple(stacked)))
        return self.expire()

    def act(self, seat: int, command: Command) -> tuple[Event, ...]:
        return self._take(self.game.apply(seat, command, self.now))

    def tell(self, command: System) -> tuple[Event, ...]:
        return self._take(self.game.apply(None, command, self.now))

    def play(self, *commands: Turned) -> None:
        """Commands of whoever is on turn, one after the other."""
        for command in commands:
            self.act(self.turn, command(self.position.turns))

    def bet(self, times: int = 1) -> None:
        self.play(*[Bet] * times)

    def drop(self) -> None:
        self.play(Drop)

    def show(self) -> None:
        self.play(Show)

    def all_in(self) -> None:
        self.play(AllIn)

    def ask(self) -> None:
        self.play(SideShow)

    def answer(self, *, accept: bool) -> None:
        assert self.round.asked is not None
        self.act(self.round.asked, Answer(self.position.turns, accept))

    def see(self, *seats: int) -> None:
        for seat in seats or self.round.inside:
            self.act(seat, See())

    def end_round(self) -> None:
        """Drop until one is left."""
        while self.position.running:
            self.drop()

    def refused(self, seat: int, command: Command) -> Illegal:
        """Why the command is refused; it is not among the legal ones either, and changes nothing."""
        before = self.game
        assert command not in self.game.legal(seat)
        with pytest.raises(Illegal) as caught:
            self.act(seat, command)
        assert self.game is before
        return caught.value

    def refused_turn(self, command: Turned) -> str:
        """The code of the refusal of a command of whoever is on turn."""
        return self.refused(self.turn, command(self.position.turns)).code

    def _take(self, step: Step) -> tuple[Event, ...]:
        assert isinstance(step.game, Game)
        self.game, self.step = step.game, step
        return step.events  # type: ignore[return-value]  # the engine's own events


def trial_deck(game: Game) -> list[str]:
    """Every card of the game's deck."""
    ranks = "9TJQKA" if game.position.settings.cards == 24 else "TJQKA"
    return [rank + suit for rank in ranks for suit in "shdc"]
