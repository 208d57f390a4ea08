"""Colours and glyphs: which of them this terminal can show, and the values that everything on the screen is made of.

Over SSH a terminal often shows 256 colours and says nothing of more, so all full colours are exact values of the xterm
palette: reduced to 256 they stay what they are. The 16-colour values are named, for whatever the user made of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from rich.style import Style

PaletteName = Literal["full", "safe", "sixteen", "mono"]
Glyphs = Literal["blocks", "console", "ascii"]
"""`console` has no more than the IBM PC's character set, as the Linux console."""
Suits = Literal["two", "four"]


@dataclass(frozen=True, eq=False)  # compared and hashed by identity: it is part of the key of every drawing
class Palette:
    """Colours as Rich and Textual both name them once `textual` has been asked; "" is the terminal's own.

    `red`, `green` and `blue` are the three card colours, which need not look like their names; the tints lie behind a
    striped symbol, and the faint ones are those of dimmed cards. `next` is the outline of the next slot, `gold` a
    selection, `good` and `bad` gains and losses.
    """

    name: PaletteName
    ground: str
    panel: str
    card: str
    newest: str
    border: str
    text: str
    dim: str
    red: str
    green: str
    blue: str
    red_tint: str
    green_tint: str
    blue_tint: str
    red_faint: str
    green_faint: str
    blue_faint: str
    next: str
    gold: str
    good: str
    bad: str
    alarm: str

    def ink(self, color: str) -> str:
        """The colour of a card colour's symbols; anything else is the neutral ink."""
        return {"red": self.red, "green": self.green, "blue": self.blue}.get(color, self.text)

    def tint(self, color: str) -> str:
        """The ground behind a striped symbol of a card colour."""
        return {"red": self.red_tint, "green": self.green_tint, "blue": self.blue_tint}.get(color, self.panel)

    def faint(self, color: str) -> str:
        """What a colour of a card is on a dimmed one; tints and grounds stay what they are."""
        faint = {self.red: self.red_faint, self.green: self.green_faint, self.blue: self.blue_faint}
        return faint.get(color, self.border if color in {self.text, self.dim} else color)

    @property
    def plain(self) -> bool:
        """Whether there are no colours, so that bold and reverse must do."""
        return self.name == "mono"


FULL: Final = Palette(
    name="full",
    ground="#121212",
    panel="#262626",
    card="#1c1c1c",
    newest="#303030",
    border="#585858",
    text="#e4e4e4",
    dim="#8a8a8a",
    red="#ff5f5f",
    green="#5fd787",
    blue="#5fafff",
    red_tint="#5f0000",
    green_tint="#005f00",
    blue_tint="#00005f",
    red_faint="#875f5f",
    green_faint="#5f875f",
    blue_faint="#5f5f87",
    next="#ffd75f",
    gold="#ffaf00",
    good="#5fd787",
    bad="#ff5f5f",
    alarm="#d70000",
)
# Orange, yellow and sky stay apart under every common form of colour blindness, by lightness too, and from them rose,
# which outlines and selects: beside a yellow card nothing else is yellow.
SAFE: Final = replace(
    FULL,
    name="safe",
    red="#ff5f00",
    green="#ffff5f",
    red_tint="#5f0000",
    green_tint="#5f5f00",
    red_faint="#875f00",
    green_faint="#87875f",
    next="#ffafd7",
    gold="#ffafd7",
    good="#5fafff",
    bad="#ff5f00",
)
SIXTEEN: Final = Palette(
    name="sixteen",
    ground="black",
    panel="black",
    card="black",
    newest="black",
    border="bright_black",
    text="bright_white",
    dim="white",
    red="bright_red",
    green="bright_green",
    blue="bright_cyan",
    red_tint="black",
    green_tint="black",
    blue_tint="black",
    red_faint="red",
    green_faint="green",
    blue_faint="cyan",
    next="bright_yellow",
    gold="yellow",
    good="bright_green",
    bad="bright_red",
    alarm="red",
)
MONO: Final = Palette("mono", *[""] * 21)
PALETTES: Final[Mapping[PaletteName, Palette]] = {look.name: look for look in (FULL, SAFE, SIXTEEN, MONO)}
SHOWN: Final[Mapping[PaletteName, str]] = {
    "safe": "red is shown as orange, green as yellow",
    "sixteen": "blue is shown as cyan",
    "mono": "a letter says the color",
}
"""Which card colours do not look like their names, by palette."""


@dataclass(frozen=True)
class Look:
    """How this client draws. `letters` puts the colour's or the suit's letter into every symbol; without colours they
    are always there. `suits` says how many colours the four suits of French cards have.
    """

    palette: Palette = FULL
    glyphs: Glyphs = "blocks"
    letters: bool = False
    suits: Suits = "two"

    @property
    def ascii(self) -> bool:
        """Whether only ASCII may reach the terminal."""
        return self.glyphs == "ascii"

    @property
    def lettered(self) -> bool:
        """Whether a symbol carries its colour's letter."""
        return self.letters or self.palette.plain or self.ascii


def look_for(
    environ: Mapping[str, str],
    *,
    colors: PaletteName | Literal["auto"] = "auto",
    glyphs: Glyphs | Literal["auto"] = "auto",
    letters: bool = False,
    suits: Suits = "two",
) -> Look:
    """The look that suits a terminal as its environment describes it, as far as the user's options leave it open."""
    name = palette_for(environ) if colors == "auto" else colors
    return Look(PALETTES[name], glyphs_for(environ) if glyphs == "auto" else glyphs, letters, suits)


def palette_for(environ: Mapping[str, str]) -> PaletteName:
    """The palette for an environment: NO_COLOR (https://no-color.org) first, then COLORTERM, then TERM."""
    if environ.get("NO_COLOR"):
        return "mono"
    if environ.get("COLORTERM", "").lower() in {"truecolor", "24bit"}:
        return "full"
    term = environ.get("TERM", "").lower()
    if term in {"", "dumb", "vt100", "vt102", "vt220"} or term.endswith("-m") or "-mono" in term:
        return "mono"
    if "256" in term or "direct" in term or _MANY_COLOURS & set(term.split("-")):
        return "full"
    return "sixteen"


_MANY_COLOURS: Final = frozenset({"alacritty", "kitty", "foot", "wezterm", "ghostty", "contour", "iterm2"})


def glyphs_for(environ: Mapping[str, str]) -> Glyphs:
    """What terminal and locale can show besides ASCII: LC_ALL before LC_CTYPE before LANG, as POSIX orders them."""
    if environ.get("OS") == "Windows_NT":
        return "blocks"  # no locale variables there, and every console has the half blocks
    locale = next((environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(name)), "")
    if environ.get("LANG") in {"C", "POSIX"} and not environ.get("LC_ALL") and locale in {"C.UTF-8", "C.utf8", "UTF-8"}:
        locale = "C"  # Python itself, or one that started this one, sets LC_CTYPE to that in the locale C.
    if "utf8" not in locale.lower().replace("-", ""):
        return "ascii"
    return "console" if environ.get("TERM") == "linux" else "blocks"


def textual(color: str) -> str:
    """A palette's colour as Textual names it."""
    if color.startswith("#"):
        return color
    return f"ansi_{color}" if color else "ansi_default"


@lru_cache(maxsize=4096)
def style(
    ink: str = "", ground: str = "", *, bold: bool = False, reverse: bool = False, underline: bool = False
) -> Style:
    """A Rich style; "" leaves a colour as it is below."""
    return Style(
        color=ink or None,
        bgcolor=ground or None,
        bold=bold or None,
        reverse=reverse or None,
        underline=underline or None,
    )
