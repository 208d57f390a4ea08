"""Textual's terminal driver, made to survive bytes that no terminal should send."""

from textual.drivers.linux_driver import LinuxDriver


class Tty(LinuxDriver):
    """Reads keys and mouse for ever.

    A stray byte that is no UTF-8, or a report with impossible numbers, raises in Textual's reader and would end the
    app; what was read with it is lost, and reading goes on.
    """

    def _run_input_thread(self) -> None:
        while not self.exit_event.is_set():
            try:
                self.run_input_thread()
            except OSError:
                return  # the terminal is gone; the app looks for that by itself
            except Exception:  # noqa: S112  # whatever the bytes were, the next ones are what counts
                continue
