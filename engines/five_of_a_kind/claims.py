"""Claims: accepted, answered, and settled."""

from engines.contract import Seat
from engines.five_of_a_kind.ending import finish_if_reached
from engines.five_of_a_kind.lockouts import count_down, lock_out, relieve
from engines.five_of_a_kind.model import Claimed, ClaimOutcome, ClaimRecord, Resolved, Trait
from engines.five_of_a_kind.position import Claiming, Position


def accept(position: Position, seat: Seat, now: int) -> Position:
    """A claim closes the round to everybody else and pauses the cards (R22, R25)."""
    if position.next_card is None:
        raise AssertionError("a claim is possible only while cards come")
    reaction = now - position.dealt_at
    claim = Claiming(seat, now, reaction, position.next_card - now, now + position.settings.choose)
    position = count_down(position, seat)
    position = position.but(open=False, closer=(seat, now), claim=claim, next_card=None)
    if position.study:
        position = position.but(study=position.study.claimed(seat, reaction, bot=position.players[seat].bot))
    position = position.telling(Claimed(seat, reaction))
    if position.settings.counting != "anything":
        return position
    return settle(position, "correct" if position.answers else "incorrect", now)


def answer(position: Position, trait: Trait, now: int) -> Position:
    """The claimant chose a trait before the deadline (R24)."""
    return settle(position, "correct" if trait in position.answers else "incorrect", now, trait)


def settle(position: Position, outcome: ClaimOutcome, now: int, trait: Trait | None = None) -> Position:
    """Write down what came of the pending claim, and let the cards go on after the rest that was kept (R28, R30)."""
    claim = position.claim
    if claim is None:
        raise AssertionError("there is no claim to settle")
    selection = now - claim.at if trait else None
    written = ClaimRecord(position.round, claim.seat, claim.at, claim.reaction, selection, outcome, trait)
    position = _learned(position, outcome).but(
        claim=None, claims=(*position.claims, written), snapshot=position.board, next_card=now + claim.rest
    )
    position = position.telling(Resolved(claim.seat, outcome, trait))
    match outcome:
        case "correct":
            position = position.but_player(claim.seat, points=position.players[claim.seat].points + 1)
        case "incorrect" | "timeout":
            position = lock_out(position, claim.seat)
        case "resignation" | "game deadline":
            pass
    position = finish_if_reached(position, now)
    return position if position.ended else relieve(position)


def _learned(position: Position, outcome: ClaimOutcome) -> Position:
    study, claim = position.study, position.claim
    if study is None or claim is None:
        return position
    typed = position.settings.counting != "anything"
    if typed and position.answers and not position.players[claim.seat].bot:
        study = study.answered(outcome)
    return position.but(study=study.settled())
