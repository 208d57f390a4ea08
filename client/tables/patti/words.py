"""What a scene of Patti says: whose hand, whose turn, which bet. No widget in sight."""

import re
from typing import Final

from client.scene import Scene
from engines.contract import Seat
from engines.patti.model import Did, Ended, Gone, Own, Refusing, Row, Settings, Shared

DID: Final[dict[Did, str]] = {
    "bet": "bet",
    "blind": "bet blind",
    "all in": "all in",
    "show": "paid for a show",
    "side show": "side show",
}
GONE: Final[dict[Gone, str]] = {
    "drop": "dropped",
    "timeout": "ran out of time",
    "side show": "lost a side show",
    "left": "left",
    "removed": "removed",
}
COMPARED: Final[dict[Refusing, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "accepted": (("won a side show", "side show won"),) * 2,
    "declined": (("side show declined", "declined"), ("declined a side show", "declined")),
    "timeout": (("side show not answered", "not answered"), ("did not answer", "no answer")),
    "off": (("side show off",),) * 2,
}
"""What came of a side show, at the seats of the asker and of the asked while they are in."""
WENT: Final[tuple[Gone, ...]] = ("left", "removed")
"""How a player went who, seated all the same, has come back in the round."""
ENDINGS: Final[dict[Ended, str]] = {
    "rounds": "All rounds are played",
    "last": "One player is left at the table",
    "deserted": "Nobody is left at the table",
}
RANKS: Final = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "10", "nine": "9"}
"""The ranks of a hand's words as they are printed on the cards."""
NAME_CELLS = 16
"""The room for a name in a sentence."""
BLIND_BETS: Final = 5
"""So many blind bets a round are possible."""


def shared_of(scene: Scene) -> Shared | None:
    """What everybody sees of the session; None before its first news."""
    shared = scene.update.shared if scene.update else None
    return shared if isinstance(shared, Shared) else None


def own_of(scene: Scene) -> Own | None:
    """What only this player sees."""
    own = scene.update.own if scene.update else None
    return own if isinstance(own, Own) else None


def settings_of(scene: Scene) -> Settings:
    """The room's settings.

    Raises:
        TypeError: it plays another game; a table is only ever shown for its own.
    """
    if not isinstance(scene.room.settings, Settings):
        raise TypeError("that room plays another game")
    return scene.room.settings


def row_of(scene: Scene, seat: Seat) -> Row | None:
    """A seat's row; None once the seat is gone."""
    shared = shared_of(scene)
    return next((row for row in shared.rows if row.seat == seat), None) if shared else None


def coins(number: int) -> str:
    """An amount as the table writes it: "12,345"."""
    return f"{number:,}"


def gain(number: int) -> str:
    """An amount with its sign: "+120", "-40", "0"."""
    return f"{number:+,}" if number else "0"


def shorter(title: str) -> tuple[str, ...]:
    """A hand's words, from the longest to the shortest that still says all: "Pair of kings, ace" to "Pair K, A"."""
    brief = title.replace("up to the ", "to ").replace("High card, ", "High ").replace("Color, ", "Color ")
    letters = brief.replace(" of ", " ").replace("equence", "eq.")
    letters = re.sub(r"\b([a-z]+?)s?\b", lambda word: RANKS.get(word[1], word[0]), letters)
    return title, brief, brief.replace("Pure sequence", "Pure seq."), letters


def ladder(settings: Settings, laps: int) -> tuple[int, ...]:
    """The bets of the first laps of a round: each the one before times the factor, half up to the nearest 10."""
    bets: list[int] = [settings.boot]
    while len(bets) < laps:
        bets.append((bets[-1] * settings.factor + 50) // 100 * 10)
    return tuple(bets)


def steps(settings: Settings, lap: int) -> tuple[tuple[int, ...], int]:
    """Bets around a lap (from 1), in their order, and which of them is that lap's: two before it and two after it."""
    bets = ladder(settings, lap + 2)
    first = max(0, lap - 3)
    return bets[first:], lap - 1 - first
