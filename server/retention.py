"""What is not kept for ever: rooms that failed, and the moves of games that were over long ago."""

from typing import Final

import structlog
import trio

from server.clock import unix_ms
from server.config import DataSection
from server.store.errors import StoreError
from server.store.store import Store

LOG = structlog.get_logger()
DAY: Final = 86_400.0
AT_ONCE: Final = 20
"""Games of which the moves are forgotten in one transaction: nothing that a player waits for waits long for it."""


async def tidy(store: Store, settings: DataSection) -> None:
    """Forget what is too old, at the start and then every day, for ever."""
    while True:
        try:
            await forget(store, settings, unix_ms())
        except StoreError as error:
            LOG.warning("what is too old is not forgotten yet", reason=error)
        await trio.sleep(DAY)


async def forget(store: Store, settings: DataSection, now: int) -> None:
    """Forget what is too old at a Unix ms. 0 days are for ever.

    Raises:
        StoreError: the database refuses; what was not forgotten yet stays.
    """
    rooms = games = 0
    if settings.failed_days:
        rooms = await store.forget_failed(_days_before(now, settings.failed_days))
    if settings.moves_days:
        while some := await store.forget_moves(_days_before(now, settings.moves_days), AT_ONCE):
            games += some
    if rooms or games:
        LOG.info("what was too old is forgotten", failed_rooms=rooms, moves_of_games=games)


def _days_before(now: int, days: int) -> int:
    return now - round(days * DAY * 1000)
