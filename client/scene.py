"""What a table draws: one room as its client knows it, and the clock to read its times by."""

from dataclasses import dataclass, field

from protocol.messages import Command, Event, Line, Member, Room, Update


@dataclass(frozen=True)
class Scene:
    """One room's newest state, frozen.

    `offset` is what to add to the room's clock (ms) to get this process's monotonic clock (ms). `fresh` holds the
    events that came with the newest update. `pending` holds the commands sent and not answered yet; `notice` is the
    newest refusal or news, for the message line.
    """

    room: Room
    update: Update | None = None
    lines: tuple[Line, ...] = ()
    offset: float = 0.0
    fresh: tuple[Event, ...] = ()
    pending: tuple[Command, ...] = ()
    notice: str = ""
    names: dict[int, str] = field(default_factory=dict)

    @property
    def me(self) -> Member | None:
        """The member that this client is."""
        return next((member for member in self.room.members if member.member == self.room.you), None)

    def name(self, seat: int) -> str:
        """The name of the player at a seat, as the table shows it."""
        return self.names.get(seat, f"Seat {seat + 1}")
