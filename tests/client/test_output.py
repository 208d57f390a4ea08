"""What is drawn reaches a terminal at once, or waits in its order while the terminal does not read."""

import os
import tty
from threading import Thread

from client.output import Output


def test_what_is_drawn_never_waits_and_nothing_overtakes() -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    with os.fdopen(slave, "w", encoding="utf-8") as file:
        output = Output(file)
        assert output.at_once("é1") == b""
        assert os.read(master, 100) == "é1".encode()
        much = "ü" * 100_000
        pieces = [output.at_once(much), output.at_once("after"), output.at_once("all")]
        assert pieces[0], "the terminal does not read, and nobody waits for it"
        assert pieces[1:] == [b"after", b"all"]

        def write() -> None:
            for piece in pieces:
                output.write(piece)

        behind = Thread(target=write)
        behind.start()
        read = b""
        while not read.endswith(b"afterall"):
            read += os.read(master, 65_536)
        behind.join()
        assert read == (much + "afterall").encode()
        assert output.at_once("2") == b""
        assert os.read(master, 100) == b"2"
    os.close(master)


def test_a_file_that_is_no_terminal_is_left_to_the_thread() -> None:
    ends = os.pipe()
    with os.fdopen(ends[1], "w", encoding="utf-8") as file:
        output = Output(file)
        output.write(output.at_once("words"))
    assert os.read(ends[0], 100) == b"words"
    os.close(ends[0])
