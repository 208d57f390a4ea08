"""The colours of the shell, as themes: exact xterm-256 values, the terminal's own sixteen, and none at all.

Over SSH a terminal seldom says that it has true colour, so each value is one that 256 colours hold exactly.
"""

from dataclasses import replace
from typing import Final

from textual.theme import Theme

from client.art import palette

FULL: Final = Theme(
    name="fivefold",
    primary="#5fafff",
    secondary="#87afd7",
    warning="#ffd75f",
    error="#ff5f5f",
    success="#5fd787",
    accent="#ffd75f",
    foreground="#dadada",
    background="#121212",
    surface="#1c1c1c",
    panel="#262626",
    dark=True,
    variables={
        "chosen": "#303030",
        "border-strong": "#585858",
        "text-muted": "#8a8a8a",
        "text-disabled": "#626262",
        "scrollbar": "#585858",
        "scrollbar-hover": "#8a8a8a",
        "scrollbar-active": "#8a8a8a",
        "scrollbar-background": "#1c1c1c",
        "scrollbar-background-hover": "#1c1c1c",
        "scrollbar-background-active": "#1c1c1c",
        "input-cursor-background": "#dadada",
        "input-cursor-foreground": "#121212",
        "input-selection-background": "#005f87",
        "amber": "#ffaf00",
    },
)

SAFE: Final = replace(
    FULL,
    name="fivefold-safe",
    warning=palette.SAFE.next,
    accent=palette.SAFE.next,
    error=palette.SAFE.bad,
    success=palette.SAFE.good,
    variables={**FULL.variables, "amber": palette.SAFE.gold},
)
"""Of the same hues as the color-blind's cards and what is selected beside them."""

_ANSI: Final = {
    "chosen": "ansi_bright_black",
    "border-strong": "ansi_bright_black",
    "text-muted": "ansi_white",
    "text-disabled": "ansi_bright_black",
    "scrollbar": "ansi_white",
    "scrollbar-hover": "ansi_white",
    "scrollbar-active": "ansi_white",
    "scrollbar-background": "ansi_default",
    "scrollbar-background-hover": "ansi_default",
    "scrollbar-background-active": "ansi_default",
    "scrollbar-corner-color": "ansi_default",
    "input-cursor-background": "ansi_bright_white",
    "input-cursor-foreground": "ansi_black",
    "input-selection-background": "ansi_blue",
    "input-selection-foreground": "ansi_bright_white",
    "amber": "ansi_bright_yellow",
    "ansi-background": "ansi_black",
    "ansi-foreground": "ansi_white",
}
SIXTEEN: Final = Theme(
    name="fivefold-16",
    ansi=True,
    primary="ansi_bright_blue",
    secondary="ansi_cyan",
    warning="ansi_bright_yellow",
    error="ansi_bright_red",
    success="ansi_bright_green",
    accent="ansi_bright_yellow",
    foreground="ansi_bright_white",
    background="ansi_black",
    surface="ansi_black",
    panel="ansi_black",
    boost="ansi_black",
    dark=True,
    variables=_ANSI,
)
# Without colours everything is the terminal's own; what stands out is bold or reversed.
_NONE: Final = dict.fromkeys(_ANSI, "ansi_default")
MONO: Final = Theme(
    name="fivefold-mono",
    ansi=True,
    primary="ansi_default",
    secondary="ansi_default",
    warning="ansi_default",
    error="ansi_default",
    success="ansi_default",
    accent="ansi_default",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    dark=True,
    variables=_NONE,
)


THEMES: Final = (FULL, SAFE, SIXTEEN, MONO)
"""All of them."""


def theme_for(colors: palette.Palette) -> Theme:
    """The shell's theme that goes with the cards' palette."""
    return {"safe": SAFE, "sixteen": SIXTEEN, "mono": MONO}.get(colors.name, FULL)
