"""When the bell rings, for each level."""

from dataclasses import replace as but
from typing import Any

import pytest
from msgspec.structs import replace

from client.bell import rings
from client.local import Bell
from client.scene import Scene
from client.state import ClientState
from client.tables.registry import calls
from engines.five_of_a_kind.model import Result
from protocol.messages import Asker, Line, Room
from tests.client.rooms import ANN, BOB, EVE, member, playing, room, shared, update


def heard(before: Scene, after: Scene) -> list[str]:
    """The levels at which the bell rings."""
    levels: tuple[Bell, ...] = ("off", "mine", "all")
    old, new = (ClientState(scenes={"r1": scene}) for scene in (before, after))
    return [level for level in levels if rings(old, new, level, calls)]


def at_table(seat: int | None, number: int = 1) -> Scene:
    """A table at which the claim of a seat was settled last, as Ann sees it."""
    result = None if seat is None else Result(number, 1, seat, "correct", "red", 500, 900, None, None)
    return Scene(playing(), update(shared(result=result)))


@pytest.mark.parametrize(
    ("before", "after", "levels"),
    [
        (at_table(None), at_table(0), ["mine", "all"]),
        (at_table(None), at_table(1), ["all"]),
        (at_table(0), at_table(0), []),
        (at_table(0), at_table(0, number=2), ["mine", "all"]),
    ],
)
def test_a_settled_claim_calls_its_player(before: Scene, after: Scene, levels: list[str]) -> None:
    assert heard(before, after) == levels


@pytest.mark.parametrize(
    ("place", "levels"),
    [
        (playing(), ["mine", "all"]),
        (room(ANN, BOB, member(4, "Zoë")), ["mine", "all"]),
        (room(ANN, BOB, askers=(Asker(9, "Zoë", "registered", 1500.0),)), ["mine", "all"]),
        (room(ANN, BOB, EVE), []),
        (room(ANN), []),
        (room(ANN, replace(BOB, ready=True)), []),
    ],
)
def test_a_start_and_a_new_player_call_everybody(place: Room, levels: list[str]) -> None:
    assert heard(Scene(room(ANN, BOB)), Scene(place)) == levels


@pytest.mark.parametrize(("name", "levels"), [("bob", ["all"]), ("ann", []), ("", [])])
def test_only_others_chat_calls_and_only_who_wants_all(name: str, levels: list[str]) -> None:
    quiet = Scene(room(ANN, BOB))
    assert heard(quiet, but(quiet, lines=(Line(name, "hello", 1),))) == levels


def test_a_room_that_one_comes_to_calls_nobody() -> None:
    table: Any = at_table(0)
    assert not rings(ClientState(), ClientState(scenes={"r1": table}), "all", calls)
