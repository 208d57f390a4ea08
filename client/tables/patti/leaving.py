"""What it means to leave the table just now, in words that are true of the moment."""

from client.scene import Scene
from client.screens.parting import Parting
from client.tables.names import called
from client.tables.patti.words import NAME_CELLS, coins, own_of, row_of, shared_of
from engines.patti.model import Row, Shared


def parting(scene: Scene) -> Parting | None:
    """The question to whoever has a seat in a session; None where nothing changes by going."""
    own, shared = own_of(scene), shared_of(scene)
    row = row_of(scene, own.seat) if own else None
    if row is None or shared is None or not row.seated or shared.final is not None:
        return None
    question = f"{_cost(shared, row)} {_kept(scene)}{_end(scene, shared, row)}"
    return Parting(question, go="Exit the table")


def _cost(shared: Shared, row: Row) -> str:
    """What becomes of the player's hand."""
    if shared.turn is None:
        return "You give up your seat. No round runs, so you lose nothing."
    if not row.inside:
        return "You give up your seat. The round goes on without you."
    lost = f" The {coins(row.paid)} coins that you paid stay in the pot." if row.paid else ""
    return f"You drop your hand.{lost}"


def _kept(scene: Scene) -> str:
    """What becomes of the player's balance: an account's stays in the book, and a guest's lasts for one game."""
    if scene.me is not None and scene.me.account == "guest":
        return "There is no fine. A guest's balance lasts for this session only."
    until = " until this room closes" if scene.room.book == "" else ""
    return f"There is no fine, and your balance is kept{until}."


def _end(scene: Scene, shared: Shared, row: Row) -> str:
    """That the session ends by it, where it does."""
    others = [other for other in shared.rows if other.seated and other.seat != row.seat]
    if all(other.bot for other in others):
        return " The session ends, as no other person is left."
    if len(others) == 1:
        return f" The session ends, as {called(scene, others[0].seat, NAME_CELLS)} is the last one left."
    return ""
