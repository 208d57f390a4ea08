"""Fixtures of the client's tests."""

from tests.client.stage import text_picture

__all__ = ["text_picture"]
