"""The edge of where a move may end, to be drawn: in each direction the farthest point it leads to."""

from __future__ import annotations

from functools import lru_cache

from gattai.tabletop.ground.points import INCH, Point, along, ring
from gattai.tabletop.ground.tables import Table
from gattai.tabletop.ground.ways import Walk

DIRECTIONS = 24
FINE = INCH // 10
"""The edge is drawn to a tenth of an inch; whether a point is in reach is asked of the rules."""


@lru_cache(maxsize=256)
def outline(
    table: Table, radius: int, start: Point, most: int, bases: tuple[Point, ...], over: bool
) -> tuple[Point, ...]:
    """The points of the edge, anticlockwise; what lies in it and cannot be reached is not cut out."""
    walk = Walk(table, radius, start, most, bases, over=over)
    return tuple([_farthest(walk, goal, most) for goal in ring(start, INCH, DIRECTIONS)])


def _farthest(walk: Walk, goal: Point, most: int) -> Point:
    """From outside inwards in steps of half an inch, then finer between the last two."""
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
