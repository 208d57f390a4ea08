"""A second opinion on Five of a Kind: it counts for itself, from the events alone, and checks every step."""

from collections import Counter
from typing import Any

from engines.contract import Step
from engines.five_of_a_kind.model import (
    Dealt,
    Final,
    IntervalChanged,
    Over,
    Relieved,
    Resigned,
    Resolved,
    Settings,
    Shared,
)
from tests.engines.drive import ENCODER, Act, Table, seen_events

TYPES = {
    "color": ("red", "green", "blue"),
    "shape": ("squiggle", "oval", "diamond"),
    "shading": ("solid", "striped", "open"),
}


def right_answers(slots: list[str], settings: Settings) -> set[str]:
    """The answers of a board, counted symbol by symbol from the texts of its slots."""
    symbols = [symbol for card in slots if len(card) > 1 for symbol in [card.split()[1:]] * int(card[0])]
    if settings.counting == "anything":
        return {"anything"} if len(symbols) == 5 else set()
    found = set()
    for name, traits in TYPES.items():
        for trait in traits if getattr(settings, name) else ():
            having = sum(trait in symbol for symbol in symbols)
            if (having if settings.counting == "matching" else len(symbols) - having) == 5:
                found.add(trait)
    return found


class Referee:
    """Follows one game. `seen` counts what happened in it, for a whole set of walks to add up."""

    def __init__(self, settings: Settings, seen: Counter[str]) -> None:
        self.settings = settings
        self.seen = seen
        self.slots = [""] * settings.slots
        self.newest: int | None = None
        self.dealt = 0
        self.opportunities = 0
        self.points: Counter[int] = Counter()
        self.scored: Counter[int] = Counter()
        self.claims = 0

    def __call__(self, table: Table, step: Step, act: Act | None) -> None:
        shared: Any = table.game.shared("table")
        for event in step.events:
            self._count(event, step, shared)
        assert {row.seat: row.points for row in shared.players} == {
            seat: self.points[seat] for seat in range(len(table.seats))
        }
        assert self.points.total() <= self.opportunities
        assert max(self.scored.values(), default=0) <= 1
        assert all(row.lockout >= 0 for row in shared.players)
        if shared.final is None:
            self._somebody_can_claim(table, shared)
        else:
            self._account(shared.final)
        self._masks(table, step, shared)

    def _count(self, event: Any, step: Step, shared: Shared) -> None:
        match event:
            case Dealt(slot=slot, card=card):
                self.slots[slot], self.newest = card, slot
                self.dealt += 1
                self.opportunities += bool(right_answers(self.slots, self.settings))
                self.seen[f"{self.settings.previous} {self.settings.counting}"] += 1
            case Resolved(seat=seat, outcome=outcome, trait=trait):
                self.claims += 1
                self.seen[outcome] += 1
                answers = right_answers(self.slots, self.settings)
                if outcome in {"correct", "incorrect"}:
                    assert ((trait or "anything") in answers) == (outcome == "correct")
                if outcome == "correct":
                    self.points[seat] += 1
                    self.scored[shared.round] += 1
            case IntervalChanged(before=before, after=after):
                self.seen["slower" if after > before else "faster"] += 1
            case Relieved():
                kinds = {type(other) for other in step.events}
                failed = Resolved in kinds and Resigned not in kinds
                self.seen[
                    f"relief by {'failure' if failed else 'resignation' if Resigned in kinds else 'absence'}"
                ] += 1
            case Over(how=how):
                self.seen[f"end by {how}"] += 1

    def _somebody_can_claim(self, table: Table, shared: Shared) -> None:
        """While anybody is present, somebody is not locked out (once all that is due this millisecond has happened)."""
        present = [
            row for row in shared.players if not row.resigned and (row.away is None or table.now - row.away <= 10_000)
        ]
        if present and table.game.deadline != table.now:
            assert any(row.lockout == 0 for row in present)

    def _account(self, final: Final) -> None:
        assert (final.dealt, final.opportunities) == (self.dealt, self.opportunities)
        assert final.missed == self.opportunities - self.points.total() >= 0
        assert len(final.claims) == self.claims
        assert sum(row.claims for row in final.reactions) == self.claims

    def _masks(self, table: Table, step: Step, everybody: Shared) -> None:
        """No view or event names a card that its audience may not see."""
        for audience in {table.game.audience(viewer) for viewer in (None, *range(len(table.seats)))}:
            if audience == "table" and self.settings.previous == "keep":
                continue
            shared: Any = everybody if audience == "table" else table.game.shared(audience)
            open_slot = self.newest if audience == "table" else None
            for slot, card in enumerate(self.slots):
                assert shared.slots[slot] == (card if slot == open_slot or not card else "?")
            hidden = {card for slot, card in enumerate(self.slots) if len(card) > 1 and slot != open_slot}
            hidden -= {self.slots[open_slot]} if open_slot is not None else set()
            sent = ENCODER.encode([shared, seen_events(table.game, step.events, audience)])
            assert not any(card.encode() in sent for card in hidden)
