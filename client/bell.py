"""When the terminal's bell rings. Pure: it compares what was known with what is known now."""

from collections.abc import Callable

from client.local import Bell
from client.scene import Scene
from client.state import ClientState
from engines.contract import Seat

Calls = Callable[[Scene, Scene], Seat | None]
"""The seat whose player has to look up between two scenes of one game; None if nobody has."""


def rings(before: ClientState, after: ClientState, level: Bell, calls: Calls) -> bool:
    """Whether something happened in a room that the player wants to be called for."""
    if level == "off":
        return False
    return any(
        _concerns(before.scenes[room], scene, level, calls)
        for room, scene in after.scenes.items()
        if room in before.scenes and before.scenes[room] is not scene
    )


def _concerns(before: Scene, after: Scene, level: Bell, calls: Calls) -> bool:
    me = after.me
    seat = calls(before, after)
    mine = seat is not None and me is not None and me.role == "player" and me.seat == seat
    begins = before.room.phase == "waiting" and after.room.phase == "playing"
    if mine or begins or _comes(before, after):
        return True
    return level == "all" and (seat is not None or _spoken(before, after))


def _comes(before: Scene, after: Scene) -> bool:
    """Whether somebody has joined a room that waits, or asks its host to be let in."""
    known = {member.member for member in before.room.members if member.role == "player"}
    if set(after.room.askers) - set(before.room.askers):
        return True
    return after.room.phase == "waiting" and any(
        member.role == "player" and member.member not in known and member.member != after.room.you
        for member in after.room.members
    )


def _spoken(before: Scene, after: Scene) -> bool:
    """Whether somebody else has said something."""
    me = after.me.name if after.me else ""
    fresh = after.lines[len(before.lines) :] if len(after.lines) > len(before.lines) else after.lines[-1:]
    return after.lines != before.lines and any(line.name and line.name != me for line in fresh)
