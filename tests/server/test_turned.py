"""What the log tells of those who were not let in."""

import structlog
import trio

from protocol import codec
from protocol import messages as m
from server.config import Frequency
from server.turned import MOST, TurnedAway
from tests.server.conftest import OpenHouse
from tests.server.stand import ON_MOCK_CLOCK, PASSWORD

pytestmark = ON_MOCK_CLOCK
GUESS = "correct horse of somebody else"


async def test_an_attack_costs_one_line_a_minute_for_each_reason() -> None:
    turned = TurnedAway()
    with structlog.testing.capture_logs() as log:
        for second in range(180):
            for number in range(20):
                turned.tell("full", f"192.0.2.{number % 7 if number < 14 else 3}")
            if second == 90:
                turned.tell("silent", "192.0.2.9")
            turned.sweep()
            await trio.sleep(1)
    full = [line for line in log if line["reason"] == "full"]
    assert (full[0]["times"], full[0]["network"]) == (1, "192.0.2.0")
    assert [(line["networks"], line["most"]) for line in full[1:]] == [(7, "192.0.2.3")] * 2
    assert all(1190 <= line["times"] <= 1220 for line in full[1:])
    assert [line["times"] for line in log if line["reason"] == "silent"] == [1]
    with structlog.testing.capture_logs() as log:
        for _ in range(300):
            turned.sweep()
            await trio.sleep(1)
    assert [line["reason"] for line in log] == ["full"]  # what was still to be told, and then nothing


async def test_what_was_not_told_yet_is_told_at_the_servers_end() -> None:
    turned = TurnedAway()
    with structlog.testing.capture_logs() as log:
        for _ in range(5):
            turned.tell("bad_message", "192.0.2.1")
        turned.tell("full", "192.0.2.2")
        turned.finish()
        turned.finish()
    assert [(line["reason"], line["times"]) for line in log] == [("bad_message", 1), ("full", 1), ("bad_message", 4)]


async def test_who_breaks_the_protocol_floods_or_does_not_read_is_counted(open_house: OpenHouse) -> None:
    async with open_house(messages=Frequency(20, 1.0)) as stand:
        with structlog.testing.capture_logs() as log:
            for _ in range(3):
                broken, hasty, deaf = (stand.client(raw=True) for _ in range(3))
                broken.bytes(b"\0\0\0\1\0")
                for number in range(30):
                    hasty.bytes(codec.frame(m.Hello(m.PROTOCOL)) if not number else codec.frame(m.Ping(number)))
                with stand.hub.batch():
                    deaf.session.overflowed()
                assert broken.closed
                assert hasty.closed
                assert deaf.closed
        assert [(line["reason"], line["times"]) for line in log] == [("bad_message", 1), ("flood", 1), ("slow", 1)]
        with structlog.testing.capture_logs() as log:
            await trio.sleep(61)
            stand.house.turned.sweep()
        assert [(line["reason"], line["times"]) for line in log] == [("bad_message", 2), ("flood", 2), ("slow", 2)]


async def test_networks_without_number_take_no_memory_without_bound() -> None:
    turned = TurnedAway()
    for number in range(MOST * 3):
        turned.tell("full", str(number))
    assert len(turned._tallies["full"].networks) == MOST + 1


async def test_a_fault_that_many_meet_is_told_once_with_all_that_led_to_it() -> None:
    turned = TurnedAway()
    with structlog.testing.capture_logs() as log:
        for number in range(50):
            for wrong in ("x", None):
                try:
                    int(wrong)  # type: ignore[arg-type]  # that is the fault
                except (TypeError, ValueError) as fault:
                    turned.fault("a session failed", f"192.0.2.{number % 3}", fault)
        turned.finish()
    assert [(line["fault"].split()[0], line["times"], "exc_info" in line) for line in log] == [
        ("ValueError", 1, True),
        ("TypeError", 1, True),
        ("ValueError", 49, False),
        ("TypeError", 49, False),
    ]
    assert {line["log_level"] for line in log} == {"error"}
    assert {line["event"] for line in log} == {"a session failed"}


async def test_the_log_names_who_failed_to_sign_in_and_counts_who_was_sent_away(open_house: OpenHouse) -> None:
    async with open_house(sign_in_account=Frequency(3, 40.0), register_address=Frequency(1, 40.0)) as stand:
        with structlog.testing.capture_logs() as log:
            for number in range(2):
                newcomer = stand.client()
                await newcomer.hello()
                await newcomer.sign(m.Register, name=f"New {number}", password=PASSWORD)
            ann = await stand.account("Ann")
            await ann.sign(m.DeleteAccount, password=GUESS)
            for request, fields in (
                (m.SignIn, {"name": " ANN", "password": GUESS}),
                (m.Reset, {"name": "ann", "code": GUESS, "password": GUESS}),
                (m.SignIn, {"name": "Ann", "password": GUESS}),
                (m.SignIn, {"name": "Ann", "password": PASSWORD}),
                (m.SignIn, {"name": "nobody", "password": GUESS}),
            ):
                guesser = stand.client()
                await guesser.hello()
                await guesser.sign(request, **fields)
    failed = [(line["request"], line["name"], line["code"]) for line in log if line["event"] == "a sign-in failed"]
    assert failed == [
        ("delete_account", "ann", "wrong_password"),
        ("sign_in", "ann", "wrong_password"),
        ("reset", "ann", "wrong_code"),
        ("sign_in", "nobody", "wrong_password"),
    ]
    assert [line["name"] for line in log if line["event"] == "an account was made"][:1] == ["New 0"]
    away = [line["reason"] for line in log if line["event"] == "turned away"]
    assert away == ["throttled register", "throttled sign_in"]
    assert all("network" in line for line in log)
    assert GUESS not in str(log)
    assert PASSWORD not in str(log)
