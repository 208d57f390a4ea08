"""Waiting until an app has nothing left to do.

Textual's own pilot looks at the processor instead: it has every widget call back, sleeps 20 ms at a time, and takes a
process that was given little of the processor for one that is done. On a busy machine that is no proof.
"""

import asyncio
from typing import Any, Final

FRAME: Final = 2 / 50
"""What comes of a timer within so many seconds is still waited for: what is to be painted is painted at such a one.

Textual's comes 60 times a second, and after a late one leaves the next out."""
TURNS: Final = 3
"""How often nothing may be ready, one time after another: a socket's bytes are ready only the next time."""
LONGEST: Final = 1.0
"""Seconds after which an app that never rests is taken for quiet."""
MOVING: Final = 0.2
"""The same for one that only timers keep going, one frame after another."""


async def quiet(*_: object) -> bool:
    """Wait until no task can go on, nothing waits in a socket, and no timer is due within a frame. Always True."""
    loop: Any = asyncio.get_running_loop()
    end = loop.time() + LONGEST
    await _rest(end)
    end = min(end, loop.time() + MOVING)
    while (due := min((timer.when() for timer in loop._scheduled if not timer.cancelled()), default=end)) < end:
        if due > loop.time() + FRAME:
            break
        await asyncio.sleep(max(0.0, due - loop.time()))
        await _rest(end)
    return True


async def _rest(end: float) -> None:
    """Wait until nothing is ready, or until `end`."""
    loop: Any = asyncio.get_running_loop()
    turns = 0
    while turns < TURNS and loop.time() < end:
        await asyncio.sleep(0)
        turns = 0 if loop._ready else turns + 1
