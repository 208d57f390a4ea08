"""The felt: all seats around the pot."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.strip import Strip

from client.scene import Scene
from client.tables.patti.layout import Layout
from client.tables.patti.pot import PotFace, paint_pot, pot_face
from client.tables.patti.seat import SeatFace, paint_seat
from client.tables.patti.seats import seat_faces
from client.widgets.painted import Painted, fitted


@dataclass(frozen=True)
class FeltFace:
    """What every place shows, in the order of their numbers, and the middle; `place` is where they go."""

    seats: tuple[SeatFace | None, ...]
    pot: PotFace
    place: Layout


def felt_face(scene: Scene, now: float, place: Layout) -> FeltFace:
    """The felt of a scene at `now`, the room's time in ms."""
    return FeltFace(seat_faces(scene, now), pot_face(scene, now), place)


class Felt(Painted[FeltFace]):
    """Nine fields: the pot in the middle, the viewer below it, the others from there to the left around."""

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """Three bands of three."""
        place = self.content.place
        blank = fitted([], width, self.ground)
        lines = [blank] * place.head
        for number, (fields, rows) in enumerate(
            (((3, 4, 5), place.seat), ((2, None, 6), place.seat), ((1, 0, 7), place.own))
        ):
            lines += [blank] * place.gap if number else []
            lines += self._band(fields, rows, width)
        return lines[:height]

    def _band(self, fields: tuple[int | None, ...], rows: int, width: int) -> list[Strip]:
        """Three fields side by side. A seat beside the own one stands as high as all others do."""
        place = self.content.place
        blocks = []
        for at, number in enumerate(fields):
            cols = place.middle if at == 1 else place.side
            if number is None:
                blocks.append(paint_pot(self.content.pot, cols, rows, self.look))
                continue
            high = rows if number == 0 else place.seat
            block = paint_seat(self.content.seats[number], cols, high, self.look)
            blocks.append([fitted([], cols, self.ground)] * (rows - high) + block)
        margin = fitted([], place.margin, self.ground)
        return [
            fitted([*margin, *(part for block in blocks for part in block[y])], width, self.ground) for y in range(rows)
        ]
