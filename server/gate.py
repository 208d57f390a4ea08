"""How many may be connected, in all and from one address, and who makes way for a newcomer."""

import ipaddress
from collections import Counter
from typing import TYPE_CHECKING

from server.config import LimitsSection

if TYPE_CHECKING:
    from server.session import Session


class Gate:
    """Counts sessions by network. Those who have not signed in are strangers: few at a time, and the first to go."""

    def __init__(self, limits: LimitsSection) -> None:
        self._limits = limits
        self._networks: dict[Session, str] = {}
        self._strangers: dict[Session, str] = {}
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._networks)

    def has_room(self, network: str) -> bool:
        """Whether a connection from there can be taken, after a stranger has made way if need be."""
        if self.used_up(network):
            return self._make_way(network)
        if len(self) >= self._limits.connections or len(self._strangers) >= self._limits.strangers:
            crowd = Counter(self._strangers.values()).most_common(1)
            return bool(crowd) and self._make_way(crowd[0][0])
        return True

    def used_up(self, network: str) -> bool:
        """Whether as many are connected from there as one address may have."""
        return self._counts[network] >= self._limits.connections_per_address

    def enter(self, session: "Session", network: str) -> None:
        """Somebody has connected."""
        self._networks[session] = self._strangers[session] = network
        self._counts[network] += 1

    def known(self, session: "Session") -> None:
        """Somebody has signed in."""
        self._strangers.pop(session, None)

    def left(self, session: "Session") -> None:
        """A connection has ended; nothing happens the second time."""
        self._strangers.pop(session, None)
        network = self._networks.pop(session, None)
        if network is not None:
            self._counts[network] -= 1
            if not self._counts[network]:
                del self._counts[network]

    def _make_way(self, network: str) -> bool:
        """Let go of the stranger who has waited longest in a network, if there is one."""
        longest = next((session for session, home in self._strangers.items() if home == network), None)
        if longest is None:
            return False
        longest.make_way()
        return True


def network(address: str) -> str:
    """What one household or one machine has: an IPv4 address, also in IPv6's clothes, or the /64 of an IPv6 address.

    Anything else, such as a socket of this machine, stands for itself.
    """
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ipaddress.ip_network((ip, 64), strict=False))
