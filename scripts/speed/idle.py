"""What one idle client costs the server in memory: a guest who has signed in and sits in the lobby."""

import socket
import ssl
from functools import cache
from typing import Final

from protocol import messages as m
from protocol.connection import Connection
from scripts.serving import CROWDED, Served, serving

CLIENTS: Final = 2000
FIRST: Final = 200
"""So many come before the first look, so that what the server loads and allocates only once is not counted."""


def measure(tls: bool) -> None:
    """Print KiB per connection, plain or encrypted."""
    with serving(config={**CROWDED, "tls": {"mode": "on" if tls else "off"}}) as served:
        guests = [Guest(served, number, tls=tls) for number in range(FIRST)]
        before = served.memory
        guests += [Guest(served, number, tls=tls) for number in range(FIRST, FIRST + CLIENTS)]
        grown = served.memory - before
        for guest in guests:
            guest.close()
    print(
        f"memory per idle {'encrypted' if tls else 'plain'} connection: {grown / CLIENTS:.1f} KiB ({CLIENTS:,} guests)"
    )


class Guest:
    """A client that signs in and then says nothing."""

    def __init__(self, served: Served, number: int, *, tls: bool) -> None:
        plain = socket.create_connection(("127.0.0.1", served.port))
        self._socket = _unchecked().wrap_socket(plain) if tls else plain
        connection = Connection("client")
        for message, answer in ((m.Hello(m.PROTOCOL), m.Welcome), (m.Guest(1, f"g{number}"), m.Accepted)):
            self._socket.sendall(connection.send(message))
            while not any(isinstance(heard, answer) for heard in connection.receive(self._socket.recv(65_536))):
                pass

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


@cache
def _unchecked() -> ssl.SSLContext:
    """The certificate of a server that was made a moment ago is nobody's."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context
