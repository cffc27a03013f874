"""Points of an open table as spots: both coordinates are packed into one number."""

from __future__ import annotations

from gattai.games.aegis.ground.ground import Spot
from gattai.tabletop.ground.points import Point

BITS = 21
"""The number of bits for y. Both coordinates are kept above zero."""
_SHIFT = 1 << (BITS - 1)
MASK = (1 << BITS) - 1


def spot_at(at: Point) -> Spot:
    """The spot of a point in hundredths of an inch.

    >>> spot_point(spot_at((350, -25)))
    (350, -25)
    """
    return Spot(((at[0] + _SHIFT) << BITS) | (at[1] + _SHIFT))


def spot_point(at: Spot) -> Point:
    """Return the point of a spot."""
    return (at >> BITS) - _SHIFT, (at & MASK) - _SHIFT
