"""Who was not let in, as the log tells it: enough to see an attack, and never so much that it fills a disk."""

from collections import Counter
from typing import Final

import structlog
import trio

LOG = structlog.get_logger()
EVERY: Final = 60.0
"""So long (s) one line stands for all of its kind."""
MOST: Final = 1_000
"""So many networks are counted apart at most, in one line."""


class TurnedAway:
    """For each reason one line at once, and while it goes on one a minute that counts.

    A reason is one of our own few words, and nothing that a client can choose freely.
    """

    def __init__(self) -> None:
        self._counts: dict[str, Counter[str]] = {}
        self._due: dict[str, float] = {}
        """When the next line about a reason may come."""

    def tell(self, reason: str, network: str) -> None:
        """Somebody was turned away."""
        if reason not in self._counts:
            self._begin(reason)
            LOG.info("turned away", reason=reason, times=1, network=network)
            return
        counts = self._counts[reason]
        counts[network if network in counts or len(counts) < MOST else "others"] += 1

    def sweep(self) -> None:
        """Once a second: write the lines that may come now."""
        now = trio.current_time()
        for reason in [reason for reason, due in self._due.items() if due <= now]:
            if self._sum_up(reason):
                self._begin(reason)

    def finish(self) -> None:
        """At the server's end: write what is still to be told."""
        for reason in tuple(self._due):
            self._sum_up(reason)

    def _sum_up(self, reason: str) -> bool:
        """Tell of those who came since the last line about a reason; whether there were any."""
        counts = self._counts.pop(reason)
        del self._due[reason]
        if counts:
            network, _ = counts.most_common(1)[0]
            LOG.info("turned away", reason=reason, times=counts.total(), networks=len(counts), most=network)
        return bool(counts)

    def _begin(self, reason: str) -> None:
        self._counts[reason] = Counter()
        self._due[reason] = trio.current_time() + EVERY
