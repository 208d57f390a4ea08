"""What an operator decides of a game's settings, whatever a client wrote there."""

from collections.abc import Mapping
from typing import TypeVar

from msgspec import Struct, ValidationError, convert
from msgspec.structs import asdict

S = TypeVar("S", bound=Struct)


def frozen_in(settings: S, usual: Mapping[str, int | None], bounds: Mapping[str, int]) -> S:
    """The settings with the operator's bounds, by name; `usual` names all there are, with what holds without them.

    Raises:
        ValueError: a bound of another name, or one out of range.
    """
    if not bounds.keys() <= usual.keys():
        raise ValueError(f"there is no bound but {' and '.join(usual)}")
    try:
        return convert({**asdict(settings), **usual, **bounds}, type(settings))
    except ValidationError as problem:
        raise ValueError(str(problem)) from None
