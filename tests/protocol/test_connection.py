"""A conversation: both ends walk by the one table, and the first broken rule ends it."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from engines.five_of_a_kind.model import Settings
from protocol import codec
from protocol import messages as m
from protocol.connection import Connection
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.frames import FROM_CLIENT, HEADER, framed
from protocol.states import CLIENT, SERVER, State
from tests.protocol.strategies import BY_KIND, CLIENT_KINDS, SERVER_KINDS

HELLO, WELCOME = m.Hello(m.PROTOCOL, "1.0"), m.Welcome(m.PROTOCOL, "1.0", "house", "", 30)
SIGNED = m.Signed("Ann", "guest", None, "t")


def signed_in() -> "tuple[Connection[m.ClientMessage, m.ServerMessage], Connection[m.ServerMessage, m.ClientMessage]]":
    """A server's and a client's end, with the client signed in."""
    here, there = Connection("server"), Connection("client")
    here.receive(there.send(HELLO))
    there.receive(here.send(WELCOME))
    here.receive(there.send(m.Guest(1, "Ann")))
    there.receive(here.send(SIGNED) + here.send(m.Accepted(1)))
    return here, there


def test_both_ends_walk_the_same_states() -> None:
    here, there = Connection("server"), Connection("client")
    seen = [(here.state, there.state)]
    assert here.receive(there.send(HELLO)) == [HELLO]
    seen.append((here.state, there.state))
    assert there.receive(here.send(WELCOME)) == [WELCOME]
    seen.append((here.state, there.state))
    assert here.receive(there.send(m.Guest(1, "Ann"))) == [m.Guest(1, "Ann")]
    assert there.receive(here.send(SIGNED)) == [SIGNED]
    seen.append((here.state, there.state))
    assert there.receive(here.send(m.Goodbye("closing", "Bye."))) == [m.Goodbye("closing", "Bye.")]
    seen.append((here.state, there.state))
    assert seen == [(state, state) for state in State]


def test_a_ping_may_follow_right_behind_the_hello_and_a_sign_in_may_not() -> None:
    here, there = Connection("server"), Connection("client")
    assert here.receive(there.send(HELLO) + there.send(m.Ping(7))) == [HELLO, m.Ping(7)]
    with pytest.raises(LocalProtocolError):
        there.send(m.Guest(1, "Ann"))
    assert there.receive(here.send(WELCOME) + here.send(m.Pong(7))) == [WELCOME, m.Pong(7)]
    assert here.receive(there.send(m.Guest(1, "Ann"))) == [m.Guest(1, "Ann")]


def test_the_tables_name_every_state_and_no_stranger() -> None:
    for table, kinds in ((CLIENT, CLIENT_KINDS), (SERVER, SERVER_KINDS)):
        assert list(table) == list(State)
        allowed = {kind for row in table.values() for kind in row}
        assert allowed == set(kinds)
        assert not table[State.CLOSED]


@pytest.mark.parametrize("kind", [*CLIENT_KINDS, *SERVER_KINDS], ids=lambda kind: kind.__name__)
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_each_kind_passes_where_the_table_says_and_nowhere_else(kind: type[Struct], data: st.DataObject) -> None:
    message: Any = data.draw(BY_KIND[kind])
    by_client = kind in CLIENT_KINDS
    for state in State:
        sender: Connection[Any, Any] = Connection("client") if by_client else Connection("server")
        taker: Connection[Any, Any] = Connection("server") if by_client else Connection("client")
        sender.state = taker.state = state
        after = (CLIENT if by_client else SERVER)[state].get(kind)
        if after is None:
            with pytest.raises(LocalProtocolError):
                sender.send(message)
            assert sender.state is state
            if state is State.CLOSED:
                assert taker.receive(codec.frame(message)) == []
                continue
            with pytest.raises(RemoteProtocolError) as caught:
                taker.receive(codec.frame(message))
            assert caught.value.code == "out_of_order"
            assert taker.state is State.CLOSED
        else:
            assert taker.receive(sender.send(message)) == [message]
            assert sender.state is taker.state is after


@given(st.lists(st.binary(max_size=120) | st.sampled_from([codec.frame(HELLO), codec.frame(m.Ping(1))]), max_size=6))
def test_any_bytes_give_messages_or_one_error_and_then_silence(chunks: list[bytes]) -> None:
    for connection in (Connection("server"), Connection("client")):
        broken = False
        for chunk in chunks:
            try:
                given_out = connection.receive(chunk)
            except RemoteProtocolError:
                assert not broken
                broken = True
            else:
                assert not (broken and given_out)
            assert connection.unfinished <= HEADER + FROM_CLIENT * (17 if connection.role == "client" else 1)
        assert (connection.state is State.CLOSED) or not broken


def test_byte_by_byte_is_the_same_as_one_chunk() -> None:
    there = Connection("client")
    stream = there.send(HELLO) + there.send(m.Ping(1)) + there.send(m.Ping(2**53)) + there.send(m.Bye())
    whole, slow = Connection("server"), Connection("server")
    messages = [message for byte in stream for message in slow.receive(bytes([byte]))]
    assert messages == whole.receive(stream)
    assert slow.state is whole.state
    assert slow.unfinished == 0


def test_an_unfinished_frame_can_be_seen() -> None:
    here, there = Connection("server"), Connection("client")
    frame = there.send(HELLO)
    for received, byte in enumerate(frame[:-1], 1):
        assert here.receive(bytes([byte])) == []
        assert here.unfinished == received
    assert here.receive(frame[-1:]) == [HELLO]
    assert here.unfinished == 0


def test_nothing_follows_the_first_bad_frame() -> None:
    here, there = signed_in()
    with pytest.raises(RemoteProtocolError):
        here.receive(framed(b"\xc1", FROM_CLIENT) + there.send(m.Ping(1)))
    assert here.receive(there.send(m.Ping(2))) == []
    with pytest.raises(LocalProtocolError):
        here.send(m.Pong(2))


def test_what_comes_behind_a_farewell_is_not_read() -> None:
    here, there = signed_in()
    assert here.receive(there.send(m.Bye()) + b"\xff" * 99) == [m.Bye()]
    assert here.state is State.CLOSED
    assert here.receive(b"\xff" * 99) == []


def test_a_message_that_cannot_be_sent_changes_nothing() -> None:
    here, there = signed_in()
    with pytest.raises(LocalProtocolError):
        there.send(m.Say(2, "a1", "x" * FROM_CLIENT))
    with pytest.raises(LocalProtocolError):
        there.send(HELLO)
    assert here.receive(there.send(m.Create(3, Settings()))) == [m.Create(3, Settings())]


def test_a_long_line_of_chat_is_heard_so_that_it_can_be_answered() -> None:
    here, there = signed_in()
    pasted = m.Say(2, "a1", "李" * 10_000)
    assert here.receive(there.send(pasted)) == [pasted]
