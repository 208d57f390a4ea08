"""What holds for every test: async tests without an asyncio mark are Trio's."""

import gc
import inspect

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark async tests as Trio's unless they say that they are asyncio's; put the long ones first.

    A long test that starts last runs while all other processors have nothing left to do.
    """
    for item in items:
        function = getattr(item, "function", None)
        if inspect.iscoroutinefunction(function) and item.get_closest_marker("asyncio") is None:
            item.add_marker(pytest.mark.trio)
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """Collect garbage as seldom as the client and the server do, and leave out what was loaded for the tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)


def pytest_sessionfinish() -> None:
    """Collect once what is left: pytest then goes over everything five times for faults that nobody heard of."""
    gc.collect()
    gc.freeze()
