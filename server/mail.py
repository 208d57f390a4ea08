"""What a room sends to its members: the only way out of it, and it carries views and seen events, never a game."""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

from engines.contract import Seat
from protocol import codec
from protocol.messages import Chat, Line, Room, ServerMessage
from server.accounts import Denied
from server.chat import ChatLog
from server.entries import Said
from server.journal import RoomLog
from server.members import Members, Occupant
from server.play import Play
from server.views import Showing

Picture: TypeAlias = Callable[[Occupant, int], Room]
"""Makes the room's picture for a member, with a message number."""


MOST_WAITING: Final = 2_000
"""So many entries of one room may wait for the disk before nobody can add lines of chat to them."""


class Mail:
    """Numbers a room's messages and hands them to the members who are connected.

    Args:
        room: The room's id.
        members: To whom it goes.
        log: What must not be lost of it.
        lines: How many lines of chat are kept.
        testing: Whether views show the testers' helpers.
    """

    def __init__(self, room: str, members: Members, log: RoomLog, lines: int, *, testing: bool) -> None:
        self._room, self._members, self._log = room, members, log
        self._most, self._testing = lines, testing
        self._chat = ChatLog(lines)
        self._hushed: frozenset[Seat] = frozenset()
        self._seq = 0
        self._newest_room, self._newest_game = (room, "room"), (room, "game")

    def restore(self, lines: list[Line]) -> None:
        """The chat is what it was; whoever was not to read some of it is still not to."""
        self._chat = ChatLog(self._most, lines)
        for occupant in self._members.present:
            occupant.held = self._chat.same(occupant.held)

    def furnish(self, occupant: Occupant, picture: Picture, play: Play | None) -> None:
        """Everything about the room, for one who has nothing of it, or not what it is now."""
        occupant.furnished = True
        self.send(occupant, picture(occupant, self._next()))
        self.send(occupant, Chat(self._room, self._next(), self._chat.without(occupant.held), fresh=True))
        if play is not None:
            self._show([occupant], play, ())

    def show_room(self, picture: Picture, occupants: Iterable[Occupant]) -> None:
        """The room has changed for these."""
        seq = self._next()
        for occupant in occupants:
            if (session := occupant.session) is not None:
                session.deliver(codec.frame(picture(occupant, seq)), self._newest_room)

    def show_game(self, play: Play, events: tuple[Any, ...]) -> None:
        """The game has changed. Whoever was hushed and is not any more reads on where the others are."""
        self._hushed = play.shown.hushed
        present = self._members.present
        self._show(present, play, events)
        for occupant in present:
            if occupant.held and occupant.seat not in self._hushed:
                lines, occupant.held = tuple(occupant.held), []
                self._log.touch()
                self.send(occupant, Chat(self._room, self._next(), lines))

    def say(self, words: str, speaker: Occupant | None = None) -> None:
        """A line of chat to everybody; from nobody it is a notice of the room.

        Raises:
            Denied: so much waits for the disk already that a line could be lost.
        """
        if speaker is not None and len(self._log.waiting) >= MOST_WAITING:
            raise Denied("paused", "The server cannot write to its disk just now, and would forget your line.")
        line = self._chat.add(speaker.name if speaker else "", words)
        self._log.append(Said(line))
        frame = codec.frame(Chat(self._room, self._next(), (line,)))
        for occupant in self._members.present:
            if not self._may_read(occupant, speaker):
                self._hold(occupant, line)
            elif (session := occupant.session) is not None:
                session.deliver(frame)

    def send(self, occupant: Occupant, message: ServerMessage) -> None:
        """A message for one member alone."""
        if (session := occupant.session) is not None:
            session.deliver(codec.frame(message))

    def _may_read(self, occupant: Occupant, speaker: Occupant | None) -> bool:
        """Notices hold no hint, so nobody has to wait for them."""
        return speaker is None or occupant is speaker or occupant.seat is None or occupant.seat not in self._hushed

    def _hold(self, occupant: Occupant, line: Line) -> None:
        occupant.held = [*occupant.held, line][-max(1, self._most) :]
        self._log.touch()

    def _show(self, occupants: Iterable[Occupant], play: Play, events: tuple[Any, ...]) -> None:
        showing = Showing(play, events, self._room, self._next(), testing=self._testing)
        for occupant in occupants:
            if (session := occupant.session) is not None:
                viewer = occupant.seat if occupant.role == "player" else None
                session.deliver(showing.frame(viewer), self._newest_game)

    def _next(self) -> int:
        self._seq += 1
        return self._seq
