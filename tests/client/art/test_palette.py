"""Which colours and glyphs a terminal gets."""

import re

import pytest
from rich.color import Color
from textual.color import Color as TextualColor

from client.art.chips import TRAIT_TYPES, chip, inline
from client.art.palette import FULL, MONO, PALETTES, SAFE, SIXTEEN, Look, glyphs_for, look_for, palette_for, textual
from client.theme import THEMES, theme_for


@pytest.mark.parametrize(
    ("environ", "name"),
    [
        ({"NO_COLOR": "1", "COLORTERM": "truecolor", "TERM": "xterm-256color"}, "mono"),
        ({"NO_COLOR": "", "TERM": "xterm-256color"}, "full"),
        ({"COLORTERM": "truecolor", "TERM": "xterm"}, "full"),
        ({"TERM": "screen-256color"}, "full"),
        ({"TERM": "xterm-kitty"}, "full"),
        ({"TERM": "alacritty"}, "full"),
        ({"TERM": "linux"}, "sixteen"),
        ({"TERM": "xterm"}, "sixteen"),
        ({"TERM": "vt100"}, "mono"),
        ({"TERM": "dumb"}, "mono"),
        ({}, "mono"),
    ],
)
def test_palette_by_environment(environ: dict[str, str], name: str) -> None:
    assert palette_for(environ) == name


@pytest.mark.parametrize(
    ("environ", "glyphs"),
    [
        ({"LANG": "en_GB.UTF-8"}, "blocks"),
        ({"LANG": "de_DE.utf8"}, "blocks"),
        ({"LC_ALL": "C", "LANG": "en_GB.UTF-8"}, "ascii"),
        ({"LC_CTYPE": "C", "LANG": "en_GB.UTF-8"}, "ascii"),
        ({"LC_ALL": "", "LC_CTYPE": "C.UTF-8", "LANG": "C"}, "ascii"),  # what Python makes of LANG=C
        ({"LC_ALL": "C.UTF-8", "LANG": "C"}, "blocks"),
        ({"LC_CTYPE": "C.UTF-8"}, "blocks"),
        ({"TERM": "linux", "LANG": "en_GB.UTF-8"}, "console"),
        ({"TERM": "linux", "LANG": "C"}, "ascii"),
        ({"LANG": "POSIX"}, "ascii"),
        ({"LANG": "de_DE.ISO-8859-1"}, "ascii"),
        ({}, "ascii"),
        ({"OS": "Windows_NT"}, "blocks"),
    ],
)
def test_glyphs_by_locale(environ: dict[str, str], glyphs: str) -> None:
    assert glyphs_for(environ) == glyphs


def test_options_go_before_the_environment() -> None:
    environ = {"NO_COLOR": "1", "LANG": "C"}
    assert look_for(environ) == Look(MONO, "ascii")
    assert look_for(environ, colors="safe", glyphs="blocks", letters=True) == Look(SAFE, "blocks", letters=True)


@pytest.mark.parametrize("palette", [FULL, SAFE], ids=lambda palette: palette.name)
def test_full_colours_are_exact_in_256(palette: object) -> None:
    """Reduced to xterm's 256 colours by name of their values, nothing changes."""
    steps = {0x00, 0x5F, 0x87, 0xAF, 0xD7, 0xFF}
    grays = {8 + 10 * step for step in range(24)}
    for name, value in vars(palette).items():
        if name == "name":
            continue
        red, green, blue = (int(part, 16) for part in re.findall("..", value[1:]))
        assert {red, green, blue} <= steps or (red == green == blue and red in grays), name


def test_colour_names_are_known_to_rich_and_to_textual() -> None:
    for palette in PALETTES.values():
        for name, value in vars(palette).items():
            if name != "name" and value:
                Color.parse(value)
                TextualColor.parse(textual(value))


def test_the_three_card_colours_differ() -> None:
    for palette in (FULL, SAFE, SIXTEEN):
        assert len({palette.ink(color) for color in ("red", "green", "blue")}) == 3


@pytest.mark.parametrize("look", [Look(FULL), Look(MONO), Look(MONO, "ascii")], ids=["full", "mono", "ascii"])
def test_chips_differ(look: Look) -> None:
    traits = [trait for type_ in TRAIT_TYPES.values() for trait in type_]
    large = {str([(part.text, str(part.style)) for row in chip(trait, "", look) for part in row]) for trait in traits}
    small = {(inline(trait, "", look).text, str(inline(trait, "", look).style)) for trait in traits}
    assert len(large) == len(small) == 9
    assert all(len(row) for trait in traits for row in chip(trait, "", look))


def test_chips_without_colours_differ_as_plain_text() -> None:
    for look in (Look(MONO), Look(MONO, "ascii")):
        traits = [trait for type_ in TRAIT_TYPES.values() for trait in type_]
        assert len({inline(trait, "", look).text for trait in traits}) == 9


def test_an_unknown_trait_is_refused() -> None:
    with pytest.raises(ValueError, match="no trait"):
        chip("purple", "", Look())


def test_the_next_slot_is_yellow_but_where_a_card_is() -> None:
    red, green, blue = Color.parse(FULL.next).get_truecolor()
    assert min(red, green) > 2 * blue
    assert FULL.gold not in {FULL.red, FULL.green, FULL.blue}
    for own in (SAFE.next, SAFE.gold):
        for card in (SAFE.red, SAFE.green, SAFE.blue):
            hues = [TextualColor.parse(color).hsl.h for color in (own, card)]
            apart = abs(hues[0] - hues[1])
            assert min(apart, 1 - apart) > 1 / 9, (own, card)  # of the circle


def test_the_shell_of_the_safe_colours_has_no_yellow_either() -> None:
    theme = theme_for(SAFE)
    assert theme.name in {one.name for one in THEMES}
    assert {theme.warning, theme.accent, theme.variables["amber"]} == {SAFE.next}
