"""The end of a server in order: announced in good time if the admin wishes it, and with everything written down."""

from typing import Final

import structlog
import trio

from protocol.messages import Notice
from server.house import House
from server.lobby import Lobby
from server.store.errors import StoreError
from server.trouble import stop

LOG = structlog.get_logger()
STANDS: Final = "The server is closing. The game goes on when it is back."
REMINDERS: Final = (5, 1)
"""So many minutes before it the end is announced once more."""


class Drain:
    """Ends what the server does, with nothing lost."""

    def __init__(self, house: House, lobby: Lobby) -> None:
        self._house, self._lobby = house, lobby

    async def announce(self, minutes: int) -> None:
        """Tell everybody that the server restarts, and wait for that, at most until the last game is over."""
        LOG.info("a restart is announced", minutes=minutes)
        for left in range(minutes, 0, -1):
            if left == minutes or left in REMINDERS:
                self._tell(left)
            with trio.move_on_after(60):
                while self._playing():  # noqa: ASYNC110  # once, at the end, and bounded
                    await trio.sleep(1)
                return

    def stand_still(self) -> None:
        """Let nothing happen in any game any more, and write each down as it stands."""
        self._house.ending, self._house.standing = self._house.ending or STANDS, True
        with self._house.hub.batch():
            for room in self._lobby:
                if room.play is not None and room.phase == "playing" and not room.closed:
                    stop(room, room.play, STANDS)
                    room.log.mark()

    async def write(self) -> None:
        """Write down all that waits, if the disk takes it."""
        try:
            await self._house.journal.flush()
        except StoreError as error:
            LOG.warning("the latest acts could not be written", reason=error)

    def _playing(self) -> bool:
        """Whether a game runs that could be over before the end; games of days cannot."""
        games = (room for room in self._lobby if room.kind.clock == "room")
        return any(room.phase == "playing" and not room.closed for room in games)

    def _tell(self, minutes: int) -> None:
        when = "in a minute" if minutes == 1 else f"in {minutes} minutes"
        words = self._house.ending = f"The server restarts {when}. Rooms and games are kept."
        with self._house.hub.batch():
            for room in self._lobby:
                if not room.closed:
                    room.mail.say(words)
            for person in self._house.people:
                person.send(Notice(words))
