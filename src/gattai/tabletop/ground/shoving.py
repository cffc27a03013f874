"""Pushes a base along a line until something is in the way, or over the edge of the table.

The distance at which a base touches something is rarely a whole number of hundredths, or even a
fraction. So the test here is whether it touches after a whole number m of them: a comparison of the
form `root(a) <= root(b) + root(c)`, which whole numbers decide. The base comes to rest at the last
point in hundredths where it overlaps nothing.
"""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from gattai.tabletop.ground.bases import overlap
from gattai.tabletop.ground.pieces import ConvexPolygon
from gattai.tabletop.ground.points import Point, along, square
from gattai.tabletop.ground.tables import TableArea

Met = Callable[[int], bool]
"""Returns whether something has been met after this many hundredths."""


class ShoveResult(msgspec.Struct, frozen=True):
    """The result of a push: the new place, what the base struck, the remaining distance."""

    to: Point
    struck: Point | None = None
    """The base that was struck, if any."""
    terrain: bool = False
    """Whether terrain was struck."""
    left: int = 0
    """The remaining distance, rounded down to whole hundredths."""
    is_off: bool = False
    """Whether its centre went over the edge of the table."""


def shove(
    table: TableArea, radius: int, start: Point, towards: Point, far: int, bases: Sequence[Point]
) -> ShoveResult:
    """Push a base along the line through another point; `bases` are all others on the table.

    Of obstacles met in the same hundredth, terrain counts first, then bases in their order.

    >>> shove(TableArea(3600, 2400), 50, (350, 450), (650, 850), 600, [(650, 850)])
    ShoveResult(to=(590, 770), struck=(650, 850), terrain=False, left=200, is_off=False)
    """
    soonest, struck, terrain = far + 1, None, False
    for piece in table.terrain:
        met = _first(far, [*_meets_piece(start, towards, piece, radius)])
        if met < soonest:
            soonest, terrain = met, True
    for base in bases:
        met = _first(far, [*_meets_base(start, towards, base, 2 * radius)])
        if met < soonest:
            soonest, struck, terrain = met, base, False
    over = _first(far, [*_goes_over(start, towards, table)])
    if over < soonest:
        return ShoveResult(along(start, towards, over), is_off=True)
    to = _rest(table, radius, start, towards, min(far, soonest), bases)
    if soonest > far:
        return ShoveResult(to)
    return ShoveResult(to, struck, terrain, far - soonest)


def _first(far: int, questions: Sequence[Met]) -> int:
    """Return after how many hundredths the first of these is met; one more than far if none is."""
    low, high = 0, far + 1
    while low < high:
        middle = (low + high) // 2
        if any(met(middle) for met in questions):
            high = middle
        else:
            low = middle + 1
    return low


def root_at_most(a: int, b: int, c: int) -> bool:
    """Return whether root(a) <= root(b) + root(c).

    >>> root_at_most(9, 1, 4), root_at_most(10, 1, 4)
    (True, False)
    """
    rest = a - b - c
    return rest <= 0 or rest * rest <= 4 * b * c


def _is_at_least(number: int, times: int, squared: int) -> bool:
    """Return whether number >= times * root(squared)."""
    if times <= 0:
        return number >= 0 or number * number <= times * times * squared
    return number >= 0 and number * number >= times * times * squared


def _meets_base(start: Point, towards: Point, base: Point, both: int) -> Iterator[Met]:
    """Return a test for touching a disc; grazing it in passing does not count."""
    dx, dy = towards[0] - start[0], towards[1] - start[1]
    x, y = base[0] - start[0], base[1] - start[1]
    whole = dx * dx + dy * dy
    forward = x * dx + y * dy
    rest = forward * forward - whole * (x * x + y * y - both * both)
    if forward > 0 and rest > 0:
        # It is met after (forward - root(rest)) / root(whole).
        yield lambda m: root_at_most(forward * forward, rest, m * m * whole)


def _meets_piece(start: Point, towards: Point, piece: ConvexPolygon, radius: int) -> Iterator[Met]:
    """Yield tests for touching a piece: a corner, or a side between its corners."""
    for a, b in piece.edges:
        yield from _meets_base(start, towards, a, radius)
        yield from _meets_side(start, towards, a, b, radius)


def _meets_side(start: Point, towards: Point, a: Point, b: Point, radius: int) -> Iterator[Met]:
    dx, dy = towards[0] - start[0], towards[1] - start[1]
    ex, ey = b[0] - a[0], b[1] - a[1]
    x, y = start[0] - a[0], start[1] - a[1]
    whole, side = dx * dx + dy * dy, ex * ex + ey * ey
    before = ey * x - ex * y  # how far in front of the side it stands, times the side
    nearer = ex * dy - ey * dx  # how fast it comes nearer, likewise
    if nearer <= 0 or before <= 0 or before * before < radius * radius * side:
        return
    # It touches the line of the side after (before - radius root(side)) / nearer of the line
    # towards; the foot of it has to lie between the two corners then.
    foot, drift = ex * x + ey * y, ex * dx + ey * dy
    at = foot * nearer + drift * before
    if not _is_at_least(at, drift * radius, side):
        return
    if not _is_at_least(side * nearer - at, -drift * radius, side):
        return
    yield lambda m: root_at_most(
        before * before * whole, radius * radius * side * whole, m * m * nearer * nearer
    )


def _goes_over(start: Point, towards: Point, table: TableArea) -> Iterator[Met]:
    """Return a test for the centre of the base going over an edge of the table."""
    whole = square(start, towards)
    for at, slope, size in (
        (start[0], towards[0] - start[0], table.width),
        (start[1], towards[1] - start[1], table.height),
    ):
        room = size - at if slope > 0 else at
        if slope:
            yield _Over(room * room * whole, slope * slope)


class _Over(msgspec.Struct, frozen=True):
    room: int
    slope: int

    def __call__(self, m: int) -> bool:
        return self.room < m * m * self.slope


def _rest(
    table: TableArea, radius: int, start: Point, towards: Point, far: int, bases: Sequence[Point]
) -> Point:
    """Return the last point on the line, in hundredths, where the base overlaps nothing."""
    for m in range(far, 0, -1):
        x, y = along(start, towards, m)
        around = [(x + dx, y + dy) for dx in (0, 1, -1) for dy in (0, 1, -1)]
        for at in (around[0], *sorted(around[1:], key=lambda p: _beside(start, towards, m, p))):
            if (
                table.has_point(at)
                and not any(piece.overlaps(at, radius) for piece in table.terrain)
                and not any(overlap(at, base, radius) for base in bases)
            ):
                return at
    return start


def _beside(start: Point, towards: Point, m: int, at: Point) -> tuple[int, Point]:
    """Return a sort key: how far a point is from the exact point on the line."""
    dx, dy = towards[0] - start[0], towards[1] - start[1]
    x, y = at[0] - start[0], at[1] - start[1]
    return (dx * y - dy * x) ** 2, at
