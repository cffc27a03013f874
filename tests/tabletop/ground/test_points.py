"""Points and lengths: rounded up once, never the wrong way."""

from decimal import Decimal, localcontext
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gattai.tabletop.ground.points import (
    Point,
    along,
    distance,
    in_inches,
    length,
    point,
    ring,
    square,
    to_text,
)
from tests.tabletop.ground.grounds import points

ways = st.lists(points, min_size=2, max_size=8)


def true_length(way: list[Point]) -> Decimal:
    """With sixty digits."""
    with localcontext() as context:
        context.prec = 60
        return sum((Decimal(square(a, b)).sqrt() for a, b in pairwise(way)), Decimal(0))


@given(st.tuples(st.integers(-99_999, 99_999), st.integers(-99_999, 99_999)))
def test_a_point_is_read_as_it_is_written(at: Point) -> None:
    assert point(to_text(at)) == at


@pytest.mark.parametrize("text", ["", "1", "1,2,3", "1.234,2", "one,2", "12345,2", "1e3,4", ".5,1"])
def test_what_is_no_point_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a point"):
        point(text)


def test_inches_need_no_more_digits_than_they_have() -> None:
    assert [in_inches(n) for n in (0, 5, 50, 100, 110, -1)] == [
        "0",
        "0.05",
        "0.5",
        "1",
        "1.1",
        "-0.01",
    ]


@given(ways)
def test_a_length_is_rounded_up_once(way: list[Point]) -> None:
    exact = true_length(way)
    assert length(way) - 1 < exact <= length(way)


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=2, max_size=40))
def test_a_long_way_of_short_pieces_is_rounded_up_once(way: list[Point]) -> None:
    assert length(way) - 1 < true_length(way) <= length(way)


@given(points, points, points)
def test_no_way_is_shorter_than_the_straight_one(a: Point, b: Point, c: Point) -> None:
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= length([a, b, c]) <= distance(a, b) + distance(b, c)


@given(points, points, st.integers(0, 2_000))
def test_a_point_along_a_line_lies_within_a_hundredth_of_it(a: Point, b: Point, far: int) -> None:
    if a == b:
        with pytest.raises(ValueError, match="two points"):
            along(a, b, far)
        return
    at = along(a, b, far)
    assert abs(true_length([a, at]) - far) < 1
    dx, dy = b[0] - a[0], b[1] - a[1]
    beside = dx * (at[1] - a[1]) - dy * (at[0] - a[0])
    assert beside * beside <= square(a, b)


@given(points, st.integers(1, 300), st.sampled_from((4, 8, 12, 48)))
def test_a_ring_goes_round_and_never_comes_nearer(at: Point, radius: int, count: int) -> None:
    around = list(ring(at, radius, count))
    assert len(around) == count
    assert all(radius**2 <= square(at, each) <= (radius + 2) ** 2 for each in around)


def test_a_ring_has_only_as_many_points_as_the_circle_is_kept_in() -> None:
    with pytest.raises(ValueError, match="divisor of 48"):
        list(ring((0, 0), 100, 5))
