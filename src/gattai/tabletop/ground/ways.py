"""Ways round what stands in the way: straight pieces from one turning point to the next.

A shortest way round discs would follow their edges. People at a table go in straight pieces, and so
does this: it turns at points close to the corners of terrain and round other bases, and finds the
shortest way by these. A way that somebody lays out point by point may be shorter still and is
measured as it is.
"""

from collections.abc import Iterable
from functools import lru_cache
from heapq import heappop, heappush
from math import isqrt

from gattai.kernel.lazy import lazy
from gattai.tabletop.ground.points import Point, length, ring, square
from gattai.tabletop.ground.tables import Table

_BITS = 10
"""Lengths are added up so much finer than they are measured: a thousandth of a hundredth."""
_AT_CORNERS, _AT_BASES = 8, 12
"""Turning points round each."""
_CLEAR_OF_CORNERS, _CLEAR_OF_BASES = 1083, 2072
"""How far out they lie, in thousandths of the radius: 1 / cos(pi / 8), and 2 / cos(pi / 12) for two bases."""


class Walk:
    """Where one base can go from where it stands; what is found once is kept.

    With `over` it passes over terrain and bases and only may not end on them.

    >>> from gattai.tabletop.ground.pieces import Piece
    >>> table = Table(3600, 2400, (Piece.rectangle((1000, 500), (1100, 1500)),))
    >>> walk = Walk(table, 50, (800, 1000), 1500, bases=[])
    >>> way = walk.way_to((1300, 1000))
    >>> len(way), length(way)
    (6, 1316)
    """

    def __init__(
        self,
        table: Table,
        radius: int,
        start: Point,
        most: int,
        bases: Iterable[Point],
        *,
        over: bool = False,
    ) -> None:
        self.table, self.radius, self.start, self.most, self.over = (
            table,
            radius,
            start,
            most,
            over,
        )
        near = most + 2 * radius
        self.bases = [at for at in bases if square(start, at) < near * near]

    def way_to(self, goal: Point) -> tuple[Point, ...] | None:
        """The shortest way found to a point, both ends included; None if none is short enough."""
        most = self.most
        if square(self.start, goal) > most * most or goal == self.start:
            return None
        if not self.table.is_free(goal, self.radius, self.bases):
            return None
        if self.over or self._is_open(self.start, goal):
            return (self.start, goal)
        totals = []
        for turning, (so_far, _) in self._turnings.items():
            total = so_far + _fine(turning, goal)
            if total <= (most + 1) << _BITS:
                totals.append((total, turning))
        for _, turning in sorted(totals):
            if self._is_open(turning, goal):
                way = (*self._way_back(turning), goal)
                return way if length(way) <= most else None
        return None

    def _way_back(self, turning: Point) -> tuple[Point, ...]:
        way = [turning]
        while way[-1] != self.start:
            way.append(self._turnings[way[-1]][1])
        return tuple(reversed(way))

    def _is_open(self, a: Point, b: Point) -> bool:
        return self.table.is_open(a, b, self.radius, self.bases)

    @lazy
    def _turnings(self) -> dict[Point, tuple[int, Point]]:
        """Where a way may turn, how far that is at the least, and where it comes from."""
        start, most = self.start, self.most
        waiting = [
            at
            for at in turning_points(self.table, self.radius, tuple(self.bases))
            if square(start, at) < most * most
        ]
        found: dict[Point, tuple[int, Point]] = {}
        queue = [(0, start, start)]
        while queue:
            so_far, at, before = heappop(queue)
            if at in found:
                continue
            found[at] = (so_far, before)
            for other in waiting:
                if other not in found:
                    total = so_far + _fine(at, other)
                    if total <= most << _BITS and self._is_open(at, other):
                        heappush(queue, (total, other, at))
        del found[start]
        return found


def _fine(a: Point, b: Point) -> int:
    return isqrt(square(a, b) << 2 * _BITS)


@lru_cache(maxsize=256)
def turning_points(table: Table, radius: int, bases: tuple[Point, ...]) -> tuple[Point, ...]:
    """Points close round every corner of terrain and every base where a base may stand.

    They lie so far out that going from one to the next touches nothing.
    """
    corners = [corner for piece in table.terrain for corner in piece.corners]
    off_corners = radius * _CLEAR_OF_CORNERS // 1000 + 3
    off_bases = radius * _CLEAR_OF_BASES // 1000 + 3
    found = [at for corner in corners for at in ring(corner, off_corners, _AT_CORNERS)]
    found += [at for base in bases for at in ring(base, off_bases, _AT_BASES)]
    return tuple(dict.fromkeys([at for at in found if table.is_free(at, radius, bases)]))
