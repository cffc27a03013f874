"""Ways as one would first write them: every pair of turning points is tried. Slow, and the measure."""

from heapq import heappop, heappush
from math import isqrt

from gattai.tabletop.ground.bases import passes_over
from gattai.tabletop.ground.points import Point, length, square
from gattai.tabletop.ground.tables import TableArea
from gattai.tabletop.ground.ways import turning_points

FINE = 10


def is_open(table: TableArea, radius: int, a: Point, b: Point, bases: list[Point]) -> bool:
    """Whether a base can go straight: asked of every base and every piece, nothing left out."""
    if any(passes_over(a, b, base, 2 * radius) for base in bases):
        return False
    for piece in table.terrain:
        if piece.is_near(a, radius):
            if piece.stops(a, b, radius) or piece.is_near(b, radius):
                return False
        elif piece.comes_to(a, b, radius):
            return False
    return True


def plain_way(
    table: TableArea, radius: int, start: Point, most: int, others: list[Point], goal: Point
) -> tuple[Point, ...] | None:
    """The shortest way by turning points, all of them settled before the goal is looked at."""
    bases = [at for at in others if square(start, at) < (most + 2 * radius) ** 2]
    if goal == start or square(start, goal) > most * most:
        return None
    if not table.is_free(goal, radius, bases):
        return None
    if is_open(table, radius, start, goal, bases):
        return (start, goal)
    found = _settled(table, radius, start, most, bases)
    totals = [(far + _fine(at, goal), at) for at, (far, _) in found.items() if at != start]
    for total, at in sorted(totals):
        if total <= (most + 1) << FINE and is_open(table, radius, at, goal, bases):
            way = [goal, at]
            while way[-1] != start:
                way.append(found[way[-1]][1])
            return tuple(reversed(way)) if length(way) <= most else None
    return None


def _settled(
    table: TableArea, radius: int, start: Point, most: int, bases: list[Point]
) -> dict[Point, tuple[int, Point]]:
    points = turning_points(table, radius, start, most, bases)
    found: dict[Point, tuple[int, Point]] = {}
    queue = [(0, start, start)]
    while queue:
        so_far, at, before = heappop(queue)
        if at in found:
            continue
        found[at] = (so_far, before)
        for other in points:
            total = so_far + _fine(at, other)
            if other not in found and total <= most << FINE:
                if is_open(table, radius, at, other, bases):
                    heappush(queue, (total, other, at))
    return found


def _fine(a: Point, b: Point) -> int:
    return isqrt(square(a, b) << 2 * FINE)
