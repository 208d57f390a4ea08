"""The server as it is, but that passwords are hashed in no time: 800 accounts are made before anything is measured.

The first argument is a file for the profile of the main thread, or "-"; the second one for how far behind the journal
was, each time that it was written: when that was (s of the monotonic clock), and the age (s) of the oldest act by then.
The others are the server's own.
"""

import cProfile
import sys
import time
from pathlib import Path

from argon2 import PasswordHasher

import server.__main__
import server.accounts
import server.app
from server.journal import Journal

LAGS: list[tuple[float, float]] = []


class TimedJournal(Journal):
    """A journal that notes how far behind it was."""

    async def flush(self) -> None:
        """Write everything that waits now."""
        behind, began = self.behind, time.monotonic()
        await super().flush()
        if behind:
            ended = time.monotonic()
            LAGS.append((ended, behind + ended - began))


def main() -> None:
    """Serve until the end."""
    profile, lags = sys.argv.pop(1), sys.argv.pop(1)
    vars(server.accounts)["PasswordHasher"] = lambda **_: PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    vars(server.app)["Journal"] = TimedJournal
    clock = cProfile.Profile(time.thread_time)
    try:
        if profile == "-":
            server.__main__.main()
        else:
            clock.runcall(server.__main__.main)
    finally:
        Path(lags).write_text("".join(f"{moment} {lag}\n" for moment, lag in LAGS), "ascii")
        if profile != "-":
            clock.dump_stats(profile)


if __name__ == "__main__":
    main()
