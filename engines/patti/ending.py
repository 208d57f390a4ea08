"""How a session ends, and the account that is given of it."""

from engines.contract import Outcome, Seat, SeatResult
from engines.patti import showdown
from engines.patti.hands import title
from engines.patti.model import Ended, Over, Record, Tally
from engines.patti.position import Chair, Position


def ended_if_over(position: Position, now: int) -> Position:
    """End the session where nobody, or only one, is left, or all its rounds were played (R35)."""
    if not any(chair.seated and not chair.bot for chair in position.chairs):
        if position.running:
            position = showdown.reveal(position, "deserted", now)
        return _end(position, "deserted", now)
    if position.running:
        return position
    if len(position.seated) == 1:
        return _end(position, "last", now)
    if position.dealt >= position.settings.rounds:
        return _end(position, "rounds", now)
    return position


def table(position: Position) -> tuple[Tally, ...]:
    """The final table, the best first: the last one left, then by net result, and who left without a round.

    Equal places go to equal results (R36).
    """
    order = sorted(range(len(position.chairs)), key=lambda seat: _rank(position, seat))
    ranks = [_rank(position, seat) for seat in order]
    rows = []
    for seat, rank in zip(order, ranks, strict=True):
        chair = position.chairs[seat]
        best = title(chair.best) if chair.best else None
        rows.append(Tally(seat, ranks.index(rank) + 1, chair.net, chair.won, chair.played, best))
    return tuple(rows)


def record(position: Position) -> Record | None:
    """The finished session's account; None while it runs."""
    if position.ended is None:
        return None
    return Record(position.ended, position.dealt, position.ended_at, position.house, table(position))


def outcome(position: Position) -> Outcome | None:
    """How the session ended; None while it runs."""
    account = record(position)
    if account is None:
        return None
    results = tuple(SeatResult(row.seat, row.net, row.place) for row in account.table)
    absent = tuple(seat for seat in range(len(position.chairs)) if _never_played(position.chairs[seat]))
    return Outcome(account.how, results, rated=False, record=account, absent=absent)


def _end(position: Position, how: Ended, now: int) -> Position:
    return position.but(ended=how, ended_at=now, next_deal=None, held=False).telling(Over(how))


def _rank(position: Position, seat: Seat) -> tuple[bool, bool, int]:
    """What a seat is ranked by, the smallest first."""
    chair = position.chairs[seat]
    last = position.ended == "last" and chair.seated
    return not last, _never_played(chair), -chair.net


def _never_played(chair: Chair) -> bool:
    """Whether a player left before a round."""
    return not chair.seated and not chair.played
