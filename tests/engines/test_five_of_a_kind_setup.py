"""The settings: fields in the source's order, couplings, refusals and words (R2 to R7)."""

from itertools import product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.contract import Choice, Scalar
from engines.five_of_a_kind.model import Settings
from engines.five_of_a_kind.setup import SETUP
from tests.engines.five_of_a_kind_table import ANYTHING

DEFAULTS = SETUP.defaults()


def shown_labels(settings: Settings, name: str) -> list[str]:
    return [choice.label for choice in SETUP.shown(settings, name).choices]


def test_r3_the_fields_stand_in_order_with_their_choices() -> None:
    labels = {field.label: [choice.label for choice in field.choices] for field in SETUP.fields}
    assert labels == {
        "Color": ["Off", "On"],
        "Shape": ["Off", "On"],
        "Shading": ["Off", "On"],
        "Card slots": ["3", "4", "5"],
        "Previous cards": ["Keep shown", "Mask with ?"],
        "Empty card chance": ["0%", "2%", "5%", "10%", "20%"],
        "Trait counting to 5": ["Matching", "Non-matching", "Anything"],
        "Trait hint": ["None", "Availability only"],
        "Starting card interval": ["1 second", "2 seconds", "3 seconds"],
        "Time to choose a trait": ["2 seconds", "3 seconds", "5 seconds"],
        "Failed claim lockout": ["None", "1 round", "2 rounds", "3 rounds", "4 rounds", "5 rounds"],
        "Maximum time": ["1 minute", "3 minutes", "5 minutes", "10 minutes"],
        "Maximum rounds": ["10 rounds", "30 rounds", "50 rounds", "100 rounds"],
        "Point target": ["20 points", "30 points", "50 points"],
        "Add bot": ["No", "Yes"],
        "Bot difficulty": ["Adaptive", "Beginner", "Intermediate", "Expert"],
    }
    assert list(labels) == [field.label for field in SETUP.fields]
    assert {field.name for field in SETUP.fields if field.group == "Game ends after"} == {"minutes", "rounds", "points"}
    assert all(field.one_of is (field.group == "Game ends after") for field in SETUP.fields)
    assert [field.preview for field in SETUP.fields if field.group == "Trait types"] == ["color", "shape", "shading"]


def test_r2_r3_the_defaults() -> None:
    facts = dict(SETUP.facts(DEFAULTS))
    assert facts == {
        "Game ends after": "3 minutes",
        "Trait types": "Color, Shape, Shading",
        "Deck size": "81 cards",
        "Card slots": "4",
        "Previous cards": "Keep shown",
        "Empty card chance": "2%",
        "Trait counting to 5": "Matching",
        "Trait hint": "None",
        "Starting card interval": "1 second",
        "Time to choose a trait": "3 seconds",
        "Failed claim lockout": "2 rounds",
        "Bot": "None",
    }
    assert (DEFAULTS.rounds, DEFAULTS.points, DEFAULTS.difficulty) == (30, 30, "adaptive")
    assert SETUP.problems(DEFAULTS) == ()


def test_every_choice_is_a_value_that_the_wire_accepts_and_every_value_has_a_choice() -> None:
    offered = set()
    for field in SETUP.fields:
        for choice in field.choices:
            raw = msgspec.to_builtins(DEFAULTS) | {field.name: choice.value}
            assert getattr(msgspec.convert(raw, Settings), field.name) == choice.value
        offered.add(field.name)
    assert offered == set(Settings.__struct_fields__) - {"end", "floor", "ceiling"}


@pytest.mark.parametrize("name", ["color", "shape", "shading"])
def test_r2_a_toggle_changes_itself_alone_whatever_the_others_are(name: str) -> None:
    others = [other for other in ("color", "shape", "shading") if other != name]
    for states in product((False, True), repeat=2):
        settings = msgspec.structs.replace(DEFAULTS, **dict(zip(others, states, strict=True)))
        for on in (False, True):
            settings = SETUP.adjusted(settings, name, on)
            assert getattr(settings, name) is on
            assert tuple(getattr(settings, other) for other in others) == states


