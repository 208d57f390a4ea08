"""Players' names on the table: harmless to paint, and never wider than their place."""

from client.scene import Scene
from engines.contract import Seat
from protocol.text import cut


def called(scene: Scene, seat: Seat, cells: int) -> str:
    """A player's name in at most `cells` cells, cut between letters as people count them; a bot's as any other."""
    return cut(scene.name(seat), cells)
