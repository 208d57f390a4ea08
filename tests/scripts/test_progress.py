"""What the player reads while something is installed."""

import io
import os
import shutil
import subprocess
import sys

import pytest

from scripts.progress import KEPT, CommandFailed, Progress, lines, run

WRITES = "import sys; print('one'); print('two', file=sys.stderr); sys.exit(int(sys.argv[1]))"


def test_plain_lines_hold_no_control_character() -> None:
    stream = io.StringIO()
    progress = Progress(stream)
    progress.begin("Installing packages")
    progress.detail("1 of 2  trio", worth_a_line=False)
    progress.detail("2 of 2  textual")
    progress.tick()
    progress.end(1.0)
    assert stream.getvalue() == "Installing packages ...\n  2 of 2  textual\n"


def test_the_moving_line_never_wraps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "get_terminal_size", lambda *_, **__: os.terminal_size((30, 24)))
    stream = io.StringIO()
    progress = Progress(stream, moving=True)
    progress.begin("Installing packages")
    progress.detail("12 of 35  a-package-with-a-very-long-name")
    for _ in range(3):
        progress.tick()
    progress.end(2.4)
    pictures = stream.getvalue().split("\r\x1b[K")[1:]
    assert pictures[0].rstrip().endswith(" Installing packages"), "a step shows before anything happened"
    assert len({picture[0] for picture in pictures[:4]}) == 4, "it moves"
    assert all(len(picture) == 29 for picture in pictures[1:4])
    assert pictures[4] == "* Installing packages (2 s)\n"


def test_a_command_is_heard_line_by_line() -> None:
    heard: list[str] = []
    run([sys.executable, "-u", "-c", WRITES, "0"], Progress(io.StringIO()), heard.append)
    assert heard == ["one", "two"]


def test_a_failed_command_leaves_its_status_and_its_last_words() -> None:
    with pytest.raises(CommandFailed) as failed:
        run([sys.executable, "-u", "-c", WRITES, "3"], Progress(io.StringIO()))
    assert failed.value.status == 3
    assert failed.value.lines == ("one", "two")
    many = f"print(*range({KEPT + 5}), sep='\\n'); raise SystemExit(1)"
    with pytest.raises(CommandFailed) as failed:
        run([sys.executable, "-c", many], Progress(io.StringIO()))
    assert failed.value.lines == tuple(str(number) for number in range(5, KEPT + 5))


def test_bytes_that_are_no_text_do_no_harm() -> None:
    heard: list[str] = []
    run([sys.executable, "-c", r"import os; os.write(1, b'\xff\xfe\n')"], Progress(io.StringIO()), heard.append)
    assert heard == ["\ufffd\ufffd"]


def test_an_interruption_ends_the_command() -> None:
    heard: list[int] = []

    def interrupt(line: str) -> None:
        heard.append(int(line))
        raise KeyboardInterrupt

    lasting = "import os, time; print(os.getpid()); time.sleep(600)"
    with pytest.raises(KeyboardInterrupt):
        run([sys.executable, "-u", "-c", lasting], Progress(io.StringIO()), interrupt)
    with pytest.raises(ProcessLookupError):
        os.kill(heard[0], 0)


def test_waiting_for_a_line_ticks_and_ends_in_time() -> None:
    deaf = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    with subprocess.Popen(deaf, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as silent:
        assert silent.stdin is not None
        assert silent.stdout is not None
        assert set(lines(silent.stdout, 0.2)) == {None}
        silent.stdin.close()
