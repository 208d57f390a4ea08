"""One connection, without input or output: bytes go in and messages come out, messages go in and bytes come out."""

from collections.abc import Callable
from typing import Any, Final, Generic, Literal, TypeVar, overload

from msgspec import Struct

from protocol import codec
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.frames import FROM_CLIENT, FROM_SERVER, FrameReader
from protocol.messages import ClientMessage, ServerMessage
from protocol.states import CLIENT, SERVER, State

Theirs = TypeVar("Theirs", bound=Struct)
Ours = TypeVar("Ours", bound=Struct)


class Connection(Generic[Theirs, Ours]):
    """One end of a connection. It knows how far it has come, and lets nothing pass that the state table does not name.

    `Theirs` are the messages that the other end sends, `Ours` those that this end sends.
    """

    @overload
    def __init__(self: "Connection[ServerMessage, ClientMessage]", role: Literal["client"]) -> None: ...

    @overload
    def __init__(self: "Connection[ClientMessage, ServerMessage]", role: Literal["server"]) -> None: ...

    def __init__(self, role: Literal["client", "server"]) -> None:
        """A fresh connection of which we are the `role`."""
        server = role == "server"
        self.role: Final = role
        self.state = State.FRESH
        self._cap = FROM_SERVER if server else FROM_CLIENT
        self._frames = FrameReader(FROM_CLIENT if server else FROM_SERVER)
        self._decode: Callable[[bytes | bytearray], Any] = codec.from_client if server else codec.from_server
        self._theirs = CLIENT if server else SERVER
        self._ours = SERVER if server else CLIENT

    @property
    def unfinished(self) -> int:
        """How many bytes of a frame have come of which the rest is missing; 0 between frames."""
        return len(self._frames)

    def receive(self, chunk: bytes) -> list[Theirs]:
        """The messages that these bytes complete, in order. What follows a closing message is not read.

        Raises:
            RemoteProtocolError: the other end broke the protocol. The connection is closed, whole messages that came in
                the same bytes before the fault are lost with it.
        """
        messages: list[Theirs] = []
        if self.state is State.CLOSED:
            return messages
        try:
            for body in self._frames.feed(chunk):
                message = self._decode(body)
                self.state = self._after(message)
                messages.append(message)
                if self.state is State.CLOSED:
                    break
        except RemoteProtocolError:
            self.state = State.CLOSED
            raise
        return messages

    def send(self, message: Ours) -> bytes:
        """The bytes that carry a message of ours.

        Raises:
            LocalProtocolError: the state does not allow it, or it is too long.
        """
        after = self._ours[self.state].get(type(message))
        if after is None:
            raise LocalProtocolError(f"{type(message).__name__} cannot be sent in state {self.state.name}")
        wire = codec.frame(message, self._cap)  # type: ignore[arg-type]  # Ours is one of the two unions
        self.state = after
        return wire

    def _after(self, message: Theirs) -> State:
        after = self._theirs[self.state].get(type(message))
        if after is None:
            raise RemoteProtocolError(
                "out_of_order", f"The message {message.__struct_config__.tag!r} is not allowed here."
            )
        return after
