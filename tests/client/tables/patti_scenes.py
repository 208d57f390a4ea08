"""Scenes of a table of Patti, made from the structs that travel: no server, no clock."""

from dataclasses import replace
from typing import Any

from msgspec.structs import replace as altered

from client.scene import Scene
from engines.patti.hands import title
from engines.patti.model import Committed, Legal, Own, Record, Result, Revealed, Row, Settings, Share, Shared, Tally
from engines.proof import card_commitment
from protocol.messages import Line, Member, Room, Update

NAMES = ("Ann", "Bo", "Christopher Rob", "李雷雷雷雷雷雷雷", "Zoë", "dee", "[red]x[/]", "Wilhelmina Oakes", "Newcomer")
HANDS = (
    ("Ks", "Kc", "Ad"),
    ("9d", "Jh", "Ac"),
    ("9h", "Kh", "Ah"),
    ("Th", "Jd", "Qs"),
    ("Tc", "Js", "Qd"),
    ("9s", "9c", "Qc"),
    ("Td", "Kd", "As"),
    ("Jc", "Qh", "Ts"),
)
"""What the seats hold. Those of seats 3 and 4 are equal, and better than the others but that of seat 2."""
SALTS = ("0" * 32, "1" * 32, "2" * 32)
NOW = 400_000
"""The room's clock (ms) in all these scenes."""


def settings(**changes: Any) -> Settings:
    """The default settings, changed."""
    return altered(Settings(), **changes)


def row(seat: int, **changes: Any) -> Row:
    """A player who is in, blind, and has paid the boot."""
    usual = Row(seat, 9_990 - 100 * seat, 0, 0, False, True, None, playing=True, inside=True, paid=10, due=True)
    return altered(usual, **changes)


def hand(seat: int, cards: tuple[str, str, str] | None = None) -> Revealed:
    """A hand that the viewer may see."""
    cards = cards or HANDS[seat]
    return Revealed(seat, cards, SALTS, title(cards))


def promised(seat: int) -> Committed:
    """The promises of what a seat holds in the view's round."""
    one, two, three = (
        card_commitment(salt, 12, seat, place, card)
        for place, (salt, card) in enumerate(zip(SALTS, HANDS[seat], strict=True), 1)
    )
    return Committed(seat, (one, two, three))


def shared(rows: tuple[Row, ...], **changes: Any) -> Shared:
    """The view of round 12, lap 3, Bo on turn with 24 of 30 seconds left."""
    parts: dict[str, Any] = {
        "round": 12,
        "rows": rows,
        "host": 0,
        "dealer": rows[-1].seat,
        "pot": sum(row.paid for row in rows),
        "bet": 30,
        "raised": 50,
        "lap": 3,
        "turn": 1,
        "began": NOW - 6_000,
        "deadline": NOW + 24_000,
        "stopped": False,
        "ask": None,
        "result": None,
        "commitments": tuple(promised(row.seat) for row in rows if row.seat < len(HANDS)),
        "next_deal": None,
        "held": False,
        "stacked": False,
    }
    return Shared(**{**parts, **changes})


def room(players: int, rules: Settings, *, bots: int = 0, you: int = 1, **changes: Any) -> Room:
    """A room with its members: humans, the last of them bots, and a watcher as member 90."""
    members = [
        Member(seat + 1, NAMES[seat], "registered", "player", seat, True, None, 1500.0)
        for seat in range(players - bots)
    ]
    members += [
        Member(seat + 1, f"Bot {seat} (Bold)", "bot", "player", seat, True, None, None)
        for seat in range(players - bots, players)
    ]
    members.append(Member(90, "Wanda", "guest", "watcher", None, False, None, None))
    parts: dict[str, Any] = {"phase": "playing", "host": 1, "you": you, "rated": False, "seats": 8, **changes}
    return Room(room="abc", seq=9, kind="patti", settings=rules, members=tuple(members), **parts)


def scene(
    *,
    players: int = 5,
    bots: int = 0,
    rules: Settings | None = None,
    rows: dict[int, dict[str, Any]] | None = None,
    view: dict[str, Any] | None = None,
    legal: Legal | None = None,
    mine: Revealed | None = None,
    others: tuple[Revealed, ...] = (),
    watching: bool = False,
    **changes: Any,
) -> Scene:
    """A session as seat 0 sees it, or a watcher. `rows` changes single rows, `view` what is shared."""
    rules = rules or settings()
    changed = rows or {}
    place = room(players, rules, bots=bots, you=90 if watching else 1)
    table = shared(tuple(row(seat, **changed.get(seat, {})) for seat in range(players)), **(view or {}))
    own = None if watching else Own(0, mine, others, legal or Legal(see=mine is None))
    names = {member.seat: member.name for member in place.members if member.seat is not None}
    lines = (Line("", "Bo joined", 1), Line("Bo", "good luck!", 2))
    update = Update("abc", 10, NOW, table, own=own)
    return replace(Scene(room=place, update=update, lines=lines, names=names), **changes)


MY_TURN = {"turn": 0}
SEEN = {"seen": True, "did": "bet", "due": False}
BLIND = Legal(turn=41, see=True, bet=20, drop=True, full=30)
OPEN = Legal(turn=41, bet=30, drop=True, full=30, side_show=4)
LAST_TWO = Legal(turn=41, bet=30, drop=True, full=30, show=True)


def result(
    how: str = "show", winners: tuple[int, ...] = (0,), seats: tuple[int, ...] = (0, 1), pot: int = 1_230
) -> dict[str, Any]:
    """A round that ended, as `view`, with the hands that were revealed."""
    each, odd = divmod(pot, len(winners))
    shares = tuple(Share(seat, each + (at < odd)) for at, seat in enumerate(winners))
    shown = tuple(hand(seat) for seat in seats)
    ended = Result(how, pot, shares, shown)  # type: ignore[arg-type]  # tests write it as a text
    return {"result": ended, "turn": None, "began": None, "deadline": None, "next_deal": NOW + 5_000, "pot": pot}


def over(players: int = 5) -> Scene:
    """A session that ended after all its rounds."""
    nets = (2_340, 120, 0, -460, -1_900, -100, 45, -45)
    table = tuple(
        Tally(seat, at + 1, nets[seat], 9 - at, 30, title(HANDS[seat]) if seat != 2 else None)
        for at, seat in enumerate(sorted(range(players), key=lambda seat: -nets[seat]))
    )
    record = Record("rounds", 30, 1_512_000, 100, table)
    ended = scene(players=players, view={**result(), "next_deal": None, "final": record}, legal=Legal())
    return replace(ended, room=altered(ended.room, phase="over"))
