"""A second opinion on Patti 24: it follows one session from its events, and checks every step and every frame."""

import re
from collections import Counter
from typing import Any

from engines.cards import deck
from engines.contract import Step, Viewer
from engines.patti.model import (
    Answered,
    Asked,
    Cleared,
    Dealt,
    Dropped,
    Ending,
    Held,
    Left,
    Over,
    Paid,
    Raised,
    Reloaded,
    Sat,
    Saw,
    Settings,
    Shared,
)
from tests.engines.contract_suite import Books
from tests.engines.drive import Act, Table, frames

DECKS = {24: set(deck("9TJQKA")), 20: set(deck("TJQKA"))}


CARD = re.compile(rb"\xa2([9TJQKA][shdc])")
"""A card as it stands in msgpack: a text of two letters."""


def written(frame: bytes) -> set[bytes]:
    """All cards that stand in a frame."""
    return set(CARD.findall(frame))


class Referee:
    """Follows one session. `seen` counts what happened in it, for a whole set of walks to add up."""

    def __init__(self, settings: Settings, books: Books, seen: Counter[str]) -> None:
        self.settings = settings
        self.books = books
        self.seen = seen
        self.inside: set[int] = set()
        self.due: set[int] = set()
        self.knows: dict[int, set[int]] = {}
        self.revealed: set[int] = set()
        self.rounds = 0

    def __call__(self, table: Table, step: Step, act: Act | None) -> None:
        shared: Any = table.game.shared("table")
        hands = self._hands(table)
        for event in step.events:
            self._follow(event, shared)
        self._coins(shared)
        self._turn(table, shared)
        self._secrets(table, step, hands)

    def _hands(self, table: Table) -> dict[int, tuple[str, ...]]:
        """Every hand of the round, straight from the game: no card lies in two hands, and all are of the deck."""
        game: Any = table.game
        round_ = game.position.round
        if round_ is None:
            return {}
        hands = {seat: play.hand for seat, play in zip(round_.players, round_.plays, strict=True)}
        dealt = [card for hand in hands.values() for card in hand]
        assert len(set(dealt)) == len(dealt) == 3 * len(hands)
        assert set(dealt) <= DECKS[self.settings.cards]
        return hands

    def _follow(self, event: Any, shared: Shared) -> None:
        match event:
            case Dealt(round=number, players=players):
                self.rounds += 1
                assert number == self.rounds == shared.round
                self.inside, self.due = set(players), set(players)
                self.knows = {}
                self.revealed = set()
            case Saw(seat=seat):
                assert seat in self.inside
                self.knows.setdefault(seat, set()).add(seat)
            case Paid(seat=seat, what=what):
                assert seat in self.inside
                self.due.discard(seat)
                self.seen[what] += 1
            case Dropped(seat=seat, why=why):
                self.inside.remove(seat)
                self.due.discard(seat)
                self.seen[why] += 1
            case Asked(asker=asker, asked=asked):
                assert {asker, asked} <= self.inside
                assert all(other in self.knows.get(other, ()) for other in (asker, asked))
            case Answered(asker=asker, asked=asked, how=how):
                self.seen[f"side show {how}"] += 1
                if how == "accepted":
                    self.knows[asker].add(asked)
                    self.knows[asked].add(asker)
            case Raised(bet=bet):
                assert not self.due
                assert bet % 10 == 0
                self.due = set(self.inside)
            case Ending(how=how):
                self._ended(how, shared)
            case Over(how=how):
                self.seen[f"session: {how}"] += 1
            case Sat() | Left() | Reloaded() | Cleared() | Held():
                self.seen[type(event).__name__] += 1
            case _:
                raise AssertionError(f"the referee does not know {event}")

    def _ended(self, how: str, shared: Shared) -> None:
        self.seen[f"round: {how}"] += 1
        result = shared.result
        assert result is not None
        assert sum(share.amount for share in result.winners) == result.pot > 0
        assert {share.seat for share in result.winners} <= self.inside
        amounts = [share.amount for share in result.winners]
        assert max(amounts) - min(amounts) <= 1
        self.seen["split"] += len(amounts) > 1
        if how == "last":
            assert len(self.inside) == 1
            assert result.revealed == ()
        else:
            self.revealed = {hand.seat for hand in result.revealed}
            assert self.revealed == self.inside
        self.inside, self.due = set(), set()

    def _coins(self, shared: Shared) -> None:
        """The table shows what the book says, and nobody has less than nothing."""
        for row in shared.rows:
            assert row.coins == self.books.balances[row.seat] >= 0
        assert shared.pot == self.books.balances["pot"]

    def _turn(self, table: Table, shared: Shared) -> None:
        """One player at most is on turn, is in, has acts to choose from, and a clock."""
        acting = [seat for seat in range(len(table.seats)) if table.game.own(seat).legal.drop]  # type: ignore[attr-defined]
        if not self.inside or shared.ask is not None:
            assert acting == []
            return
        assert acting == [shared.turn]
        assert shared.turn in self.inside & self.due
        assert shared.deadline is not None

    def _secrets(self, table: Table, step: Step, hands: dict[int, tuple[str, ...]]) -> None:
        """The cards in each viewer's frame are those that the viewer may see, no more and no less."""
        viewers: tuple[Viewer, ...] = (None, *range(len(table.seats)))
        public: set[bytes] | None = None
        for viewer, frame in frames(step, viewers).items():
            if public is None:
                public = written(frame.shared + frame.events)
            allowed = self.revealed | (self.knows.get(viewer, set()) if viewer is not None else set())
            cards = {card.encode() for seat in allowed for card in hands.get(seat, ())}
            assert public | written(frame.own) == cards
