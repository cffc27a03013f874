"""The outline of the area where a move may end, for drawing: the farthest point in each direction."""

from __future__ import annotations

from functools import lru_cache

from gattai.tabletop.ground.points import INCH, Point, along, ring
from gattai.tabletop.ground.tables import TableArea
from gattai.tabletop.ground.ways import ReachableGround

DIRECTIONS = 24
FINE = INCH // 10
"""The outline is accurate to a tenth of an inch; the rules decide whether a point is in reach."""


@lru_cache(maxsize=256)
def outline(
    table: TableArea, radius: int, start: Point, most: int, bases: tuple[Point, ...], over: bool
) -> tuple[Point, ...]:
    """The points of the outline, anticlockwise. Unreachable areas inside it are not cut out."""
    walk = ReachableGround(table, radius, start, most, bases, over=over)
    return tuple([_farthest(walk, goal, most) for goal in ring(start, INCH, DIRECTIONS)])


def _farthest(walk: ReachableGround, goal: Point, most: int) -> Point:
    """Search inwards in steps of half an inch, then more finely between the last two."""
    low, high = 0, most
    for far in range(most - 1, 0, -INCH // 2):
        if walk.way_to(along(walk.start, goal, far)) is not None:
            low = far
            break
        high = far
    while low and high - low > FINE:
        middle = (low + high) // 2
        if walk.way_to(along(walk.start, goal, middle)) is not None:
            low = middle
        else:
            high = middle
    return along(walk.start, goal, low) if low else walk.start
