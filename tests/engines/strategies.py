"""What Hypothesis draws for a walk: settings as a form allows them, who sits down, and a key for all the rest."""

from typing import Any

from hypothesis import strategies as st

from engines.contract import Kind, SeatInfo

keys = st.binary(min_size=32, max_size=32)


@st.composite
def settings_of(draw: st.DrawFn, kind: Kind) -> Any:
    """Settings that a host can reach: the form's fields used once each, in any order, with any choice then offered."""
    settings = kind.setup.defaults()
    for field in draw(st.permutations(kind.setup.fields)):
        shown = kind.setup.shown(settings, field.name)
        if shown.enabled and shown.choices:
            choice = draw(st.sampled_from(shown.choices))
            settings = kind.setup.adjusted(settings, field.name, choice.value)
    return settings


@st.composite
def tables_of(draw: st.DrawFn, kind: Kind, most: int = 5) -> tuple[Any, tuple[SeatInfo, ...], bytes]:
    """The arguments of `Kind.new`: settings, seats of at most `most` humans and the bots asked for, and a key."""
    settings = draw(settings_of(kind))
    least, greatest = kind.humans(settings)
    count = draw(st.integers(least, max(least, min(most, greatest))))
    ratings = draw(st.lists(st.sampled_from((1.0, 900.0, 1500.0, 1500.5)), min_size=count, max_size=count))
    humans = tuple(SeatInfo(rating=rating, balance=draw(balances_of(kind))) for rating in ratings)
    bots = tuple(SeatInfo(bot=True, balance=draw(balances_of(kind))) for _ in kind.bots(settings))
    return settings, (*humans, *bots), draw(keys)


def balances_of(kind: Kind) -> st.SearchStrategy[int]:
    """What a book may hold of somebody who sits down: mostly the first balance, or what was left of it."""
    few = st.sampled_from((0, 5, 10, 55, 230))
    return st.one_of(st.just(kind.opening), st.just(kind.opening), few) if kind.opening else st.just(0)
