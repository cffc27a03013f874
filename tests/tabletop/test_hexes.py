"""Hexes: packing, distance, directions, rings, lines, text, and fields."""

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gattai.tabletop.hexes import (
    DIRECTIONS,
    LIMIT,
    PLAIN,
    Hex,
    HexField,
    apart,
    axial,
    axis,
    centre,
    col_row,
    difference,
    distance,
    from_text,
    hex_at,
    line,
    neighbours,
    offset,
    ring,
    step,
    to_text,
    within,
)

anywhere = st.builds(hex_at, st.integers(-LIMIT, LIMIT), st.integers(-LIMIT, LIMIT))
inland = st.builds(hex_at, st.integers(-40, 40), st.integers(-40, 40))
radii = st.integers(1, 20)


@given(st.integers(-LIMIT, LIMIT), st.integers(-LIMIT, LIMIT))
def test_a_hex_keeps_its_coordinates(q: int, r: int) -> None:
    assert axial(hex_at(q, r)) == (q, r)


def test_no_two_differences_share_an_integer() -> None:
    span = range(-2 * LIMIT, 2 * LIMIT + 1)
    pairs = [(dq, dr) for dq in span for dr in span]
    assert len({difference(dq, dr) for dq, dr in pairs}) == len(pairs)
    assert [apart(difference(dq, dr)) for dq, dr in pairs] == pairs


@pytest.mark.parametrize(("q", "r"), [(64, 0), (-64, 0), (0, 64), (0, -64), (1000, 1000)])
def test_a_hex_too_far_out_is_refused_with_the_limits(q: int, r: int) -> None:
    with pytest.raises(ValueError, match=f"hex {q},{r} is too far out: q and r go from -63 to 63"):
        hex_at(q, r)


@given(anywhere, anywhere)
def test_distance_is_the_longest_cube_coordinate(a: Hex, b: Hex) -> None:
    dq, dr = axial(b)[0] - axial(a)[0], axial(b)[1] - axial(a)[1]
    assert distance(a, b) == max(abs(dq), abs(dr), abs(dq + dr))


@given(anywhere, anywhere, anywhere)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


def test_the_neighbours_come_in_the_order_of_the_directions() -> None:
    assert [axial(h) for h in neighbours(hex_at(0, 0))] == list(DIRECTIONS)


def test_at_the_edge_of_the_coordinates_neighbours_are_refused() -> None:
    with pytest.raises(ValueError, match="1 around hex 63,0 is too far out"):
        neighbours(hex_at(63, 0))


@given(inland, st.integers(0, 5), st.integers(1, 20))
def test_stepping_keeps_to_the_axis(h: Hex, direction: int, n: int) -> None:
    far = step(h, direction, n)
    assert axis(h, far) == direction
    assert axis(far, h) == (direction + 3) % 6
    assert distance(h, far) == n


@given(anywhere, anywhere)
def test_an_axis_is_found_just_when_steps_in_one_direction_lead_there(a: Hex, b: Hex) -> None:
    dq, dr = apart(b - a)
    n = distance(a, b)
    straight = [i for i, (q, r) in enumerate(DIRECTIONS) if n and (q * n, r * n) == (dq, dr)]
    assert axis(a, b) == (straight[0] if straight else None)


def test_a_hex_has_no_axis_to_itself() -> None:
    assert axis(hex_at(4, 4), hex_at(4, 4)) is None


@given(inland, radii)
def test_a_ring_has_six_times_its_radius_hexes_all_that_far_away(h: Hex, radius: int) -> None:
    hexes = ring(h, radius)
    assert len(set(hexes)) == len(hexes) == 6 * radius
    assert {distance(h, other) for other in hexes} == {radius}


@given(inland, st.integers(2, 20))
def test_a_ring_is_walked_round(h: Hex, radius: int) -> None:
    hexes = ring(h, radius)
    assert hexes[0] == step(h, 0, radius)
    assert all(distance(a, b) == 1 for a, b in zip(hexes, hexes[1:] + hexes[:1], strict=True))


def test_the_ring_of_radius_0_is_the_hex_itself() -> None:
    assert ring(hex_at(2, 3), 0) == within(hex_at(2, 3), 0) == (hex_at(2, 3),)


@given(inland, st.integers(0, 12))
def test_within_is_all_rings_in_turn(h: Hex, radius: int) -> None:
    assert within(h, radius) == sum((ring(h, n) for n in range(radius + 1)), ())
    assert len(within(h, radius)) == 1 + 3 * radius * (radius + 1)


@given(anywhere, anywhere)
def test_a_line_is_a_shortest_walk_and_the_same_backwards(a: Hex, b: Hex) -> None:
    walk = line(a, b)
    assert (walk[0], walk[-1], len(walk)) == (a, b, distance(a, b) + 1)
    assert all(distance(here, there) == 1 for here, there in pairwise(walk))
    assert line(b, a) == walk[::-1]


@given(inland, inland, st.integers(-20, 20), st.integers(-20, 20))
def test_a_line_does_not_depend_on_where_it_is_drawn(a: Hex, b: Hex, dq: int, dr: int) -> None:
    moved = difference(dq, dr)
    assert line(Hex(a + moved), Hex(b + moved)) == tuple(h + moved for h in line(a, b))


