"""How a round ends: the last one in takes the pot, or hands are revealed and the best of them share it."""

from engines.contract import Seat
from engines.patti.hands import rank, title
from engines.patti.model import Ending, Result, Revealed, Share, Won
from engines.patti.position import Play, Position

PAUSE = 8_000
"""From a result to the next deal (ms, R32)."""


def reveal(position: Position, how: Won, now: int) -> Position:
    """All who are in show their hands; the best takes the pot, equal ones share it (R22, R23)."""
    round_ = position.the_round
    plays = [(seat, round_.play(seat)) for seat in round_.inside]
    best = max(rank(play.hand) for _, play in plays)
    winners, revealed = [], []
    for seat, play in plays:
        position = _remembered(position, seat, play)
        revealed.append(opened(seat, play))
        if rank(play.hand) == best:
            winners.append(seat)
    return _settled(position, how, winners, tuple(revealed), now)


def take_all(position: Position, now: int) -> Position:
    """The last one in takes the pot and shows nothing (R12)."""
    return _settled(position, "last", list(position.the_round.inside), (), now)


def opened(seat: Seat, play: Play) -> Revealed:
    """A hand as somebody entitled to it sees it."""
    return Revealed(seat, play.hand, play.salts, title(play.hand))


def _remembered(position: Position, seat: Seat, play: Play) -> Position:
    best = position.chairs[seat].best
    if best is not None and rank(best) >= rank(play.hand):
        return position
    return position.but_chair(seat, best=play.hand)


def _settled(position: Position, how: Won, winners: list[Seat], revealed: tuple[Revealed, ...], now: int) -> Position:
    """Pay the winners, who stand from the dealer's left; the first of them get the odd coins (R23)."""
    pot = position.the_round.pot
    each, odd = divmod(pot, len(winners))
    shares = tuple(Share(seat, each + (at < odd)) for at, seat in enumerate(winners))
    for share in shares:
        position = position.but_chair(share.seat, won=position.chairs[share.seat].won + 1)
        position = position.moving("pot", share.seat, share.amount, "pot")
    round_ = position.the_round
    result = Result(how, pot, shares, revealed)
    position = position.but_round(asked=None, result=result)
    return position.but(next_deal=now + PAUSE).telling(Ending(round_.number, how))
