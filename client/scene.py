"""What a table draws: one room as its client knows it, and the clock to read its times by."""

import math
from dataclasses import dataclass, field

from protocol.messages import Command, Event, Line, Member, Room, Update


@dataclass(frozen=True)
class Scene:
    """One room's newest state, frozen.

    `offset` is what to add to the room's clock (ms) to get this process's monotonic clock (ms). `fresh` holds the
    events that came with the newest update. `pending` holds the commands sent and not answered yet; `notice` is the
    newest refusal or news, for the message line. It is `linked` while the connection to the server stands.
    """

    room: Room
    update: Update | None = None
    lines: tuple[Line, ...] = ()
    offset: float = 0.0
    fresh: tuple[Event, ...] = ()
    pending: tuple[Command, ...] = ()
    notice: str = ""
    linked: bool = True
    names: dict[int, str] = field(default_factory=dict)

    def time(self, clock: float) -> float:
        """The game's clock (ms) at a moment of this process's: in a pause, and in a count-down, it stands still."""
        if self.update is not None and self.update.paused:
            return self.update.time
        return max(clock - self.offset, self.update.resumes if self.update is not None else 0)

    def wait(self, clock: float) -> str:
        """Why nothing can happen in the game at this moment; empty where it goes on. It may be foreign."""
        if self.update is None or self.room.phase != "playing":
            return ""
        if self.update.paused:
            return self.update.paused
        rest = self.update.resumes - (clock - self.offset) if self.update.resumes else 0
        return f"The game goes on in {math.ceil(rest / 1000)} s." if rest > 0 else ""

    @property
    def me(self) -> Member | None:
        """The member that this client is."""
        return next((member for member in self.room.members if member.member == self.room.you), None)

    def name(self, seat: int) -> str:
        """The name of the player at a seat, as the table shows it."""
        return self.names.get(seat, f"Seat {seat + 1}")
