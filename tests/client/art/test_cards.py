"""Every card can be told from every other, without colours and in ASCII, at every size that a table uses."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from typing import Final

import pytest
from rich.segment import Segment

from client.art.cards import EMPTY, HIDDEN, UNDEALT, Face, Shade, caption, card, tallest
from client.art.cells import symbol
from client.art.chips import inline
from client.art.palette import FULL, MONO, SAFE, SIXTEEN, Look
from client.art.shapes import Shape
from client.tables.five_of_a_kind.layout import layout

PLAIN = Look()
SHADES: Final[tuple[Shade, Shade]] = ("normal", "dimmed")
DECK = [
    f"{number} {color} {shape} {shading}"
    for number, color, shape, shading in product(
        (1, 2, 3), ("red", "green", "blue"), ("squiggle", "oval", "diamond"), ("solid", "striped", "open")
    )
]
SCREENS = ((60, 17), (80, 21), (88, 37), (120, 37))
SIZES = sorted(
    {
        (place.card_cols, place.card_rows)
        for width, height in SCREENS
        for slots in (3, 4, 5)
        for place in [layout(width, height, slots)]
    }
)


def text(face: Face, look: Look = PLAIN) -> str:
    return "\n".join(strip.text for strip in card(face, look))


def inside(face: Face, look: Look) -> str:
    """The drawing alone: no frame, no number, no caption."""
    return "\n".join(strip.text[1:-1] for strip in card(face, look)[1:-1])


def test_sizes_are_those_of_the_screens_that_are_promised() -> None:
    assert {(9, 11), (13, 13), (16, 13)} <= set(SIZES)
    assert min(rows for _, rows in SIZES) == 11


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("glyphs", ["blocks", "ascii"])
def test_all_cards_differ_without_colours(size: tuple[int, int], glyphs: str) -> None:
    look = Look(MONO, "ascii" if glyphs == "ascii" else "blocks")
    slots = [*DECK, EMPTY, HIDDEN, UNDEALT]
    faces = {slot: text(Face(slot, 1, *size), look) for slot in slots}
    assert len(set(faces.values())) == len(slots) == 84
    for face in faces.values():
        lines = face.split("\n")
        assert len(lines) == size[1]
        assert {len(line) for line in lines} == {size[0]}
        assert glyphs == "blocks" or face.isascii()


@pytest.mark.parametrize("glyphs", ["blocks", "ascii"])
def test_drawings_alone_differ_at_the_smallest_screen(glyphs: str) -> None:
    """At 60x20 with five slots even the drawing without its caption says everything."""
    look = Look(MONO, "ascii" if glyphs == "ascii" else "blocks")
    drawings = {inside(Face(slot, 1, 9, 11), look) for slot in DECK}
    assert len(drawings) == 81


def test_colours_need_no_letters_but_can_have_them() -> None:
    assert not set("RGB") & set(inside(Face("3 red oval open", 1, 16, 13), Look(FULL)))
    assert inside(Face("3 red oval open", 1, 16, 13), Look(FULL, letters=True)).count("R") == 3
    assert inside(Face("2 green oval solid", 1, 16, 13), Look(MONO)).count("G") == 2


def colors(face: Face, look: Look) -> set[str]:
    """The inks of a face's drawing; under it stands one line of the caption, and another in the frame."""
    return {
        segment.style.color.name
        for strip in card(face, look)[1:-2]
        for segment in list(strip)[1:-1]
        if segment.style and segment.style.color and segment.text.strip()
    }


def test_a_symbol_has_its_colour_of_the_palette() -> None:
    assert colors(Face("1 red diamond solid", 1, 16, 13), Look(FULL)) == {FULL.red}
    assert colors(Face("1 green diamond striped", 1, 16, 13), Look(FULL)) == {FULL.green, FULL.green_tint}
    assert colors(Face("1 green diamond striped", 1, 18, 21), Look(FULL)) == {FULL.green}
    assert colors(Face("2 blue oval open", 1, 16, 13), Look(SIXTEEN)) == {SIXTEEN.blue}


