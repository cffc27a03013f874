"""Points of an open table as spots: both coordinates in one number, so that the rules keep one kind."""

from __future__ import annotations

from gattai.games.aegis.ground.ground import Spot
from gattai.tabletop.ground.points import Point

BITS = 21
"""How many of them y takes; both coordinates are kept above zero."""
_SHIFT = 1 << (BITS - 1)
MASK = (1 << BITS) - 1


def spot_at(at: Point) -> Spot:
    """The spot of a point in hundredths of an inch.

    >>> spot_point(spot_at((350, -25)))
    (350, -25)
    """
    return Spot(((at[0] + _SHIFT) << BITS) | (at[1] + _SHIFT))


def spot_point(at: Spot) -> Point:
    """The point that a spot stands for."""
    return (at >> BITS) - _SHIFT, (at & MASK) - _SHIFT
