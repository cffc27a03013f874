"""Paths around obstacles: straight segments from one turning point to the next.

A true shortest path around discs would follow their edges. People at a table move in straight
segments, and so does this: it turns at points close to the corners of terrain and around other
bases, and finds the shortest path through these. A path that a player lays out point by point may
be shorter still and is measured as it is.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from heapq import heappop, heappush
from math import isqrt

from gattai.kernel.lazy import lazy
from gattai.tabletop.ground.bases import is_clear_of
from gattai.tabletop.ground.points import Point, distance, length, ring, square
from gattai.tabletop.ground.tables import TableArea

_BITS = 10
"""Extra bits of precision when adding lengths: a thousandth of a hundredth."""
_AT_CORNERS, _AT_BASES = 8, 12
"""The number of turning points around each corner and each base."""
_CLEAR_OF_CORNERS, _CLEAR_OF_BASES = 1083, 2072
"""Their distance, in thousandths of the radius: 1 / cos(pi / 8), and 2 / cos(pi / 12)."""


class ReachableGround:
    """Where one base can move; results are cached.

    With `over` it passes over terrain and bases and only may not end on them. With `towards`, a
    single destination, the search skips everything elsewhere.

    >>> from gattai.tabletop.ground.pieces import ConvexPolygon
    >>> table = TableArea(3600, 2400, (ConvexPolygon.rectangle((1000, 500), (1100, 1500)),))
    >>> walk = ReachableGround(table, 50, (800, 1000), 1500, bases=[])
    >>> way = walk.way_to((1300, 1000))
    >>> len(way), length(way)
    (6, 1316)
    """

    def __init__(
        self,
        table: TableArea,
        radius: int,
        start: Point,
        most: int,
        bases: Iterable[Point],
        *,
        over: bool = False,
        towards: Point | None = None,
    ) -> None:
        self.table, self.radius, self.start, self.most, self.over = (
            table,
            radius,
            start,
            most,
            over,
        )
        self._towards = towards
        near = most + 2 * radius
        self.bases = [at for at in bases if square(start, at) < near * near]

    def way_to(self, goal: Point) -> tuple[Point, ...] | None:
        """Return the shortest path to a point, both ends included; None if all are too long."""
        most = self.most
        if square(self.start, goal) > most * most or goal == self.start:
            return None
        if not self.table.is_free(goal, self.radius, self.bases):
            return None
        if self.over or self._is_open(self.start, goal):
            return (self.start, goal)
        turning = self._last_turning(goal)
        if turning is None:
            return None
        way = (*self._way_back(turning), goal)
        return way if length(way) <= most else None

    def _last_turning(self, goal: Point) -> Point | None:
        """Return where the shortest path turns for the last time.

        Short paths are tried first: they turn no farther off than they are long.
        """
        most = (self.most + 1) << _BITS
        judged, far = -1, distance(self.start, goal) << _BITS
        while judged < most:
            far = min(most, far + far // 8 + 1)
            found = self._turnings.within(far)
            totals = [
                so_far + more
                for (so_far, _), more in zip(found.values(), _from(goal, found), strict=True)
            ]
            ends = [each for each in zip(totals, found, strict=True) if judged < each[0] <= far]
            for _, turning in sorted(ends):
                if self._is_open(turning, goal):
                    return turning
            judged = far
        return None

    def _way_back(self, turning: Point) -> tuple[Point, ...]:
        found, way = self._turnings.found, [turning]
        while way[-1] != self.start:
            way.append(found[way[-1]][1])
        return tuple(reversed(way))

    def _is_open(self, a: Point, b: Point) -> bool:
        return self.table.is_open(a, b, self.radius, self.bases)

    @lazy
    def _turnings(self) -> "_Turnings":
        points = turning_points(self.table, self.radius, self.start, self.most, self.bases)
        goal = self._towards
        if goal is not None:
            most = self.most + 2
            points = [at for at in points if distance(self.start, at) + distance(at, goal) <= most]
        return _Turnings(self.start, self.most, points, self._is_open)


def way_round(
    table: TableArea, radius: int, start: Point, goal: Point, bases: Iterable[Point]
) -> tuple[Point, ...] | None:
    """Return the shortest path to a point at any length, both ends included; None if none is found.

    Short paths are tried first: with few turning points they are found quickly.
    """
    far, whole = distance(start, goal) * 5 // 4 + radius, 4 * (table.width + table.height)
    others = tuple(bases)
    while True:
        found = ReachableGround(table, radius, start, far, others, towards=goal).way_to(goal)
        if found is not None or far >= whole:
            return found
        far = min(whole, far * 3 // 2)


class _Turnings:
    """Turning points with their least distance and predecessor, computed on demand."""

    def __init__(
        self,
        start: Point,
        most: int,
        points: Iterable[Point],
        is_open: Callable[[Point, Point], bool],
    ) -> None:
        self.found: dict[Point, tuple[int, Point]] = {}
        self._most, self._is_open = most << _BITS, is_open
        self._waiting = dict.fromkeys(points)
        self._waiting.pop(start, None)
        self._queue: list[tuple[int, Point, Point]] = []
        self._lead_on(start, 0)

    def within(self, far: int) -> dict[Point, tuple[int, Point]]:
        """Return those within this path length.

        Whether one is open from another is tested only if that would be the shortest path there:
        for most pairs never.
        """
        queue, waiting = self._queue, self._waiting
        while waiting and queue and queue[0][0] <= far:
            so_far, at, before = heappop(queue)
            if at in waiting and self._is_open(before, at):
                del waiting[at]
                self.found[at] = (so_far, before)
                self._lead_on(at, so_far)
        return self.found

    def _lead_on(self, at: Point, so_far: int) -> None:
        waiting, most = self._waiting, self._most - so_far
        for more, other in zip(_from(at, waiting), waiting, strict=True):
            if more <= most:
                heappush(self._queue, (so_far + more, other, at))


def _from(at: Point, others: Iterable[Point]) -> list[int]:
    """Return the distance from one point to each of the others, with the extra bits."""
    x, y = at
    return [isqrt(((bx - x) ** 2 + (by - y) ** 2) << 2 * _BITS) for bx, by in others]


def turning_points(
    table: TableArea, radius: int, start: Point, most: int, bases: Sequence[Point]
) -> list[Point]:
    """Return points around corners of terrain and bases where a base may stand, nearer than this.

    They lie far enough out that going from one to the next touches nothing.
    """
    far = most * most
    found = [at for at in _round_corners(table, radius) if square(start, at) < far]
    found = [at for at in found if is_clear_of(at, bases, radius)]
    for x, y in bases:
        beside = [(x + dx, y + dy) for dx, dy in _round_a_base(radius)]
        near = [at for at in beside if square(start, at) < far]
        found += [at for at in near if table.is_free(at, radius, bases)]
    return found


@cache
def _round_corners(table: TableArea, radius: int) -> tuple[Point, ...]:
    off = radius * _CLEAR_OF_CORNERS // 1000 + 3
    corners = [corner for piece in table.terrain for corner in piece.corners]
    found = [at for corner in corners for at in ring(corner, off, _AT_CORNERS)]
    return tuple(dict.fromkeys([at for at in found if table.is_free(at, radius, ())]))


@cache
def _round_a_base(radius: int) -> tuple[Point, ...]:
    return tuple(ring((0, 0), radius * _CLEAR_OF_BASES // 1000 + 3, _AT_BASES))
