"""A table of Five of a Kind to write tests at: it keeps the game, the time and what happened last."""

import pytest

from engines.catalogue import KINDS
from engines.contract import Illegal, SeatInfo, Step, System
from engines.five_of_a_kind.board import traits
from engines.five_of_a_kind.game import Game
from engines.five_of_a_kind.model import Answer, Claim, Command, Event, Result, Settings, Trait, Vote, VoteFor
from engines.five_of_a_kind.position import Player, Position

KEY = bytes(range(32))
ANYTHING = Settings(color=False, shape=False, shading=False, counting="anything")


class Table:
    """A running game whose time only this object moves."""

    def __init__(
        self,
        settings: Settings | None = None,
        humans: int = 2,
        *,
        bot: bool = False,
        guest: bool = False,
        ratings: tuple[float, ...] = (),
        key: bytes = KEY,
    ) -> None:
        self.settings = settings or Settings()
        self.seats = tuple(SeatInfo(guest=guest, rating=(*ratings, *[1500.0] * humans)[seat]) for seat in range(humans))
        self.seats += (SeatInfo(bot=True),) * bot
        game = KINDS["five_of_a_kind"].new(self.settings, self.seats, key)
        assert isinstance(game, Game)
        self.game = game
        self.now = 0
        self.news: tuple[Event, ...] = ()

    @property
    def position(self) -> Position:
        return self.game.position

    def player(self, seat: int) -> Player:
        return self.position.players[seat]

    def result(self) -> Result:
        """The claim settled last, as the table sees it."""
        result = self.game.shared("table").result
        assert result is not None
        return result

    def lockouts(self) -> tuple[int, ...]:
        return tuple(player.lockout for player in self.position.players)

    def points(self) -> tuple[int, ...]:
        return tuple(player.points for player in self.position.players)

    def wait(self, ms: int) -> tuple[Event, ...]:
        """Let time pass, what is due at the last of these ms included; all that happened."""
        happened: list[Event] = []
        end = self.now + ms
        while self.game.deadline is not None and self.game.deadline <= end:
            self.now = self.game.deadline
            self._take(self.game.expire(self.now))
            happened += self.news
        self.now = end
        return tuple(happened)

    def deal(self, cards: int = 1) -> tuple[Event, ...]:
        """Let the next cards come."""
        happened: tuple[Event, ...] = ()
        for _ in range(cards):
            assert self.position.next_card is not None
            happened += self.wait(self.position.next_card - self.now)
        return happened

    def deal_until(self, *, answer: bool) -> None:
        """Let cards come, one at least, until the board has an answer or has none."""
        self.deal()
        while bool(self.position.answers) is not answer:
            self.deal()

    def act(self, seat: int, command: Command) -> tuple[Event, ...]:
        return self._take(self.game.apply(seat, command, self.now))

    def tell(self, command: System) -> tuple[Event, ...]:
        return self._take(self.game.apply(None, command, self.now))

    def vote(self, seat: int, choice: VoteFor) -> None:
        self.act(seat, Vote(choice))

    def claim(self, seat: int) -> tuple[Event, ...]:
        """Claim the newest card."""
        card = self.position.card
        assert card is not None
        return self.act(seat, Claim(card))

    def right(self) -> Trait:
        """A trait that the board answers."""
        return next(trait for trait in traits(self.settings) if trait in self.position.answers)

    def wrong(self) -> Trait:
        """A trait that the board does not answer."""
        return next(trait for trait in traits(self.settings) if trait not in self.position.answers)

    def score(self, seat: int) -> None:
        """Deal until there is an answer, claim it and answer rightly."""
        self.deal_until(answer=True)
        self.claim(seat)
        if self.position.claim:
            self.act(seat, Answer(self.right()))

    def fail(self, seat: int) -> tuple[Event, ...]:
        """Claim the newest card, dealing one where the round is closed, and choose wrongly."""
        if not self.position.open:
            self.deal()
        self.claim(seat)
        return self.act(seat, Answer(self.wrong()))

    def refused(self, seat: int, command: Command) -> Illegal:
        """Why the command is refused; it is not among the legal ones either, and changes nothing."""
        before = self.game
        assert command not in self.game.legal(seat)
        with pytest.raises(Illegal) as caught:
            self.act(seat, command)
        assert self.game is before
        return caught.value

    def _take(self, step: Step) -> tuple[Event, ...]:
        assert isinstance(step.game, Game)
        assert step.transfers == ()
        self.game = step.game
        self.news = step.events  # type: ignore[assignment]  # the engine's own events
        return self.news
