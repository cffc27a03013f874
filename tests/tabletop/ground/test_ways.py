"""Ways over open ground: no base is ever where it may not be, on the way nor at its end."""

from itertools import pairwise

from hypothesis import assume, given
from hypothesis import strategies as st

from gattai.tabletop.ground.bases import passes_over
from gattai.tabletop.ground.pieces import ConvexPolygon
from gattai.tabletop.ground.points import Point, distance, length
from gattai.tabletop.ground.tables import Corner, TableArea
from gattai.tabletop.ground.ways import ReachableGround, way_round
from tests.tabletop.ground.grounds import HEIGHT, WIDTH, points, small_pieces
from tests.tabletop.ground.plain_ways import is_open, plain_way

R = 50
WALL = ConvexPolygon.rectangle((500, 200), (600, 700))


@given(
    points,
    points,
    st.integers(1, 12),
    st.lists(small_pieces(), max_size=3),
    st.lists(points, max_size=4),
)
def test_a_way_touches_nothing(
    start: Point, goal: Point, inches: int, terrain: list[ConvexPolygon], others: list[Point]
) -> None:
    table, most = TableArea(WIDTH, HEIGHT, tuple(terrain)), 100 * inches
    assume(table.is_free(start, R, others))
    way = ReachableGround(table, R, start, most, others).way_to(goal)
    if way is None:
        straight = table.is_open(start, goal, R, others) and distance(start, goal) <= most
        assert start == goal or not straight or not table.is_free(goal, R, others)
        return
    assert way[0] == start and way[-1] == goal and length(way) <= most
    assert table.is_free(goal, R, others)
    for a, b in pairwise(way):
        assert not any(passes_over(a, b, other, 2 * R) for other in others)
        assert not any(piece.comes_to(a, b, R) for piece in terrain)


@given(
    points,
    st.lists(points, min_size=1, max_size=4),
    st.integers(1, 12),
    st.lists(small_pieces(), max_size=3),
    st.lists(points, max_size=4),
)
def test_ways_are_those_that_all_pairs_of_turning_points_give(
    start: Point, goals: list[Point], inches: int, terrain: list[ConvexPolygon], others: list[Point]
) -> None:
    table, most = TableArea(WIDTH, HEIGHT, tuple(terrain)), 100 * inches
    assume(table.is_free(start, R, others))
    walk = ReachableGround(table, R, start, most, others)
    for goal in goals:  # what was found for one is kept for the next
        assert walk.way_to(goal) == plain_way(table, R, start, most, others, goal)


@given(points, points, st.lists(small_pieces(), max_size=3), st.lists(points, max_size=4))
def test_a_way_round_is_the_shortest_however_long_it_is(
    start: Point, goal: Point, terrain: list[ConvexPolygon], others: list[Point]
) -> None:
    table = TableArea(WIDTH, HEIGHT, tuple(terrain))
    assume(table.is_free(start, R, others) and start != goal)
    found = way_round(table, R, start, goal, others)
    most = 4 * (WIDTH + HEIGHT)
    plain = plain_way(table, R, start, most, others, goal)
    assert (found is None) == (plain is None)
    if found and plain:
        assert abs(length(found) - length(plain)) <= 1


@given(points, points, st.lists(points, max_size=4), small_pieces())
def test_what_is_open_is_open_to_anyone_who_leaves_nothing_out(
    start: Point, goal: Point, others: list[Point], piece: ConvexPolygon
) -> None:
    table = TableArea(WIDTH, HEIGHT, (piece, WALL))
    assert table.is_open(start, goal, R, others) == is_open(table, R, start, goal, others)
    if piece.is_clear(start, goal, R):
        assert not piece.comes_to(start, goal, R)


@given(points, points, st.lists(points, max_size=4))
def test_a_way_leads_back(start: Point, goal: Point, others: list[Point]) -> None:
    table = TableArea(WIDTH, HEIGHT, (WALL,))
    assume(table.is_free(start, R, others) and table.is_free(goal, R, others) and start != goal)
    out = ReachableGround(table, R, start, 2_000, others).way_to(goal)
    back = ReachableGround(table, R, goal, 2_000, others).way_to(start)
    assert (out is None) == (back is None)
    if out and back:
        assert abs(length(out) - length(back)) <= 1


def test_it_goes_round_a_wall_and_over_it_straight() -> None:
    table, start, goal = TableArea(WIDTH, HEIGHT, (WALL,)), (400, 450), (700, 450)
    assert ReachableGround(table, R, start, 300, []).way_to(goal) is None
    assert ReachableGround(table, R, start, 300, [], over=True).way_to(goal) == (start, goal)
    round_it = ReachableGround(table, R, start, 800, []).way_to(goal)
    assert round_it is not None and len(round_it) > 2 and 700 < length(round_it) < 800
    assert ReachableGround(table, R, start, 800, [], over=True).way_to((550, 450)) is None


def test_a_base_against_a_wall_may_leave_it_but_not_go_through() -> None:
    table, against = TableArea(WIDTH, HEIGHT, (WALL,)), (450, 450)
    assert table.is_open(against, (300, 450), R, [])
    assert table.is_open(against, (440, 600), R, [])
    assert not table.is_open(against, (450, 600), R, [])
    assert not table.is_open(against, (700, 450), R, [])
    assert not table.is_open((300, 450), against, R, [])


def test_bases_may_touch_on_the_way() -> None:
    table = TableArea(WIDTH, HEIGHT)
    assert table.is_open((100, 100), (900, 100), R, [(500, 200)])
    assert not table.is_open((100, 100), (900, 100), R, [(500, 199)])


def test_zones_are_quarters_of_a_disc_in_opposite_corners() -> None:
    red, blue = TableArea(3600, 2400).opposite_corners()
    assert (red, blue) == (Corner((0, 0), 1200), Corner((3600, 2400), 1200))
    assert [red.holds(at, R) for at in ((800, 800), (820, 820), (1100, 300))] == [True, False, True]
    assert blue.holds((3000, 1800), R) and not blue.holds((800, 800), R)
    assert not Corner((0, 0), 40).holds((0, 0), R)
