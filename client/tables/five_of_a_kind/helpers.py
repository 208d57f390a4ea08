"""What only a server under test shows: Exactly five with the present answers, and below it Bot settings."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment
from textual.strip import Strip

from client.art.palette import style
from client.art.signs import signs
from client.scene import Scene
from client.tables.five_of_a_kind.layout import LEGIBLE_ROWS
from client.tables.five_of_a_kind.words import said, settings_of, shared_of
from client.widgets.painted import Painted, boxed, fitted
from engines.five_of_a_kind.model import BotNumbers, Settings
from engines.five_of_a_kind.setup import label
from protocol.text import cut


@dataclass(frozen=True)
class HelperFace:
    """The present answers and the bot's numbers in words, at length and in short; no numbers where no bot plays."""

    answers: tuple[str, ...]
    bot: tuple[str, ...] | None = None

    @property
    def lines(self) -> int:
        """How many rows this takes at least."""
        return 2 if self.bot else 1

    def rows(self, height: int) -> int:
        """How many rows of a table of `height` this takes: boxes, or one line each; none where cards need them all."""
        each = 3 if height >= 34 else 1 if height >= LEGIBLE_ROWS + self.lines else 0
        return each * self.lines


def helper_face(scene: Scene) -> HelperFace | None:
    """What a server under test tells during a game; None from any other server, and after the end."""
    shared, rules = shared_of(scene), settings_of(scene)
    if shared is None or shared.testing is None:
        return None
    testing = shared.testing
    if rules.counting == "anything":
        words = "It is" if testing.it_is else ""
    else:
        words = ", ".join(said(trait, rules) for trait in testing.traits) or "none"
    brief = words.replace("not ", "!")
    answers = (words, brief, brief.replace(", ", " "))
    return HelperFace(answers, bot_words(rules, testing.bot) if testing.bot else None)


def bot_words(rules: Settings, numbers: BotNumbers) -> tuple[str, ...]:
    """Difficulty, reaction time and the two chances, rounded half up; the longest words first."""
    name, reaction = label(rules, "difficulty"), f"{_whole(numbers.reaction)} ms"
    correct = "unused" if rules.counting == "anything" else f"{_whole(numbers.correct)}%"
    false = f"{_whole(numbers.false_claim)}%"
    return (
        f"{name}: reaction {reaction}, correct {correct}, false claim {false}",
        f"{name} {reaction}, correct {correct}, false {false}",
        f"{name} {reaction.replace(' ', '')} right {correct} false {false}",
    )


def _whole(number: float) -> int:
    return math.floor(number + 0.5)


class Helpers(Painted[HelperFace | None]):
    """The stack: two boxes where there is room for them, else two lines."""

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """Exactly five, and Bot settings below it."""
        face = self.content
        if face is None:
            return []
        parts: list[tuple[str, tuple[str, ...]]] = [("Exactly five", face.answers)]
        if face.bot:
            parts.append(("Bot settings", face.bot))
        if height >= 3 * len(parts):
            return [strip for title, words in parts for strip in self._box(title, words, width)]
        return [self._line(title, words, width) for title, words in parts]

    def _box(self, title: str, words: tuple[str, ...], width: int) -> list[Strip]:
        palette = self.look.palette
        line = fitted([Segment(_fitting(words, width - 2), self.ground)], width - 2, self.ground, "center")
        edge, dim = style(palette.border, palette.ground), style(palette.dim, palette.ground)
        return boxed([line], width, signs(self.look).frame, edge, title, dim)

    def _line(self, title: str, words: tuple[str, ...], width: int) -> Strip:
        dim = style(self.look.palette.dim, self.look.palette.ground)
        if len(words[-1]) > width - len(title) - 2:
            title = title.removesuffix(" settings")
        text = _fitting(words, width - len(title) - 2)
        return fitted([Segment(f"{title}: ", dim), Segment(text, self.ground)], width, self.ground)


def _fitting(words: tuple[str, ...], width: int) -> str:
    """What says most and fits; cut with a sign of it, if nothing does."""
    return next((one for one in words if len(one) <= width), cut(words[-1], width))
