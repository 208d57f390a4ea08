"""Messages against hostile bytes: a message or one error of the peer's, nothing else, never much memory."""

import random
import tracemalloc
from collections.abc import Callable
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from engines.five_of_a_kind.model import Claim, Dealt, Legal, Own, Settings, Shared
from protocol import codec
from protocol import messages as m
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.frames import FROM_CLIENT, FROM_SERVER, HEADER
from tests.protocol.strategies import CLIENT_KINDS, CLIENT_MESSAGES, SERVER_KINDS, SERVER_MESSAGES

READERS = (codec.from_client, codec.from_server)
SHARED = Shared(1, 1, True, ("2 red oval solid", "-", "?", ""), 1, 1000, 5, None, (), None, None, None, 0, 0, 1, None)
OWN = Own(0, "none", Legal(4, ("red",), ("faster",), True))

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text() | st.binary(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8) | st.integers(0, 9), inner, max_size=4)
    ),
    max_leaves=12,
)


def packed(value: object) -> bytes:
    """The value as msgpack."""
    body: bytes = msgpack.packb(value)
    return body


@given(CLIENT_MESSAGES)
def test_every_client_message_comes_back_as_it_went(message: Any) -> None:
    assert codec.from_client(codec.frame(message)[HEADER:]) == message


@given(CLIENT_MESSAGES, st.randoms(use_true_random=False))
def test_a_message_means_the_same_however_it_is_written(message: Any, dice: random.Random) -> None:
    fields = list(msgspec.to_builtins(message).items())
    dice.shuffle(fields)
    assert codec.from_client(packed(dict(fields))) == message


@settings(max_examples=50)
@given(SERVER_MESSAGES)
def test_every_server_message_comes_back_as_it_went(message: Any) -> None:
    assert codec.from_server(codec.frame(message)[HEADER:]) == message


def test_parts_that_are_prepared_read_as_the_parts_themselves() -> None:
    events = (Dealt(1, "-"), Dealt(2, "1 blue oval solid"))
    plain = m.Update("a1", 3, 99, SHARED, events, own=OWN)
    ready = m.Update("a1", 3, 99, codec.prepared(SHARED), codec.prepared(events), own=OWN)
    assert codec.frame(ready) == codec.frame(plain)
    assert codec.from_server(codec.frame(ready)[HEADER:]) == plain


@pytest.mark.parametrize("own", [OWN, None])
def test_a_message_that_was_begun_reads_as_the_whole(own: m.Own | None) -> None:
    begun = codec.begun(m.Update("a1", 3, 99, SHARED, (Dealt(1, "-"),), 5, paused="why"))
    assert codec.completed(begun, own) == codec.frame(m.Update("a1", 3, 99, SHARED, (Dealt(1, "-"),), 5, "why", own))


# What is refused.


def judged(read: Callable[[bytes], Struct], body: bytes) -> Struct | RemoteProtocolError:
    """What a body is read as, or the one error that there may be; any other ends the test."""
    try:
        return read(body)
    except RemoteProtocolError as error:
        return error


@given(st.binary(max_size=200))
def test_any_body_is_a_message_or_one_error(body: bytes) -> None:
    for read in READERS:
        found = judged(read, body)
        assert isinstance(found, RemoteProtocolError) or type(found) in (*CLIENT_KINDS, *SERVER_KINDS)


@given(st.data())
def test_a_spoilt_field_is_refused_or_read_as_its_type_says(data: st.DataObject) -> None:
    plain = msgspec.to_builtins(data.draw(CLIENT_MESSAGES))
    key = data.draw(st.sampled_from(sorted(plain)))
    found = judged(codec.from_client, packed({**plain, key: data.draw(VALUES)}))
    assert isinstance(found, RemoteProtocolError) or type(found) in CLIENT_KINDS


ACT = {"type": "act", "ref": 1, "room": "a1", "command": {"type": "five_of_a_kind.claim", "card": 3}}
PING = packed("type") + packed("ping") + packed("echo") + packed(1)

NOT_MESSAGES: dict[str, bytes] = {
    "nothing of a map": packed([1, 2, 3]),
    "an empty map": packed({}),
    "no type": packed({"ref": 1}),
    "an unknown type": packed({"type": "deal"}),
    "a server's type": packed({"type": "pong", "echo": 1}),
    "a field too few": packed({"type": "ping"}),
    "a field too many": packed({"type": "ping", "echo": 1, "seat": 2}),
    "a field too many, deeper": packed({**ACT, "command": {**ACT["command"], "seat": 2}}),  # type: ignore[dict-item]
    "a setting that does not exist": packed(
        {"type": "create", "ref": 1, "settings": {"type": "five_of_a_kind", "deck": "stacked"}}
    ),
    "a setting out of its choices": packed(
        {"type": "create", "ref": 1, "settings": {"type": "five_of_a_kind", "slots": 6}}
    ),
    "a number that is none": packed(
        {"type": "create", "ref": 1, "settings": {"type": "five_of_a_kind", "floor": float("nan")}}
    ),
    "a time without end": packed(
        {"type": "create", "ref": 1, "settings": {"type": "five_of_a_kind", "interval": float("inf")}}
    ),
    "a ref of 0": packed({**ACT, "ref": 0}),
    "a ref that is true": packed({**ACT, "ref": True}),
    "a room that is no room's name": packed({**ACT, "room": "../a1"}),
    "a text that is not UTF-8": b"\x82" + packed("type") + packed("hello") + packed("client") + b"\xa1\xff",
    "a key of bytes": b"\x82" + packed("type") + packed("ping") + packed(b"echo") + packed(1),
    "an empty key of bytes": b"\x83" + PING + packed(b"") + packed(1),
    "a key twice": b"\x83" + PING + packed("echo") + packed(2),
    "a number for a key": b"\x83" + PING + packed(7) + packed(1),
    "more behind the map": b"\x82" + PING + b"\xc0",
    "an extension": b"\x83" + PING + packed("x") + b"\xc7\x00\x05",
    "a moment": b"\x83" + PING + packed("x") + b"\xd6\xff\x00\x00\x00\x00",
}


