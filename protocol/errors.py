"""Two kinds of error, apart: what the peer did wrong, and what we did wrong."""


class ProtocolError(Exception):
    """The base of both kinds."""


class LocalProtocolError(ProtocolError):
    """Our own side tried to send what it must not: a bug here, never the peer's doing."""


class RemoteProtocolError(ProtocolError):
    """The peer broke the protocol; the connection is over. `code` is for programs, `text` for people.

    Neither ever holds a piece of what the peer sent.
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
