"""Frames and messages against hostile bytes: a message or one error of the peer's, nothing else, never much memory."""

import contextlib
import tracemalloc

import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.five_of_a_kind.model import Claim, Legal, Own, Settings, Shared
from protocol import codec
from protocol import messages as m
from protocol.connection import Connection
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.frames import FROM_CLIENT, FrameReader, framed
from protocol.states import CLIENT, SERVER, State

REQUESTS: list[m.Request] = [
    m.Register(1, "Ann", "long enough"),
    m.SignIn(2, "Ann", "long enough"),
    m.Guest(3, "Ann"),
    m.Browse(4, True),
    m.Create(5, Settings()),
    m.Join(6, "a1"),
    m.Watch(7, "a1"),
    m.Leave(8, "a1"),
    m.Ready(9, "a1", True),
    m.Start(10, "a1"),
    m.Remove(11, "a1", 2),
    m.Say(12, "a1", "hi"),
    m.Act(13, "a1", Claim(41)),
    m.Again(14, "a1"),
]
SHARED = Shared(1, 1, True, ("2 red oval solid", "-", "?", ""), 1, 1000, 5, None, (), None, None, None, 0, 0, 1, None)


@pytest.mark.parametrize("message", [m.Hello(1, "x"), m.Ping(5), m.Bye(), *REQUESTS], ids=lambda x: type(x).__name__)
def test_client_messages_come_back_as_they_went(message: m.ClientMessage) -> None:
    (body,) = FrameReader(FROM_CLIENT).feed(codec.frame(message))
    assert codec.from_client(body) == message


def test_a_prepared_view_reads_as_the_view_itself() -> None:
    own = Own(0, "none", Legal())
    plain = m.Update("a1", 3, 99, SHARED, own)
    ready = m.Update("a1", 3, 99, codec.prepared(SHARED), own)
    assert codec.frame(ready) == codec.frame(plain)
    assert codec.from_server(codec.frame(ready)[4:]) == plain


def test_byte_by_byte_is_the_same_as_one_chunk() -> None:
    stream = codec.frame(m.Hello(1)) + codec.frame(m.Ping(1))
    slow = FrameReader(FROM_CLIENT)
    pieces = [body for byte in stream for body in slow.feed(bytes([byte]))]
    assert pieces == FrameReader(FROM_CLIENT).feed(stream)
    assert len(slow) == 0


@given(st.binary(max_size=300), st.booleans())
def test_any_bytes_give_messages_or_one_error(chunk: bytes, length_first: bool) -> None:
    connection = Connection("server")
    try:
        connection.receive(framed(chunk, FROM_CLIENT) if length_first and chunk else chunk)
    except RemoteProtocolError:
        assert connection.state is State.CLOSED
        assert connection.receive(codec.frame(m.Hello(1))) == []


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=8)
    | st.binary(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8) | st.integers(0, 9), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(st.sampled_from([msgspec.to_builtins(request) for request in REQUESTS]), st.data())
def test_a_message_with_a_wrong_field_is_refused_or_read(plain: dict[str, object], data: st.DataObject) -> None:
    spoilt = {**plain, data.draw(st.sampled_from(sorted(plain))): data.draw(values)}
    with contextlib.suppress(RemoteProtocolError):
        assert type(codec.from_client(msgpack.packb(spoilt))) in map(type, [m.Hello(1), m.Ping(1), m.Bye(), *REQUESTS])


BOMBS = {
    "array of 4 billion": "ddffffffff",
    "map of 4 billion": "dfffffffff",
    "text of 4 GiB": "dbffffffff",
    "bytes of 4 GiB": "c6ffffffff",
    "extension of 4 GiB": "c9ffffffff01",
    "bytes of 2 GiB, then silence": "c67fffffff",
    "a crash of an old msgpack": "9ffd74f7dd74fffdbd",
    "no msgpack at all": "c1",
    "a thousand lists in lists": "91" * 1000,
    "not a map": "93010203",
    "a number for a key": "8107a0",
}


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS.keys())
def test_bombs_give_one_error_and_take_no_memory(bomb: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(RemoteProtocolError) as caught:
            codec.from_client(bytes.fromhex(bomb))
        assert tracemalloc.get_traced_memory()[1] < 4 * FROM_CLIENT
    finally:
        tracemalloc.stop()
    assert caught.value.__cause__ is None


@pytest.mark.parametrize(
    "body",
    [
        b"\x82" + msgpack.packb("type") + msgpack.packb("ping") + msgpack.packb(b"echo") + msgpack.packb(1),
        b"\x83" + msgpack.packb("type") + msgpack.packb("ping") + (msgpack.packb("echo") + msgpack.packb(1)) * 2,
    ],
    ids=["a key in bytes", "a key twice"],
)
def test_keys_are_texts_and_stand_once(body: bytes) -> None:
    with pytest.raises(RemoteProtocolError):
        codec.from_client(body)


@pytest.mark.parametrize("length", [0, FROM_CLIENT + 1, 2**32 - 1])
def test_a_bad_length_is_refused_before_its_body(length: int) -> None:
    with pytest.raises(RemoteProtocolError):
        FrameReader(FROM_CLIENT).feed(length.to_bytes(4, "big"))


def test_a_reader_keeps_no_more_than_a_frame() -> None:
    reader = FrameReader(FROM_CLIENT)
    reader.feed(FROM_CLIENT.to_bytes(4, "big"))
    for _ in range(FROM_CLIENT - 1):
        reader.feed(b"x")
    assert len(reader) == FROM_CLIENT + 3
    assert reader.feed(b"x") == [b"x" * FROM_CLIENT]
    assert len(reader) == 0


def test_nothing_follows_the_first_bad_frame() -> None:
    connection = Connection("server")
    with pytest.raises(RemoteProtocolError):
        connection.receive(framed(b"\xc1", FROM_CLIENT) + codec.frame(m.Hello(1)))
    assert connection.receive(codec.frame(m.Hello(1))) == []


def test_a_request_before_signing_in_is_out_of_order() -> None:
    connection = Connection("server")
    connection.receive(codec.frame(m.Hello(1)))
    connection.send(m.Welcome(1, "0", "name", "", 30))
    with pytest.raises(RemoteProtocolError) as caught:
        connection.receive(codec.frame(m.Say(1, "a1", "hi")))
    assert caught.value.code == "out_of_order"


def test_both_ends_walk_the_same_states() -> None:
    here, there = Connection("client"), Connection("server")
    there.receive(here.send(m.Hello(1)))
    assert here.receive(there.send(m.Welcome(1, "0", "name", "", 30)))
    assert there.receive(here.send(m.Guest(1, "Ann"))) == [m.Guest(1, "Ann")]
    here.receive(there.send(m.Signed("Ann", "guest", None, "t")) + there.send(m.Accepted(1)))
    states = [here.state, there.state]
    here.receive(there.send(m.Goodbye("closing", "bye")))
    assert [*states, here.state, there.state] == [State.SIGNED] * 2 + [State.CLOSED] * 2


def test_our_own_mistakes_are_local() -> None:
    connection = Connection("client")
    with pytest.raises(LocalProtocolError):
        connection.send(m.Say(1, "a1", "hi"))
    connection.send(m.Hello(1))
    with pytest.raises(LocalProtocolError):
        framed(b"x" * (FROM_CLIENT + 1), FROM_CLIENT)


def test_every_message_of_a_union_is_allowed_in_some_state() -> None:
    for union, table in ((m.ClientMessage, CLIENT), (m.ServerMessage, SERVER)):
        allowed = {message for row in table.values() for message in row}
        assert allowed == set(union.__args__)
