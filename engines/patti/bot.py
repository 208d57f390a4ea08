"""The computer players. A bot knows what its seat was shown, and acts through the same commands as people (R40)."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engines.chance import Chance
from engines.contract import Plan, Seat, SeatInfo
from engines.patti.deals import DECKS
from engines.patti.hands import rank, shares
from engines.patti.model import (
    AllIn,
    Answer,
    Bet,
    Command,
    Drop,
    Event,
    Legal,
    Own,
    Revealed,
    See,
    Settings,
    Shared,
    Show,
    SideShow,
    Temper,
)
from engines.patti.setup import tempers

SOONEST: Final = 800
LATEST: Final = 2_400
"""The ms that a bot takes to act, on every turn and with every hand alike."""


class Numbers(Struct, frozen=True):
    """What makes a temper, all in percent.

    `looks`: how often a blind bot sees its cards on a turn. `nerve`: what it adds to its chance of winning when it
    weighs a price. `bluffs`: how often it stays in with a hand that is not worth it. `shows`: how often it pays for a
    show, or for a side show, where it could. `accepts`: how often it accepts a side show.
    """

    looks: int
    nerve: int
    bluffs: int
    shows: int
    accepts: int


NUMBERS: Final[dict[Temper, Numbers]] = {
    "cautious": Numbers(looks=80, nerve=-5, bluffs=3, shows=45, accepts=75),
    "balanced": Numbers(looks=50, nerve=5, bluffs=8, shows=30, accepts=55),
    "bold": Numbers(looks=25, nerve=15, bluffs=15, shows=20, accepts=40),
}


class Bot(Struct, frozen=True):
    """A bot at one seat: its temper, its own stream of chance, what it last thought about, and what it plans."""

    settings: Settings
    seat: Seat
    numbers: Numbers
    chance: Chance
    thought: tuple[int, bool, bool] | None = None
    plan: Plan[Command] | None = None

    def see(self, shared: Shared, own: Own, events: tuple[Event, ...], now: int) -> "Bot":
        """The bot after it was shown a view. It thinks once about each turn, and again when it has seen its cards, or
        when what it planned cannot be done any more.
        """
        legal = own.legal
        if not legal.drop and not legal.answer:
            return self if self.plan is None else replace(self, plan=None)
        question = legal.turn, legal.answer, own.hand is not None
        if question == self.thought and self.plan is not None and self.plan.command in legal:
            return self
        bot, command = self._deciding(shared, own)
        delay, chance = bot.chance.below(LATEST - SOONEST + 1)
        return replace(bot, chance=chance, thought=question, plan=Plan(command, now + SOONEST + delay))

    def _deciding(self, shared: Shared, own: Own) -> tuple["Bot", Command]:
        legal = own.legal
        if legal.answer:
            bot, accepts = self._often(self.numbers.accepts)
            return bot, Answer(legal.turn, accepts)
        if own.hand is None:
            return self._blindly(legal)
        return self._knowingly(shared, own.hand, legal)

    def _blindly(self, legal: Legal) -> tuple["Bot", Command]:
        """A hand that it has not seen is like any other: bet on, or have a look."""
        bot, looks = self._often(self.numbers.looks)
        if looks or legal.bet is None:
            return bot, See()
        return bot, Bet(legal.turn)

    def _knowingly(self, shared: Shared, hand: Revealed, legal: Legal) -> tuple["Bot", Command]:
        """Weigh the chance to win against the share of the pot that the price would be."""
        inside = sum(row.inside for row in shared.rows)
        share = shares(DECKS[self.settings.cards])[rank(hand.cards)]
        likely = 100 * share ** (inside - 1) + self.numbers.nerve
        price = legal.bet if legal.bet is not None else legal.all_in or 0
        bot, bluffs = self._often(self.numbers.bluffs)
        if likely * (shared.pot + price) < 100 * price and not bluffs:
            return bot, Drop(legal.turn)
        bot, shows = bot._often(self.numbers.shows)
        if shows and legal.show:
            return bot, Show(legal.turn)
        if shows and legal.side_show is not None:
            return bot, SideShow(legal.turn)
        return bot, AllIn(legal.turn) if legal.bet is None else Bet(legal.turn)

    def _often(self, percent: int) -> tuple["Bot", bool]:
        happens, chance = self.chance.percent(percent)
        return replace(self, chance=chance), happens


def new_bot(settings: Settings, seats: tuple[SeatInfo, ...], seat: Seat, key: bytes) -> Bot:
    """The bot that plays `seat`. What it draws comes from a stream of its own and never shifts a deal.

    Raises:
        ValueError: no bot sits there.
    """
    if not seats[seat].bot:
        raise ValueError("a bot plays only a bot's seat")
    number = sum(info.bot for info in seats[:seat])
    return Bot(settings, seat, NUMBERS[tempers(settings)[number]], Chance(key).fork(f"bot {seat}"))
