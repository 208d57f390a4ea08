"""What clients can bring about, as the log tells it: enough to see an attack, never so much that it fills a disk."""

import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import structlog
import trio

LOG = structlog.get_logger()
EVERY: Final = 60.0
"""So long (s) one line stands for all of its kind."""
MOST: Final = 1_000
"""So many networks are counted apart at most, in one line."""


@dataclass
class Tally:
    """What came since the last line of a kind. `words` are what each such line says, and `tell` writes it."""

    words: dict[str, str]
    tell: Callable[..., object]
    due: float = field(default_factory=lambda: trio.current_time() + EVERY)
    """When the next line of the kind may come."""
    networks: Counter[str] = field(default_factory=Counter)

    def count(self, network: str) -> None:
        """One more, from a network."""
        self.networks[network if network in self.networks or len(self.networks) < MOST else "others"] += 1

    def sum_up(self) -> bool:
        """Write the line; whether there was anything to tell."""
        if not self.networks:
            return False
        network, _ = self.networks.most_common(1)[0]
        counts = {"times": self.networks.total(), "networks": len(self.networks), "most": network}
        self.tell(**self.words, **counts)
        return True


class TurnedAway:
    """Of each kind one line at once, and while it goes on one a minute that counts.

    What makes a kind is one of our own few words, or a place in our code, and nothing that a client can choose freely.
    """

    def __init__(self) -> None:
        self._tallies: dict[str, Tally] = {}

    def tell(self, reason: str, network: str) -> None:
        """Somebody was turned away."""
        if not self._counted(reason, network):
            words = {"event": "turned away", "reason": reason}
            self._tallies[reason] = Tally(words, LOG.info)
            LOG.info(**words, times=1, network=network)

    def fault(self, event: str, network: str, fault: Exception) -> None:
        """Something of ours has failed for somebody: the first of a kind is told with all that led to it."""
        last = traceback.extract_tb(fault.__traceback__)[-1]
        words = {"event": event, "fault": f"{type(fault).__name__} in {last.name}, line {last.lineno}"}
        kind = " ".join(words.values())
        if not self._counted(kind, network):
            self._tallies[kind] = Tally(words, LOG.error)
            LOG.error(**words, times=1, network=network, exc_info=fault)

    def _counted(self, kind: str, network: str) -> bool:
        """Count one where its kind was told already, in the last minute."""
        tally = self._tallies.get(kind)
        if tally is not None:
            tally.count(network)
        return tally is not None

    def sweep(self) -> None:
        """Once a second: write the lines that may come now."""
        now = trio.current_time()
        for kind, tally in [(kind, tally) for kind, tally in self._tallies.items() if tally.due <= now]:
            if tally.sum_up():
                self._tallies[kind] = Tally(tally.words, tally.tell)
            else:
                del self._tallies[kind]

    def finish(self) -> None:
        """At the server's end: write what is still to be told."""
        for tally in self._tallies.values():
            tally.sum_up()
        self._tallies.clear()
