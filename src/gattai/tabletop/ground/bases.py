"""Round bases: discs around a point. Their edges may touch; they may not overlap."""

from collections.abc import Iterable

from gattai.tabletop.ground.points import Point, root_up, square


def gap(a: Point, b: Point, radius: int, other: int | None = None) -> int:
    """Return the gap between the edges of two bases, rounded up; negative if they overlap.

    >>> gap((500, 500), (710, 500), 50)
    110
    """
    return root_up(square(a, b)) - radius - (radius if other is None else other)


def is_within(a: Point, b: Point, radius: int, reach: int, other: int | None = None) -> bool:
    """Return whether the gap between two bases is at most this."""
    far = reach + radius + (radius if other is None else other)
    return far >= 0 and square(a, b) <= far * far


def overlap(a: Point, b: Point, radius: int, other: int | None = None) -> bool:
    """Return whether two bases overlap; touching is not overlapping.

    >>> overlap((0, 0), (100, 0), 50), overlap((0, 0), (99, 0), 50)
    (False, True)
    """
    both = radius + (radius if other is None else other)
    return square(a, b) < both * both


def is_clear_of(at: Point, others: Iterable[Point], radius: int) -> bool:
    """Return whether a base overlaps none of these.

    >>> is_clear_of((0, 0), [(100, 0), (0, 300)], 50), is_clear_of((0, 0), [(0, 99)], 50)
    (True, False)
    """
    x, y = at
    both = 4 * radius * radius
    for there in others:
        dx, dy = there[0] - x, there[1] - y
        if dx * dx + dy * dy < both:
            return False
    return True


def nearness(start: Point, end: Point, middle: Point) -> tuple[int, int]:
    """Return the squared distance from a point to a straight segment, as a fraction.

    >>> nearness((0, 0), (10, 0), (5, 3)), nearness((0, 0), (10, 0), (13, 4))
    ((900, 100), (25, 1))
    """
    (ax, ay), (px, py) = start, middle
    dx, dy = end[0] - ax, end[1] - ay
    x, y = px - ax, py - ay
    forward = x * dx + y * dy
    if forward <= 0:
        return x * x + y * y, 1
    whole = dx * dx + dy * dy
    if forward >= whole:
        return square(end, middle), 1
    beside = dx * y - dy * x
    return beside * beside, whole


def passes_over(start: Point, end: Point, other: Point, both: int) -> bool:
    """Return whether a base moving straight overlaps another; `both` is the sum of the radii.

    >>> (
    ...     passes_over((0, 0), (1000, 0), (500, 99), 100),
    ...     passes_over((0, 0), (1000, 0), (500, 100), 100),
    ... )
    (True, False)
    """
    above, below = nearness(start, end, other)
    return above < both * both * below


def passes_over_any(start: Point, end: Point, others: Iterable[Point], both: int) -> bool:
    """Return whether it overlaps one of these: `passes_over`, with shared parts computed once.

    >>> passes_over_any((0, 0), (1000, 0), [(500, 100), (700, -99)], 100)
    True
    """
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    whole, most = dx * dx + dy * dy, both * both
    for px, py in others:
        x, y = px - ax, py - ay
        forward = x * dx + y * dy
        if forward <= 0:
            if x * x + y * y < most:
                return True
        elif forward >= whole:
            x, y = px - bx, py - by
            if x * x + y * y < most:
                return True
        else:
            beside = dx * y - dy * x
            if beside * beside < most * whole:
                return True
    return False


def comes_to(start: Point, end: Point, other: Point, both: int) -> bool:
    """Return whether a base moving straight touches another."""
    above, below = nearness(start, end, other)
    return above <= both * both * below
