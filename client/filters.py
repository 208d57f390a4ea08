"""What is done to every line on its way to the terminal: glyphs for ASCII terminals, and colours where there are none.

Screens are drawn for a terminal that can do everything. These filters come last, so nothing can slip past them.
"""

import unicodedata
from functools import lru_cache
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

_GLYPHS: Final = str.maketrans(
    {
        **dict.fromkeys("─━╌╍┄┅┈┉═╴╶╸╺▔▁", "-"),
        **dict.fromkeys("│┃╎╏┆┇┊┋║╵╷╹╻▏▕▎▍", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╯╰╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋", "+"),
        **dict.fromkeys("█▀▄▌▐▊▋▉▇▆▅▙▟▛▜", "#"),
        **dict.fromkeys("░▒▓▂▃", ":"),
        **dict.fromkeys("‹←◂◀◄", "<"),
        **dict.fromkeys("›→▸▶►", ">"),
        **dict.fromkeys("↑▲△", "^"),
        **dict.fromkeys("↓▼▽", "v"),
        **dict.fromkeys("·•∙●○◦", "*"),
        **dict.fromkeys("–—−", "-"),
        **dict.fromkeys("‘’", "'"),
        **dict.fromkeys("“”", '"'),
        **dict(zip("♠♥♦♣", "shdc", strict=True)),
        "◖": "(",
        "◗": ")",
        "…": "~",
        "×": "x",
        "✓": "v",
        "✔": "v",
        "✗": "x",
        "✘": "x",
        "∅": "0",
        "⌫": "<",
        "⏎": "<",
        "␣": "_",
        "\u00a0": " ",
    }
)


@lru_cache(maxsize=4096)
def ascii_text(text: str) -> str:
    """The text in ASCII, as wide as it was: lines stay lines, letters lose their accents, the rest becomes "?"."""
    if text.isascii():
        return text
    parts = []
    for letter in text.translate(_GLYPHS):
        if letter.isascii():
            parts.append(letter)
            continue
        base = unicodedata.normalize("NFKD", letter)[:1]
        wide = cell_len(letter)
        parts.append(base if base.isascii() and base.isalnum() and wide == 1 else "?" * wide)
    made, wide = "".join(parts), cell_len(text)
    return made[:wide].ljust(wide, "?")


class AsciiOnly(LineFilter):
    """For a terminal whose locale is not UTF-8."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same cells in ASCII."""
        return [Segment(ascii_text(text), style, control) for text, style, control in segments]


_PLAIN: Final = Style.parse("default on default")


@lru_cache(maxsize=1024)
def colourless(style: Style) -> Style:
    """The style without its colours; bold, reverse and underline stay."""
    return style + _PLAIN


class Colourless(LineFilter):
    """For NO_COLOR and for terminals without colours."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same cells, without a colour."""
        return [
            Segment(text, None if style is None else colourless(style), control) for text, style, control in segments
        ]