@pytest.mark.parametrize("types", list(product((False, True), repeat=3)))
def test_r2_r4_any_combination_of_types_is_a_room_and_its_deck_shows_live(types: tuple[bool, bool, bool]) -> None:
    settings = DEFAULTS
    for name, on in zip(("color", "shape", "shading"), types, strict=True):
        settings = SETUP.adjusted(settings, name, on)
        assert SETUP.shown(settings, name).faded is not on
        assert SETUP.shown(settings, name).enabled
    assert SETUP.problems(settings) == ()
    assert SETUP.headline(settings) == f"Deck: {3 ** (1 + sum(types))} cards"
    assert dict(SETUP.facts(settings))["Deck size"] == f"{3 ** (1 + sum(types))} cards"


def test_r4_with_every_type_off_only_anything_is_counted_and_choosing_is_dimmed_and_blank() -> None:
    settings = SETUP.adjusted(SETUP.adjusted(DEFAULTS, "color", False), "shape", False)
    assert settings.counting == "matching"
    assert shown_labels(settings, "counting") == ["Matching", "Non-matching"]
    settings = SETUP.adjusted(settings, "shading", False)
    assert settings.counting == "anything"
    assert shown_labels(settings, "counting") == ["Anything"]
    look = SETUP.shown(settings, "choose")
    assert (look.enabled, look.blank, look.faded) == (False, True, True)
    assert SETUP.adjusted(settings, "choose", 5000) == settings
    assert SETUP.adjusted(settings, "counting", "matching") == settings
    assert dict(SETUP.facts(settings))["Time to choose a trait"] == "Not used"
    assert dict(SETUP.facts(settings))["Trait types"] == "None"
    settings = SETUP.adjusted(settings, "shape", True)
    assert settings.counting == "matching"
    assert not SETUP.shown(settings, "choose").blank
    assert settings.choose == 3000


def test_r5_non_matching_selects_three_seconds_and_matching_one() -> None:
    settings = SETUP.adjusted(DEFAULTS, "counting", "non_matching")
    assert settings.interval == 3000
    assert SETUP.adjusted(settings, "counting", "matching").interval == 1000
    # The interval may be chosen otherwise afterwards; only a change of the counting selects it.
    slower = SETUP.adjusted(settings, "interval", 2000)
    assert slower.interval == 2000
    assert SETUP.adjusted(slower, "counting", "non_matching") == slower
    off = slower
    for name in ("color", "shape", "shading"):
        off = SETUP.adjusted(off, name, False)
    assert off.interval == 2000
    assert SETUP.adjusted(off, "color", True).interval == 1000


def test_r6_using_an_end_puts_it_in_effect_and_the_others_keep_their_values_unseen() -> None:
    settings = SETUP.adjusted(DEFAULTS, "rounds", 50)
    assert (settings.end, settings.rounds, settings.minutes, settings.points) == ("rounds", 50, 3, 30)
    looks = {name: SETUP.shown(settings, name) for name in ("minutes", "rounds", "points")}
    assert {name: look.blank for name, look in looks.items()} == {"minutes": True, "rounds": False, "points": True}
    assert {name: look.faded for name, look in looks.items()} == {"minutes": True, "rounds": False, "points": True}
    assert all(look.enabled for look in looks.values())
    assert dict(SETUP.facts(settings))["Game ends after"] == "50 rounds"
    back = SETUP.adjusted(SETUP.adjusted(settings, "points", 20), "rounds", settings.rounds)
    assert (back.end, back.rounds, back.points) == ("rounds", 50, 20)


