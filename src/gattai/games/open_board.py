"""An open table as the board of a scene: no cells, but a size and shapes.

Scenes do not import open tables, and these do not import scenes, so this module is above both.
"""

from __future__ import annotations

from math import cos, pi, sin

from gattai.scene.parts import Board, Shape
from gattai.tabletop.ground.points import INCH, Point
from gattai.tabletop.ground.tables import Corner, TableArea

ARC = 16
"""The number of straight segments for the arc of a corner."""


def open_board(
    title: str,
    table: TableArea,
    *,
    terrain: str = "",
    zones: tuple[Corner, ...] = (),
    base: int = INCH // 2,
    ground: str = "",
) -> Board:
    """The table with its terrain; each corner is its seat's zone, `base` half as wide as a piece.

    >>> from gattai.tabletop.ground.pieces import ConvexPolygon
    >>> table = TableArea(3600, 2400, (ConvexPolygon.rectangle((1000, 1000), (1400, 1300)),))
    >>> board = open_board("a table", table, terrain="wall")
    >>> board.size, board.shapes[0].points[2]
    ((36.0, 24.0), (14.0, 13.0))
    """
    pieces = [Shape(tuple(map(_inches, piece.corners)), terrain) for piece in table.terrain]
    corners = [Shape(_corner(zone), zone=seat) for seat, zone in enumerate(zones)]
    return Board(
        "open",
        title,
        (),
        ground,
        size=_inches((table.width, table.height)),
        shapes=(*corners, *pieces),
        base=base / INCH,
    )


def _inches(at: Point) -> tuple[float, float]:
    return at[0] / INCH, at[1] / INCH


def _corner(zone: Corner) -> tuple[tuple[float, float], ...]:
    """The points of a corner zone: the corner and the arc around it."""
    (x, y), radius = _inches(zone.at), zone.radius / INCH
    across, up = (-1 if zone.at[0] else 1), (-1 if zone.at[1] else 1)
    turns = [pi / 2 * n / ARC for n in range(ARC + 1)]
    arc = [(x + across * radius * cos(a), y + up * radius * sin(a)) for a in turns]
    return ((x, y), *((round(ax, 2), round(ay, 2)) for ax, ay in arc))
