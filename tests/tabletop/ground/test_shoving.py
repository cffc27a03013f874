"""Pushing: along the line, until it touches; beside lines and discs in floats."""

from math import hypot
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString
from shapely import Point as Dot

from gattai.tabletop.ground.bases import overlap
from gattai.tabletop.ground.pieces import ConvexPolygon
from gattai.tabletop.ground.points import Point
from gattai.tabletop.ground.shoving import ShoveResult, root_at_most, shove
from gattai.tabletop.ground.tables import TableArea
from tests.tabletop.ground.grounds import (
    HEIGHT,
    WIDTH,
    points,
    polygon,
    small_pieces,
)

R = 50
NEAR = 1e-6


def at_last(start: Point, towards: Point, far: float) -> tuple[float, float]:
    dx, dy = towards[0] - start[0], towards[1] - start[1]
    return start[0] + dx * far / hypot(dx, dy), start[1] + dy * far / hypot(dx, dy)


def room(
    place: tuple[float, float], start: Point, terrain: list[ConvexPolygon], bases: list[Point]
) -> float:
    """How far the way from the start stays clear of everything, contact being nothing."""
    way: Any = Dot(start) if place == start else LineString([start, place])
    clear = [way.distance(Dot(base)) - 2 * R for base in bases]
    clear += [way.distance(polygon(piece)) - R for piece in terrain]
    return min(clear, default=1e9)


@given(
    points,
    points,
    st.integers(0, 12),
    st.lists(small_pieces(), max_size=2),
    st.lists(points, max_size=4),
)
def test_a_push_ends_where_something_is_touched(
    start: Point, towards: Point, inches: int, terrain: list[ConvexPolygon], bases: list[Point]
) -> None:
    assume(start != towards)
    assume(not any(overlap(start, base, R) for base in bases))
    assume(not any(piece.overlaps(start, R) for piece in terrain))
    table, far = TableArea(WIDTH, HEIGHT, tuple(terrain)), 100 * inches
    pushed = shove(table, R, start, towards, far, bases)
    came = far - pushed.left
    if pushed.is_off:
        x, y = at_last(start, towards, far)
        assert not (NEAR < x < WIDTH - NEAR and NEAR < y < HEIGHT - NEAR)
        return
    assert not any(overlap(pushed.to, base, R) for base in bases)
    assert not any(piece.overlaps(pushed.to, R) for piece in terrain)
    assert table.has_point(pushed.to)
    before = at_last(start, towards, max(0, came - 1))
    assert room(before, start, terrain, bases) > -NEAR
    if pushed.struck is not None:
        x, y = at_last(start, towards, came)
        assert hypot(x - pushed.struck[0], y - pushed.struck[1]) < 2 * R + NEAR
    elif pushed.terrain:
        assert room(at_last(start, towards, came), start, terrain, []) < NEAR
    else:
        assert pushed.left == 0
        assert room(at_last(start, towards, far), start, terrain, bases) > -NEAR


@given(st.integers(0, 400), st.integers(0, 400), st.integers(0, 400))
def test_roots_are_compared_exactly(a: int, b: int, c: int) -> None:
    exact = a**0.5 <= b**0.5 + c**0.5 + 1e-9
    assert root_at_most(a * a * 4, b * b * 4, c * c * 4) == (a <= b + c)
    assert root_at_most(a, b, c) == exact


def test_a_push_along_a_slope_of_whole_numbers_is_exact() -> None:
    # Twelve inches of thirteen: the rest is exactly two, though no point on the way is whole.
    table = TableArea(4000, 4000)
    pushed = shove(table, R, (1000, 1000), (1500, 2200), 1400, [(1500, 2200)])
    assert (pushed.struck, pushed.left) == ((1500, 2200), 200)
    assert not overlap(pushed.to, (1500, 2200), R)


def test_passing_by_so_that_it_just_touches_is_not_in_the_way() -> None:
    table = TableArea(2000, 2000, (ConvexPolygon.rectangle((900, 500), (1000, 950)),))
    assert shove(table, R, (500, 1000), (600, 1000), 1000, [(800, 1100)]) == ShoveResult(
        (1500, 1000)
    )


def test_over_the_edge_is_over_with_the_middle() -> None:
    table = TableArea(1000, 1000)
    assert shove(table, R, (500, 500), (600, 500), 500, []) == ShoveResult((1000, 500))
    assert shove(table, R, (500, 500), (600, 500), 501, []).is_off
    assert shove(table, R, (500, 500), (600, 500), 501, [(1000, 500)]).struck == (1000, 500)


def test_what_touches_already_is_struck_at_once_and_left_for_good() -> None:
    table = TableArea(1000, 1000, (ConvexPolygon.rectangle((550, 400), (600, 600)),))
    assert shove(table, R, (500, 500), (600, 500), 300, []) == ShoveResult(
        (500, 500), None, True, 300
    )
    assert shove(table, R, (500, 500), (400, 500), 300, []) == ShoveResult((200, 500))
