"""The card cycle: the interval vote, then the next card."""

from engines.five_of_a_kind.board import EMPTY, answers, deck
from engines.five_of_a_kind.board import text as card_text
from engines.five_of_a_kind.model import Dealt, IntervalChanged, Settings
from engines.five_of_a_kind.position import Position


def clamped(interval: int, settings: Settings) -> int:
    """The interval (ms) within the operator's bounds (R7, R37)."""
    if settings.ceiling is not None:
        interval = min(interval, settings.ceiling)
    return interval if settings.floor is None else max(interval, settings.floor)


def deal(position: Position, now: int) -> Position:
    """The next card appears in the slot that the pointer shows, after the votes were counted (R9, R11, R12, R14)."""
    position = _voted(position)
    empty, chance = position.deck.percent(position.settings.empty)
    cards = deck(position.settings)
    pick, chance = chance.below(len(cards))
    card = EMPTY if empty else cards[pick]
    slot = position.pointer
    board = (*position.board[:slot], card, *position.board[slot + 1 :])
    found = answers(board, position.settings)
    position = position.but(
        deck=chance,
        board=board,
        answers=found,
        pointer=(slot + 1) % len(board),
        round=position.round if position.open else position.round + 1,
        open=True,
        card=position.revision,
        dealt_at=now,
        dealt=position.dealt + 1,
        opportunities=position.opportunities + bool(found),
        next_card=now + position.interval,
    )
    if position.study:
        study = position.study.passed()
        position = position.but(study=study if found else study.appeared(position.eligible))
    return position.telling(Dealt(slot, card_text(card)))


def _voted(position: Position) -> Position:
    """Apply the choice of strictly more than half of the eligible humans (R36–R38)."""
    n = position.interval
    if 2 * position.votes("faster") > len(position.eligible):
        choice, interval = "faster", (9 * n + 5) // 10
    elif 2 * position.votes("slower") > len(position.eligible):
        choice, interval = "slower", (11 * n + 5) // 10
    else:
        return position
    interval = clamped(max(1, interval), position.settings)
    for seat, player in enumerate(position.players):
        if player.vote == choice:
            position = position.but_player(seat, vote="none")
    if interval == n:
        return position
    return position.but(interval=interval).telling(IntervalChanged(n, interval))
