"""The fuzzer itself: it finds nothing in the server, and what is planted there."""

import sys

from protocol import codec
from scripts.fuzzing import KINDS, Fuzzer, fuzz

PLANTED = """
from itertools import count
import server.lobby as lobby
calls, plain = count(1), lobby.Lobby.room
def room(self, number):
    if next(calls) % 50 == 0:
        raise ZeroDivisionError("planted")
    return plain(self, number)
lobby.Lobby.room = room
from server.__main__ import main
main()
"""


def test_it_sends_every_kind_of_message_and_spoils_some() -> None:
    fuzzer = Fuzzer(5)
    sent = {type(fuzzer.message()) for _ in range(500)}
    assert sent == set(KINDS)
    sound = 0
    for _ in range(500):
        frame = fuzzer.frame()
        try:
            codec.from_client(frame[4:])
        except Exception:  # whatever is wrong with it
            continue
        sound += 1
    assert 400 < sound < 500


def test_a_short_run_finds_nothing() -> None:
    report = fuzz([sys.executable, "-m", "server"], frames=800, clients=8)
    assert report.faults == []
    assert report.frames >= 800
    assert report.ended["bad_message"] > 0


def test_a_planted_crash_is_found() -> None:
    report = fuzz([sys.executable, "-c", PLANTED], frames=2000, clients=8)
    assert any("planted" in fault for fault in report.faults)
