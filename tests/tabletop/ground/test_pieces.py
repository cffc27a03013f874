"""Terrain and lines beside shapely: floats agree wherever they can tell."""

import random
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from shapely import Point as Dot

from gattai.tabletop.ground.bases import comes_to, gap, is_within, overlap, passes_over
from gattai.tabletop.ground.pieces import ConvexPolygon, turn
from gattai.tabletop.ground.points import Point
from gattai.tabletop.ground.sight import Ray, obstacles, sees
from tests.tabletop.ground.grounds import (
    HEIGHT,
    WIDTH,
    hull,
    is_thin,
    line,
    pieces,
    points,
    polygon,
    radii,
)


def truly_hides(piece: ConvexPolygon, a: Point, b: Point) -> bool:
    """By the definition, with fractions: some moment between all crossings is inside."""
    moments = [Fraction(0), Fraction(1)]
    for c, d in piece.edges:
        here, there = turn(c, d, a), turn(c, d, b)
        if here != there:
            moments.append(Fraction(here, here - there))
    inside = sorted(t for t in moments if 0 <= t <= 1)
    for early, late in pairwise(inside):
        t = (early + late) / 2
        sides = [turn(c, d, a) + t * (turn(c, d, b) - turn(c, d, a)) for c, d in piece.edges]
        if early < late and all(side > 0 for side in sides):
            return True
    return False


@given(pieces, points, points)
def test_what_hides_is_what_a_line_passes_through(piece: ConvexPolygon, a: Point, b: Point) -> None:
    if a == b:
        assert sees(a, b, [piece]) or piece.holds(a)
        return
    hidden = not sees(a, b, [piece])
    assert hidden == truly_hides(piece, a, b) == (not sees(b, a, [piece]))
    assert bool(obstacles(a, b, [piece])) == hidden


@given(pieces, points, points, radii)
def test_what_a_base_touches_on_its_way(
    piece: ConvexPolygon, a: Point, b: Point, radius: int
) -> None:
    away = line(a, b).distance(polygon(piece))
    if is_thin(away, radius):
        assert piece.comes_to(a, b, radius) or not piece.stops(a, b, radius)
    else:
        assert piece.comes_to(a, b, radius) == piece.stops(a, b, radius) == (away < radius)
    assert piece.comes_to(a, b, radius) == piece.comes_to(b, a, radius)
    assert piece.stops(a, b, radius) == piece.stops(b, a, radius)


@given(pieces, points, points, radii)
def test_nothing_tunnels(piece: ConvexPolygon, a: Point, b: Point, radius: int) -> None:
    if piece.stops(a, b, radius):
        return
    for n in range(17):
        x, y = a[0] + (b[0] - a[0]) * n / 16, a[1] + (b[1] - a[1]) * n / 16
        assert Dot(x, y).distance(polygon(piece)) > radius - 1e-6


@given(points, points, points, radii)
def test_bases_on_straight_ways(a: Point, b: Point, other: Point, radius: int) -> None:
    away = line(a, b).distance(Dot(other))
    over, touching = passes_over(a, b, other, radius), comes_to(a, b, other, radius)
    if is_thin(away, radius):
        assert touching or not over
    else:
        assert over == touching == (away < radius)


@given(points, points, radii)
def test_gaps_are_the_same_both_ways(a: Point, b: Point, radius: int) -> None:
    away = gap(a, b, radius)
    assert away == gap(b, a, radius)
    assert overlap(a, b, radius) == (away < 0) or a == b
    for reach in (away - 1, away, away + 1):
        assert is_within(a, b, radius, reach) == (away <= reach)


@given(points, points, points, radii)
def test_gaps_hold_to_the_triangle(a: Point, b: Point, c: Point, radius: int) -> None:
    assert gap(a, c, radius) <= gap(a, b, radius) + gap(b, c, radius) + 2 * radius


@given(pieces, points, points, points, radii)
def test_a_ray_stops_at_terrain(
    piece: ConvexPolygon, a: Point, b: Point, base: Point, radius: int
) -> None:
    if a == b or piece.holds(a):
        return
    far = (a[0] + 50 * (b[0] - a[0]), a[1] + 50 * (b[1] - a[1]))
    free = Ray(a, b, []).touches(base, radius)
    away = line(a, far).distance(Dot(base))
    if not is_thin(away, radius):
        assert free == (away < radius)
    ray = Ray(a, b, [piece])
    if ray.end is None:
        assert ray.touches(base, radius) == free
        return
    share = ray.end[0] / ray.end[1]
    stopped = line(a, (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))  # type: ignore[arg-type]
    away = stopped.distance(Dot(base))
    if not is_thin(away, radius):
        assert ray.touches(base, radius) == (away < radius)


def test_a_ray_meets_bases_in_order_and_not_its_own() -> None:
    ray = Ray((50, 50), (350, 450), [])
    bases = [(650, 850), (50, 50), (750, 650), (350, 450)]
    assert ray.pierced(bases, 50) == ((350, 450), (650, 850))


@pytest.mark.parametrize(
    ("corners", "why"),
    [
        ([(0, 0), (1, 1)], "three corners"),
        ([(0, 0), (2, 0), (4, 0), (0, 4)], "convex"),
        ([(0, 0), (4, 0), (1, 1), (0, 4)], "convex"),
        ([(0, 10), (-6, -8), (10, 3), (-10, 3), (6, -8)], "round once"),
    ],
)
def test_a_piece_is_convex(corners: list[Point], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        ConvexPolygon(tuple(corners))


def test_corners_may_go_round_either_way() -> None:
    box = ConvexPolygon.rectangle((4, 3), (0, 0))
    assert ConvexPolygon.of(reversed(box.corners)).holds((2, 2)) and box.holds((2, 2))
    assert ConvexPolygon.of([(0, 0), (0, 3), (4, 3), (4, 0)]).holds((1, 1))


@pytest.mark.long
def test_a_hundred_thousand_lines_beside_shapely() -> None:
    chance = random.Random(19)
    differ = 0
    for number in range(100_000):
        step = 1 if number % 2 else 50

        def somewhere(step: int = step) -> Point:
            return chance.randrange(0, WIDTH, step), chance.randrange(0, HEIGHT, step)

        corners = hull([somewhere() for _ in range(5)])
        if len(corners) < 3:
            continue
        piece, a, b = ConvexPolygon.of(corners), somewhere(), somewhere()
        shape, way = polygon(piece), line(a, b)
        if a != b and (way.relate(shape)[0] != "F") != (not sees(a, b, [piece])):
            differ += 1
            assert truly_hides(piece, a, b) == (not sees(a, b, [piece]))
        away = way.distance(shape)
        if not is_thin(away, 50):
            assert piece.comes_to(a, b, 50) == piece.stops(a, b, 50) == (away < 50)
    assert differ < 100
