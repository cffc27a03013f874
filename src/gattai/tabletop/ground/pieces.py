"""Pieces of terrain: rectangles and convex polygons, and what a moving base touches."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from gattai.kernel.lazy import lazy
from gattai.tabletop.ground.bases import nearness
from gattai.tabletop.ground.points import Point, to_text


def turn(a: Point, b: Point, c: Point) -> int:
    """Return a positive number if the path a, b, c turns left; zero if it is straight."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


class ConvexPolygon(msgspec.Struct, frozen=True, dict=True):
    """A convex polygon; its corners go round to the left (`ConvexPolygon.of` turns them so).

    >>> box = ConvexPolygon.rectangle((1000, 1000), (1400, 1300))
    >>> box.holds((1200, 1100)), box.holds((1000, 1100)), box.is_near((950, 1100), 50)
    (True, False, True)
    """

    corners: tuple[Point, ...]

    def __post_init__(self) -> None:
        corners = self.corners
        if len(corners) < 3:
            raise ValueError("a piece of terrain has at least three corners")
        round_trip = (*corners, *corners[:2])
        for a, b, c in zip(round_trip, round_trip[1:], round_trip[2:], strict=False):
            if turn(a, b, c) <= 0:
                raise ValueError(f"terrain has to be convex, and is not at {to_text(b)}")
        # Always turning left, but more than once round: a star.
        if any(turn(corners[0], b, c) <= 0 for b, c in pairwise(corners[1:])):
            raise ValueError("the corners of terrain go round once")

    @classmethod
    def of(cls, corners: Iterable[Point]) -> "ConvexPolygon":
        """Make a polygon whose corners may go round either way."""
        found = tuple((x, y) for x, y in corners)
        if len(found) >= 3 and turn(found[0], found[1], found[2]) < 0:
            found = found[::-1]
        return cls(found)

    @classmethod
    def rectangle(cls, one: Point, other: Point) -> "ConvexPolygon":
        """Make a rectangle parallel to the table's edges from two opposite corners."""
        (left, right), (low, high) = sorted((one[0], other[0])), sorted((one[1], other[1]))
        return cls(((left, low), (right, low), (right, high), (left, high)))

    @lazy
    def edges(self) -> tuple[tuple[Point, Point], ...]:
        """Return its sides, from corner to corner."""
        return tuple(pairwise((*self.corners, self.corners[0])))

    @lazy
    def box(self) -> tuple[int, int, int, int]:
        """Return its bounding box: left, low, right, high."""
        across, up = zip(*self.corners, strict=True)
        return min(across), min(up), max(across), max(up)

    def holds(self, at: Point) -> bool:
        """Return whether a point lies inside; on the edge is not inside."""
        return all(turn(a, b, at) > 0 for a, b in self.edges)

    def is_far(self, start: Point, end: Point, radius: int) -> bool:
        """Return whether a segment passes clear of its bounding box: a cheap first test."""
        left, low, right, high = self.box
        (ax, ay), (bx, by) = start, end
        return (
            (ax if ax > bx else bx) + radius < left
            or (ax if ax < bx else bx) - radius > right
            or (ay if ay > by else by) + radius < low
            or (ay if ay < by else by) - radius > high
        )

    def is_clear(self, start: Point, end: Point, radius: int) -> bool:
        """Return whether a cheap test shows that a base moving straight does not touch it.

        Either `is_far` holds, or all corners lie on one side of the segment and farther off than
        this.
        """
        if self.is_far(start, end, radius):
            return True
        (ax, ay), (bx, by) = start, end
        dx, dy = bx - ax, by - ay
        beside = [dx * (y - ay) - dy * (x - ax) for x, y in self.corners]
        nearest = min(beside)
        if nearest < 0:
            nearest = -max(beside)
        return nearest > 0 and nearest * nearest > radius * radius * (dx * dx + dy * dy)

    def is_near(self, at: Point, radius: int) -> bool:
        """Return whether a base at this point touches or overlaps it."""
        if self.is_far(at, at, radius):
            return False
        above, below = self._off(at)
        return above <= radius * radius * below

    def overlaps(self, at: Point, radius: int) -> bool:
        """Return whether a base at this point overlaps it; touching is not overlapping."""
        if self.is_far(at, at, radius):
            return False
        if radius == 0:
            return self.holds(at)
        above, below = self._off(at)
        return above < radius * radius * below

    def _off(self, at: Point) -> tuple[int, int]:
        """Return the squared distance from a point to it, as `nearness`; zero from inside.

        A point outside is nearest to a side that it is outside of.
        """
        found = (0, 0)
        for a, b in self.edges:
            if turn(a, b, at) < 0:
                above, below = nearness(a, b, at)
                if not found[1] or above * found[1] < found[0] * below:
                    found = (above, below)
        return found if found[1] else (0, 1)

    def comes_to(self, start: Point, end: Point, radius: int) -> bool:
        """Return whether a base moving straight touches it."""
        if self.is_far(start, end, radius):
            return False
        return self.meets(start, end) or _is_close(self.edges, start, end, radius, touching=True)

    def stops(self, start: Point, end: Point, radius: int) -> bool:
        """Return whether a base moving straight would overlap it."""
        if self.is_far(start, end, radius):
            return False
        if radius == 0:
            return self.hides(start, end)
        return self.meets(start, end) or _is_close(self.edges, start, end, radius, touching=False)

    def meets(self, start: Point, end: Point) -> bool:
        """Return whether a segment has a point in common with it, its edge included."""
        (px, py), (qx, qy) = start, end
        first, last = (0, 1), (1, 1)  # from the start to the end
        for (ax, ay), (bx, by) in self.edges:
            dx, dy = bx - ax, by - ay
            here = dx * (py - ay) - dy * (px - ax)
            there = dx * (qy - ay) - dy * (qx - ax)
            if here < 0:
                if there < 0:
                    return False
                if -here * first[1] > first[0] * (there - here):
                    first = (-here, there - here)
            elif there < 0 and here * last[1] < last[0] * (here - there):
                last = (here, here - there)
        return first[0] * last[1] <= last[0] * first[1]

    def hides(self, start: Point, end: Point) -> bool:
        """Return whether a segment passes through its inside; along the edge is not inside."""
        entered = self.entered(start, end)
        return entered is not None and entered[0] < entered[1]

    def entered(self, start: Point, end: Point) -> tuple[int, int] | None:
        """Return at which share of the way from start to end, or beyond, the line enters it.

        The share is a fraction of two whole numbers; None if the line never enters.
        """
        first, last = (0, 1), (1, 0)  # from the start to infinity
        for a, b in self.edges:
            here, there = turn(a, b, start), turn(a, b, end)
            slope = there - here
            if slope == 0:
                if here <= 0:
                    return None
            elif slope > 0:  # inside from here on
                if -here * first[1] > first[0] * slope:
                    first = (-here, slope)
            elif here * last[1] < last[0] * -slope:
                last = (here, -slope)
        return first if first[0] * last[1] < last[0] * first[1] else None


def _is_close(
    edges: Sequence[tuple[Point, Point]], start: Point, end: Point, radius: int, *, touching: bool
) -> bool:
    """Return whether a line that meets no edge comes within the radius, at an end of an edge."""
    most = radius * radius
    for a, b in edges:
        for above, below in (
            nearness(a, b, start),
            nearness(a, b, end),
            nearness(start, end, a),  # the other end of this edge begins the next
        ):
            if above < most * below or (touching and above == most * below):
                return True
    return False
