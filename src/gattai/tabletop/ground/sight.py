"""Lines of sight over open ground, and the bases a ray pierces before terrain stops it."""

from collections.abc import Iterable, Sequence
from functools import cmp_to_key

from gattai.tabletop.ground.pieces import ConvexPolygon
from gattai.tabletop.ground.points import Point, square

Share = tuple[int, int]
"""A share of the way between two points, as a fraction with a positive denominator."""


def sees(a: Point, b: Point, terrain: Iterable[ConvexPolygon]) -> bool:
    """Return whether the line between two points passes through no piece of terrain.

    >>> box = ConvexPolygon.rectangle((1000, 1000), (1400, 1300))
    >>> sees((800, 1000), (1600, 1000), [box]), sees((900, 900), (1100, 1100), [box])
    (True, False)
    """
    return not any(not piece.is_far(a, b, 0) and piece.hides(a, b) for piece in terrain)


def obstacles(a: Point, b: Point, terrain: Iterable[ConvexPolygon]) -> tuple[ConvexPolygon, ...]:
    """Return the pieces between two points, nearest to the first point first."""
    found = []
    for piece in terrain:
        entry = piece.entered(a, b)
        if entry is not None and entry[0] < entry[1]:
            found.append((entry, piece))
    return tuple([piece for _, piece in sorted(found, key=cmp_to_key(_sooner))])


def _sooner(one: tuple[Share, ConvexPolygon], other: tuple[Share, ConvexPolygon]) -> int:
    return one[0][0] * other[0][1] - other[0][0] * one[0][1]


class Ray:
    """The ray from one point through another, and on to the first terrain it enters.

    >>> ray = Ray((50, 50), (350, 450), [])
    >>> ray.touches((650, 850), 50), ray.touches((750, 650), 50)
    (True, False)
    """

    def __init__(self, start: Point, through: Point, terrain: Iterable[ConvexPolygon]) -> None:
        if start == through:
            raise ValueError("a ray goes through two points")
        self.start, self.through = start, through
        self.end: Share | None = None
        """Where terrain stops the ray, as a share of the way between the two points."""
        for piece in terrain:
            entry = piece.entered(start, through)
            if entry is not None:
                if self.end is None or entry[0] * self.end[1] < self.end[0] * entry[1]:
                    self.end = entry

    def forward(self, at: Point) -> int:
        """Return how far along the ray a point lies; only for comparing two points."""
        (ax, ay), (bx, by) = self.start, self.through
        return (at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)

    def touches(self, at: Point, radius: int) -> bool:
        """Return whether the ray reaches a base before terrain stops it."""
        forward = self.forward(at)
        away = square(self.start, at) - radius * radius
        if away <= 0:
            return True  # it starts there
        whole = square(self.start, self.through)
        # The base is come to at (forward - root) / whole, if there is such a root.
        rest = forward * forward - whole * away
        if forward <= 0 or rest < 0:
            return False
        if self.end is None:
            return True
        above, below = self.end
        late = forward * below - above * whole
        return late <= 0 or late * late <= rest * below * below

    def pierced(self, bases: Sequence[Point], radius: int) -> tuple[Point, ...]:
        """Return the bases that the ray reaches, nearest centre first, without the start."""
        met = [at for at in bases if at != self.start and self.touches(at, radius)]
        return tuple(sorted(met, key=self.forward))
