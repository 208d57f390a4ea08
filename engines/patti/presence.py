"""Who is at the table: losing the connection and coming back, leaving, being removed, sitting down, and the host."""

from engines.contract import Illegal, Removed, Seat, SeatInfo
from engines.patti import betting
from engines.patti.model import Cleared, Held, Left, Sat
from engines.patti.position import Chair, Position
from engines.patti.showdown import PAUSE
from engines.patti.timing import AWAY

FINE = 100
"""What a removal costs, where it is there (R30)."""

RESUME = 1_000
"""From the moment when the host lets the next round go on to its deal (ms, R33)."""

OPENING = 10_000
"""The balance that everybody starts with (R28)."""


def back(position: Position, seat: Seat, now: int) -> Position:
    """A player is connected again (R30)."""
    return _woken(position.but_chair(seat, away=None), now)


def leave(position: Position, seat: Seat, now: int) -> Position:
    """A player leaves by will: a drop, without a fine (R31)."""
    return _gone(position, seat, 0, now)


def remove(position: Position, now: int) -> Position:
    """All who have been away for too long go at once, from the dealer's left (R30, R37)."""
    at = position.ring.index(position.dealer) + 1 if position.dealer is not None else 0
    for seat in (*position.ring[at:], *position.ring[:at]):
        chair = position.chairs[seat]
        if not chair.seated or chair.away is None or chair.away + AWAY > now:
            continue
        fine = min(FINE, chair.coins)
        position = position.moving(seat, "pot" if position.running else "house", fine, "fine")
        position = _gone(position, seat, fine, now, removed=True)
    return position


def put_out(position: Position) -> tuple[Removed, ...]:
    """Whom the newest step has removed, and why, for the room to tell (R30)."""
    return tuple(
        [
            Removed(event.seat, f"no connection for over 60 s, fine {event.fine} coin{'s' * (event.fine != 1)}")
            for event in position.news
            if isinstance(event, Left) and event.removed
        ]
    )


def vacant(position: Position) -> tuple[Seat, ...]:
    """The seats that were left, and a new one, while the table has room (R34)."""
    if position.ended or len(position.seated) >= position.places:
        return ()
    left = [seat for seat, chair in enumerate(position.chairs) if not chair.seated]
    return (*left, len(position.chairs))


def sit(position: Position, seat: Seat, info: SeatInfo, now: int) -> Position:
    """Somebody sits down, or comes back to the seat that was theirs, for the next round (R34).

    Raises:
        Illegal: nobody can take that seat.
    """
    if seat not in vacant(position):
        raise Illegal("no_seat", "That seat cannot be taken.")
    if seat == len(position.chairs):
        position = position.but(chairs=(*position.chairs, Chair(info.bot, info.balance, info.waited)))
    else:
        position = position.but_chair(seat, coins=info.balance, waited=info.waited, seated=True, removed=False)
    if seat not in position.ring:
        # Seats are numbered round the table, so that whoever comes back has the old neighbours again.
        position = position.but(ring=tuple(sorted((*position.ring, seat))))
    return _woken(position.telling(Sat(seat)), now)


def hold(position: Position, on: bool, now: int) -> Position:
    """The host holds the next round, or lets it come (R33)."""
    wait = position.settings.patience if on else RESUME
    return position.but(held=on, next_deal=now + wait).telling(Held(on))


def reset(position: Position) -> Position:
    """All balances are as at first (R28).

    Raises:
        Illegal: a round runs.
    """
    if position.running:
        raise Illegal("running", "The book can be reset between rounds.")
    for seat in position.seated:
        more = OPENING - position.chairs[seat].coins
        if more > 0:
            position = position.moving("mint", seat, more, "reset")
        else:
            position = position.moving(seat, "mint", -more, "reset")
        position = position.but_chair(seat, waited=0)
    return position.telling(Cleared())


def _gone(position: Position, seat: Seat, fine: int, now: int, *, removed: bool = False) -> Position:
    """A seat is left; in a round its player drops."""
    position = position.but_chair(seat, seated=False, away=None, removed=removed).telling(Left(seat, removed, fine))
    if position.host == seat:
        position = position.but(host=None)
    round_ = position.running
    if round_ is None or seat not in round_.inside:
        return position
    return betting.drop(position, seat, "removed" if removed else "left", now)


def _woken(position: Position, now: int) -> Position:
    """Somebody more is there: where the table waited, the next round is on its way (R32)."""
    if position.running or position.next_deal is not None or position.ended:
        return position
    return position.but(next_deal=now + PAUSE)
