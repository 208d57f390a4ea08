"""The rules card says what holds in a room of these settings, and nothing that does not; and the words of a replay."""

from itertools import product

import pytest

from client.tables.five_of_a_kind.card import rules_card
from client.tables.five_of_a_kind.story import moment, story
from engines.five_of_a_kind.model import (
    Claimed,
    Dealt,
    Event,
    IntervalChanged,
    Over,
    Relieved,
    Resigned,
    Resolved,
    Settings,
)
from engines.five_of_a_kind.setup import SETUP, end
from tests.client.tables.scenes import scene, settings


def test_the_default_rules() -> None:
    card = rules_card(Settings())
    for words in ("4 slots", "81 cards", "2 in 100", "share a trait", "{claim}", "3 seconds", "2 rounds", "3 minutes"):
        assert words in card, words
    for words in ("question mark", "lack", "hint"):
        assert words not in card, words


@pytest.mark.parametrize(
    ("changes", "words", "absent"),
    [
        ({"previous": "mask"}, "question mark", "xyz"),
        ({"counting": "non_matching"}, "lack a trait", "share a trait"),
        ({"hint": "availability"}, "hint tells", "xyz"),
        ({"lockout": 0}, "costs nothing but the round", "locks"),
        ({"lockout": 1}, "for 1 round.", "rounds"),
        ({"empty": 0}, "No card is empty", "in 100 cards"),
        ({"end": "points", "points": 20}, "as soon as somebody has 20 points", "minutes"),
        ({"color": False, "shape": False, "shading": False, "counting": "anything"}, "five symbols", "choose"),
    ],
)
def test_each_setting_is_told(changes: dict[str, object], words: str, absent: str) -> None:
    card = rules_card(settings(**changes))
    assert words in card
    assert absent not in card


def test_every_end_is_told_in_every_counting() -> None:
    for name, counting in product(("minutes", "rounds", "points"), ("matching", "non_matching")):
        rules = SETUP.adjusted(settings(counting=counting), name, getattr(Settings(), name))
        assert end(rules) in rules_card(rules)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Dealt(0, "2 red oval solid"), "2 solid red ovals."),
        (Dealt(0, "1 blue diamond open"), "1 open blue diamond."),
        (Dealt(0, "-"), "An empty card."),
        (Dealt(0, "?"), "A hidden card."),
        (Claimed(0, 812), "Ann claims after 812 ms."),
        (Resolved(1, "incorrect", "red"), "Bo: red, incorrect."),
        (Resolved(1, "timeout", None), "Bo: timeout."),
        (IntervalChanged(1000, 900), "The votes change the card interval from 1000 to 900 ms."),
        (Relieved(2), "2 rounds taken off every lockout."),
        (Resigned(0), "Ann resigns."),
        (Over("time"), "The time is up."),
    ],
)
def test_each_step_of_a_replay_has_a_sentence(event: Event, words: str) -> None:
    assert story(scene(), scene(fresh=(event,))) == words
    assert moment((event,)) is isinstance(event, Claimed)


def test_a_step_without_an_event_has_one_too() -> None:
    assert story(scene(), scene()) == "Somebody votes, goes or comes back."
