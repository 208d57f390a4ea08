"""What every seat shows of a scene, and at which place of the table."""

from typing import Final

from client.scene import Scene
from client.tables.names import called
from client.tables.patti.faces import BACK
from client.tables.patti.seat import Mood, SeatFace
from client.tables.patti.words import BLIND_BETS, COMPARED, DID, GONE, WENT, coins, own_of, shared_of, shorter
from client.tables.phrases import count, span
from client.widgets.bar import steps
from engines.contract import Seat
from engines.patti.model import Revealed, Row, Shared

PLACES: Final = 8
ORDER: Final[dict[int, tuple[int, ...]]] = {
    1: (0,),
    2: (0, 4),
    3: (0, 3, 5),
    4: (0, 2, 4, 6),
    5: (0, 2, 3, 5, 6),
    6: (0, 2, 3, 4, 5, 6),
    7: (0, 1, 2, 3, 5, 6, 7),
    8: (0, 1, 2, 3, 4, 5, 6, 7),
}
"""Which places are taken by how many. Place 0 is at the bottom; the others follow to the left of it, around the pot."""

AWAY: Final = 60_000
"""Who is away for longer (ms) is removed."""


def seated(scene: Scene) -> dict[int, Row]:
    """The rows by their places; the viewer's own is at the bottom, for a watcher the first one.

    A seat that was left stays in sight until the next deal, as long as there is room for it.
    """
    shared, own = shared_of(scene), own_of(scene)
    rows = list(shared.rows) if shared else []
    # Those who are neither in the hand nor there go first.
    spare = sorted((row for row in rows if not row.seated), key=lambda row: row.playing)
    for row in spare[: max(0, len(rows) - PLACES)]:
        rows.remove(row)
    first = next((at for at, row in enumerate(rows) if own is not None and row.seat == own.seat), 0)
    rows = rows[first:] + rows[:first]
    return dict(zip(ORDER.get(len(rows), ()), rows, strict=True))


def seat_faces(scene: Scene, now: float) -> tuple[SeatFace | None, ...]:
    """What stands at each place of a scene at `now`, the room's time in ms."""
    shared, rows = shared_of(scene), seated(scene)
    return tuple(
        _face(scene, shared, rows[place], now) if shared is not None and place in rows else None
        for place in range(PLACES)
    )


def _face(scene: Scene, shared: Shared, row: Row, now: float) -> SeatFace:
    own = own_of(scene)
    shown = revealed(scene, row.seat)
    share, clock = _clock(shared, row, now)
    return SeatFace(
        name=called(scene, row.seat, 64),
        coins=row.coins,
        paid=row.paid,
        dealer=row.seat == shared.dealer,
        me=own is not None and row.seat == own.seat,
        hand=shown.cards if shown else (BACK,) * 3 if row.playing else (),
        known=shorter(shown.name) if shown else _known(row),
        news=_news(scene, shared, row, now),
        mood=_mood(shared, row),
        share=share,
        clock=clock,
    )


def revealed(scene: Scene, seat: Seat) -> Revealed | None:
    """A seat's hand, if this viewer may see it: shown to all, looked at by its own player, or shown in a side show."""
    shared, own = shared_of(scene), own_of(scene)
    hands = list(shared.result.revealed) if shared and shared.result else []
    if own is not None:
        hands += [own.hand] if own.hand is not None else []
        hands += own.others
    return next((hand for hand in hands if hand.seat == seat), None)


def _known(row: Row) -> tuple[str, ...]:
    """What everybody knows of a hand."""
    if not row.playing:
        return ()
    if row.seen:
        return ("seen",)
    return (f"blind {row.blinds}/{BLIND_BETS}",)


def _mood(shared: Shared, row: Row) -> Mood:
    if shared.result is not None and any(share.seat == row.seat for share in shared.result.winners):
        return "won"
    if waits_for(shared) == row.seat:
        return "turn"
    return "" if row.inside and row.seated else "out"


def waits_for(shared: Shared) -> Seat | None:
    """The seat for which the table waits: the one on turn, or the one asked for a side show."""
    return shared.ask.asked if shared.ask else shared.turn


def _clock(shared: Shared, row: Row, now: float) -> tuple[float | None, str]:
    """The share of its time that a seat has left, and the time; no share where the clock stands still."""
    if waits_for(shared) != row.seat or shared.began is None or shared.deadline is None or shared.stopped:
        return None, ""
    left = max(0.0, shared.deadline - now)
    here = "" if row.away is None else "away, "
    return steps(now, shared.began, shared.deadline, 20), f"{here}{-int(-left // 1000)} s"


def _news(scene: Scene, shared: Shared, row: Row, now: float) -> tuple[str, ...]:
    """The newest of a seat, in words: of several, the longest that fits is shown."""
    if shared.result is not None:
        won = sum(share.amount for share in shared.result.winners if share.seat == row.seat)
        if won:
            return f"wins {coins(won)}", f"+{coins(won)}"
    if not row.seated:
        return ("removed" if row.removed else "left",)
    late = row.gone in WENT or (shared.round > 0 and not row.playing and row.waits is None)
    if row.away is not None:
        rest = max(0, -int(-(row.away + AWAY - now) // 1000))
        both = (f"in from the next round on, away, {rest} s", f"next round, away, {rest} s") if late else ()
        return *both, f"no connection, {rest} s", f"away, {rest} s"
    if row.gone in WENT:
        return "back, in from the next round on", "in the next round"
    if row.gone is not None:
        return (GONE[row.gone],)
    if waits_for(shared) == row.seat and shared.stopped and shared.deadline is not None:
        rest_words = span(shared.deadline - now)
        return f"clock stopped, {rest_words} at most", f"no clock, {rest_words}"
    if row.waits is not None:
        rounds = count(row.waits, "round")
        return f"sits out, coins in {rounds}", f"sits out, {rounds}", f"out, {rounds}"
    if not row.playing:
        return ("in from the next round on", "in the next round") if late else ()
    if shared.ask is not None and shared.ask.asker == row.seat:
        return ("asks for a side show", "side show?")
    if shared.compared is not None and row.seat in (shared.compared.asker, shared.compared.asked):
        return COMPARED[shared.compared.how][row.seat == shared.compared.asked]
    return (DID[row.did],) if row.did is not None else ("boot paid",)