def test_the_difficulty_can_be_chosen_when_there_is_a_bot() -> None:
    assert not SETUP.shown(DEFAULTS, "difficulty").enabled
    assert SETUP.adjusted(DEFAULTS, "difficulty", "expert") == DEFAULTS
    settings = SETUP.adjusted(SETUP.adjusted(DEFAULTS, "bot", True), "difficulty", "expert")
    assert SETUP.shown(settings, "difficulty").enabled
    assert dict(SETUP.facts(settings))["Bot"] == "Expert"


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (Settings(counting="anything"), "Anything"),
        (msgspec.structs.replace(ANYTHING, counting="matching"), "Anything"),
        (msgspec.structs.replace(ANYTHING, counting="non_matching"), "Anything"),
        (Settings(floor=900, ceiling=899), "interval"),
    ],
)
def test_r7_settings_that_contradict_themselves_are_refused(settings: Settings, words: str) -> None:
    (problem,) = SETUP.problems(settings)
    assert words in problem
    assert problem.endswith(".")


def test_r7_what_no_form_makes_does_not_pass_the_wire() -> None:
    raw = msgspec.to_builtins(DEFAULTS)
    nowhere: list[tuple[str, object]] = [
        ("slots", 6),
        ("empty", 3),
        ("interval", 999),
        ("choose", float("nan")),
        ("interval", float("inf")),
        ("minutes", -1),
        ("lockout", 6),
        ("counting", "all"),
        ("floor", 0),
        ("ceiling", 10**9),
        ("color", 1),
        ("slots", "4"),
    ]
    for name, value in nowhere:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(raw | {name: value}, Settings)


@pytest.mark.parametrize(("name", "value"), [("slots", 6), ("slots", True), ("color", 1), ("empty", False)])
def test_a_value_that_a_field_never_has_is_a_fault(name: str, value: Scalar) -> None:
    with pytest.raises(ValueError, match="never"):
        SETUP.adjusted(DEFAULTS, name, value)
    with pytest.raises(KeyError):
        SETUP.adjusted(DEFAULTS, "colour", value)


USES = [(field.name, choice.value) for field in SETUP.fields for choice in field.choices]


@given(st.lists(st.sampled_from(USES), max_size=30))
def test_whatever_one_does_in_the_form_a_room_can_be_made_and_described(uses: list[tuple[str, Scalar]]) -> None:
    settings = DEFAULTS
    for name, value in uses:
        settings = SETUP.adjusted(settings, name, value)
    assert SETUP.problems(settings) == ()
    assert 0 < len(SETUP.summary(settings)) <= 52
    assert all(label and value for label, value in SETUP.facts(settings))
    assert sum(not SETUP.shown(settings, name).faded for name in ("minutes", "rounds", "points")) == 1
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(settings), type=Settings) == settings


def test_a_row_of_the_lobby_says_in_words_what_is_played() -> None:
    usual = Settings()
    assert SETUP.summary(usual) == "4 slots, matching, 3 minutes"
    fewer = SETUP.adjusted(usual, "shape", False)
    assert SETUP.summary(fewer) == "4 slots, matching, 3 minutes, 27 cards"
    none = SETUP.adjusted(SETUP.adjusted(fewer, "color", False), "shading", False)
    longest = msgspec.structs.replace(none, slots=5, previous="mask", end="rounds", rounds=100)
    assert SETUP.summary(longest) == "5 slots, anything counts, mask, 100 rounds, 3 cards"
    hardest = msgspec.structs.replace(usual, counting="non_matching", previous="mask", end="points", points=50)
    assert SETUP.summary(hardest) == "4 slots, non-matching, mask, 50 points"


def test_room_info_names_the_operators_bounds_where_there_are_any() -> None:
    assert SETUP.facts(Settings(floor=500, ceiling=5000))[-2:] == (
        ("Shortest card interval", "500 ms"),
        ("Longest card interval", "5,000 ms"),
    )


def test_a_choice_reads_as_the_value_it_stands_for() -> None:
    for name, value, label in (("interval", 3000, "3 seconds"), ("empty", 0, "0%"), ("lockout", 0, "None")):
        (field,) = (field for field in SETUP.fields if field.name == name)
        assert Choice(value, label) in field.choices