def test_without_colours_no_style_has_one() -> None:
    for slot in (*DECK[:9], EMPTY, HIDDEN):
        for strip in card(Face(slot, 1, 16, 13, newest=True, coming=True), Look(MONO)):
            assert all(not segment.style or not (segment.style.color or segment.style.bgcolor) for segment in strip)


def test_a_striped_symbol_stands_on_its_tint_and_has_stripes() -> None:
    strips = card(Face("1 red oval striped", 1, 18, 21), Look(FULL))
    striped = [
        segment for strip in strips for segment in strip if "│" in segment.text.strip("│ ") or "││" in segment.text
    ]
    assert striped
    assert {str(segment.style.bgcolor.name) for segment in striped if segment.style and segment.style.bgcolor} == {
        FULL.red_tint
    }


def lines(rows: Iterable[Iterable[Segment]]) -> list[str]:
    return ["".join(part.text for part in row) for row in rows]


@pytest.mark.parametrize("shape", ["squiggle", "oval", "diamond"])
def test_a_low_striped_symbol_has_the_ends_of_a_solid_one_and_is_made_of_bars(shape: Shape) -> None:
    """There is no room for stripes within an outline: what is left of them would look like holes and specks."""
    for palette, width, height, tight in product((FULL, SIXTEEN, MONO), range(7, 16), (2, 3), (False, True)):
        solid, striped = (
            lines(symbol(shape, shading, "", width, height, palette.card, Look(palette), tight=tight))
            for shading in ("solid", "striped")
        )
        middle = (width - 1) // 2
        assert [line[middle] for line in striped] == [line[middle] for line in solid]
        assert all("█" not in line[middle - 1 :: -2][:-1] for line in striped)
        if palette is not FULL:  # Elsewhere a tint lies between the bars.
            ends = [[(len(line) - len(line.lstrip()), len(line.rstrip())) for line in one] for one in (solid, striped)]
            assert ends[0] == ends[1]


@pytest.mark.parametrize("shape", ["oval", "diamond"])
def test_a_low_striped_symbol_is_the_same_at_its_left_and_at_its_right(shape: Shape) -> None:
    for width, height, tight in product(range(7, 16), (2, 3), (False, True)):
        rows = lines(symbol(shape, "striped", "red", width, height, SIXTEEN.card, Look(SIXTEEN), tight=tight))
        assert rows == [row[::-1] for row in rows]
        assert any(" " in row.strip() for row in rows)
        lettered = lines(symbol(shape, "striped", "red", width, height, "", Look(MONO), tight=tight))
        row = next(row for row in lettered if "R" in row)
        assert row.index("R") == (width - 1) // 2
        bare = row.replace("R", " ")
        assert bare == bare[::-1]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("glyphs", ["blocks", "ascii"])
def test_the_outline_moves_nothing(size: tuple[int, int], glyphs: str) -> None:
    """The outline of the next slot changes neither the card's size nor its drawing."""
    look = Look(FULL, "ascii" if glyphs == "ascii" else "blocks")
    for slot in ("3 green squiggle striped", EMPTY, HIDDEN, UNDEALT):
        plain, outlined = Face(slot, 2, *size), Face(slot, 2, *size, coming=True)
        assert inside(plain, look) == inside(outlined, look)
        assert [strip.cell_length for strip in card(plain, look)] == [
            strip.cell_length for strip in card(outlined, look)
        ]
        assert text(plain, look) != text(outlined, look)


