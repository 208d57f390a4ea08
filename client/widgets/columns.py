"""Texts in columns whose edges line up, however wide their letters are, and lists of which only whole parts stand."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

from client.foreign import foreign
from protocol.text import fit, painted


def columns(texts: Sequence[str], widths: Sequence[int], style: str = "") -> Content:
    """One row: each text cut or filled to its width in cells, one cell between.

    A negative width aligns right; a column without any width is left out.
    """
    cells = [_cell(text, width) for text, width in zip(texts, widths, strict=True) if width]
    return foreign(" ".join(cells), style)


def _cell(text: str, width: int) -> str:
    if width >= 0:
        return fit(text, width)
    cut = fit(text, -width)
    words = cut.rstrip(" ")
    return " " * (len(cut) - len(words)) + words


def fewer(text: str, cells: int) -> str:
    """Of a text in parts, with a comma after each, as many as have room, and three dots where some are left out."""
    whole = painted(text)
    if cell_len(whole) <= cells:
        return whole
    parts = whole.split(", ")
    kept = parts[:1]
    for part in parts[1:]:
        if cell_len(", ".join((*kept, part))) > cells:
            break
        kept.append(part)
    short = ", ".join(kept)
    return f"{short}, …" if cell_len(short) + 3 <= cells else short


def lines_of(texts: Sequence[str], cells: int) -> list[str]:
    """Texts one after another, with commas between them, in as many lines as they take."""
    lines: list[str] = []
    for number, text in enumerate(map(painted, texts), 1):
        more = text + ("," if number < len(texts) else "")
        if lines and cell_len(lines[-1]) + 1 + cell_len(more) <= cells:
            lines[-1] += f" {more}"
        else:
            lines.append(more)
    return lines
