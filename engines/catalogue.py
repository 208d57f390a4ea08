"""The kinds of game by name: a line for each."""

from collections.abc import Mapping
from typing import Final

from engines.contract import Kind
from engines.five_of_a_kind.kind import FiveOfAKind

KINDS: Final[Mapping[str, Kind]] = {kind.name: kind for kind in (FiveOfAKind(),)}
"""Every game that a room can play."""
