"""The small glyphs of the tables, each with its ASCII form. All but a few are in the IBM PC's character set, which the
Linux console and every font have; a sign that is not has another form there."""

from dataclasses import dataclass, replace
from typing import Final

from client.art.palette import Look


@dataclass(frozen=True)
class Signs:
    """Glyphs by what they mean. A frame is its top row's three characters, its sides, and its bottom row's three."""

    frame: str
    chosen: str
    cursor: str
    cross: str
    head_up: str
    shaft: str
    bend: str
    origin: str
    full: str
    half: str
    trough: str
    dash: str
    dot: str
    more: str
    right: str
    wrong: str
    top_edge: str
    low_edge: str
    move: tuple[str, str, str]


BLOCKS: Final = Signs(
    frame="┌─┐││└─┘",
    chosen="╔═╗║║╚═╝",
    cursor="►",
    cross="×",
    head_up="▲",
    shaft="─",
    bend="└┘",
    origin="●",
    full="█",
    half="▌",
    trough="─",
    dash="–",
    dot="·",
    more="…",
    right="✓",
    wrong="×",
    top_edge="▄",
    low_edge="▀",
    move=(" ▲ ", "◄┼►", " ▼ "),
)
CONSOLE: Final = replace(BLOCKS, right="√")
ASCII: Final = Signs(
    frame="+-+||+-+",
    chosen="*=***" + "*=*",
    cursor=">",
    cross="x",
    head_up="^",
    shaft="-",
    bend="''",
    origin="o",
    full="#",
    half="=",
    trough=".",
    dash="-",
    dot="-",
    more="...",
    right="+",
    wrong="x",
    top_edge="=",
    low_edge="=",
    move=(" ^ ", "<+>", " v "),
)


def signs(look: Look) -> Signs:
    """The glyphs that this look may use."""
    return {"blocks": BLOCKS, "console": CONSOLE, "ascii": ASCII}[look.glyphs]
