"""The kinds of game by name: a line for each."""

from collections.abc import Mapping
from typing import Final

from engines.contract import Kind
from engines.five_of_a_kind.kind import FiveOfAKind
from engines.patti.kind import Patti

_ALL: Final[tuple[Kind, ...]] = (
    FiveOfAKind(),
    Patti(),
)

KINDS: Final[Mapping[str, Kind]] = {kind.name: kind for kind in _ALL}
"""Every game that a room can play."""
