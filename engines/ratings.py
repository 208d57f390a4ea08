"""Elo for tables of any size: every player's share of the points against the share that the ratings promised.

A change is ``K * (score - expected)``, where the scores and the expectations each total 1, so that all changes total 0.
Ratings are floats in full precision; they are rounded only where they are shown.
"""

from collections.abc import Sequence

K = 40.0
"""How many points of rating lie between winning everything and winning nothing."""

FLOOR = 1.0
"""No rating ends below this."""

BOT = 1500.0
"""The rating of every bot, whatever it does."""


def humans_only(ratings: Sequence[float], points: Sequence[int]) -> tuple[float, ...]:
    """The new ratings of a table without a bot, in the order given.

    The floor is a plain one: a rating that it stops short of is made good by nobody, so the total can grow.

    Raises:
        ValueError: the two sequences differ in length, or are empty.
    """
    changes = _changes(ratings, points)
    return tuple(max(FLOOR, rating + change) for rating, change in zip(ratings, changes, strict=True))


def with_bot(ratings: Sequence[float], points: Sequence[int], bot_points: int) -> tuple[float, ...]:
    """The humans' new ratings at a table with one bot, which counts as a player rated 1500 and stays there.

    What the bot would have won or lost is shared equally among the humans, so their total stays as it was, the floor
    included.

    Raises:
        ValueError: the two sequences differ in length, or are empty.
    """
    if not ratings:
        raise ValueError("a rated game needs a human")
    changes = _changes((*ratings, BOT), (*points, bot_points))[:-1]
    # All changes total 0, the bot's among them: its own is what the humans' lack. Written so, one human alone against
    # the bot moves by exactly 0, without a rounding error.
    share = -sum(changes) / len(changes)
    return _floored([rating + (change + share) for rating, change in zip(ratings, changes, strict=True)])


def _changes(ratings: Sequence[float], points: Sequence[int]) -> tuple[float, ...]:
    if not ratings or len(ratings) != len(points):
        raise ValueError("every player needs a rating and points")
    total = sum(points)
    # The expectation is 1 / sum(10 ** ((other - own) / 400)). Measured from the best rating instead of from each
    # player's own, the same powers serve all players and none can overflow.
    best = max(ratings)
    weights = [10.0 ** ((rating - best) / 400.0) for rating in ratings]
    weight = sum(weights)
    scores = [won / total if total else 1.0 / len(points) for won in points]
    return tuple(K * (score - own / weight) for score, own in zip(scores, weights, strict=True))


def _floored(ratings: list[float]) -> tuple[float, ...]:
    """Lift everybody to the floor; those above it pay for that in equal parts, as often as this sinks another one."""
    while any(rating < FLOOR for rating in ratings):
        owed = sum(FLOOR - rating for rating in ratings if rating < FLOOR)
        above = sum(rating > FLOOR for rating in ratings)
        if not above:  # what is owed is then only the rounding error of a total that leaves everybody at the floor
            return (FLOOR,) * len(ratings)
        ratings = [rating - owed / above if rating > FLOOR else FLOOR for rating in ratings]
    return tuple(ratings)
