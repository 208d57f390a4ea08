"""Scenes of a table of Five of a Kind, made from the structs that travel: no server, no clock."""

from dataclasses import replace
from typing import Any

from msgspec.structs import replace as altered

from client.scene import Scene
from engines.five_of_a_kind.board import answers, board_of
from engines.five_of_a_kind.model import (
    ClaimOutcome,
    ClaimRecord,
    Final,
    Legal,
    Own,
    Pending,
    PlayerRow,
    RangeShare,
    ReactionRow,
    Result,
    Settings,
    Shared,
    Trait,
    VoteFor,
)
from protocol.messages import Line, Member, RatingChange, Room, Update

NAMES = ("Ann", "Bo", "Christopher Robin", "李雷雷雷雷雷", "Zoë", "dee", "[red]x[/]", "Gert")
BOARD = (
    "3 red squiggle striped",
    "2 green oval open",
    "1 blue diamond solid",
    "3 green squiggle open",
    "2 red oval solid",
)
TRAITS: tuple[Trait, ...] = ("red", "green", "blue", "squiggle", "oval", "diamond", "solid", "striped", "open")
BOXES: tuple[VoteFor, ...] = ("none", "slower", "faster")

NOW = 42_500
"""The room's clock (ms) in all these scenes."""


def settings(**changes: Any) -> Settings:
    """The default settings, changed."""
    return altered(Settings(), **changes)


def room(rules: Settings, *, players: int = 2, bot: bool = True, you: int = 1, **changes: Any) -> Room:
    """A room with its members: humans, perhaps a bot, and a watcher as member 90."""
    members = [
        Member(number + 1, NAMES[number], "registered", "player", number, True, None, 1500.0 + number)
        for number in range(players)
    ]
    if bot:
        members.append(Member(80, "Bot (Adaptive)", "bot", "player", players, True, None, None))
    members.append(Member(90, "Wanda", "guest", "watcher", None, False, None, None))
    parts: dict[str, Any] = {"phase": "playing", "host": 1, "you": you, "rated": True, "seats": 8, **changes}
    return Room(room="abc", seq=9, kind="five_of_a_kind", settings=rules, members=tuple(members), **parts)


def rows(players: int, *, bot: bool = True) -> tuple[PlayerRow, ...]:
    """A scoreboard in which everybody has something."""
    points = (12, 9, 7, 7, 3, 2, 0, 0, 0)
    seats = players + bot
    return tuple(
        PlayerRow(seat, points[seat], lockout=0, resigned=False, away=None, bot=bot and seat == players)
        for seat in range(seats)
    )


def shared(rules: Settings, humans: int = 2, *, bot: bool = True, **changes: Any) -> Shared:
    """The view of a running game in round 12, whose newest card lies in slot 2."""
    parts: dict[str, Any] = {
        "revision": 77,
        "round": 12,
        "open": True,
        "slots": BOARD[: rules.slots],
        "pointer": 2,
        "interval": 1000,
        "next_card": NOW + 400,
        "ends_at": rules.minutes * 60_000 if rules.end == "time" else None,
        "players": rows(humans, bot=bot),
        "claim": None,
        "result": None,
        "hint": None if rules.hint == "none" else False,
        "slower": 0,
        "faster": 1,
        "eligible": humans,
        "relieved": None,
    }
    return Shared(**{**parts, **changes})


def own(**changes: Any) -> Own:
    """What the player at seat 0 sees who may claim now and has not voted."""
    legal = Legal(claim=76, votes=("slower", "faster"), resign=True)
    return Own(**{"seat": 0, "vote": "none", "legal": legal, **changes})


def scene(
    rules: Settings | None = None,
    *,
    players: int = 2,
    bot: bool = True,
    view: dict[str, Any] | None = None,
    mine: dict[str, Any] | None = None,
    watching: bool = False,
    **changes: Any,
) -> Scene:
    """A running game as seat 0 sees it, or a watcher. `view` and `mine` change what is shared and what is own."""
    rules = rules or settings()
    place = room(rules, players=players, bot=bot, you=90 if watching else 1)
    update = Update(
        room="abc",
        seq=10,
        time=NOW,
        shared=shared(rules, players, bot=bot, **(view or {})),
        own=None if watching else own(**(mine or {})),
    )
    names = {member.seat: member.name for member in place.members if member.seat is not None}
    lines = (Line("", "Bo joined", 1), Line("Bo", "good luck!", 2))
    return replace(Scene(room=place, update=update, lines=lines, names=names), **changes)


def choosing(rules: Settings | None = None, slots: tuple[str, ...] = (), **changes: Any) -> Scene:
    """The own claim waits for its answer: every dealt card is masked, as a rule one in each slot."""
    rules = rules or settings()
    enabled = (rules.color, rules.shape, rules.shading)
    answers = tuple(trait for number, trait in enumerate(TRAITS) if enabled[number // 3])
    view = {
        "open": False,
        "slots": slots or ("?",) * rules.slots,
        "next_card": None,
        "claim": Pending(0, NOW - 1000, NOW + rules.choose - 1000),
    }
    legal = Legal(answers=answers, votes=("slower", "faster"), resign=True)
    return scene(rules, view=view, mine={"legal": legal}, **changes)


def result(
    outcome: ClaimOutcome = "correct",
    trait: Trait | None = "green",
    seat: int = 1,
    *,
    rules: Settings | None = None,
    number: int = 3,
    board: tuple[str, ...] | None = None,
) -> Result:
    """A settled claim of round 12, as everybody but a claimant sees it in a room with these settings."""
    rules = rules or settings()
    if rules.previous == "mask":
        return Result(number, 12, seat, outcome, trait, 812, NOW - 300, None, None)
    slots = board or BOARD[: rules.slots]
    traits = tuple(one for one in answers(board_of(slots), rules) if one != "anything")
    return Result(number, 12, seat, outcome, trait, 812, NOW - 300, slots, traits)


def ended(players: int = 2, *, bot: bool = True, rated: bool = True, rules: Settings | None = None) -> Scene:
    """A finished game with its report."""
    rules = rules or settings()
    seats = players + bot
    share = (RangeShare(21, 14, 7), RangeShare(50, 36, 14), RangeShare(29, 14, 14), RangeShare(0, 0, 0))
    reactions = tuple(ReactionRow(seat, 14 - seat, share) for seat in range(seats))
    claims = (ClaimRecord(1, 0, 5000, 812, 900, "correct", "red"),)
    final = Final("time", dealt=178, opportunities=61, missed=21, reactions=reactions, claims=claims)
    before = scene(rules, players=players, bot=bot, view={"final": final, "open": False, "next_card": None})
    changes = (13.24, -0.02, -5.5, 0.0, 4.4, -3.3, -8.8, -0.04)
    ratings = tuple(RatingChange(seat, 1500.0 + seat, 1500.0 + seat + changes[seat]) for seat in range(players))
    over = altered(before.room, phase="over", ratings=ratings if rated else (), rated=rated)
    assert before.update is not None
    update = altered(before.update, own=own(legal=Legal()))
    return replace(before, room=over, update=update)