def test_newest_lit_and_dimmed_can_be_told_without_colours() -> None:
    look = Look(MONO)
    slot = "2 blue diamond open"
    plain = Face(slot, 2, 16, 13)
    faces = [plain, Face(slot, 2, 16, 13, newest=True), Face(slot, 2, 16, 13, shade="lit")]
    assert len({text(face, look) for face in faces}) == 3
    assert colors(Face(slot, 2, 16, 13, shade="dimmed"), Look(FULL)) == {FULL.blue_faint}
    assert colors(Face(EMPTY, 2, 16, 13, shade="dimmed"), Look(FULL)) == {FULL.border}


@pytest.mark.parametrize("look", [Look(FULL), Look(SAFE, letters=True), Look(SIXTEEN), Look(MONO), Look(MONO, "ascii")])
@pytest.mark.parametrize("rows", [1, 13])
def test_a_dimmed_card_has_the_same_picture_with_the_ground_that_lies_between_its_bars(rows: int, look: Look) -> None:
    for slot in DECK:
        plain, dimmed = (
            [part for strip in card(Face(slot, 1, 13, rows, shade=shade), look) for part in strip] for shade in SHADES
        )
        assert [part.text for part in plain] == [part.text for part in dimmed]
        for bright, faint in zip(plain, dimmed, strict=True):
            assert bright.style is not None
            assert faint.style is not None
            assert bright.style.reverse == faint.style.reverse
            assert (bright.style.color is None) == (faint.style.color is None)
            assert (bright.style.bgcolor is None) == (faint.style.bgcolor is None)
        color = slot.split()[1]
        if not look.palette.plain:
            assert look.palette.ink(color) not in inks(Face(slot, 1, 13, rows, shade="dimmed"), look)
            assert getattr(look.palette, f"{color}_faint") in inks(Face(slot, 1, 13, rows, shade="dimmed"), look)


@pytest.mark.parametrize(
    ("cols", "lines", "words"),
    [
        (30, 1, ("3 red striped squiggles",)),
        (24, 1, ("3R squig str",)),
        (23, 4, ("3 red squiggles", "striped")),
        (16, 2, ("3 squiggles", "red striped")),
        (12, 3, ("3 red", "striped", "squiggles")),
        (12, 2, ("3R squig str",)),
        (11, 2, ("3R Sq str",)),
        (9, 1, ("3R Sq str",)),
        (8, 3, ("3R SqSt",)),
        (6, 3, ("3RSqSt",)),
        (3, 3, ()),
    ],
)
def test_captions_by_size(cols: int, lines: int, words: tuple[str, ...]) -> None:
    assert caption("3 red squiggle striped", cols, lines) == words


def test_all_captions_of_a_size_have_one_form_and_the_outline_of_the_next_slot_is_closed_around_them() -> None:
    for cols, lines in ((25, 1), (17, 2), (13, 2), (9, 3), (9, 1), (7, 1), (6, 1)):
        captions = {caption(slot, cols, lines) for slot in DECK}
        assert len(captions) == len(DECK)
        assert {len(words) for words in captions} == {lines}
        assert max(len(line) for words in captions for line in words) <= cols
    assert [caption(slot, 13, 2) for slot in ("1 blue oval solid", "2 green diamond open")] == [
        ("1 oval", "blue solid"),
        ("2 diamonds", "green open"),
    ]
    for cols in (9, 13, 16, 25):
        strips = card(Face("3 green squiggle open", 3, cols, 13, coming=True), Look(FULL))
        for part in (*strips[0], *strips[-1]):
            assert part.style
            assert part.style.color
            assert part.style.bgcolor
            assert not part.text or FULL.next in {part.style.color.name, part.style.bgcolor.name}
        if cols > 9:
            assert strips[-1].text.startswith("█▄")


def test_faces_survive_every_size() -> None:
    for cols, rows in product((1, 2, 3, 4, 6, 9, 31, 70), (1, 2, 3, 5, 8, 10, 12, 40)):
        for slot in ("3 red squiggle striped", "1 blue diamond solid", EMPTY, HIDDEN, UNDEALT):
            for look in (Look(), Look(MONO, "ascii")):
                strips = card(Face(slot, 5, cols, rows, coming=True, newest=True), look)
                assert len(strips) == rows
                assert all(strip.cell_length == cols for strip in strips)


