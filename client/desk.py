"""What a player has arranged at one table, kept while the room is open whatever screens come and go."""

from dataclasses import dataclass


@dataclass
class Desk:
    """`panel` says whether the right panel is shown, None as long as nobody has said; `notes` are the private ones."""

    panel: bool | None = None
    notes: str = ""
