"""Points in whole hundredths of an inch, and lengths that are never rounded the wrong way.

>>> length([point("10,5"), point("13,6.5")])
336
>>> in_inches(336)
'3.36'
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isqrt
from typing import Final, TypeAlias

Point: TypeAlias = tuple[int, int]
"""x and y in whole hundredths of an inch."""

INCH: Final = 100

_COORDINATE: Final = r" *(-?[0-9]{1,4})(?:\.([0-9]{1,2}))? *"


def point(text: str) -> Point:
    """Return the point for a text in inches: x,y.

    >>> point("3.5,12"), point("-0.25, 7.1")
    ((350, 1200), (-25, 710))
    >>> point("3;4")
    Traceback (most recent call last):
    ValueError: '3;4' is not a point: expected inches x,y such as '3.5,12'
    """
    found = re.fullmatch(f"{_COORDINATE},{_COORDINATE}", text)
    if not found:
        raise ValueError(f"{text[:40]!r} is not a point: expected inches x,y such as '3.5,12'")
    return _hundredths(found[1], found[2]), _hundredths(found[3], found[4])


def _hundredths(whole: str, rest: str | None) -> int:
    amount = abs(int(whole)) * INCH + int((rest or "0").ljust(2, "0"))
    return -amount if whole.startswith("-") else amount


def in_inches(hundredths: int) -> str:
    """Return a length in inches, with no more digits than needed.

    >>> in_inches(350), in_inches(1200), in_inches(-5)
    ('3.5', '12', '-0.05')
    """
    whole, rest = divmod(abs(hundredths), INCH)
    text = f"{whole}.{rest:02}".rstrip("0").rstrip(".")
    return f"-{text}" if hundredths < 0 else text


def to_text(at: Point) -> str:
    """Return a point as text that `point` reads.

    >>> to_text((350, 1205))
    '3.5,12.05'
    """
    return f"{in_inches(at[0])},{in_inches(at[1])}"


def square(a: Point, b: Point) -> int:
    """Return the squared distance between two points, for comparisons."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return dx * dx + dy * dy


def root_up(number: int) -> int:
    """Return the square root of a number, rounded up.

    >>> root_up(9), root_up(10)
    (3, 4)
    """
    return isqrt(number - 1) + 1 if number > 0 else 0


def distance(a: Point, b: Point) -> int:
    """Return the distance between two points, rounded up to whole hundredths."""
    return root_up(square(a, b))


def length(way: Sequence[Point]) -> int:
    """Return the length of a path of straight segments, rounded up once, not per segment.

    A sum of roots is a whole number only if each root is. So the rest after the whole ones is
    either zero or lies between two whole numbers, and enough digits decide which.

    >>> length([(0, 0), (3, 4), (6, 8)]), length([(0, 0), (1, 1), (2, 2)])
    (10, 3)
    """
    whole, rest = 0, []
    for a, b in pairwise(way):
        squared = square(a, b)
        root = isqrt(squared)
        if root * root == squared:
            whole += root
        else:
            rest.append(squared)
    return whole + _sum_of_roots_up(rest)


def _sum_of_roots_up(squares: Sequence[int]) -> int:
    """Return the sum of irrational roots, rounded up."""
    if not squares:
        return 0
    scale = 1 << 16
    while True:
        low = sum([isqrt(each * scale * scale) for each in squares])
        if low // scale == (low + len(squares)) // scale:
            return low // scale + 1
        scale <<= 16


def along(start: Point, towards: Point, far: int) -> Point:
    """Return the point at a distance along the line from start through another, rounded.

    >>> along((0, 0), (3, 4), 100), along((0, 0), (-1, 1), 100)
    ((60, 80), (-71, 71))
    """
    dx, dy = towards[0] - start[0], towards[1] - start[1]
    squared = dx * dx + dy * dy
    if not squared:
        raise ValueError("a line goes through two points")
    return start[0] + _share(dx * far, squared), start[1] + _share(dy * far, squared)


def _share(product: int, squared: int) -> int:
    """Return a product divided by a square root, rounded; halves away from zero."""
    share = (isqrt(4 * product * product // squared) + 1) // 2
    return share if product >= 0 else -share


def ring(middle: Point, radius: int, count: int) -> Iterator[Point]:
    """Yield evenly spaced points around another, never nearer than the radius.

    The directions are rounded from a circle stored in whole numbers.

    >>> list(ring((0, 0), 100, 4))
    [(100, 0), (0, 100), (-100, 0), (0, -100)]
    """
    if 48 % count:
        raise ValueError("points round another are a divisor of 48")
    for number in range(0, 48, 48 // count):
        x, y = _DIRECTIONS[number]
        at = along(middle, (middle[0] + x, middle[1] + y), radius)
        further = radius
        while square(middle, at) < radius * radius:
            further += 1
            at = along(middle, (middle[0] + x, middle[1] + y), further)
        yield at


def _circle() -> tuple[Point, ...]:
    """Return 48 directions: tangents of 0 to 45 degrees in steps of 7.5, mirrored."""
    tangents = (0, 131_652, 267_949, 414_214, 577_350, 767_327)
    octant = [(1_000_000, t) for t in tangents]
    quarter = [*octant, (1, 1), *[(y, x) for x, y in reversed(octant[1:])]]
    found: list[Point] = []
    for _ in range(4):
        found += quarter
        quarter = [(-y, x) for x, y in quarter]
    return tuple(found)


_DIRECTIONS: Final = _circle()
