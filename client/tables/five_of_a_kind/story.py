"""What steps of a game are about, in words, and which of them somebody wants to be called for."""

from collections.abc import Sequence

from client.scene import Scene
from client.tables.five_of_a_kind.words import ENDINGS, said, settings_of, shared_of
from client.tables.names import called
from client.tables.phrases import count
from engines.five_of_a_kind.model import (
    Claimed,
    Dealt,
    Event,
    IntervalChanged,
    Over,
    Relieved,
    Resigned,
    Resolved,
)
from protocol.messages import Event as AnyEvent

NAME_CELLS = 16


def moment(events: Sequence[AnyEvent]) -> bool:
    """Whether somebody claimed in a step."""
    return any(isinstance(event, Claimed) for event in events)


def story(before: Scene, scene: Scene) -> str:
    """What the step between two scenes did."""
    return (
        " ".join(_sentence(scene, event) for event in scene.fresh if isinstance(event, Event))
        or "Somebody votes, goes or comes back."
    )


def _sentence(scene: Scene, event: Event) -> str:
    match event:
        case Dealt(card=card):
            return "An empty card." if card == "-" else "A hidden card." if card == "?" else f"{_described(card)}."
        case Claimed(seat=seat, reaction=reaction):
            return f"{called(scene, seat, NAME_CELLS)} claims after {reaction} ms."
        case Resolved(seat=seat, outcome=outcome, trait=trait):
            choice = f"{said(trait, settings_of(scene))}, " if trait else ""
            return f"{called(scene, seat, NAME_CELLS)}: {choice}{outcome}."
        case IntervalChanged(before=before, after=after):
            return f"The votes change the card interval from {before} to {after} ms."
        case Relieved(rounds=rounds):
            return f"{count(rounds, 'round')} taken off every lockout."
        case Resigned(seat=seat):
            return f"{called(scene, seat, NAME_CELLS)} resigns."
        case Over(how=how):
            return f"{ENDINGS[how]}."


def _described(card: str) -> str:
    """A card as one says it: "3 striped green diamonds"."""
    number, color, shape, shading = card.split()
    return f"{number} {shading} {color} {shape}{'' if number == '1' else 's'}"


def settled(before: Scene, after: Scene) -> int | None:
    """The seat whose claim was settled between two scenes; None if none was."""
    old, new = shared_of(before), shared_of(after)
    if old is None or new is None or new.result is None:
        return None
    known = old.result.number if old.result else 0
    return new.result.seat if new.result.number > known else None
