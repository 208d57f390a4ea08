"""Players' names on the table: harmless to paint, and never wider than their place."""

import re
from typing import Final

from rich.cells import cell_len

from client.scene import Scene
from engines.contract import Seat
from protocol.text import cut, painted

BOT: Final = re.compile(r"Bot \((.+)\)")
"""A bot's name with what it is like; no player can have such a name."""


def called(scene: Scene, seat: Seat, cells: int) -> str:
    """A player's name in at most `cells` cells, cut between letters as people count them."""
    return shortened(painted(scene.name(seat)), cells)


def shortened(name: str, cells: int) -> str:
    """A harmless name in at most `cells` cells. A bot's is cut only when "Adaptive bot" and "Bot" are too long, too."""
    forms = [name]
    if bot := BOT.fullmatch(name):
        forms += [f"{bot[1]} bot", "Bot"]
    return next((form for form in forms if cell_len(form) <= cells), cut(forms[-1], cells))
