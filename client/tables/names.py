"""Players' names on the table: harmless to paint, and never wider than their place."""

from client.scene import Scene
from engines.contract import Seat
from protocol.text import cut, painted


def called(scene: Scene, seat: Seat, cells: int) -> str:
    """A player's name in at most `cells` cells, cut between letters as people count them."""
    return shortened(painted(scene.name(seat)), cells)


def shortened(name: str, cells: int) -> str:
    """A harmless name in at most `cells` cells; a bracket that it ends with stays closed where it is cut."""
    plain = cut(name, cells)
    if plain == name or not name.endswith(")"):
        return plain
    closed = f"{cut(name[:-1], cells - 1)})"
    return closed if "(" in closed else plain
