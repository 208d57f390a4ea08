"""Who may see what: the only file that makes views and reduces events. What a viewer may not know is never built."""

from typing import Final

from engines.contract import Seat, Viewer
from engines.five_of_a_kind import ending
from engines.five_of_a_kind.board import UNDEALT, Found, answers, text, texts, traits
from engines.five_of_a_kind.model import (
    BotNumbers,
    Dealt,
    Event,
    Legal,
    Own,
    Pending,
    PlayerRow,
    Result,
    Shared,
    Testing,
    Trait,
    VoteFor,
)
from engines.five_of_a_kind.model import Final as FinalView
from engines.five_of_a_kind.position import Position

MASKED: Final = "?"
BOXES: Final[tuple[VoteFor, VoteFor, VoteFor]] = ("none", "slower", "faster")
"""The boxes of the interval control: the current delay, slower, faster."""

_OPEN: Final = {vote: tuple(box for box in BOXES if box != vote) for vote in BOXES}
"""The boxes that may be selected, by the one that is."""

_TESTING: Final = "+testing"
NOBODY: Final[frozenset[Seat]] = frozenset()


def audience(position: Position, viewer: Viewer, *, testing: bool = False) -> str:
    """Players and watchers share the table's view, but a claimant who chooses a trait sees no card (R23)."""
    claim = position.claim
    name = "claimant" if claim is not None and claim.seat == viewer else "table"
    return name + _TESTING if testing else name


def hushed(position: Position) -> frozenset[Seat]:
    """The claimant while choosing: others' lines could name the answer."""
    return NOBODY if position.claim is None else frozenset((position.claim.seat,))


def legal(position: Position, seat: Seat) -> Legal:
    """What a seat may do now. `apply` judges by this, so a live key and a verdict cannot differ."""
    player = position.players[seat]
    if position.ended or player.resigned:
        return Legal()
    claim = position.claim
    may_vote = not player.bot and not player.lockout
    return Legal(
        claim=position.card if position.open and not player.lockout else None,
        answers=traits(position.settings) if claim is not None and claim.seat == seat else (),
        votes=_OPEN[player.vote] if may_vote else (),
        resign=not player.bot,
    )


def own(position: Position, seat: Seat) -> Own:
    """What only the seat may know."""
    player = position.players[seat]
    numbers = _numbers(position) if player.bot else None
    return Own(seat, player.vote, legal(position, seat), numbers)


def shared(position: Position, audience: str) -> Shared:
    """What a whole audience may know."""
    blind = audience.startswith("claimant")
    claim, over, ballots = position.claim, position.ended is not None, position.ballots
    return Shared(
        revision=position.revision,
        round=position.round,
        open=position.open,
        slots=_slots(position, blind=blind),
        pointer=position.pointer,
        interval=position.interval,
        next_card=position.next_card,
        ends_at=position.limit,
        players=_rows(position),
        claim=Pending(claim.seat, claim.at, claim.deadline) if claim else None,
        result=_result(position, blind=blind),
        hint=bool(position.answers) if position.settings.hint == "availability" and not over else None,
        slower=ballots.count("slower"),
        faster=ballots.count("faster"),
        eligible=len(ballots),
        relieved=position.relieved,
        final=_final(position),
        testing=_testing(position) if audience.endswith(_TESTING) and not over else None,
    )


def seen(event: Event, audience: str) -> Event:
    """The event as an audience may know it. All that happens is public, but a card from a claimant who chooses."""
    if isinstance(event, Dealt) and audience.startswith("claimant"):
        return Dealt(event.slot, MASKED)
    return event


def _slots(position: Position, *, blind: bool) -> tuple[str, ...]:
    """The board: all of it, or with Mask the newest card alone, or for a claimant who chooses none (R13, R23)."""
    mask = position.settings.previous == "mask"
    if not (blind or mask):
        return texts(position.board)
    newest = position.newest
    return tuple(
        text(card) if card == UNDEALT or (slot == newest and not blind) else MASKED
        for slot, card in enumerate(position.board)
    )


def _result(position: Position, *, blind: bool) -> Result | None:
    """The claim settled last. Its board and traits are for rooms that keep cards shown (R29).

    A claimant who chooses gets the bare message: cards of the last claim's board may still lie on this one.
    """
    if not position.claims:
        return None
    claim = position.claims[-1]
    review = position.settings.previous == "keep" and not blind
    return Result(
        number=len(position.claims),
        round=claim.round,
        seat=claim.seat,
        outcome=claim.outcome,
        trait=claim.trait,
        reaction=claim.reaction,
        at=claim.at,
        snapshot=texts(position.snapshot) if review else None,
        traits=_traits(answers(position.snapshot, position.settings)) if review else None,
    )


def _rows(position: Position) -> tuple[PlayerRow, ...]:
    return tuple(
        [
            PlayerRow(seat, player.points, player.lockout, player.resigned, player.away, player.bot)
            for seat, player in position.ranked
        ]
    )


def _final(position: Position) -> FinalView | None:
    """The three totals, the claims and the table of reaction times: hidden until the end (R14)."""
    if position.ended is None:
        return None
    return FinalView(
        how=position.ended,
        dealt=position.dealt,
        opportunities=position.opportunities,
        missed=ending.missed(position),
        reactions=ending.reactions(position),
        claims=position.claims,
    )


def _testing(position: Position) -> Testing:
    found = _traits(position.answers)
    return Testing(found, bool(position.answers) and not found, _numbers(position))


def _traits(found: tuple[Found, ...]) -> tuple[Trait, ...]:
    return tuple(answer for answer in found if answer != "anything")


def _numbers(position: Position) -> BotNumbers | None:
    return position.study.learner.numbers if position.study else None
