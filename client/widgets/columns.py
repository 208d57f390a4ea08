"""Texts in columns whose edges line up, however wide their letters are."""

from collections.abc import Sequence

from textual.content import Content

from client.foreign import foreign
from protocol.text import fit


def columns(texts: Sequence[str], widths: Sequence[int], style: str = "") -> Content:
    """One row: each text cut or filled to its width in cells, one cell between. A negative width aligns right."""
    cells = [_cell(text, width) for text, width in zip(texts, widths, strict=True)]
    return foreign(" ".join(cells), style)


def _cell(text: str, width: int) -> str:
    if width >= 0:
        return fit(text, width)
    cut = fit(text, -width)
    words = cut.rstrip(" ")
    return " " * (len(cut) - len(words)) + words
