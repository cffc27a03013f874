"""Lines from corner to corner of two hexes, and the hexes in their way, in exact integers.

Hexes are drawn into whole numbers without bending a straight line: the centre of (q, r) is
(3q, 2r + q), and the six corners are that plus `CORNERS`. A hex is in the way of a line that enters
its open inside, or that meets two or more of its corners, ends included: running along its side.
Touching one corner is not in the way. The two hexes at the ends are never in the way.

Like sight from centre to centre this depends only on the difference of two hexes, so it is computed
once per difference.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from gattai.tabletop.hexes import DIRECTIONS, apart, difference, line_differences

CORNERS: Final = ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1))
Point = tuple[int, int]


def corners_of(q: int, r: int) -> tuple[Point, ...]:
    """Return the corners of a hex in order.

    >>> corners_of(1, 0)
    ((5, 1), (4, 0), (2, 0), (1, 1), (2, 2), (4, 2))
    """
    return tuple((3 * q + dx, 2 * r + q + dy) for dx, dy in CORNERS)


def is_in_the_way(start: Point, end: Point, q: int, r: int) -> bool:
    """Return whether the hex (q, r) is in the way of a line from corner to corner.

    Both ends are corners of hexes, so neither lies inside of any hex, and the part of the straight
    line that runs through this one is wholly on the segment or wholly beyond it.
    """
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    x, y = 3 * q - ax, 2 * r + q - ay
    middle = dx * y - dy * x
    if abs(middle) > abs(dx) + 2 * abs(dy) or not (dx or dy):
        return False  # all corners lie on one side of the line, or there is no line
    length = dx * dx + dy * dy
    sides = [(dx * (y + v) - dy * (x + u), dx * (x + u) + dy * (y + v)) for u, v in CORNERS]
    if sum([side == 0 and 0 <= along <= length for side, along in sides]) >= 2:
        return True
    if min(sides)[0] >= 0 or max(sides)[0] <= 0:
        return False
    return _passes_on_the_way(sides, length)


def _passes_on_the_way(sides: list[tuple[int, int]], length: int) -> bool:
    """Return whether the midpoint of the two crossings of the rim is on the segment."""
    above, below, crossings = 0, 1, 0
    for (one, along), (other, further) in zip(sides, (*sides[1:], sides[0]), strict=True):
        if one == 0:
            share, whole = along, 1
        elif one * other < 0:
            share, whole = along * other - further * one, other - one
        else:
            continue
        if whole < 0:
            share, whole = -share, -whole
        above, below = above * whole + share * below, below * whole
        crossings += 1
    return 0 < above < crossings * length * below


@cache
def lines(d: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the hexes in the way for two hexes this difference apart.

    `lines(d)[i][j]` holds those on the line from corner i of the first to corner j of the second,
    as differences to the first.

    >>> [len(row) for row in lines(difference(2, 0))]
    [6, 6, 6, 6, 6, 6]
    """
    dq, dr = apart(d)
    if not (dq > 0 and dr >= 0) and d:
        return _turned(lines(difference(dq + dr, -dq)))
    starts, ends = corners_of(0, 0), corners_of(dq, dr)
    near = tuple(_beside(dq, dr))
    return tuple(
        tuple(
            tuple([difference(q, r) for q, r in near if is_in_the_way(start, end, q, r)])
            for end in ends
        )
        for start in starts
    )


Ways = tuple[tuple[tuple[int, ...], ...], ...]


def _turned(known: Ways) -> Ways:
    """Return the same lines rotated by a sixth of a turn around the first hex."""
    rows = [tuple([tuple([_turn(d) for d in way]) for way in (*row[1:], row[0])]) for row in known]
    return (*rows[1:], rows[0])


@cache
def _turn(d: int) -> int:
    q, r = apart(d)
    return difference(-r, q + r)


def _beside(dq: int, dr: int) -> Iterator[tuple[int, int]]:
    """Return every hex that a line between the two could meet, without the two themselves."""
    walk = [(q, r) for q, r in line_differences(dq, dr)]
    around = dict.fromkeys((q + sq, r + sr) for q, r in walk for sq, sr in ((0, 0), *DIRECTIONS))
    wider = dict.fromkeys((q + sq, r + sr) for q, r in around for sq, sr in ((0, 0), *DIRECTIONS))
    return (at for at in wider if at not in ((0, 0), (dq, dr)))
