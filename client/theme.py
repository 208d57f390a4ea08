"""The colours of the shell, as themes: exact xterm-256 values, the terminal's own sixteen, and none at all.

Over SSH a terminal seldom says that it has true colour, so each value is one that 256 colours hold exactly.
"""

from typing import Final

from textual.theme import Theme

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