def test_symbols_grow_with_their_card() -> None:
    small, large = (inside(Face("1 red oval solid", 1, cols, tallest(cols)), Look()).count("█") for cols in (16, 30))
    assert large > 3 * small


@pytest.mark.parametrize("glyphs", ["blocks", "ascii"])
@pytest.mark.parametrize("cols", [9, 13, 16])
def test_cards_differ_in_a_single_line_too(cols: int, glyphs: str) -> None:
    look = Look(MONO, "ascii" if glyphs == "ascii" else "blocks")
    for rows in (1, 3):
        faces = {slot: text(Face(slot, 1, cols, rows), look) for slot in [*DECK, EMPTY, HIDDEN, UNDEALT]}
        middles = {face.split("\n")[rows // 2][1:-1] for face in faces.values()}
        assert len(middles) == 84


@pytest.mark.parametrize("glyphs", ["blocks", "ascii"])
def test_cards_of_a_width_have_one_form_in_a_single_line(glyphs: str) -> None:
    look = Look(MONO, "ascii" if glyphs == "ascii" else "blocks")
    for cols in range(9, 20):
        faces = [text(Face(slot, 1, cols, 1), look)[1:-1].split() for slot in DECK]
        assert len({any(part[0].isdigit() for part in face) for face in faces}) == 1, cols


@pytest.mark.parametrize("look", [Look(), Look(MONO, "ascii")], ids=["blocks", "ascii"])
def test_a_shape_has_the_same_sign_in_a_line_of_text_and_on_a_card_of_one_line(look: Look) -> None:
    for shape in ("squiggle", "oval", "diamond"):
        sign = inline(shape, "", look).text
        for shading in ("solid", "striped", "open"):
            (line,) = (strip.text[1:-1].strip() for strip in card(Face(f"1 blue {shape} {shading}", 1, 13, 1), look))
            assert line[-3] + line[-1] == sign[0] + sign[2], (shape, shading)
            assert shading != "open" or line[-3:] == sign


def test_the_empty_card_has_its_sign_wherever_the_terminal_has_it() -> None:
    assert text(Face(EMPTY, 1, 9, 1)).strip("│ ") == "∅"
    assert text(Face(EMPTY, 1, 9, 1), Look(MONO, "ascii")).strip("| ") == "(/)"


@pytest.mark.parametrize("glyphs", ["blocks", "ascii"])
def test_the_frame_of_a_single_line_has_no_sign_that_ends_a_symbol(glyphs: str) -> None:
    look = Look(MONO, "ascii" if glyphs == "ascii" else "blocks")
    shades: list[Shade] = ["normal", "lit"]
    frames = [text(Face("2 red diamond open", 1, 16, 1, shade=shade), look) for shade in shades]
    sides = [{frame[0], frame[-1]} for frame in frames]
    assert sides[0] != sides[1]
    assert not set.union(*sides) & set("{}()<>[]")


@pytest.mark.parametrize("rows", [1, 3, 11])
def test_what_counts_and_what_does_not_can_be_told_at_every_height(rows: int) -> None:
    plain = Face("2 red oval solid", 1, 13, rows)
    lit, dimmed = replace(plain, shade="lit"), replace(plain, shade="dimmed")
    for look in (Look(MONO), Look(MONO, "ascii")):
        assert text(plain, look) != text(lit, look)
    assert FULL.gold in inks(lit)
    assert FULL.red in inks(lit)
    assert not {FULL.gold, FULL.red} & inks(dimmed)


def inks(face: Face, look: Look = PLAIN) -> set[str]:
    """All the inks of a face, its frame's too."""
    styles = [part.style for strip in card(face, look) for part in strip]
    return {style.color.name for style in styles if style and style.color}
