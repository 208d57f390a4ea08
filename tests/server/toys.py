"""What all toy kinds have in common: what the contract asks of a kind, and what is of no account for a toy."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from engines.contract import BotSeat, Field, Scalar, Shown


class Formless:
    """Settings without a form. A toy says what they are by default, and its one line in the lobby."""

    fields: tuple[Field, ...] = ()

    def shown(self, settings: Any, name: str) -> Shown:
        """There is nothing to show."""
        return Shown(())

    def adjusted(self, settings: Any, name: str, value: Scalar) -> Any:
        """There is nothing to adjust."""
        return settings

    def problems(self, settings: Any) -> tuple[str, ...]:
        """There are none."""
        return ()

    def headline(self, settings: Any) -> str:
        """There is none."""
        return ""

    def facts(self, settings: Any) -> tuple[tuple[str, str], ...]:
        """There are none."""
        return ()


class Toy:
    """A kind by the room's clock without book, ratings, secrets after the end and bots, where it does not say more."""

    rules: ClassVar[int] = 1
    clock: ClassVar[Literal["room", "wall"]] = "room"
    book: ClassVar[Literal["none", "host", "bankroll"]] = "none"
    opening: ClassVar[int] = 0
    rating: ClassVar[Literal["none", "elo"]] = "none"
    guests: ClassVar[Literal["alone", "admitted"]] = "admitted"
    reveals: ClassVar[bool] = True

    def bots(self, settings: Any) -> tuple[BotSeat, ...]:
        """None."""
        return ()

    def bounded(self, settings: Any, bounds: Mapping[str, int]) -> Any:
        """There is nothing to bound."""
        return settings
