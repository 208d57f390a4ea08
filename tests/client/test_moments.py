"""What stands in a message line, and for how long."""

from client.screens.moments import ASIDE, NOTICE, Moments
from protocol.messages import Line

RESTART, HELLO = Line("", "The server was restarted.", 1), Line("Bo", "hello", 2)


def test_a_notice_of_the_room_goes_after_a_while_and_what_people_say_stays() -> None:
    now = 0.0
    moments = Moments(lambda: now)
    assert moments.newest(()) is None
    assert moments.newest((RESTART,)) is RESTART
    now = NOTICE - 1
    assert moments.newest((RESTART,)) is RESTART
    now = NOTICE
    assert moments.newest((RESTART,)) is None
    assert moments.newest((RESTART, HELLO)) is HELLO
    now = 100 * NOTICE
    assert moments.newest((RESTART, HELLO)) is HELLO


def test_what_is_said_of_ones_keys_stands_for_a_moment() -> None:
    now = 0.0
    moments = Moments(lambda: now)
    assert moments.aside == ""
    moments.say("Too soon.")
    assert moments.aside == "Too soon."
    now = ASIDE
    assert moments.aside == ""
