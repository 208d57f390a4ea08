"""Where a server is: the text that a player types."""

from dataclasses import dataclass

PORT = 5555
"""The port of a server that names none."""

PLAIN = "plain:"
"""Before an address: connect unencrypted, although others may listen in."""


@dataclass(frozen=True)
class Address:
    """A host and a port, and whether the player wants no encryption."""

    host: str
    port: int = PORT
    plain: bool = False

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return (PLAIN if self.plain else "") + (host if self.port == PORT else f"{host}:{self.port}")


def address(text: str) -> Address:
    """Read ``host``, ``host:port``, ``[IPv6]`` or ``[IPv6]:port``; a bare IPv6 address is one without a port.

    ``plain:`` before it asks for a connection without encryption.

    Raises:
        ValueError: it is none of these. The message is a sentence for the player.
    """
    text = text.strip()
    plain, text = text.startswith(PLAIN), text.removeprefix(PLAIN)
    host, port = text, ""
    if text.startswith("["):
        host, closed, rest = text[1:].partition("]")
        if not closed or (rest and not rest.startswith(":")):
            raise ValueError("An IPv6 address looks like [::1] or [::1]:5555.")
        port = rest[1:]
    elif text.count(":") == 1:
        host, _, port = text.partition(":")
    if not host or not host.isprintable() or any(letter in " /\\@" for letter in host) or len(host) > 253:
        raise ValueError("A server looks like localhost, cards.example.org or 192.0.2.7:5555.")
    if port and not (port.isascii() and port.isdigit() and 1 <= int(port[:6]) <= 65535):
        raise ValueError("A port is a whole number from 1 to 65535.")
    return Address(host, int(port) if port else PORT, plain)
