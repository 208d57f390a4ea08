"""The states of a connection. The table is the specification: what it does not name is not allowed.

The same table serves both ends: a client is refused by its own library what a server would refuse.
"""

from enum import IntEnum, auto
from typing import Final, get_args

from protocol import messages as m


class State(IntEnum):
    """How far a connection has come."""

    FRESH = auto()  # nothing was said
    HELLO = auto()  # the client said Hello, the server has not answered
    STRANGER = auto()  # Welcome was said: the client may sign in
    SIGNED = auto()  # the server knows who this is
    CLOSED = auto()  # one end said that it closes, or broke the protocol


_SIGN_IN: Final = get_args(m.SigningIn)
_SIGNED: Final = (*get_args(m.InLobby), *get_args(m.InRoom), *get_args(m.Inquiry), *get_args(m.OwnAccount))
_NEWS: Final = (*get_args(m.News), *get_args(m.Finding))

CLIENT: Final[dict[State, dict[type, State]]] = {
    State.FRESH: {m.Hello: State.HELLO},
    # A ping right behind the hello is how a client learns, by the pong, that its token is not known any more.
    State.HELLO: {m.Ping: State.HELLO, m.Bye: State.CLOSED},
    State.STRANGER: {
        m.Ping: State.STRANGER,
        **dict.fromkeys(_SIGN_IN, State.STRANGER),
        m.Bye: State.CLOSED,
    },
    State.SIGNED: {
        m.Ping: State.SIGNED,
        # A second press of a button can cross the answer to the first: it is refused, and ends nothing.
        **dict.fromkeys(_SIGN_IN, State.SIGNED),
        **dict.fromkeys(_SIGNED, State.SIGNED),
        m.Bye: State.CLOSED,
    },
    State.CLOSED: {},
}
"""What a client may send in each state, and the state that follows."""

SERVER: Final[dict[State, dict[type, State]]] = {
    State.FRESH: {m.Goodbye: State.CLOSED},
    State.HELLO: {m.Welcome: State.STRANGER, m.Goodbye: State.CLOSED},
    State.STRANGER: {
        m.Pong: State.STRANGER,
        m.Accepted: State.STRANGER,
        m.Refused: State.STRANGER,
        m.Signed: State.SIGNED,
        m.Goodbye: State.CLOSED,
    },
    State.SIGNED: {
        m.Pong: State.SIGNED,
        m.Accepted: State.SIGNED,
        m.Refused: State.SIGNED,
        m.Signed: State.SIGNED,
        **dict.fromkeys(_NEWS, State.SIGNED),
        m.Goodbye: State.CLOSED,
    },
    State.CLOSED: {},
}
"""What a server may send in each state, and the state that follows."""
