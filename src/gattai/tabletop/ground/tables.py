"""A table: a rectangle with pieces of terrain and zones; where a base may stand and go."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import msgspec

from gattai.tabletop.ground.bases import is_clear_of, passes_over_any
from gattai.tabletop.ground.pieces import ConvexPolygon
from gattai.tabletop.ground.points import Point, square


class Corner(msgspec.Struct, frozen=True):
    """A zone: the part of the table within a distance of one of its corners, a quarter of a disc.

    >>> Corner((0, 0), 1200).holds((800, 800), 50), Corner((0, 0), 1200).holds((820, 820), 50)
    (True, False)
    """

    at: Point
    radius: int

    def holds(self, at: Point, radius: int) -> bool:
        """Return whether a base lies wholly inside, ignoring the edges of the table."""
        inner = self.radius - radius
        return inner >= 0 and square(self.at, at) <= inner * inner


class TableArea(msgspec.Struct, frozen=True):
    """A table of this width and height; 0,0 is its lower left corner.

    >>> table = TableArea(3600, 2400, (ConvexPolygon.rectangle((1000, 1000), (1400, 1300)),))
    >>> (
    ...     table.has((3550, 2350), 50),
    ...     table.has((3551, 2350), 50),
    ...     table.is_free((1450, 1100), 50, []),
    ... )
    (True, False, False)
    """

    width: int
    height: int
    terrain: tuple[ConvexPolygon, ...] = ()

    def has_point(self, at: Point) -> bool:
        """Return whether a point is on the table, its edge included."""
        return 0 <= at[0] <= self.width and 0 <= at[1] <= self.height

    def has(self, at: Point, radius: int) -> bool:
        """Return whether a base is wholly on the table."""
        return radius <= at[0] <= self.width - radius and radius <= at[1] <= self.height - radius

    def opposite_corners(self) -> tuple[Corner, Corner]:
        """Return zones at the lower left and upper right corners; radius: half the shorter side."""
        half = min(self.width, self.height) // 2
        return Corner((0, 0), half), Corner((self.width, self.height), half)

    def touched(self, at: Point, radius: int) -> Iterator[ConvexPolygon]:
        """Return the terrain that a base touches or overlaps."""
        return (piece for piece in self.terrain if piece.is_near(at, radius))

    def is_free(self, at: Point, radius: int, bases: Iterable[Point]) -> bool:
        """Return whether a base may be set down: on the table, off terrain and off other bases."""
        if not self.has(at, radius):
            return False
        for piece in self.terrain:
            if piece.is_near(at, radius):
                return False
        return is_clear_of(at, bases, radius)

    def in_the_way(self, way: Sequence[Point], radius: int) -> Iterator[ConvexPolygon]:
        """Return the terrain that blocks this path: a moving base may not touch any.

        A base that stands against a piece (it was pushed there) may slide off it: then the piece
        blocks only if the base overlaps it, or still touches it at the end of a segment.
        """
        for piece in self.terrain:
            if any(_bars(piece, a, b, radius, first=a == way[0]) for a, b in pairwise(way)):
                yield piece

    def is_open(self, start: Point, end: Point, radius: int, bases: Iterable[Point]) -> bool:
        """Return whether a base can go straight from one point to another."""
        if passes_over_any(start, end, bases, 2 * radius):
            return False
        return not any(_bars(piece, start, end, radius, first=True) for piece in self.terrain)


def _bars(piece: ConvexPolygon, start: Point, end: Point, radius: int, *, first: bool) -> bool:
    """Return whether terrain blocks a segment; on the first one a base may slide off it."""
    if piece.is_clear(start, end, radius) or not piece.comes_to(start, end, radius):
        return False
    if first and piece.is_near(start, radius):
        return piece.stops(start, end, radius) or piece.is_near(end, radius)
    return True
