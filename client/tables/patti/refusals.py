"""Why an act is not possible just now, in a sentence: what the server would say, without asking it."""

from typing import Final

from client.scene import Scene
from client.tables.names import called
from client.tables.patti.words import BLIND_BETS, NAME_CELLS, coins, own_of, row_of, shared_of
from engines.patti.model import Own, Row, Shared

ANSWERS: Final = ("accept", "decline")
HOLDS: Final = ("hold", "go_on")


def why_not(scene: Scene, name: str) -> str:
    """Why the player cannot do an act now that is not offered."""
    own, shared = own_of(scene), shared_of(scene)
    row = row_of(scene, own.seat) if own else None
    if shared is None or scene.room.phase != "playing":
        return "The game is over." if scene.room.phase == "over" else ""
    if own is None:
        return "You are watching."
    if row is None:
        return "You are not at the table any more."
    if not row.seated:
        return f"You {'were removed from' if row.removed else 'have left'} the table."
    if scene.pending:
        return "What you sent is on its way."
    if name in HOLDS:
        return _no_hold(shared, row)
    return _out_of_round(shared, row) or _out_of_turn(scene, shared, row, name) or _on_turn(scene, shared, own, name)


def nothing_chosen(scene: Scene) -> str:
    """Why there is nothing to send."""
    own = own_of(scene)
    legal = own.legal if own is not None else None
    if legal is not None and (legal.drop or legal.answer):
        return "Choose an act first."
    return why_not(scene, "bet")


def _no_hold(shared: Shared, row: Row) -> str:
    if shared.host != row.seat:
        return "Only the host can hold the next round."
    return "The next round can be held between rounds."


def _out_of_round(shared: Shared, row: Row) -> str:
    """Why somebody can do nothing in the round."""
    if shared.turn is None:
        return "The next round has not begun."
    if not row.playing:
        return "You sit this round out."
    return "" if row.inside else "You are not in any more."


def _out_of_turn(scene: Scene, shared: Shared, row: Row, name: str) -> str:
    """Why an act is not possible that needs the turn, or never is in anybody's."""
    if name == "see" and row.seen:
        return "You have seen your cards."
    if name in ANSWERS:
        return "Nobody waits for your answer."
    if shared.ask is not None and shared.ask.asked == row.seat:
        return "Answer the side show first."
    if shared.ask is not None and shared.ask.asker == row.seat:
        return f"{called(scene, shared.ask.asked, NAME_CELLS)} has not answered yet."
    if shared.turn is not None and shared.turn != row.seat:
        return f"It is {called(scene, shared.turn, NAME_CELLS)}'s turn."
    return ""


def _on_turn(scene: Scene, shared: Shared, own: Own, name: str) -> str:
    """Why somebody on turn cannot do that."""
    at = next(n for n, row in enumerate(shared.rows) if row.seat == own.seat)
    mine, inside = shared.rows[at], sum(row.inside for row in shared.rows)
    if not mine.seen and (mine.blinds >= BLIND_BETS or name == "side_show"):
        return "See your cards first."
    if name == "show" and inside > 2:
        return f"A show is for two; {inside} are in."
    if name == "side_show" and inside < 3:
        return "A side show takes three; ask for a show."
    if name in {"show", "side_show"} and mine.coins < shared.bet:
        return f"That costs {coins(shared.bet)}."
    if name == "side_show":
        before = reversed((*shared.rows[at + 1 :], *shared.rows[:at]))
        rival = next((row for row in before if row.inside and row.did is not None), None)
        if rival is None:
            return "Nobody who is in has acted before you."
        return f"{called(scene, rival.seat, NAME_CELLS)} has not seen any cards."
    if name == "all_in":
        return "You have enough for a bet."
    return "Your coins are too few for a bet; you can go all in."
