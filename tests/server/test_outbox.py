"""What waits for a client: in order, bounded, and with old pictures replaced once the client has fallen behind."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.outbox import LONGEST_WRITE, Outbox, Overflow


def test_frames_come_out_joined_and_in_order() -> None:
    outbox = Outbox(100)
    for frame in (b"one", b"two", b"three"):
        outbox.add(frame)
    assert outbox.size == 11
    assert outbox.take() == b"onetwothree"
    assert not outbox
    assert outbox.take() == b""


def test_a_newer_picture_replaces_an_older_one_only_once_the_client_lags() -> None:
    outbox = Outbox(100)
    outbox.add(b"view 1")
    outbox.add(b"view 2")
    outbox.put_back(outbox.take()[4:])
    assert outbox.held_up
    outbox.put(b"view 3", "view")
    outbox.put(b"chat")
    outbox.put(b"view 4", "view")
    outbox.put(b"other 1", "other")
    assert outbox.take() == b" 1view 2"
    assert outbox.take() == b"chatview 4other 1"
    assert not outbox.held_up


def test_more_than_the_limit_is_refused_and_leaves_what_waits() -> None:
    outbox = Outbox(10)
    outbox.put(b"12345")
    with pytest.raises(Overflow):
        outbox.put(b"123456")
    outbox.put(b"12345")
    assert outbox.size == 10


def test_a_replacement_counts_only_what_it_adds() -> None:
    outbox = Outbox(10)
    outbox.put(b"x")
    outbox.put_back(outbox.take())
    outbox.put(b"12345678", "view")
    outbox.put(b"123456789", "view")
    with pytest.raises(Overflow):
        outbox.put(b"1234567890", "view")
    assert outbox.take() + outbox.take() == b"x123456789"


def test_clearing_keeps_the_frame_that_was_begun_and_the_last_one_always_fits() -> None:
    outbox = Outbox(10)
    outbox.put(b"123456")
    outbox.put_back(outbox.take()[2:])
    outbox.put(b"abc")
    outbox.clear()
    outbox.add(b"goodbye for good")
    assert outbox.take() == b"3456"
    assert outbox.take() == b"goodbye for good"


def test_one_write_is_not_longer_than_it_must_be() -> None:
    outbox = Outbox(10 * LONGEST_WRITE)
    for _ in range(5):
        outbox.put(bytes(LONGEST_WRITE // 2))
    assert len(outbox.take()) == LONGEST_WRITE
    assert outbox.size == 3 * LONGEST_WRITE // 2


@given(st.lists(st.tuples(st.sampled_from(["put", "send"]), st.integers(0, 3), st.integers(1, 20))))
def test_whatever_is_sent_is_whole_frames_in_order_and_ends_with_the_newest_picture(
    acts: list[tuple[str, int, int]],
) -> None:
    outbox, sent, put = Outbox(10_000), b"", []
    for number, (act, key, size) in enumerate(acts):
        if act == "put":
            put.append((key, number))
            outbox.put(b"%d:%05d;" % (key, number), key or None)
        elif outbox:
            chunk = outbox.take()
            sent += chunk[:size]
            if chunk[size:]:
                outbox.put_back(chunk[size:])
    while outbox:
        sent += outbox.take()
    got = [(int(key), int(number)) for key, number in (frame.split(b":") for frame in sent.split(b";") if frame)]
    assert got == sorted(got, key=lambda one: one[1])
    assert [one for one in got if one[0] == 0] == [one for one in put if one[0] == 0]
    for key in (1, 2, 3):
        assert [one for one in got if one[0] == key][-1:] == [one for one in put if one[0] == key][-1:]
