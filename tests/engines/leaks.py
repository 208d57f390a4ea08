"""Leaks to plant in Five of a Kind, each a mistake that a view could make, to see that tests catch it."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engines.contract import Step
from engines.five_of_a_kind.board import text
from engines.five_of_a_kind.model import Claimed, Own, Shared

Spoil = Callable[[Any, Any], Any]
"""Takes the true game and a view or an event on its way out; gives what goes out instead."""


class Leaky:
    """A game with a leak planted in it: `spoil` may change every view and event on its way out."""

    def __init__(self, game: Any, spoil: Spoil) -> None:
        self._game = game
        self._spoil = spoil

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def apply(self, *args: Any) -> Step:
        return self._step(self._game.apply(*args))

    def expire(self, deadline: int) -> Step:
        return self._step(self._game.expire(deadline))

    def shared(self, audience: str) -> Any:
        return self._spoil(self._game, self._game.shared(audience))

    def own(self, seat: int) -> Any:
        return self._spoil(self._game, self._game.own(seat))

    def seen(self, event: Any, audience: str) -> Any:
        return self._spoil(self._game, self._game.seen(event, audience))

    def _step(self, step: Step) -> Step:
        return Step(Leaky(step.game, self._spoil), step.events, step.transfers)


def shows_masked_cards(game: Any, part: Any) -> Any:
    return replace(part, slots=tuple(map(text, game.position.board))) if isinstance(part, Shared) else part


def counts_opportunities(game: Any, part: Any) -> Any:
    return replace(part, revision=part.revision + game.position.opportunities) if isinstance(part, Shared) else part


def allows_only_right_claims(game: Any, part: Any) -> Any:
    if not isinstance(part, Own) or game.position.answers:
        return part
    return replace(part, legal=replace(part.legal, claim=None))


def hurries_when_there_is_an_answer(game: Any, part: Any) -> Any:
    if not isinstance(part, Shared) or part.next_card is None:
        return part
    return replace(part, next_card=part.next_card - len(game.position.answers))


def reviews_under_mask(game: Any, part: Any) -> Any:
    if not isinstance(part, Shared) or part.result is None:
        return part
    return replace(part, result=replace(part.result, snapshot=tuple(map(text, game.position.snapshot))))


def tells_in_an_event(game: Any, part: Any) -> Any:
    return replace(part, reaction=len(game.position.answers)) if isinstance(part, Claimed) else part


def shows_the_next_card(game: Any, part: Any) -> Any:
    return replace(part, interval=game.position.deck.below(81)[0]) if isinstance(part, Shared) else part


def tells_what_the_bot_learned(game: Any, part: Any) -> Any:
    if not isinstance(part, Own) or game.position.study is None:
        return part
    return replace(part, bot=game.position.study.learner.numbers)


def shows_the_newest_card_alone(game: Any, part: Any) -> Any:
    if not isinstance(part, Shared) or part.claim is None:
        return part
    slots, newest = list(part.slots), game.position.newest
    slots[newest] = text(game.position.board[newest])
    return replace(part, slots=tuple(slots))


def tells_how_many_answers(game: Any, part: Any) -> Any:
    if not isinstance(part, Own) or not part.legal.answers:
        return part
    found = set(game.position.answers)
    return replace(part, legal=replace(part.legal, answers=tuple(sorted(part.legal.answers, key=found.__contains__))))
