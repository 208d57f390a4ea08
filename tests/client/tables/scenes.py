"""Scenes of Five of a Kind, made from the same types that come over the wire."""

from typing import Any

from msgspec.structs import replace

from client.scene import Scene
from engines.five_of_a_kind.model import (
    Dealt,
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
)
from protocol.messages import Line, Member, RatingChange, Room, Update

NAMES = ["Ann", "Bob", "[red]x[/red]", "李雷李雷李雷李雷", "Zoë", "WWWWWWWWWWWWWWWW", "[/", "Иван", "Bot (Adaptive)"]
TRAITS: tuple[Trait, ...] = ("red", "green", "blue", "squiggle", "oval", "diamond", "solid", "striped", "open")
CARDS = ("2 red oval solid", "3 green squiggle striped", "-", "1 blue diamond open", "2 red squiggle open")
NOW = 42_000


def scene(count: int = 2, seat: int | None = 0, settings: Settings | None = None, **changes: Any) -> Scene:
    """A game in its third round, with the fourth slot coming next. `changes` are fields of the shared view."""
    settings = settings or Settings()
    rows = tuple(PlayerRow(n, max(0, 3 - n), 0, resigned=False, away=None, bot=n == 8) for n in range(count))
    slots = (*CARDS[:3], "", "")[: settings.slots]
    base = Shared(
        revision=9,
        round=3,
        open=True,
        slots=slots,
        pointer=3 % settings.slots,
        interval=1000,
        next_card=NOW + 600,
        ends_at=180_000,
        players=rows,
        claim=None,
        result=None,
        hint=None,
        slower=0,
        faster=1,
        eligible=count,
        relieved=None,
    )
    shared = replace(base, **changes)
    own = None if seat is None else Own(seat, "none", Legal(claim=9, votes=("slower", "faster"), resign=True))
    members = tuple(
        Member(n + 1, NAMES[n], "bot" if n == 8 else "registered", "player", n, False, None, 1500.0)
        for n in range(count)
    )
    watcher = Member(99, "Cem", "guest", "watcher", None, False, None, None)
    phase: Any = "over" if shared.final else "playing"
    you = 99 if seat is None else seat + 1
    room = Room("abcde", 1, "five_of_a_kind", settings, phase, 1, (*members, watcher), you, True)
    fresh = (Dealt(2, "-"),)
    names = {n: NAMES[n] for n in range(count)}
    lines = (Line("Bob", "[@click=app.quit]hi[/]", 0), Line("", "Bob is the host now.", 0))
    return Scene(room, Update("abcde", 2, NOW, shared, own, fresh), lines, fresh=fresh, names=names)


def own(before: Scene, legal: Legal, vote: Any = "none") -> Scene:
    """The scene in which the player may do something else."""
    assert before.update is not None
    return Scene(
        before.room,
        replace(before.update, own=Own(0, vote, legal)),
        before.lines,
        fresh=before.fresh,
        names=before.names,
    )


def mine() -> Scene:
    """The player has claimed and chooses."""
    hidden = scene(slots=("?", "?", "?", ""), open=False, claim=Pending(0, NOW - 1000, NOW + 2000), next_card=None)
    return own(hidden, Legal(answers=TRAITS, resign=True))


def theirs() -> Scene:
    """Somebody else has claimed."""
    claimed = scene(open=False, claim=Pending(1, NOW - 1000, NOW + 2000), next_card=None)
    return own(claimed, Legal(votes=("slower", "faster"), resign=True))


def locked() -> Scene:
    """A wrong answer has locked the player out, another one has resigned and a third is away."""
    rows = (
        PlayerRow(1, 4, 0, resigned=False, away=None),
        PlayerRow(0, 3, 2, resigned=False, away=None),
        PlayerRow(2, 1, 0, resigned=True, away=None),
        PlayerRow(4, 0, 0, resigned=False, away=30_000),
    )
    result = Result(4, 3, 0, "incorrect", "striped", 812, NOW - 500, CARDS[:4], ("red",))
    return own(scene(5, players=rows, result=result, open=False), Legal(resign=True))


def ended(count: int = 9) -> Scene:
    """The end of a rated game."""
    share = RangeShare(33, 17, 17)
    none = RangeShare(0, 0, 0)
    reactions = tuple(ReactionRow(n, 6, (share, share, none, share)) for n in range(count))
    final = Final("time", 171, 60, 33, reactions, ())
    over = own(scene(count, final=final, next_card=None, open=False), Legal())
    ratings = (RatingChange(0, 1500.0, 1520.04), RatingChange(1, 1500.0, 1479.96), RatingChange(2, 1500.0, 1500.0))
    return Scene(replace(over.room, ratings=ratings), over.update, over.lines, fresh=over.fresh, names=over.names)


STATES = {
    "playing": scene(),
    "watching": scene(seat=None),
    "mine": mine(),
    "theirs": theirs(),
    "locked": locked(),
    "full": scene(9),
    "five slots": scene(settings=Settings(slots=5)),
    "three slots masked": scene(settings=Settings(slots=3, previous="mask"), slots=("?", "?", "-"), pointer=0),
    "non-matching": own(
        scene(settings=Settings(counting="non_matching"), claim=Pending(0, NOW - 1000, NOW + 2000), slots=("?",) * 4),
        Legal(answers=TRAITS[:3], resign=True),
    ),
    "anything, hint": scene(
        settings=Settings(
            color=False, shape=False, shading=False, counting="anything", hint="availability", end="rounds"
        ),
        slots=("2 blue oval solid", "3 blue oval solid", "", ""),
        hint=True,
        ends_at=None,
    ),
    "ended": ended(),
}