@pytest.mark.parametrize(
    ("goal", "between"), [("1,1", "1,0"), ("2,-1", "1,0"), ("-1,2", "0,1"), ("1,-2", "1,-1")]
)
def test_a_line_between_two_hexes_takes_greater_q_then_greater_r(goal: str, between: str) -> None:
    assert line(hex_at(0, 0), from_text(goal))[1] == from_text(between)


@given(anywhere)
def test_a_hex_survives_text_and_back(h: Hex) -> None:
    assert from_text(to_text(h)) == h


def test_text_may_have_spaces_around_its_numbers() -> None:
    assert from_text(" 3 , -1 ") == hex_at(3, -1)


@pytest.mark.parametrize("text", ["", "3", "3;-1", "3,-1,0", "a,b", "1.5,2", "--1,2", "٣,١"])
def test_other_text_is_refused_with_the_expected_form(text: str) -> None:
    with pytest.raises(ValueError, match="is not a hex") as refusal:
        from_text(text)
    expected = f"{text!r} is not a hex: expected two whole numbers q,r such as '3,-1'"
    assert str(refusal.value) == expected


def test_text_too_far_out_is_refused_with_the_limits() -> None:
    with pytest.raises(ValueError, match="hex 3,-640 is too far out"):
        from_text("3,-640")


@given(anywhere)
def test_column_and_row_lead_back_to_the_hex(h: Hex) -> None:
    assert offset(*col_row(h)) == h


def test_odd_rows_are_pushed_right_by_half_a_hex() -> None:
    assert centre(offset(0, 0)) == (0.0, 0.0)
    assert centre(offset(0, 1)) == pytest.approx((3**0.5 / 2, 1.5))
    assert centre(offset(0, 2)) == pytest.approx((0.0, 3.0))


@given(inland)
def test_neighbours_are_drawn_at_equal_distances(h: Hex) -> None:
    x, y = centre(h)
    for near in neighbours(h):
        near_x, near_y = centre(near)
        assert (near_x - x) ** 2 + (near_y - y) ** 2 == pytest.approx(3.0)


def test_a_rectangle_goes_row_by_row() -> None:
    field = HexField.rectangle(3, 2)
    assert [col_row(h) for h in field.cells] == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]


def test_a_hexagon_has_all_hexes_within_its_radius() -> None:
    assert HexField.hexagon(4).cells == within(hex_at(0, 0), 4)


@given(st.integers(1, 9), st.integers(1, 9))
def test_neighbours_on_the_field_are_the_neighbours_that_are_on_it(width: int, height: int) -> None:
    field = HexField.rectangle(width, height)
    for h in field.cells:
        assert field.neighbours[h] == tuple(near for near in neighbours(h) if near in field)


def test_a_field_may_touch_the_edge_of_the_coordinates() -> None:
    corner = hex_at(63, 63)
    field = HexField.of([corner, hex_at(62, 63), hex_at(-63, -63), hex_at(-63, 63)])
    assert field.neighbours[corner] == (hex_at(62, 63),)
    assert field.neighbours[hex_at(-63, -63)] == ()


def test_terrain_and_zones_are_found_by_hex_and_by_name() -> None:
    west, east = [offset(0, 0), offset(0, 1)], [offset(1, 1), offset(0, 1)]
    wood = {offset(1, 0): "wood"}
    field = HexField.rectangle(2, 2, wood, {"west": west, "east": east})
    assert field.terrain_of(offset(1, 0)) == "wood"
    assert field.terrain_of(offset(0, 0)) == PLAIN
    assert field.cells_of("wood") == (offset(1, 0),)
    assert field.zones["west"] == tuple(west)
    assert field.zones_of[offset(0, 1)] == ("west", "east")
    assert field.zones_of[offset(1, 0)] == ()


def test_a_field_is_a_value() -> None:
    one = HexField.rectangle(3, 3, zones={"home": [offset(0, 0)]})
    other = HexField.rectangle(3, 3, zones={"home": [offset(0, 0)]})
    assert one == other
    assert hash(one) == hash(other)
    assert one != HexField.rectangle(3, 3)
    with pytest.raises(AttributeError):
        one.cells = ()  # type: ignore[misc]


def test_a_field_survives_json_and_back() -> None:
    home = offset(1, 1)
    field = HexField.rectangle(3, 3, {home: "wood"}, {"home": [home]})
    assert msgspec.json.decode(msgspec.json.encode(field), type=HexField) == field


def test_a_field_refuses_a_hex_that_is_on_it_twice() -> None:
    with pytest.raises(ValueError, match="hex 1,0 is on the field twice"):
        HexField.of([hex_at(1, 0), hex_at(0, 0), hex_at(1, 0)])


def test_a_field_refuses_terrain_and_zones_off_the_field() -> None:
    away = hex_at(9, 9)
    with pytest.raises(ValueError, match="terrain names hex 9,9, which is not on the field"):
        HexField.rectangle(2, 2, {away: "wood"})
    with pytest.raises(ValueError, match="zone 'home' names hex 9,9, which is not on the field"):
        HexField.rectangle(2, 2, zones={"home": [away]})
