"""The settings as a form shows them, what follows from a change, and their words in the lobby and in Room info."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from engines.contract import Choice, Field, Scalar, Shown
from engines.patti.model import Settings, Temper

PLACES: Final = {24: 8, 20: 6}
"""So many can play with a deck (R1)."""

TEMPERS: Final[tuple[Temper, ...]] = ("cautious", "balanced", "bold")
FACTORS: Final = {15: "×1.5", 20: "×2"}


def _choices(labels: Mapping[int, str] | Mapping[str, str]) -> tuple[Choice, ...]:
    return tuple(Choice(value, label) for value, label in labels.items())


FIELDS: Final = (
    Field("cards", "Deck", _choices({24: "24 cards (A to 9)", 20: "20 cards (A to 10)"})),
    Field("boot", "Boot", _choices({boot: f"{boot} coins" for boot in (10, 20, 50, 100)})),
    Field("factor", "The bet rises each lap", _choices(FACTORS)),
    Field("rounds", "Session", _choices({rounds: f"{rounds} rounds" for rounds in (10, 30, 50, 100)})),
    Field("bots", "Bots", _choices({0: "None"} | {bots: str(bots) for bots in range(1, 8)})),
    Field(
        "temper",
        "Temper of the bots",
        _choices({"mixed": "Mixed", "cautious": "Cautious", "balanced": "Balanced", "bold": "Bold"}),
    ),
)

_BY_NAME: Final = {field.name: field for field in FIELDS}


def label(settings: Settings, name: str) -> str:
    """The words for the value that a field has."""
    value = getattr(settings, name)
    return next(choice.label for choice in _BY_NAME[name].choices if choice.value == value)


def tempers(settings: Settings) -> tuple[Temper, ...]:
    """The temper of each bot."""
    if settings.temper == "mixed":
        return tuple(TEMPERS[number % len(TEMPERS)] for number in range(settings.bots))
    return (settings.temper,) * settings.bots


class Form:
    """The setup of Patti 24 (R1, R6, R11, R35)."""

    fields: tuple[Field, ...] = FIELDS

    def defaults(self) -> Settings:
        """The settings that a new room starts from."""
        return Settings()

    def shown(self, settings: Settings, name: str) -> Shown:
        """How a field looks: no more bots are offered than leave a place for a human.

        Raises:
            KeyError: there is no such field.
        """
        choices = _BY_NAME[name].choices
        if name == "bots":
            return Shown(choices[: PLACES[settings.cards]])
        if name == "temper" and not settings.bots:
            return Shown(choices, enabled=False, faded=True)
        return Shown(choices)

    def adjusted(self, settings: Settings, name: str, value: Scalar) -> Settings:
        """The settings after a field was used, with what follows from it. A value not offered now changes nothing.

        Raises:
            KeyError: there is no such field.
            ValueError: the field never has this value.
        """
        if not any(_same(choice.value, value) for choice in _BY_NAME[name].choices):
            raise ValueError(f"{name} is never {value!r}")
        look = self.shown(settings, name)
        if not look.enabled or not any(_same(choice.value, value) for choice in look.choices):
            return settings
        after = replace(settings, **{name: value})
        most = PLACES[after.cards] - 1
        return replace(after, bots=most) if after.bots > most else after

    def problems(self, settings: Settings) -> tuple[str, ...]:
        """Sentences that say why a room cannot be made with these settings."""
        most = PLACES[settings.cards] - 1
        if settings.bots > most:
            return (f"With {settings.cards} cards at most {most} bots can play.",)
        return ()

    def headline(self, settings: Settings) -> str:
        """Who can play, live."""
        places = PLACES[settings.cards]
        least = max(1, 2 - settings.bots)
        people = places - settings.bots
        return f"{settings.cards} cards for {_span(least, people)} and {_counted(settings.bots, 'bot')}"

    def summary(self, settings: Settings) -> str:
        """Deck, boot, factor and length."""
        return f"{settings.cards} cards, boot {settings.boot}, {FACTORS[settings.factor]}, {settings.rounds} rounds"

    def facts(self, settings: Settings) -> tuple[tuple[str, str], ...]:
        """Room info, the operator's bound last."""
        names = ("cards", "boot", "factor", "rounds", "bots")
        rows = [(_BY_NAME[name].label, label(settings, name)) for name in names]
        if settings.bots:
            rows.append((_BY_NAME["temper"].label, label(settings, "temper")))
        rows.append(("A short stack may wait", _time(settings.patience)))
        return tuple(rows)


def _span(least: int, most: int) -> str:
    return _counted(most, "player") if least == most else f"{least} to {_counted(most, 'player')}"


def _counted(count: int, noun: str) -> str:
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"


def _time(ms: int) -> str:
    seconds = ms // 1000
    return _counted(seconds // 60, "minute") if seconds % 60 == 0 else _counted(seconds, "second")


def _same(one: Scalar, other: Scalar) -> bool:
    """Equal, and not merely so because Python counts True as 1."""
    return one == other and isinstance(one, bool) is isinstance(other, bool)


SETUP: Final = Form()
