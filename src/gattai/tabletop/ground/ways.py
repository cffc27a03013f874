"""Ways round what stands in the way: straight pieces from one turning point to the next.

A shortest way round discs would follow their edges. People at a table go in straight pieces, and so
does this: it turns at points close to the corners of terrain and round other bases, and finds the
shortest way by these. A way that somebody lays out point by point may be shorter still and is
measured as it is.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from heapq import heappop, heappush
from math import isqrt

from gattai.kernel.lazy import lazy
from gattai.tabletop.ground.bases import is_clear_of
from gattai.tabletop.ground.points import Point, distance, length, ring, square
from gattai.tabletop.ground.tables import Table

_BITS = 10
"""Lengths are added up so much finer than they are measured: a thousandth of a hundredth."""
_AT_CORNERS, _AT_BASES = 8, 12
"""Turning points round each."""
_CLEAR_OF_CORNERS, _CLEAR_OF_BASES = 1083, 2072
"""How far out they lie, in thousandths of the radius: 1 / cos(pi / 8), and 2 / cos(pi / 12) for two bases."""


class Walk:
    """Where one base can go from where it stands; what is found once is kept.

    With `over` it passes over terrain and bases and only may not end on them. Whoever wants to go to
    one point only says so (`towards`) and is spared what lies elsewhere.

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
        """The shortest way found to a point, both ends included; None if none is short enough."""
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
        """Where the shortest way turns for the last time.

        Short ways are looked at first: they turn nowhere farther off than they are long.
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
    table: Table, radius: int, start: Point, goal: Point, bases: Iterable[Point]
) -> tuple[Point, ...] | None:
    """The shortest way to a point however long it is, both ends included; None if none is found.

    Short ways are tried first: between few turning points they are found soon.
    """
    far, whole = distance(start, goal) * 5 // 4 + radius, 4 * (table.width + table.height)
    others = tuple(bases)
    while True:
        found = Walk(table, radius, start, far, others, towards=goal).way_to(goal)
        if found is not None or far >= whole:
            return found
        far = min(whole, far * 3 // 2)


class _Turnings:
    """Where a way may turn, how far that is at the least, and where it comes from; found as asked for."""

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
        """Those that a way of this length leads to at least.

        Whether one lies open from another is asked only when that would be the shortest way there:
        of most pairs never.
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
    """The distance from one point to each of the others, finely."""
    x, y = at
    return [isqrt(((bx - x) ** 2 + (by - y) ** 2) << 2 * _BITS) for bx, by in others]


def turning_points(
    table: Table, radius: int, start: Point, most: int, bases: Sequence[Point]
) -> list[Point]:
    """Points close round every corner of terrain and every base, where a base may stand, nearer than this.

    They lie so far out that going from one to the next touches nothing.
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
def _round_corners(table: Table, radius: int) -> tuple[Point, ...]:
    off = radius * _CLEAR_OF_CORNERS // 1000 + 3
    corners = [corner for piece in table.terrain for corner in piece.corners]
    found = [at for corner in corners for at in ring(corner, off, _AT_CORNERS)]
    return tuple(dict.fromkeys([at for at in found if table.is_free(at, radius, ())]))


@cache
def _round_a_base(radius: int) -> tuple[Point, ...]:
    return tuple(ring((0, 0), radius * _CLEAR_OF_BASES // 1000 + 3, _AT_BASES))
