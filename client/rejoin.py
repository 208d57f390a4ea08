"""Coming back to a server after the link was lost: again and again, ever more patiently."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Final

from client.conversation import Conversation
from client.link import FarewellError, LinkError, UnknownCertificateError
from client.screens.lost import LostScreen

FIRST: Final = 0.5
MOST: Final = 4.0
"""Seconds before the first try and, after twice as many each time, before each of the late ones.

Nobody shall miss the count-down (10 s, as servers come) after which games go on at a server that is back."""
SPREAD: Final = 0.25
"""By which share a pause may be longer or shorter: not all clients of a restarted server shall come at once."""

SUPERSEDED: Final = "superseded"
"""The code of the farewell to a connection whose person has a newer one."""


def pauses(luck: Random) -> Iterator[float]:
    """How long to wait before each try (s)."""
    pause = FIRST
    while True:
        yield pause * luck.uniform(1 - SPREAD, 1 + SPREAD)
        pause = min(MOST, 2 * pause)


async def rejoin(talk: Conversation, banner: LostScreen, sentence: str, luck: Random) -> None:
    """Connect again, for as long as it takes; `sentence` is why the link was lost.

    Raises:
        LinkError: it is no use, or not ours to decide: somebody is there in our place, or the server looks different.
    """
    patience = pauses(luck)
    while True:
        pause = next(patience)
        banner.waits(sentence, pause)
        banner.again.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await banner.again.wait()
        if banner.again.is_set():
            # Somebody is there and wants in: a failure now is no reason to wait as long as before.
            patience = pauses(luck)
        banner.waits(sentence, None)
        try:
            await talk.resume()
        except UnknownCertificateError:
            raise
        except LinkError as error:
            if isinstance(error, FarewellError) and error.code == SUPERSEDED:
                raise
            sentence = str(error)
        else:
            return
