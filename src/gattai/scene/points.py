"""Places of an open board as points: `12.5,7` is 12.5 inches from the left and 7 from below."""

from __future__ import annotations


def point_of(place: str) -> tuple[float, float]:
    """Return the point for a place of an open board.

    >>> point_of("12.5,7")
    (12.5, 7.0)
    """
    x, _, y = place.partition(",")
    return float(x), float(y)


def is_inside(at: tuple[float, float], corners: tuple[tuple[float, float], ...]) -> bool:
    """Return whether a point lies in a polygon; for drawing only, because edges are inexact.

    >>> (
    ...     is_inside((1, 1), ((0, 0), (2, 0), (2, 2), (0, 2))),
    ...     is_inside((3, 1), ((0, 0), (2, 0), (2, 2))),
    ... )
    (True, False)
    """
    x, y = at
    inside = False
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside
