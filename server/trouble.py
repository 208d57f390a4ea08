"""What rooms do while nothing can be written to the disk: games stand still, and everybody reads why."""

from collections.abc import Iterable
from typing import Final

import structlog

from server.house import House
from server.play import Play
from server.room import Room

LOG = structlog.get_logger()
PATIENCE: Final = 4.0
"""When the journal has tried to write for so long (s), games stand still; not where it has only not come to its turn:
a busy machine has a sound disk. A backup that holds the database for three seconds is nothing that anybody needs to
notice."""
WHY: Final = "The server cannot write to its disk. The game waits."
OVER: Final = "The server can write to its disk again. The game goes on in a few seconds."


class Trouble:
    """Watches the journal. Nothing is lost meanwhile: what cannot be written waits in memory."""

    def __init__(self, house: House) -> None:
        self._house = house

    def look(self, rooms: Iterable[Room]) -> None:
        """Let games stand still, or go on."""
        if self._house.standing:
            return
        stuck = self._house.journal.trying >= PATIENCE
        turned = 0
        for room in rooms:
            play = room.play
            if play is None or room.phase != "playing" or room.closed or bool(play.paused) is stuck:
                continue
            turned += 1
            if stuck:
                stop(room, play, WHY)
            else:
                self._house.day.resume()
                play.go_on()
                room.mail.say(OVER)
                room.mail.show_game(play, ())
        if turned and stuck:
            LOG.warning("games stand still", games=turned, reason="nothing can be written to the disk")
        elif turned:
            LOG.info("games go on", games=turned)


def stop(room: Room, play: Play, why: str) -> None:
    """Let a room's game stand still, and tell its members."""
    play.pause(why)
    room.mail.say(why)
    room.mail.show_game(play, ())
