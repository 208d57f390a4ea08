"""Rooms, members and views as the tests of the client need them."""

from typing import Any

from msgspec.structs import replace

from engines.five_of_a_kind.model import Legal, Own, PlayerRow, Settings, Shared
from protocol.messages import Member, Room, RoomRow, Update


def member(number: int, name: str, **other: Any) -> Member:
    """A registered player who is ready."""
    usual = Member(number, name, "registered", "player", None, ready=True, away=None, rating=1500.0)
    return replace(usual, **other)


ANN = member(1, "ann")
BOB = member(2, "bob", ready=False)
EVE = member(3, "eve", account="guest", role="watcher", ready=False, rating=None)


def room(*members: Member, **other: Any) -> Room:
    """A room that waits, of which the first member is host and the receiver."""
    usual = Room("r1", 1, "five_of_a_kind", Settings(), "waiting", 1, members or (ANN, BOB), 1, rated=True, seats=8)
    return replace(usual, **other)


def row(name: str, host: str = "ann", **other: Any) -> RoomRow:
    """A line of the lobby."""
    usual = RoomRow(name, "five_of_a_kind", host, "4 slots, matching, 3 minutes", (host,), 0, 8, 0, "waiting", True)
    return replace(usual, **other)


def shared(**other: Any) -> Shared:
    """The table before the first card."""
    usual = Shared(
        revision=1,
        round=0,
        open=False,
        slots=("", "", "", ""),
        pointer=0,
        interval=1000,
        next_card=1000,
        ends_at=180_000,
        players=(PlayerRow(0, 0, 0, resigned=False, away=None), PlayerRow(1, 0, 0, resigned=False, away=None)),
        claim=None,
        result=None,
        hint=None,
        slower=0,
        faster=0,
        eligible=2,
        relieved=None,
    )
    return replace(usual, **other)


def update(view: Shared | None = None, **other: Any) -> Update:
    """A view of the table for who sits at the first seat."""
    own = Own(0, "none", Legal(votes=("slower", "faster"), resign=True))
    return replace(Update("r1", 2, 100, view or shared(), own=own), **other)


def playing(**other: Any) -> Room:
    """The room at play: ann and bob at their seats."""
    return room(replace(ANN, seat=0), replace(BOB, seat=1), phase="playing", seq=2, **other)