@pytest.mark.parametrize("body", NOT_MESSAGES.values(), ids=NOT_MESSAGES.keys())
def test_what_is_nearly_a_message_is_refused(body: bytes) -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        codec.from_client(body)
    assert caught.value.code == "bad_message"


def test_what_a_newer_server_adds_is_passed_over() -> None:
    newer = {"type": "pong", "echo": 1, "since": {"and": ["more"]}}
    assert codec.from_server(packed(newer)) == m.Pong(1)


def test_an_error_names_the_place_and_never_the_payload() -> None:
    secret = "hunter2\x1b[2J"
    for spoilt in ({**ACT, "room": secret}, {**ACT, "type": secret}, {**ACT, "command": {"type": secret}}):
        with pytest.raises(RemoteProtocolError) as caught:
            codec.from_client(packed(spoilt))
        error = caught.value
        assert "hunter2" not in f"{error} {error.text} {error.code} {error.__cause__}"
        assert error.__suppress_context__
        assert any(place in error.text for place in ("at room", "at type", "at command.type"))


BOMBS: dict[str, bytes] = {
    "an array of 4 billion": bytes.fromhex("ddffffffff"),
    "a map of 4 billion": bytes.fromhex("dfffffffff"),
    "a text of 4 GiB": bytes.fromhex("dbffffffff"),
    "bytes of 4 GiB": bytes.fromhex("c6ffffffff"),
    "an extension of 4 GiB": bytes.fromhex("c9ffffffff01"),
    "bytes of 2 GiB, then silence": bytes.fromhex("c67fffffff"),
    "what crashed an old msgpack": bytes.fromhex("9ffd74f7dd74fffdbd"),
    "no msgpack at all": b"\xc1",
    "a thousand lists in lists": b"\x91" * 1000 + b"\xc0",
    "more lists in lists than a stack has": b"\x91" * 60_000 + b"\xc0",
    "lists in lists that all announce much": b"\xdc\x1f\xff" * 20_000,
    "lists in lists that announce all they may": b"\xdc\x00\x40" * 20_000,
    "maps in maps that announce all they may": b"\xde\x00\x40\xa0" * 16_000,
    "sixty thousand empty maps": b"\xdc\xea\x60" + b"\x80" * 60_000,
    "empty maps, sixty-four at a time": b"\xdc\x00\x40" + (b"\xdc\x00\x40" + b"\x80" * 64) * 64,
    "short texts, sixty-four at a time": b"\xdc\x00\x40" + (b"\xdc\x00\x40" + b"\xa2ab" * 64) * 64,
}


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS.keys())
def test_bombs_give_one_error_and_take_no_memory(bomb: bytes) -> None:
    assert len(bomb) <= FROM_CLIENT
    for read, cap in zip(READERS, (FROM_CLIENT, FROM_SERVER), strict=True):
        tracemalloc.start()
        try:
            with pytest.raises(RemoteProtocolError):
                read(bomb)
            assert tracemalloc.get_traced_memory()[1] < 12 * cap
        finally:
            tracemalloc.stop()


# What is not sent.


class Foreign(Struct, tag="foreign"):
    """A message with something in it that no frame can carry."""

    thing: object


@pytest.mark.parametrize("thing", [2**64, "\ud800", object(), {"a": {1: object()}}], ids=lambda thing: str(type(thing)))
def test_what_cannot_be_written_is_our_own_mistake(thing: object) -> None:
    with pytest.raises(LocalProtocolError):
        codec.frame(Foreign(thing))  # type: ignore[arg-type]
    with pytest.raises(LocalProtocolError):
        codec.prepared(thing)


def test_a_message_over_the_cap_is_not_sent() -> None:
    line = m.Line("Ann", "x" * FROM_SERVER, 0)
    with pytest.raises(LocalProtocolError):
        codec.frame(m.Chat("a1", 1, (line,)))
    with pytest.raises(LocalProtocolError):
        codec.frame(m.Act(1, "a" * FROM_CLIENT, Claim(1)), FROM_CLIENT)
    assert codec.frame(m.Create(1, Settings()), FROM_CLIENT)
