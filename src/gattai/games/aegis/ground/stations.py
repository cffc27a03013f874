"""A selection of places worth considering on an open table."""

from __future__ import annotations

from functools import cache

from gattai.games.aegis.ground.ground import Spot
from gattai.games.aegis.ground.spots import spot_at
from gattai.tabletop.ground.points import INCH, Point, along, ring, square
from gattai.tabletop.ground.tables import TableArea


@cache
def grid(table: TableArea, step: int, margin: int) -> tuple[Spot, ...]:
    """A grid of places over the whole table, row by row."""
    across = range(margin, table.width - margin + 1, step)
    up = range(margin, table.height - margin + 1, step)
    return tuple([spot_at((x, y)) for y in up for x in across])


def strewn(middle: Point, far: int) -> list[Point]:
    """Places around a point at the full distance, at half of it and very close; none farther away."""
    x, y = middle
    return [(x + dx, y + dy) for dx, dy in _strewn(far)]


@cache
def _strewn(far: int) -> tuple[Point, ...]:
    middle = (0, 0)
    rings = ((far, 12), (far // 2, 6), (min(far, INCH // 2), 4))
    found = [at for radius, count in rings for at in ring(middle, max(1, radius - 1), count)]
    return tuple([at for at in found if square(middle, at) <= far * far])


@cache
def hugging(table: TableArea, radius: int) -> tuple[Point, ...]:
    """Places next to terrain, where it gives cover: three along each side."""
    found: list[Point] = []
    for piece in table.terrain:
        for a, b in piece.edges:
            dx, dy = b[0] - a[0], b[1] - a[1]
            for share in (1, 3, 5):
                x, y = a[0] + dx * share // 6, a[1] + dy * share // 6
                at = along((x, y), (x + dy, y - dx), radius + 2)
                if table.is_free(at, radius, ()):
                    found.append(at)
    return tuple(dict.fromkeys(found))
