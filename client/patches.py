"""What of a screen is painted anew: the cells that have changed, and no more.

Textual asks every widget for its lines that lies anywhere between two changed ones, and writes a changed line from the
widget's left edge. At a table nearly every change comes at both ends of the screen at once.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from textual._compositor import Compositor, CompositorUpdate
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget


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
        gaps: dict[int, list[tuple[int, int]]] = {}
        for y, left, right in self._regions_to_spans(region.intersection(screen) for region in dirty):
            gaps.setdefault(y, []).append((left, right))
        return Patches(tuple(self._filled(gaps))) if gaps else None

    def _filled(self, gaps: dict[int, list[tuple[int, int]]]) -> Iterable[tuple[int, int, Strip]]:
        """Strips for all gaps: columns, by row. The widgets come from the front, so what is covered is not asked."""
        for widget, (region, clip) in self.visible_widgets.items():
            seen = region.intersection(clip)
            left, right = seen.column_span
            rows = [y for y in seen.line_range if any(left < b and a < right for a, b in gaps.get(y, ()))]
            if not rows:
                continue
            first = rows[0]
            part = Region(left - region.x, first - region.y, seen.width, rows[-1] - first + 1)
            strips = widget.render_lines(part)
            for y in rows:
                rest: list[tuple[int, int]] = []
                for a, b in gaps[y]:
                    start, end = max(a, left), min(b, right)
                    if start < end:
                        yield start, y, strips[y - first].crop(start - left, end - left)
                        rest += [gap for gap in ((a, start), (end, b)) if gap[0] < gap[1]]
                    else:
                        rest.append((a, b))
                gaps[y] = rest


def paint(screen: Screen[Any]) -> None:
    """Paint what has changed, now. Textual would first let each changed widget say so, and then wait for a frame.

    Where something needs another place, all of it is left to Textual.
    """
    waiting = [one for one in _displayed(screen) if one._repaint_required or one._layout_required]
    if screen._layout_required or any(one._layout_required for one in waiting):
        return
    seen = screen._compositor.visible_widgets
    for one in waiting:
        one._repaint_required = False
    screen._dirty_widgets.update(one for one in waiting if one in seen)
    screen._on_timer_update()


def _displayed(node: Widget) -> Iterator[Widget]:
    """All widgets under one, but not what is under one that is hidden; what waits there waits until it is shown."""
    for child in node.children:
        yield child
        if child.display:
            yield from _displayed(child)
