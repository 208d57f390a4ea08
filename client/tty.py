"""Textual's terminal driver, made to survive bytes that no terminal should send, and to draw without delay."""

import os
import re
import selectors
import sys
from codecs import getincrementaldecoder
from collections.abc import Iterable
from typing import Any

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from client.output import Output
from client.paste import Pastes

PATIENCE = 0.1
"""Seconds between two looks for the end, and for an Escape key that nothing follows."""

CHUNK = 4096
"""Bytes that are read at once."""

SEQUENCES = re.compile("(?=\x1b)")
"""Where what was read may be cut so that each piece holds one escape sequence at most."""


class Tty(LinuxDriver):
    """Reads keys and mouse for ever, and writes at once where the terminal keeps up.

    Textual's own reader ends the app for a byte that is no UTF-8 and for a report with impossible numbers, and it turns
    at full speed once the terminal is gone. Here only the odd piece is lost.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._output = Output(sys.__stderr__ or sys.stderr)
        self._file = self._output  # type: ignore[assignment]  # all that the writing thread asks of it

    def write(self, data: str) -> None:
        """Write, as far as that goes without waiting."""
        if rest := self._output.at_once(data):
            super().write(rest)  # type: ignore[arg-type]  # the thread hands on to the output whatever it is given

    def run_input_thread(self) -> None:
        """Read until the driver stops."""
        decode = getincrementaldecoder("utf-8")("ignore").decode
        self._parser = XTermParser(self._debug)
        pastes = Pastes()
        with selectors.DefaultSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(PATIENCE):
                    try:
                        data = os.read(self.fileno, CHUNK)
                    except OSError:
                        data = b""
                    if not data:
                        self.exit_event.wait(PATIENCE)  # the terminal is gone; the app looks for that by itself
                        continue
                    for part in pastes.feed(decode(data), more=len(data) == CHUNK):
                        if isinstance(part, str):
                            self._read(part)
                        else:
                            self._pass_on([part])
                else:
                    self._read(pastes.flush())
                self._pass_on(self._parser.tick())

    def _read(self, text: str) -> None:
        """Read keys and reports of the mouse."""
        # To the parser an empty piece would be the end of everything.
        for piece in filter(None, SEQUENCES.split(text)):
            self._pass_on(self._parser.feed(piece))

    def _pass_on(self, messages: Iterable[Message]) -> None:
        """Hand on what was parsed. What cannot be parsed is lost: the next bytes are what counts."""
        try:
            for message in messages:
                self.process_message(message)
        except Exception:  # whatever the bytes were
            self._parser = XTermParser(self._debug)
