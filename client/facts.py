"""What Room info tells of a room besides its game's settings."""

from typing import Final

from client.joining import facts as joining_facts
from client.scene import Scene
from protocol.messages import Room
from protocol.text import painted

HALF: Final = 32
"""So many digits of a key stand in one line."""


def book_facts(room: Room) -> tuple[tuple[str, str], ...]:
    """Whose book a room is played from, where there is one."""
    if room.book is None:
        return ()
    whose = (
        "yours" if room.owns_book else f"{painted(room.book)}'s" if room.book else "this room's own, until it closes"
    )
    return (("Book", whose),)


def room_facts(scene: Scene, testing: str, *, admits: bool) -> tuple[tuple[str, str], ...]:
    """What Room info tells of a room besides its game's settings.

    `testing` is what a server under test does there, and `admits` whether the game takes guests.
    """
    room = scene.room
    host = next((painted(member.name) for member in room.members if member.member == room.host), "Nobody")
    facts = [*joining_facts(room, admits=admits)]
    if room.askers:
        facts.append(("Asks to join", ", ".join(painted(one.name) for one in room.askers)))
    facts += [*book_facts(room), ("Host", host), ("Rated", "Yes" if room.rated else "No")]
    for name, digits in (("Deal promised by", room.commitment), ("Key of the deal", room.key)):
        if digits:
            facts += [(name, digits[:HALF]), ("", digits[HALF:])]
    if room.game:
        facts.append(("Game", room.game))
    if room.testing:
        facts.append(("Testing mode", f"On: {testing} (APP_ENV=testing)"))
    return tuple(facts)
