"""Frames: whole bodies come out however the bytes are cut, and no announced length costs memory."""

import tracemalloc
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.frames import FROM_CLIENT, HEADER, FrameReader, framed

CAP = 40
BODIES = st.lists(st.binary(min_size=1, max_size=CAP), max_size=8)


@given(BODIES, st.data())
def test_bodies_come_out_as_they_went_in_however_the_stream_is_cut(bodies: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(framed(body, CAP) for body in bodies)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=10)))
    reader = FrameReader(CAP)
    pieces = [stream[start:end] for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert [body for piece in pieces for body in reader.feed(piece)] == bodies
    assert len(reader) == 0


def read(reader: FrameReader, pieces: Iterable[bytes]) -> tuple[list[bytes | bytearray], str]:
    """The bodies that the pieces complete, and the code of the error that ended the reading, if one did."""
    bodies: list[bytes | bytearray] = []
    try:
        for piece in pieces:
            bodies.extend(reader.feed(piece))
            assert len(reader) < HEADER + CAP
    except RemoteProtocolError as error:
        return bodies, error.code
    return bodies, ""


@given(st.binary(max_size=200))
def test_any_bytes_read_alike_in_one_chunk_and_byte_by_byte(stream: bytes) -> None:
    whole, slow = FrameReader(CAP), FrameReader(CAP)
    assert read(whole, [stream]) == read(slow, (bytes([byte]) for byte in stream))
    assert len(whole) == len(slow)


@pytest.mark.parametrize("length", [0, FROM_CLIENT + 1, 2**31, 2**32 - 1])
def test_a_bad_length_is_refused_before_its_body(length: int) -> None:
    reader = FrameReader(FROM_CLIENT)
    header = length.to_bytes(HEADER, "big")
    assert list(reader.feed(header[:3])) == []
    with pytest.raises(RemoteProtocolError) as caught:
        next(reader.feed(header[3:]))
    assert caught.value.code == "frame_size"
    with pytest.raises(RemoteProtocolError):
        next(FrameReader(FROM_CLIENT).feed(header + bytes(min(length, FROM_CLIENT + 1))))


def test_the_longest_frame_passes_and_a_longer_one_is_not_made() -> None:
    longest = b"x" * FROM_CLIENT
    assert list(FrameReader(FROM_CLIENT).feed(framed(longest, FROM_CLIENT))) == [longest]
    for body in (b"", longest + b"x"):
        with pytest.raises(LocalProtocolError):
            framed(body, FROM_CLIENT)


def test_a_reader_takes_no_memory_for_what_was_only_announced() -> None:
    reader = FrameReader(FROM_CLIENT)
    tracemalloc.start()
    try:
        assert list(reader.feed(FROM_CLIENT.to_bytes(HEADER, "big"))) == []
        assert tracemalloc.get_traced_memory()[1] < 4096
    finally:
        tracemalloc.stop()


def test_a_reader_keeps_no_more_than_one_frame() -> None:
    reader = FrameReader(FROM_CLIENT)
    frame = framed(b"x" * FROM_CLIENT, FROM_CLIENT)
    assert len(list(reader.feed(frame * 20 + frame[:-1]))) == 20
    assert len(reader) == HEADER + FROM_CLIENT - 1
    tracemalloc.start()
    try:
        bodies = list(reader.feed(frame[-1:]))
        assert tracemalloc.get_traced_memory()[1] < 2 * FROM_CLIENT
    finally:
        tracemalloc.stop()
    assert bodies == [frame[HEADER:]]
    assert len(reader) == 0
