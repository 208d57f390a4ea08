"""Every card that a viewer of Patti gets to see was promised before the first turn of its round."""

from client.promises import Promises
from client.scene import Scene
from client.tables.patti.words import own_of, shared_of
from engines.proof import card_commitment


def hold(promises: Promises, scene: Scene) -> None:
    """Remember what is promised of a round's cards, and compare those that this viewer sees."""
    shared, own = shared_of(scene), own_of(scene)
    if shared is None:
        return
    where = f"round {shared.round}"
    for committed in shared.commitments:
        for place, promise in enumerate(committed.places, 1):
            promises.hear((shared.round, committed.seat, place), promise, where)
    hands = list(shared.result.revealed) if shared.result else []
    if own is not None:
        hands += [*own.others, *((own.hand,) if own.hand else ())]
    for hand in hands:
        for place, (salt, card) in enumerate(zip(hand.salts, hand.cards, strict=True), 1):
            promise = card_commitment(salt, shared.round, hand.seat, place, card)
            promises.open((shared.round, hand.seat, place), promise, "card", where)
