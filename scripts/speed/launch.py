"""The server as it is, but that passwords are hashed in no time: 800 accounts are made before anything is measured.

The first argument is a file for the profile of the main thread, or "-"; the others are the server's own.
"""

import cProfile
import sys
import time

from argon2 import PasswordHasher

import server.__main__
import server.accounts


def main() -> None:
    """Serve until the end."""
    profile = sys.argv.pop(1)
    vars(server.accounts)["PasswordHasher"] = lambda **_: PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    if profile == "-":
        server.__main__.main()
    else:
        clock = cProfile.Profile(time.thread_time)
        try:
            clock.runcall(server.__main__.main)
        finally:
            clock.dump_stats(profile)


if __name__ == "__main__":
    main()
