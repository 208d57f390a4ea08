"""The server's end of one TLS connection: bytes in, bytes out, and no socket."""

import ssl
from contextlib import suppress
from typing import Final

READ_SIZE: Final = 16_384
HANDSHAKE: Final = 0x16
"""The first byte of every TLS connection (RFC 8446, section 5.1: a record that holds a handshake)."""


class TunnelError(Exception):
    """The connection cannot be used. `plain` says that the client did not even try to encrypt."""

    def __init__(self, reason: str, *, plain: bool) -> None:
        super().__init__(reason)
        self.plain = plain


class Tunnel:
    """What goes in as ciphertext comes out as plaintext, and the other way round.

    The handshake takes place in the first calls of `unseal`. What TLS has to say by itself waits in `sealed`.
    """

    def __init__(self, context: ssl.SSLContext) -> None:
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=True)
        self._begun = False
        self.ready = False
        """Whether the handshake is over, so that something can be sealed."""

    def unseal(self, data: bytes) -> tuple[bytes, bool]:
        """Take in what the socket received.

        Returns:
            The plaintext that is complete by now, and whether the other side said that no more will come.

        Raises:
            TunnelError: It is no TLS, or none that this server accepts.
        """
        plain = not self._begun and data[0] != HANDSHAKE
        self._begun = True
        if plain:
            raise TunnelError("no handshake", plain=True)
        self._incoming.write(data)
        text: list[bytes] = []
        try:
            if not self.ready:
                self._tls.do_handshake()
                self.ready = True
            while piece := self._tls.read(READ_SIZE):
                text.append(piece)
        except ssl.SSLWantReadError:
            return b"".join(text), False
        except ssl.SSLError as error:
            raise TunnelError(error.reason or "unknown", plain=False) from error
        return b"".join(text), True

    def seal(self, text: bytes) -> bytes:
        """The ciphertext for the socket, behind whatever waited. Only when `ready`."""
        self._tls.write(text)
        return self._outgoing.read()

    def sealed(self) -> bytes:
        """What TLS itself wants to send: a part of the handshake, or an alert."""
        return self._outgoing.read()

    def farewell(self) -> bytes:
        """The notice that nothing more will be sealed; nothing where there never was a connection."""
        # It has written the notice when it complains that the other side's is missing.
        with suppress(ssl.SSLError):
            self._tls.unwrap()
        return self._outgoing.read()
