"""How this player's terminal is drawn: palette, glyphs, depth of colour, motion."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Palette: TypeAlias = Literal["standard", "colour-blind"]
Glyphs: TypeAlias = Literal["blocks", "ascii"]
Depth: TypeAlias = Literal["256", "16", "mono"]


@dataclass(frozen=True)
class Looks:
    """What every widget that draws is told.

    `depth` is the number of colours to count on: 256 (or more), the terminal's own 16, or none. `letters` puts a letter
    for the colour into each symbol, always so without colours. `motion` is False where animations are to be left out.
    """

    palette: Palette = "standard"
    glyphs: Glyphs = "blocks"
    depth: Depth = "256"
    letters: bool = False
    motion: bool = True
