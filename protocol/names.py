"""What a new name may be made of: nothing that passes for a mark of ours, or for another name's end, on any screen.

The alphabets are those that Unicode recommends for identifiers (UAX #31, table 5), one in each name; only those of East
Asia are mixed, with each other and with Latin (UTS #39, "highly restrictive").
"""

import unicodedata
from typing import Final

from protocol.text import BadName, clean_name, skeleton

BETWEEN: Final = frozenset(" _-.'\u2019\u02bb\u02bc")
"""What may stand in a name beside letters and digits, but for the Hawaiian letter not at its beginning."""
OKINA: Final = "\u02bb"
TOGETHER: Final = frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"})
ALONE: Final = frozenset({
    "ARABIC", "ARMENIAN", "BENGALI", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GREEK", "GUJARATI", "GURMUKHI",
    "HEBREW", "KANNADA", "KHMER", "LAO", "MALAYALAM", "MYANMAR", "ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA",
    "THAI", "TIBETAN",
})  # fmt: skip
BARS: Final = frozenset("\u01c0\u01c1\u01c2\u01c3")
"""Letters for clicks, which look like bars and an exclamation mark."""
OF_THE_HOUSE: Final = frozenset(map(skeleton, ("The server", "Server", "fivefold")))
"""As these the house itself speaks."""


def new_name(text: str) -> str:
    """A name that somebody chooses, as it is kept. Who chose one before there was this rule can still sign in.

    Raises:
        BadName: nobody may take it.
    """
    name = clean_name(text)
    if not plain(name):
        raise BadName(
            "A name may hold letters of one alphabet, digits, single spaces and _ - . ' after the first letter."
        )
    if skeleton(name) in OF_THE_HOUSE:
        raise BadName("That is how the server itself is called.")
    return name


def plain(name: str) -> bool:
    """Whether a clean name is made of nothing but letters of one alphabet, digits, and what may stand between them."""
    used = {
        _alphabet(letter) for letter in name if letter not in BETWEEN and not (letter.isascii() and letter.isdigit())
    }
    used.discard("COMBINING")  # these sit on letters of every alphabet
    begins = name[:1] == OKINA or name[:1] not in BETWEEN
    return begins and (used <= TOGETHER or (len(used) == 1 and used <= ALONE))


def _alphabet(letter: str) -> str:
    """The alphabet of a letter, of its mark or of a digit; of anything else "", which is none."""
    category = unicodedata.category(letter)
    if letter in BARS or not (category[0] in "LM" or category == "Nd"):
        return ""
    if letter == "\u3005":  # it repeats a Chinese character
        return "CJK"
    return unicodedata.name(letter, "").partition(" ")[0]
