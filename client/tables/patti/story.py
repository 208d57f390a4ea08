"""What steps of a session are about, in words, and which of them somebody wants to be called for."""

from collections.abc import Sequence

from client.scene import Scene
from client.tables.names import called
from client.tables.patti.seats import waits_for
from client.tables.patti.words import DID, ENDINGS, GONE, NAME_CELLS, WENT, coins, own_of, row_of, shared_of
from engines.contract import Seat
from engines.patti.model import (
    Answered,
    Asked,
    Cleared,
    Dealt,
    Dropped,
    Ending,
    Held,
    Left,
    Over,
    Paid,
    Raised,
    Reloaded,
    Sat,
    Saw,
)

ANSWERS = {"accepted": "accepts", "declined": "declines", "timeout": "does not answer", "off": "cannot answer any more"}

COMPARING = {
    "accepted": "won the side show",
    "declined": "declined the side show",
    "timeout": "did not answer",
}


def moment(events: Sequence[object]) -> bool:
    """Whether a round began or ended in a step."""
    return any(isinstance(event, Dealt | Ending) for event in events)


def calls(before: Scene, after: Scene) -> Seat | None:
    """The seat for which the table waits since the newest of two scenes; None if it waits as before."""
    old, new = shared_of(before), shared_of(after)
    if new is None:
        return None
    known = (waits_for(old), old.began) if old else (None, None)
    return waits_for(new) if (waits_for(new), new.began) != known else None


def story(before: Scene, scene: Scene) -> str:
    """What the step between two scenes did."""
    said = [_sentence(scene, event) for event in scene.fresh]
    return " ".join(sentence for sentence in said if sentence) or _presence(before, scene)


def _presence(before: Scene, scene: Scene) -> str:
    """Who lost the connection, who is back, and who hosts now, where nothing else has happened."""
    old, new = shared_of(before), shared_of(scene)
    if old is None or new is None:
        return ""
    away = {row.seat: row.away is not None for row in old.rows}
    said = [
        f"{called(scene, row.seat, NAME_CELLS)} {'is back' if row.away is None else 'has no connection'}."
        for row in new.rows
        if (row.away is not None) != away.get(row.seat, False)
    ]
    if new.host is not None and new.host != old.host:
        said.append(f"{called(scene, new.host, NAME_CELLS)} is the host now.")
    return " ".join(said) or "The game goes on."


def _sentence(scene: Scene, event: object) -> str:
    match event:
        case Dealt(round=number, dealer=dealer):
            return f"Round {number}: {called(scene, dealer, NAME_CELLS)} deals."
        case Ending():
            return won(scene)
        case Raised(lap=lap, bet=bet):
            return f"Lap {lap}: the bet is {coins(bet)}."
        case Asked(asker=asker, asked=asked):
            return f"{called(scene, asker, NAME_CELLS)} asks {called(scene, asked, NAME_CELLS)} for a side show."
        case Held(on=on):
            return "The host holds the next round." if on else "The next round comes."
        case Cleared():
            return "The book is reset."
        case Over(how=how):
            return f"{ENDINGS[how]}."
        case Dropped(why=why) if why in WENT:
            return ""  # that the player went is told of the same step
        case _:
            return _of_one(scene, event)


def _of_one(scene: Scene, event: object) -> str:
    """What one player did, or what was done to one."""
    match event:
        case Saw(seat=seat):
            words = "sees the cards"
        case Paid(seat=seat, what=what, amount=amount):
            words = f"{'pays' if what == 'side show' else DID[what]} {coins(amount)}".replace("bet", "bets")
        case Dropped(seat=seat, why=why):
            words = {"drop": "drops"}.get(why, GONE[why])
        case Answered(asked=seat, how=how):
            words = ANSWERS[how]
        case Sat(seat=seat):
            words = "sits down"
        case Left(seat=seat, removed=removed, fine=fine):
            words = f"is removed, fine {coins(fine)}" if removed else "leaves"
        case Reloaded(seat=seat, coins=amount):
            words = f"has {coins(amount)} coins again"
        case _:
            raise TypeError("no event of Patti")
    return f"{called(scene, seat, NAME_CELLS)} {words}."


def compared(scene: Scene) -> str:
    """What came of the newest side show, as long as neither of its two has bet again, and who is told of is in."""
    shared = shared_of(scene)
    over = shared.compared if shared is not None and shared.turn is not None and shared.ask is None else None
    if over is None:
        return ""
    if over.how == "off":
        return _called_off(scene, over.asker)
    row, own = row_of(scene, over.asked), own_of(scene)
    accepted, me = over.how == "accepted", own.seat if own is not None else None
    won_by_asker = accepted and row is not None and row.gone == "side show"
    seat, other = (over.asker, over.asked) if won_by_asker else (over.asked, over.asker)
    if accepted and me == other:
        return ""  # the loser reads that anyway
    told = row_of(scene, seat)
    if told is None or not told.inside:
        return ""
    return f"{'You' if me == seat else called(scene, seat, NAME_CELLS)} {COMPARING[over.how]}."


def _called_off(scene: Scene, seat: Seat) -> str:
    """Why there is no side show: its asker has gone. That the one asked has gone is told at that seat."""
    asker = row_of(scene, seat)
    if asker is None or asker.gone not in WENT:
        return ""
    return f"{called(scene, seat, NAME_CELLS)} {'left' if asker.gone == 'left' else 'was removed'}: no side show."


def won(scene: Scene) -> str:
    """Who got the pot."""
    shared = shared_of(scene)
    if shared is None or shared.result is None:
        return ""
    return " ".join(
        f"{called(scene, share.seat, NAME_CELLS)} wins {coins(share.amount)}." for share in shared.result.winners
    )
