"""What stands in a message line, and for how long."""

from client.screens.moments import ASIDE, NOTICE, Moments
from protocol.messages import Line

RESTART, HELLO = Line("", "The server was restarted.", 1), Line("Bo", "hello", 2)


OUT = Line("", "Cy was away for over 60 s and is out: 100 coins.", 3)
HOST = Line("", "Bo is the host now.", 4)


def test_a_notice_of_the_room_goes_after_a_while_and_what_people_say_stays() -> None:
    now = 0.0
    moments = Moments(lambda: now)
    assert moments.newest(()) == ()
    assert moments.newest((RESTART,)) == (RESTART,)
    now = NOTICE - 1
    assert moments.newest((RESTART,)) == (RESTART,)
    now = NOTICE
    assert moments.newest((RESTART,)) == ()
    assert moments.newest((RESTART, HELLO)) == (HELLO,)
    now = 100 * NOTICE
    assert moments.newest((RESTART, HELLO)) == (HELLO,)


def test_of_two_notices_none_hides_the_other() -> None:
    now = 0.0
    moments = Moments(lambda: now)
    assert moments.newest((RESTART, HELLO)) == (HELLO,)
    assert moments.newest((RESTART, HELLO, OUT, HOST)) == (OUT, HOST)
    now = NOTICE / 2
    assert moments.newest((RESTART, HELLO, OUT, HOST, RESTART)) == (HOST, RESTART)
    moments.pass_over((RESTART, HELLO, OUT, HOST, RESTART))
    assert moments.newest((RESTART, HELLO, OUT, HOST, RESTART)) == ()
    assert moments.newest((RESTART, HELLO, OUT, HOST, RESTART, OUT)) == (OUT,)
    now = NOTICE
    assert moments.newest((RESTART, HELLO, OUT, HOST, RESTART, OUT, HOST)) == (OUT, HOST)
    now = 1.5 * NOTICE
    assert moments.newest((RESTART, HELLO, OUT, HOST, RESTART, OUT, HOST)) == (HOST,)


def test_what_is_said_of_ones_keys_stands_for_a_moment() -> None:
    now = 0.0
    moments = Moments(lambda: now)
    assert moments.aside == ""
    moments.say("Too soon.")
    assert moments.aside == "Too soon."
    now = ASIDE
    assert moments.aside == ""
