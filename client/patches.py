"""What of a screen is painted anew: the cells that have changed, and no more.

Textual asks every widget for its lines that lies anywhere between two changed ones, and writes a changed line from the
widget's left edge. At a table nearly every change comes at both ends of the screen at once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from rich.console import Console
from textual._compositor import Compositor, CompositorUpdate
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

Gaps: TypeAlias = dict[int, list[tuple[int, int]]]
"""What is to be painted: from which column up to which, by row."""


@dataclass(frozen=True)
class Patches(CompositorUpdate):
    """Strips and the cells (column, row) where each begins."""

    strips: Sequence[tuple[int, int, Strip]]

    def render_segments(self, console: Console) -> str:
        """What to write to the terminal."""
        return "".join(f"\x1b[{y + 1};{x + 1}H{strip.render(console)}" for x, y, strip in self.strips)


class Patcher(Compositor):
    """Textual's compositor, which asks a widget only for lines of which something is to be seen and has changed."""

    def render_partial_update(self) -> Patches | None:  # type: ignore[override]
        """The changed cells of the screen; None where there are none."""
        dirty, screen = tuple(self._dirty_regions), self.size.region
        self._dirty_regions.clear()
        gaps: Gaps = {}
        for y, left, right in self._regions_to_spans(region.intersection(screen) for region in dirty):
            gaps.setdefault(y, []).append((left, right))
        return Patches(tuple(self._filled(gaps))) if gaps else None

    def _filled(self, gaps: Gaps) -> Iterator[tuple[int, int, Strip]]:
        """Strips for all gaps. The widgets come from the front, so what is covered is not asked."""
        for widget, (region, clip) in self.visible_widgets.items():
            if not gaps:
                return
            for part in _parts(gaps, region.intersection(clip)):
                strips = widget.render_lines(part.translate(-region.offset))
                yield from ((part.x, y, strip) for y, strip in zip(part.line_range, strips, strict=True))


def _parts(gaps: Gaps, seen: Region) -> list[Region]:
    """Take what lies in a region out of the gaps: rectangles as high as can be."""
    left, top, right, bottom = seen.corners
    parts: list[Region] = []
    spans: list[tuple[int, int]] = []
    for y in range(top, bottom):
        if y not in gaps:
            continue
        inside = [(max(a, left), min(b, right)) for a, b in gaps[y] if a < right and left < b]
        if not inside:
            continue
        if rest := [gap for a, b in gaps[y] for gap in ((a, min(b, left)), (max(a, right), b)) if gap[0] < gap[1]]:
            gaps[y] = rest
        else:
            del gaps[y]
        if inside == spans and parts[-1].bottom == y:
            parts[-len(spans) :] = [part.grow((0, 0, 1, 0)) for part in parts[-len(spans) :]]
        else:
            spans = inside
            parts += [Region(a, y, b - a, 1) for a, b in spans]
    return parts


def paint(screen: Screen[Any]) -> None:
    """Paint what has changed, now. Textual would first let each changed widget say so, and then wait for a frame.

    Where something needs another place, all of it is left to Textual.
    """
    seen = screen._compositor.visible_widgets
    # What is hidden now may be about to be shown: such a child wants a layout.
    children = [child for parent in seen for child in parent.children]
    if screen._layout_required or any(child._layout_required for child in children):
        return
    for child in children:
        if child._repaint_required:
            child._repaint_required = False
            if child in seen:
                screen._dirty_widgets.add(child)
    screen._on_timer_update()
