"""The clock by which tables read their times. It stands still while nothing is heard of the server."""

import time


def monotonic() -> float:
    """This process's monotonic clock in milliseconds, by which a scene's `offset` is reckoned."""
    return time.monotonic() * 1000


class Clock:
    """`monotonic`, or the moment at which it was stopped."""

    def __init__(self) -> None:
        self._stopped: float | None = None

    def __call__(self) -> float:
        """The time in ms."""
        return monotonic() if self._stopped is None else self._stopped

    def stop(self) -> None:
        """Stand still."""
        self._stopped = self()

    def go(self) -> None:
        """Go on with the true time."""
        self._stopped = None
