"""The log: forms, levels, and what never gets into it."""

import io
import json
from collections.abc import Iterator
from typing import Literal

import pytest
import structlog

from protocol.messages import SignIn
from server import logs
from server.config import LogSection


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    yield
    structlog.reset_defaults()


def opened(
    form: Literal["auto", "console", "logfmt", "json"], level: Literal["debug", "info", "warning", "error"] = "info"
) -> io.StringIO:
    stream = io.StringIO()
    logs.configure(LogSection(form, level), stream)
    return stream


@pytest.mark.parametrize("form", ["console", "logfmt", "json"])
def test_secrets_and_messages_do_not_get_into_the_log(form: Literal["console", "logfmt", "json"]) -> None:
    stream = opened(form)
    request = SignIn(1, "Ann", "sesame")
    structlog.get_logger().info(
        "signed in", password="sesame", resume_token="sesame", game_key=b"sesame", body=b"sesame", request=request
    )
    assert "signed in" in stream.getvalue()
    assert "sesame" not in stream.getvalue()


@pytest.mark.parametrize("form", ["console", "logfmt", "json"])
def test_foreign_text_forges_no_line_and_steers_no_terminal(form: Literal["console", "logfmt", "json"]) -> None:
    stream = opened(form)
    log = structlog.get_logger()
    log.info("named", name="Ann\n2026 level=error event=forged\x1b]0;title\x07\u202e\x9b31m\r")
    try:
        int("\x1b[2J\r")
    except ValueError:
        log.exception("failed")
    written = stream.getvalue()
    assert written.splitlines()[0].count("named") == 1
    assert not any(line.startswith("2026 level=error") for line in written.splitlines())
    assert all(letter.isprintable() or letter == "\n" for letter in written)
    assert "ValueError" in written


def test_json_lines_are_json_with_the_numbers_left_as_numbers() -> None:
    stream = opened("json")
    structlog.get_logger().warning("late", lag=3, seconds=0.5, whole=True, nobody=None)
    line = json.loads(stream.getvalue())
    assert (line["event"], line["level"]) == ("late", "warning")
    assert (line["lag"], line["seconds"], line["whole"], line["nobody"]) == (3, 0.5, True, None)


def test_lines_below_the_level_are_left_out() -> None:
    stream = opened("logfmt", "warning")
    log = structlog.get_logger()
    log.info("small")
    log.warning("large")
    assert "small" not in stream.getvalue()
    assert "event=large" in stream.getvalue()


def test_auto_writes_for_programs_where_no_terminal_is() -> None:
    stream = opened("auto")
    structlog.get_logger().info("begun")
    assert "level=info event=begun" in stream.getvalue()


def test_a_log_that_cannot_be_written_harms_nobody() -> None:
    class Full(io.StringIO):
        def write(self, text: str, /) -> int:
            raise OSError(28, "No space left on device")

    logs.configure(LogSection("logfmt", "info"), Full())
    structlog.get_logger().info("lost")


def test_a_value_has_a_greatest_length() -> None:
    stream = opened("logfmt")
    structlog.get_logger().info("long", text="x" * 100_000)
    assert len(stream.getvalue()) < 2 * logs.LONGEST
