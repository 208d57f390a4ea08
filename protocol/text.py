"""Text that people wrote, made safe to keep, to compare and to paint.

A terminal obeys control characters, and no two terminals agree on how wide joined emoji are. So one small alphabet of
text leaves this file: no control or format character, no lone surrogate, no joiner, no variation selector, at most two
marks on a letter, flags as plain letters. Its width in cells is then the same everywhere, and cutting it at a grapheme
cluster (UAX #29) never leaves half a letter.
"""

import unicodedata
from functools import lru_cache
from typing import Final

from rich.cells import cell_len
from wcwidth import iter_graphemes

NAME_CELLS: Final = 16
NAME_BYTES: Final = 48
CHAT_CELLS: Final = 200

_MARKS: Final = 2
_SPACES: Final = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029")
# Letters and symbols by category that show nothing at all, or nothing but a gap.
_INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc")


class BadName(ValueError):  # noqa: N818  # what the player reads is its text
    """A name that cannot be taken; its text says why in a sentence."""


def _kept(letter: str) -> str:
    """What is left of one code point: itself, a space, a plain letter for a flag's half, or nothing."""
    if letter in _SPACES:
        return " "
    if letter in _INVISIBLE or 0xFE00 <= ord(letter) <= 0xFE0F or 0xE0100 <= ord(letter) <= 0xE01EF:
        return ""
    if 0x1F1E6 <= ord(letter) <= 0x1F1FF:
        return chr(ord(letter) - 0x1F1E6 + ord("A"))
    category = unicodedata.category(letter)
    if category == "Zs":
        return " "
    return "" if category[0] == "C" else letter


@lru_cache(maxsize=4096)
def painted(text: str) -> str:
    """The text as it may go to a terminal: on one line, with nothing in it that a terminal obeys. Idempotent."""
    if text.isascii() and text.isprintable():
        return text
    marks = 0
    letters: list[str] = []
    for letter in unicodedata.normalize("NFC", "".join(map(_kept, text))):
        marks = marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        # A mark without a letter before it would sit on whatever stands there on the screen.
        if marks > _MARKS or (marks and not letters):
            continue
        letters.append(letter)
    return "".join(letters)


def cell_width(text: str) -> int:
    """How many cells the painted text takes, by the table that Textual lays out with."""
    return cell_len(painted(text))


def cut(text: str, cells: int) -> str:
    """The painted text, ended with an ellipsis where it is wider than `cells`; never half a letter."""
    whole = painted(text)
    if cell_len(whole) <= cells:
        return whole
    room = cells - 1
    kept: list[str] = []
    for cluster in iter_graphemes(whole):
        room -= cell_len(cluster)
        if room < 0:
            break
        kept.append(cluster)
    return "".join(kept) + "…" if cells > 0 else ""


def fit(text: str, cells: int) -> str:
    """The painted text cut or filled with spaces to exactly `cells`."""
    short = cut(text, cells)
    return short + " " * (cells - cell_len(short))


def clean_line(text: str, cells: int = CHAT_CELLS) -> str | None:
    """A line of chat as it is kept: painted, single spaces, at most `cells` wide; None if nothing is left."""
    return cut(" ".join(painted(text).split()), cells) or None


def clean_name(text: str) -> str:
    """A name as it is kept (NFKC).

    Raises:
        BadName: it is empty, too wide, too long, or holds what a name must not hold. A name is refused, never mended:
            who signs in must be able to type what the others see.
    """
    name = unicodedata.normalize("NFKC", text)
    if any(_kept(letter) != letter for letter in name) or painted(name) != name:
        raise BadName("A name may not hold control characters, invisible letters, flags or heaps of accents.")
    if not name.strip():
        raise BadName("A name needs at least one letter or digit.")
    if name != " ".join(name.split()):
        raise BadName("A name may not begin or end with a space, or hold two in a row.")
    if not any(unicodedata.category(letter)[0] in "LN" for letter in name):
        raise BadName("A name needs at least one letter or digit.")
    if cell_len(name) > NAME_CELLS:
        raise BadName(f"A name may be at most {NAME_CELLS} cells wide.")
    if len(name.encode()) > NAME_BYTES:
        raise BadName(f"A name may take at most {NAME_BYTES} bytes.")
    return name


def name_key(name: str) -> str:
    """What makes two names the same name: NFKC, case-folded, without spaces at the ends."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


# Letters that look like a Latin one in common fonts, after case folding (a short cut of UTS #39's table).
_LOOKALIKES: Final = str.maketrans(
    {
        **dict(zip("абвгеёзијкмнопрсԁтухһѕԛԝьіїҽү", "a6bгeeзиjkmhonpcdtyxhsqwbiieу", strict=True)),
        **dict(zip("αβγειηκνορτυχωσ", "abyeinkvoptuxwo", strict=True)),
        **dict(zip("оօѵѡհոսցզ", "oovwhnugq", strict=True)),
        "0": "o",
        "1": "l",
        "i": "l",
        "|": "l",
        "ı": "l",
        "!": "l",
        "5": "s",
        "8": "b",
        "-": "",
        "_": "",
        ".": "",
        " ": "",
        "'": "",
        "’": "",
    }
)


def skeleton(name: str) -> str:
    """What makes two names look alike: without accents and separators, look-alike letters as one ("Ann", "A-n.n").

    Two accounts never share a skeleton. So "Zoë" and "Zoe" cannot both be taken: a screen that shows one accent less,
    or a reader in a hurry, must not take one for the other.
    """
    plain = unicodedata.normalize("NFKD", name_key(name))
    bare = "".join(letter for letter in plain if unicodedata.category(letter)[0] != "M")
    alike = bare.translate(_LOOKALIKES).translate(_LOOKALIKES)
    return alike.replace("rn", "m").replace("vv", "w") or name_key(name)
