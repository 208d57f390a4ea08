"""Which lines of chat are news, and for how long."""

from msgspec.structs import replace

from client.news import NOTICE, SPOKEN, News
from protocol.messages import Line

RESTART, HELLO = Line("", "The server was restarted.", 1), Line("Bo", "hello", 2)
OUT = Line("", "Cy was away for over 60 s and is out: 100 coins.", 3)
HOST = Line("", "Bo is the host now.", 4)


def told(news: News, lines: tuple[Line, ...], now: float) -> tuple[Line, ...]:
    """What stands at `now`, after these lines were heard."""
    news.hear(lines, now)
    return news.newest(now)


def again(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The same lines, as they come once more over the wire."""
    return tuple(map(replace, lines))


def test_each_line_stands_for_its_time() -> None:
    news = News(lambda: 1.0)
    assert told(news, (), 0) == ()
    assert told(news, (RESTART,), 0) == (RESTART,)
    assert told(news, (RESTART,), NOTICE - 1) == (RESTART,)
    assert told(news, (RESTART,), NOTICE) == ()
    assert told(news, (RESTART, HELLO), NOTICE) == (HELLO,)
    assert told(news, (RESTART, HELLO), NOTICE + SPOKEN - 1) == (HELLO,)
    assert told(news, (RESTART, HELLO), NOTICE + SPOKEN) == ()


def test_of_two_notices_none_hides_the_other() -> None:
    news = News(lambda: 1_000_000.0)
    assert told(news, (), 0) == ()
    assert told(news, (OUT, HOST), 0) == (OUT, HOST)  # the first that are said at all
    assert told(news, (OUT, HOST, RESTART), NOTICE / 2) == (HOST, RESTART)
    news.pass_over()
    assert told(news, (OUT, HOST, RESTART), NOTICE / 2) == ()
    assert told(news, (OUT, HOST, RESTART, OUT), NOTICE / 2) == (OUT,)
    assert told(news, (OUT, HOST, RESTART, OUT, HELLO), NOTICE / 2) == (HELLO,)


def test_what_was_told_once_is_no_news_on_another_screen_or_after_a_new_connection() -> None:
    news, lines = News(lambda: 4.0), (HELLO, OUT)
    assert told(news, lines, 0) == (OUT,)
    later = NOTICE + SPOKEN
    news.listen()
    assert told(news, lines, later) == ()
    assert told(news, again(lines), later) == ()
    assert told(news, (*again(lines), HOST), later) == (HOST,)


def test_what_was_said_before_one_came_is_news_for_the_rest_of_its_time() -> None:
    lines = (RESTART, OUT)
    assert told(News(lambda: 600.0), lines, 0) == ()
    news = News(lambda: 12.0)
    assert told(news, lines, 0) == (OUT,)
    assert told(news, lines, 1_000) == ()
    quiet = News(lambda: 600.0)
    assert told(quiet, (), 0) == ()
    quiet.listen()
    assert told(quiet, lines, 0) == ()
