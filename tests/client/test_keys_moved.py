"""Keys that the player has moved: which can be, what refuses a move, and that everything follows a move."""

from typing import Any

import pytest
from textual.screen import Screen

from client.keys import FIXED, clash, movable, moved, name_of, normal, own_bindings, shown, sorted_out
from client.screens.create import CreateScreen
from client.screens.lobby import LobbyScreen
from client.screens.room import RoomScreen
from client.tables.registry import KINDS

TABLES = tuple(kind.table for kind in KINDS.values())
SCREENS: tuple[type[Screen[Any]], ...] = (LobbyScreen, CreateScreen, RoomScreen, *TABLES)


def does(screen: type[Screen[Any]], key: str, keys: dict[str, str]) -> list[str]:
    """What a key is bound to on a screen."""
    bindings = moved(own_bindings(screen), keys).key_to_bindings.get(key, [])
    return [binding.action for binding in bindings]


def test_actions_have_names_that_can_stand_in_a_file() -> None:
    assert [name_of(action) for action in ("claim", "vote('slower')", "app.focus_next", "scroll(-1)")] == [
        "claim",
        "vote_slower",
        "focus_next",
        "scroll_1",
    ]


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("x", "x"),
        ("X", "x"),
        ("-", "minus"),
        ("minus", "minus"),
        (" ", "space"),
        ("space", "space"),
        ("F5", "f5"),
        ("ctrl+k", "ctrl+k"),
    ],
)
def test_keys_are_taken_as_people_write_them(key: str, meant: str) -> None:
    assert normal(key) == meant


@pytest.mark.parametrize(
    "key",
    [
        "",
        "spcae",
        "enter",
        "Escape",
        "f1",
        "up",
        "tab",
        "ctrl+c",
        "\x1b",
        "é",
        "latin_small_letter_e_with_acute",
        "ctrl+i",
    ],
)
def test_what_is_no_key_or_means_the_same_everywhere_is_not_taken(key: str) -> None:
    assert normal(key) == ""


def test_space_can_be_moved_and_takes_its_other_keys_with_it() -> None:
    keys = {"claim": "x"}
    table = TABLES[0]
    assert does(table, "x", keys) == ["claim"]
    assert does(table, "space", keys) == does(table, "c", keys) == []
    # Nothing else has moved.
    rest = [(key, binding.action) for key, binding in own_bindings(table) if binding.action != "claim"]
    assert [(key, one.action) for key, one in moved(own_bindings(table), keys) if one.action != "claim"] == rest


def test_enter_and_escape_stay_and_space_stays_with_enter() -> None:
    keys = {"view": "w", "sign_out": "o", "start": "g"}
    assert does(LobbyScreen, "w", keys) == ["view"]
    assert does(LobbyScreen, "v", keys) == []
    for key in ("enter", "space", "escape"):
        assert does(LobbyScreen, key, keys) == does(LobbyScreen, key, {})
    assert does(RoomScreen, "enter", keys) == ["start"]
    assert does(RoomScreen, "s", keys) == []


def test_a_key_that_is_taken_is_refused_with_what_it_means() -> None:
    assert clash("claim", "t", {}, SCREENS) == "t already means “Chat” there."
    assert clash("claim", "t", {"talk": "y"}, SCREENS) == ""
    assert clash("claim", "y", {"talk": "y"}, SCREENS) == "y already means “Chat” there."
    assert clash("talk", "s", {}, SCREENS) == "s already means “Start” there."
    assert clash("claim", "enter", {}, SCREENS) == "Enter is no key that can be used for that."


def test_two_that_never_apply_together_may_share_a_key() -> None:
    assert clash("unready", "y", {"ready": "y"}, SCREENS) == ""
    assert clash("exit", "r", {}, SCREENS) == ""
    assert clash("claim", "space", {}, SCREENS) == ""


def test_of_a_settings_file_only_what_fits_is_taken() -> None:
    swapped = {"talk": "p", "panel": "T"}
    assert sorted_out(swapped, SCREENS) == ({"talk": "p", "panel": "t"}, {})
    good, bad = sorted_out({"again": "g", "panel": "i", "jump": "j", "facts": "enter"}, SCREENS)
    assert good == {"again": "g"}
    assert bad == {"panel": "i already means “Room info” there.", "jump": "", "facts": ""}


def test_whoever_cannot_move_away_keeps_others_from_the_place() -> None:
    # Chat cannot have Space, which means Ready in a room; so it stays, and Claim cannot come.
    good, bad = sorted_out({"claim": "t", "talk": " "}, SCREENS)
    assert good == {}
    assert set(bad) == {"claim", "talk"}


def test_everything_that_can_be_moved_has_words_and_no_fixed_key() -> None:
    for screen in SCREENS:
        for name, bindings in movable(own_bindings(screen)).items():
            assert bindings[0].description, (screen, name)
            assert not {binding.key for binding in bindings} & FIXED


def test_keys_are_named_as_they_are_printed() -> None:
    assert [shown(key) for key in ("space", "f5", "ctrl+k", "x")] == ["Space", "F5", "Ctrl-K", ""]
