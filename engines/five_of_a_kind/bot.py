"""The computer player. It knows what its seat was shown, remembers it, and acts through the same commands as people."""

import math
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engines.chance import Chance
from engines.contract import Plan, Seat, SeatInfo
from engines.five_of_a_kind.board import answers, board_of
from engines.five_of_a_kind.model import (
    Answer,
    BotNumbers,
    Claim,
    Claimed,
    Dealt,
    Event,
    Over,
    Own,
    Resolved,
    Settings,
    Shared,
    Trait,
)

SOONEST: Final = 400
LATEST: Final = 800
"""The ms between a bot's claim and its answer, at every difficulty."""


class Bot(Struct, frozen=True):
    """A bot at one seat: what it has seen on the board, what it plans, and where its own stream of chance stands."""

    settings: Settings
    seat: Seat
    chance: Chance
    slots: tuple[str, ...]
    plan: Plan[Claim | Answer] | None = None

    def see(self, shared: Shared, own: Own, events: tuple[Event, ...], now: int) -> "Bot":
        """The bot after the events that led to this view. A plan stands until something cancels it."""
        bot = self._remembering(shared, events)
        for event in events:
            if isinstance(event, Dealt | Claimed | Resolved | Over):
                bot = replace(bot, plan=None)
        if any(isinstance(event, Dealt) for event in events):
            return bot._deciding(own, now)
        if any(isinstance(event, Claimed) for event in events):
            return bot._answering(shared, own)
        return bot

    def _remembering(self, shared: Shared, events: tuple[Event, ...]) -> "Bot":
        slots = list(self.slots)
        for event in events:
            if isinstance(event, Dealt):
                slots[event.slot] = event.card
        for slot, card in enumerate(shared.slots):
            if card != "?":
                slots[slot] = card
        return replace(self, slots=tuple(slots))

    def _deciding(self, own: Own, now: int) -> "Bot":
        """The one decision on a new card: claim an answer that is there, else perhaps claim falsely."""
        numbers = own.bot
        if numbers is None or own.legal.claim is None:
            return self
        claims, chance = bool(self._answers()), self.chance
        if not claims:
            claims, chance = chance.percent(numbers.false_claim)
        if not claims:
            return replace(self, chance=chance)
        reaction, chance = _reaction(numbers, chance)
        return replace(self, chance=chance, plan=Plan(Claim(own.legal.claim), now + reaction))

    def _answering(self, shared: Shared, own: Own) -> "Bot":
        """The answer to the bot's own claim, right as often as its numbers say."""
        claim, numbers = shared.claim, own.bot
        if claim is None or claim.seat != self.seat or numbers is None:
            return self
        delay, chance = self.chance.below(LATEST - SOONEST + 1)
        trait, chance = self._choice(own.legal.answers, numbers, chance)
        at = claim.at + SOONEST + delay
        if trait is None or at >= claim.deadline:
            return replace(self, chance=chance)
        return replace(self, chance=chance, plan=Plan(Answer(trait), at))

    def _choice(self, allowed: tuple[Trait, ...], numbers: BotNumbers, chance: Chance) -> tuple[Trait | None, Chance]:
        """A trait to answer with: a right one as often as the numbers say, where there is one, else a wrong one.

        A wrong one always exists. Were all three traits of a type right under Matching, 15 symbols would be printed,
        hence five cards of three, and three of a kind never make five; under Non-matching it would be 7.5 symbols.
        """
        found = self._answers()
        right = [trait for trait in allowed if trait in found]
        wrong = [trait for trait in allowed if trait not in found]
        succeeds = False
        if right:
            succeeds, chance = chance.percent(numbers.correct)
        choices = right if succeeds else wrong
        if not choices:
            return None, chance
        pick, chance = chance.below(len(choices))
        return choices[pick], chance

    def _answers(self) -> tuple[str, ...]:
        return answers(board_of(self.slots), self.settings)


def new_bot(settings: Settings, seats: tuple[SeatInfo, ...], seat: Seat, key: bytes) -> Bot:
    """The bot that plays `seat`. What it draws comes from a stream of its own and never shifts the deal.

    Raises:
        ValueError: no bot sits there.
    """
    if not seats[seat].bot:
        raise ValueError("a bot plays only a bot's seat")
    return Bot(settings, seat, Chance(key).fork(f"bot {seat}"), ("",) * settings.slots)


def _reaction(numbers: BotNumbers, chance: Chance) -> tuple[int, Chance]:
    """A whole number of ms within a fifth of the bot's reaction time, every one equally likely; at least 1."""
    least = max(1, math.ceil(numbers.reaction * 0.8))
    most = max(least, math.floor(numbers.reaction * 1.2))
    extra, chance = chance.below(most - least + 1)
    return least + extra, chance
