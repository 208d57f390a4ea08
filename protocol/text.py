"""Text that people wrote, made safe to keep, to compare and to paint.

A terminal obeys control characters, and no two terminals agree on how wide joined emoji are. So one small alphabet of
text leaves this file: no control or format character, no lone surrogate, no joiner, no variation selector, no skin
tone, at most two marks on a letter, flags as plain letters. Its width in cells is then the same everywhere, and cutting
it at a grapheme cluster (UAX #29) never leaves half a letter.
"""

import unicodedata
from functools import lru_cache
from typing import Final

from rich.cells import cell_len
from wcwidth import iter_graphemes

from protocol.lookalikes import LOOKALIKES

NAME_CELLS: Final = 16
NAME_BYTES: Final = 48
CHAT_CELLS: Final = 200

_MARKS: Final = 2
_SPACES: Final = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029")
# Letters, symbols and marks by category that show nothing at all, or nothing but a gap.
_INVISIBLE: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc\U00013441\U00013442\U00016fe4\U0001d159"
)
# Variation selectors, and skin tones: what stands before them grows on some terminals and not on others.
_MODIFIERS: Final = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0), range(0x1F3FB, 0x1F400))
_FLAG_A: Final = 0x1F1E6


class BadName(ValueError):  # noqa: N818  # what the player reads is its text
    """A name that cannot be taken; its text says why in a sentence."""


def _kept(letter: str) -> str:
    """What is left of one code point: itself, a space, a plain letter for a flag's half, or nothing."""
    if letter in _SPACES:
        return " "
    code = ord(letter)
    if letter in _INVISIBLE or any(code in modifiers for modifiers in _MODIFIERS):
        return ""
    if _FLAG_A <= code < _FLAG_A + 26:
        return chr(code - _FLAG_A + ord("A"))
    category = unicodedata.category(letter)
    if category == "Zs":
        return " "
    if category == "Cn":
        # Newer than this Python's Unicode: what the width table knows as wide is an emoji or an ideograph.
        return letter if cell_len(letter) == 2 else ""
    return "" if category[0] == "C" else letter


def painted(text: str) -> str:
    """The text as it may go to a terminal: on one line, with nothing in it that a terminal obeys. Idempotent."""
    if text.isascii() and text.isprintable():
        return text
    return _painted_again(text) if len(text) <= 64 else _painted(text)


def _painted(text: str) -> str:
    # Few marks before normalising, too: thousands of them on one letter take it seconds to sort.
    return _with_few_marks(unicodedata.normalize("NFC", _with_few_marks("".join(map(_kept, text)))))


_painted_again = lru_cache(maxsize=4096)(_painted)


def _with_few_marks(text: str) -> str:
    marks = 0
    letters: list[str] = []
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        # A mark without a letter before it would sit on whatever stands there on the screen.
        if marks <= _MARKS and (letters or not marks):
            letters.append(letter)
    return "".join(letters)


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
    """A line of chat as it is kept: painted, single spaces, at most `cells` wide; None if nothing is left.

    Of a text that is many times longer only the beginning is looked at.
    """
    return cut(" ".join(painted(text[: 8 * cells]).split()), cells) or None


DELETED: Final = "deleted player"
"""The name in finished games of somebody whose account is no more."""


def clean_name(text: str) -> str:
    """A name as it is kept (NFKC).

    Raises:
        BadName: it is empty, too wide, too long, or holds what a name must not hold. A name is refused, never mended:
            who signs in must be able to type what the others see.
    """
    name = unicodedata.normalize("NFKC", text[: 4 * NAME_BYTES])
    if any(_kept(letter) != letter for letter in name) or painted(name) != name:
        raise BadName("A name may not hold control characters, invisible letters, flags or heaps of accents.")
    if not any(unicodedata.category(letter)[0] in "LN" for letter in name):
        raise BadName("A name needs at least one letter or digit.")
    if skeleton(_first_word(name)) == "bot":
        raise BadName("A name may not begin with the word Bot: that is what bots are called.")
    if skeleton(name) == skeleton(DELETED):
        raise BadName("That is what players are called whose accounts are no more.")
    if name != " ".join(name.split()):
        raise BadName("A name may not begin or end with a space, or hold two in a row.")
    if cell_len(name) > NAME_CELLS:
        raise BadName(f"A name may be at most {NAME_CELLS} cells wide.")
    if len(name.encode()) > NAME_BYTES:
        raise BadName(f"A name may take at most {NAME_BYTES} bytes.")
    return name


def _first_word(name: str) -> str:
    return "".join(" " if unicodedata.category(letter) in {"Zs", "Ps"} else letter for letter in name).split()[0]


def name_key(name: str) -> str:
    """What makes two names the same name: NFKC, case-folded, without what does not show or stands at the ends."""
    shown = unicodedata.normalize("NFKD", "".join(map(_kept, name))).casefold()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", shown).casefold()).strip()


def skeleton(name: str) -> str:
    """What makes two names look alike: without accents, spaces and punctuation, look-alike letters as one ("A-n.n").

    Two accounts never share a skeleton. So "Zoë" and "Zoe" cannot both be taken: a screen that shows one accent less,
    or a reader in a hurry, must not take one for the other. The marks of scripts that write their vowels with them are
    no accents.
    """
    plain = unicodedata.normalize("NFKD", "".join(map(_kept, name)))
    bare = "".join(letter for letter in plain if not "\u0300" <= letter <= "\u036f")
    # Twice, as small letters of some scripts look like their capitals, and fold to them.
    alike = bare.translate(LOOKALIKES).casefold().translate(LOOKALIKES).casefold().replace("i", "l")
    letters = "".join(letter for letter in alike if unicodedata.category(letter)[0] not in "PZ")
    return letters.replace("rn", "m").replace("vv", "w") or name_key(name)
