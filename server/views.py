"""From a step of a game to what each viewer is sent: built once for each audience, never cut down from more."""

from collections.abc import Iterable
from typing import Any, Protocol

from engines.contract import Game, Viewer
from protocol import codec
from protocol.messages import Update


def seen_events(game: Game, events: Iterable[Any], audience: str) -> tuple[Any, ...]:
    """The events as an audience may know them."""
    return tuple(seen for event in events if (seen := game.seen(event, audience)) is not None)


class Moment(Protocol):
    """A game as it is shown now, and its clock."""

    @property
    def shown(self) -> Game:
        """The game."""

    @property
    def time(self) -> int:
        """Its clock (ms)."""

    @property
    def resumes(self) -> int:
        """In a count-down the ms at which the game goes on, else 0."""

    @property
    def paused(self) -> str:
        """Why the clock stands still; "" while it runs."""


class Showing:
    """One moment of a game on its way to those who look. Whatever is the same for several is made once.

    Args:
        moment: The game after the step, and its clock.
        events: What the step made happen; none for somebody who comes later.
        room: The room's id.
        seq: The number of the message.
        testing: Whether testers' helpers are shown.
    """

    def __init__(self, moment: Moment, events: tuple[Any, ...], room: str, seq: int, *, testing: bool = False) -> None:
        self._game, self._events, self._testing = moment.shown, events, testing
        self._room, self._seq, self._moment = room, seq, moment
        self._begun: dict[str, bytes] = {}
        self._watching: dict[str, bytes] = {}

    def frame(self, viewer: Viewer) -> bytes:
        """The frame for a seat, or for somebody who watches."""
        audience = self._game.audience(viewer, testing=self._testing)
        if audience not in self._begun:
            self._begun[audience] = self._begin(audience)
        if viewer is not None:
            return codec.completed(self._begun[audience], self._game.own(viewer))
        if audience not in self._watching:
            self._watching[audience] = codec.completed(self._begun[audience], None)
        return self._watching[audience]

    def _begin(self, audience: str) -> bytes:
        """What the whole audience is sent."""
        game, moment = self._game, self._moment
        shared: Any = game.shared(audience)
        events = seen_events(game, self._events, audience)
        return codec.begun(Update(self._room, self._seq, moment.time, shared, events, moment.resumes, moment.paused))
