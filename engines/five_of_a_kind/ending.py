"""How a game ends, and the account that is given of it."""

from engines.contract import Outcome, SeatResult
from engines.five_of_a_kind.model import ClaimRecord, Ended, Over, RangeShare, ReactionRow, Record
from engines.five_of_a_kind.position import Position

RANGES = (500, 1000, 2000)
"""Where one range of reaction times (ms) ends and the next begins; a range holds its lower bound (R50)."""


def finish(position: Position, how: Ended, now: int) -> Position:
    """The game is over; a claim that still waited is gone (R42, R44)."""
    return position.but(ended=how, ended_at=now, claim=None, next_card=None, open=False).telling(Over(how))


def finish_if_reached(position: Position, now: int) -> Position:
    """A claim was settled: end the game where that was the final round or the target is reached (R46, R47)."""
    settings = position.settings
    if settings.end == "rounds" and position.round >= settings.rounds:
        return finish(position, "rounds", now)
    if settings.end == "points" and any(player.points >= settings.points for player in position.players):
        return finish(position, "points", now)
    return position


def missed(position: Position) -> int:
    """The scoring opportunities that nobody used (R49)."""
    unused = position.opportunities - sum(player.points for player in position.players)
    if unused < 0:
        raise AssertionError("more points were made than there were opportunities")
    return unused


def record(position: Position) -> Record:
    """The finished game's account for the store."""
    return Record(position.dealt, position.opportunities, missed(position), position.ended_at, position.claims)


def outcome(position: Position) -> Outcome | None:
    """How the game ended; None while it runs. Equal places go to equal points at equal ratings."""
    if position.ended is None:
        return None
    ranks = sorted(map(position.rank, range(len(position.players))))
    results = tuple(
        SeatResult(seat, player.points, ranks.index(position.rank(seat)) + 1)
        for seat, player in enumerate(position.players)
    )
    return Outcome(position.ended, results, _rated(position), record(position))


def _rated(position: Position) -> bool:
    """Guests' rooms are unrated; an abandoned one is rated where only that keeps a loss from being voided (R52)."""
    if any(player.guest for player in position.players):
        return False
    if position.ended != "abandoned":
        return True
    humans_only = not any(player.bot for player in position.players)
    return humans_only and any(player.points for player in position.players)


def reactions(position: Position) -> tuple[ReactionRow, ...]:
    """The table of reaction times, a row for each player in the scoreboard's order (R50)."""
    return tuple(
        _row(seat, tuple(claim for claim in position.claims if claim.seat == seat)) for seat, _ in position.ranked
    )


def _row(seat: int, claims: tuple[ClaimRecord, ...]) -> ReactionRow:
    counts = [[0, 0] for _ in range(4)]
    for claim in claims:
        counts[sum(claim.reaction >= bound for bound in RANGES)][claim.outcome != "correct"] += 1
    first, second, third, fourth = (
        RangeShare(
            _percent(correct + failed, len(claims)), _percent(correct, len(claims)), _percent(failed, len(claims))
        )
        for correct, failed in counts
    )
    return ReactionRow(seat, len(claims), (first, second, third, fourth))


def _percent(part: int, whole: int) -> int:
    """A whole percent, half up."""
    return (200 * part + whole) // (2 * whole) if whole else 0
