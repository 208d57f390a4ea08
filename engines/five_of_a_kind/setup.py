"""The settings as a form shows them, what follows from a change, and their words in the lobby and in Room info."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from engines.contract import Choice, Field, Scalar, Shown
from engines.five_of_a_kind.board import deck
from engines.five_of_a_kind.model import Settings

ENDS: Final = {"minutes": "time", "rounds": "rounds", "points": "points"}
"""The fields of the group "Game ends after", and the end that using each puts in effect."""

TYPES: Final = ("color", "shape", "shading")


def _choices(labels: Mapping[int, str] | Mapping[str, str]) -> tuple[Choice, ...]:
    return tuple(Choice(value, label) for value, label in labels.items())


def _counts(unit: str, *values: int) -> tuple[Choice, ...]:
    return tuple(Choice(value, f"{value} {unit}{'' if value == 1 else 's'}") for value in values)


def _seconds(*values: int) -> tuple[Choice, ...]:
    return tuple(Choice(value * 1000, f"{value} second{'' if value == 1 else 's'}") for value in values)


def _switch(off: str, on: str) -> tuple[Choice, ...]:
    return (Choice(False, off), Choice(True, on))


FIELDS: Final = (
    Field(
        "color",
        "Color",
        _switch("Off", "On"),
        "Trait types",
        preview="color",
        help="Red, green and blue cards. Off, every card is blue.",
    ),
    Field(
        "shape",
        "Shape",
        _switch("Off", "On"),
        "Trait types",
        preview="shape",
        help="Squiggles, ovals and diamonds. Off, every symbol is an oval.",
    ),
    Field(
        "shading",
        "Shading",
        _switch("Off", "On"),
        "Trait types",
        preview="shading",
        help="Solid, striped and open symbols. Off, every symbol is solid.",
    ),
    Field("slots", "Card slots", _choices({3: "3", 4: "4", 5: "5"}), help="How many cards lie on the table at once."),
    Field(
        "previous",
        "Previous cards",
        _choices({"keep": "Keep shown", "mask": "Mask with ?"}),
        help="All cards stay in sight, or all but the newest turn into question marks.",
    ),
    Field(
        "empty",
        "Empty card chance",
        _choices({percent: f"{percent}%" for percent in (0, 2, 5, 10, 20)}),
        help="How often a card without a symbol is dealt.",
    ),
    Field(
        "counting",
        "Trait counting to 5",
        _choices({"matching": "Matching", "non_matching": "Non-matching", "anything": "Anything"}),
        help="Exactly five symbols have the trait (Matching), or lack it (Non-matching). "
        "Without trait types: exactly five symbols are in play (Anything).",
    ),
    Field(
        "hint",
        "Trait hint",
        _choices({"none": "None", "availability": "Availability only"}),
        help="A panel can tell that there is an answer, but never which one.",
    ),
    Field(
        "interval",
        "Starting card interval",
        _seconds(1, 2, 3),
        help="The time between two cards at first. While they play, all vote on it.",
    ),
    Field("choose", "Time to choose a trait", _seconds(2, 3, 5), help="How long a claimant has for the answer."),
    Field(
        "lockout",
        "Failed claim lockout",
        (Choice(0, "None"), *_counts("round", 1, 2, 3, 4, 5)),
        help="How long a failed claim keeps its player from claiming and voting.",
    ),
    Field(
        "minutes",
        "Maximum time",
        _counts("minute", 1, 3, 5, 10),
        "Game ends after",
        one_of=True,
        help="The game ends after this time.",
    ),
    Field(
        "rounds",
        "Maximum rounds",
        _counts("round", 10, 30, 50, 100),
        "Game ends after",
        one_of=True,
        help="The game ends after this many rounds. A claim ends a round.",
    ),
    Field(
        "points",
        "Point target",
        _counts("point", 20, 30, 50),
        "Game ends after",
        one_of=True,
        help="The game ends when a player has this many points.",
    ),
    Field("bot", "Add bot", _switch("No", "Yes"), help="One automatic opponent plays too."),
    Field(
        "difficulty",
        "Bot difficulty",
        _choices({"adaptive": "Adaptive", "beginner": "Beginner", "intermediate": "Intermediate", "expert": "Expert"}),
        help="Adaptive begins like Intermediate and learns from its opponents.",
    ),
)

_BY_NAME: Final = {field.name: field for field in FIELDS}


def typed(settings: Settings) -> bool:
    """Whether a trait type is enabled, so that a claim needs a trait."""
    return settings.color or settings.shape or settings.shading


def label(settings: Settings, name: str) -> str:
    """The words for the value that a field has."""
    value = getattr(settings, name)
    return next(choice.label for choice in _BY_NAME[name].choices if choice.value == value)


class Form:
    """The setup of Five of a Kind (R2–R7)."""

    fields: tuple[Field, ...] = FIELDS

    def defaults(self) -> Settings:
        """The settings that a new room starts from."""
        return Settings()

    def shown(self, settings: Settings, name: str) -> Shown:
        """How a field looks: what is not in effect is blank, what cannot be used is not enabled.

        Raises:
            KeyError: there is no such field.
        """
        choices = _BY_NAME[name].choices
        match name:
            case "counting":
                return Shown(tuple(c for c in choices if (c.value == "anything") is not typed(settings)))
            case "choose" if not typed(settings):
                return Shown(choices, enabled=False, blank=True, faded=True)
            case "minutes" | "rounds" | "points" if ENDS[name] != settings.end:
                return Shown(choices, blank=True, faded=True)
            case "difficulty" if not settings.bot:
                return Shown(choices, enabled=False, faded=True)
            case "color" | "shape" | "shading":
                return Shown(choices, faded=not getattr(settings, name))
            case _:
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
        if name in ENDS:
            return replace(after, end=ENDS[name])
        if name in TYPES and typed(after) != typed(settings):
            after = replace(after, counting="matching" if typed(after) else "anything")
        if after.counting != settings.counting:
            interval = {"matching": 1000, "non_matching": 3000}.get(after.counting, after.interval)
            after = replace(after, interval=interval)
        return after

    def problems(self, settings: Settings) -> tuple[str, ...]:
        """Sentences that say why a room cannot be made with these settings."""
        found = []
        if typed(settings) and settings.counting == "anything":
            found.append("Anything is counted only when every trait type is off.")
        if not typed(settings) and settings.counting != "anything":
            found.append("With every trait type off, only Anything can be counted.")
        if settings.floor is not None and settings.ceiling is not None and settings.floor > settings.ceiling:
            found.append("The shortest card interval is longer than the longest one.")
        return tuple(found)

    def headline(self, settings: Settings) -> str:
        """The deck's size, live."""
        return f"Deck: {len(deck(settings))} cards"

    def summary(self, settings: Settings) -> str:
        """Slots, counting, mask and end, and a deck that is smaller than the usual one."""
        words = [
            f"{settings.slots} slots",
            f"{label(settings, 'counting').lower()}{'' if typed(settings) else ' counts'}",
        ]
        if settings.previous == "mask":
            words.append("mask")
        words.append(end(settings).lower())
        if len(deck(settings)) < len(deck(Settings())):
            words.append(f"{len(deck(settings))} cards")
        return ", ".join(words)

    def facts(self, settings: Settings) -> tuple[tuple[str, str], ...]:
        """Room info, in the order of the source; the bot and the operator's bounds after that."""
        types = [_BY_NAME[name].label for name in TYPES if getattr(settings, name)]
        rows = [
            ("Game ends after", end(settings)),
            ("Trait types", ", ".join(types) or "None"),
            ("Deck size", f"{len(deck(settings))} cards"),
        ]
        for name in ("slots", "previous", "empty", "counting", "hint", "interval", "choose", "lockout"):
            shown = self.shown(settings, name)
            rows.append((_BY_NAME[name].label, "Not used" if shown.blank else label(settings, name)))
        rows.append(("Bot", label(settings, "difficulty") if settings.bot else "None"))
        if settings.floor is not None:
            rows.append(("Shortest card interval", f"{settings.floor:,} ms"))
        if settings.ceiling is not None:
            rows.append(("Longest card interval", f"{settings.ceiling:,} ms"))
        return tuple(rows)


def end(settings: Settings) -> str:
    """The end in effect, in words: "3 minutes"."""
    return label(settings, next(name for name, value in ENDS.items() if value == settings.end))


def _same(one: Scalar, other: Scalar) -> bool:
    """Equal, and not merely so because Python counts True as 1."""
    return one == other and isinstance(one, bool) is isinstance(other, bool)


SETUP: Final = Form()
