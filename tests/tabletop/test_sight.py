"""Sight: exact lines from centre to centre, against a check with fractions."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gattai.tabletop.hexes import (
    Hex,
    HexField,
    axial,
    difference,
    distance,
    from_text,
    hex_at,
    neighbours,
    to_text,
    within,
)
from gattai.tabletop.sight import Sight, crossed, edges, patches

FIELD = HexField.hexagon(3)
ORIGIN = hex_at(0, 0)
NEARBY = within(ORIGIN, 4)

cells = st.sampled_from(FIELD.cells)
some_cells = st.frozensets(cells, max_size=20)


def times(a: Hex, b: Hex) -> list[Fraction]:
    """Enough moments of the segment: all at which it can touch a side, and between these."""
    (q, r), (end_q, end_r) = axial(a), axial(b)
    dq, dr = end_q - q, end_r - r
    touching = {Fraction(0), Fraction(1)}
    for slope in (dq - dr, dq + 2 * dr, 2 * dq + dr):
        touching |= {Fraction(n, abs(slope)) for n in range(abs(slope))} if slope else set()
    moments = sorted(touching)
    between = [(t + u) / 2 for t, u in pairwise(moments)]
    return sorted([*moments[1:-1], *between])


def gaps(a: Hex, b: Hex, h: Hex, t: Fraction) -> list[Fraction]:
    """The three |ux - uy|, |uy - uz|, |uz - ux| of the definition."""
    (q, r), (end_q, end_r), (hq, hr) = axial(a), axial(b), axial(h)
    x, z = q + t * (end_q - q) - hq, r + t * (end_r - r) - hr
    y = -x - z
    return [abs(x - y), abs(y - z), abs(z - x)]


def truly_crossed(a: Hex, b: Hex) -> list[Hex]:
    """By the definition, hex by hex and moment by moment, in the order met."""
    met: dict[Hex, None] = {}
    for t in times(a, b):
        for h in NEARBY:
            if max(gaps(a, b, h, t)) < 1 and h not in (a, b):
                met[h] = None
    return list(met)


def truly_followed(a: Hex, b: Hex) -> list[frozenset[Hex]]:
    """Pairs of neighbours both of whose sides the segment is on at more than one moment."""
    pairs: dict[frozenset[Hex], list[Fraction]] = {}
    for t in times(a, b):
        on = [h for h in NEARBY if max(gaps(a, b, h, t)) == 1]
        for pair in [frozenset((g, h)) for g in on for h in on if g < h and distance(g, h) == 1]:
            pairs.setdefault(pair, []).append(t)
    return [pair for pair, moments in pairs.items() if len(moments) > 1]


@given(cells, cells)
def test_the_hexes_crossed_are_those_of_the_definition_in_order(a: Hex, b: Hex) -> None:
    assert list(crossed(a, b)) == truly_crossed(a, b)


@given(cells, cells)
def test_the_sides_followed_are_those_of_the_definition_in_order(a: Hex, b: Hex) -> None:
    assert [frozenset(pair) for pair in edges(a, b)] == truly_followed(a, b)


@given(cells, cells, some_cells)
def test_sight_equals_the_definition(a: Hex, b: Hex, opaque: frozenset[Hex]) -> None:
    hidden = any(h in opaque for h in truly_crossed(a, b))
    hidden = hidden or any(pair <= opaque for pair in truly_followed(a, b))
    assert Sight(FIELD, opaque).sees(a, b) is not hidden


@given(cells, cells, some_cells, st.booleans())
def test_sight_is_symmetric(a: Hex, b: Hex, opaque: frozenset[Hex], excuse: bool) -> None:
    there = Sight(FIELD, opaque, ends_excuse_their_patch=excuse)
    back = Sight(FIELD, opaque, ends_excuse_their_patch=excuse)
    assert there.sees(a, b) == back.sees(b, a) == there.sees(b, a)
    assert set(there.obstacles(a, b)) == set(back.obstacles(b, a))


@given(cells, cells)
def test_a_line_backwards_meets_the_same_in_the_other_order(a: Hex, b: Hex) -> None:
    assert crossed(b, a) == crossed(a, b)[::-1]
    assert [set(pair) for pair in edges(b, a)] == [set(pair) for pair in edges(a, b)[::-1]]


@given(cells, cells, st.integers(-50, 50), st.integers(-50, 50))
def test_what_is_met_does_not_depend_on_where(a: Hex, b: Hex, dq: int, dr: int) -> None:
    moved = difference(dq, dr)
    assert crossed(Hex(a + moved), Hex(b + moved)) == tuple(h + moved for h in crossed(a, b))


@given(cells, cells, some_cells)
def test_something_hides_just_when_there_is_an_obstacle(
    a: Hex, b: Hex, opaque: frozenset[Hex]
) -> None:
    sight = Sight(FIELD, opaque)
    hiding = sight.obstacles(a, b)
    assert sight.sees(a, b) == (not hiding)
    assert opaque.issuperset(hiding)


@given(cells)
def test_neighbours_always_see_each_other(h: Hex) -> None:
    sight = Sight(FIELD, FIELD.cells)
    assert all(sight.sees(h, near) for near in neighbours(h))
    assert sight.sees(h, h)


def sees(opaque: str, goal: str) -> bool:
    return Sight(FIELD, [from_text(text) for text in opaque.split()]).sees(ORIGIN, from_text(goal))


def test_a_hex_on_the_line_hides() -> None:
    assert not sees("1,0", "2,0")


def test_running_along_a_side_of_one_opaque_hex_hides_nothing() -> None:
    assert sees("1,0", "1,1")
    assert sees("0,1", "1,1")


def test_running_along_a_side_that_two_opaque_hexes_share_hides() -> None:
    assert not sees("1,0 0,1", "1,1")


def test_opaque_hexes_on_either_side_but_not_beside_each_other_hide_nothing() -> None:
    assert sees("1,0 1,2", "2,2")


def test_the_hexes_at_the_ends_do_not_hide() -> None:
    assert sees("0,0 3,-1", "3,-1")


def test_a_hex_merely_entered_at_its_rim_hides() -> None:
    assert not sees("1,0", "2,1")
    assert not sees("1,1", "2,1")


def test_obstacles_are_reported_in_the_order_met() -> None:
    opaque = [from_text(text) for text in ("1,2", "1,1", "0,1", "1,0")]
    hiding = Sight(FIELD, opaque).obstacles(ORIGIN, hex_at(2, 2))
    assert [to_text(h) for h in hiding] == ["0,1", "1,0", "1,1"]


def test_far_hexes_at_the_limits_are_seen_and_hidden_exactly() -> None:
    west, east = hex_at(-63, 0), hex_at(63, 0)
    assert len(crossed(west, east)) == 125
    assert Sight(FIELD, []).sees(hex_at(-63, -63), hex_at(63, 63))
    assert len(edges(hex_at(-63, -63), hex_at(63, 63))) == 126
    assert all(max(map(abs, axial(h))) <= 63 for h in crossed(hex_at(-63, 63), hex_at(62, -63)))


def test_seen_from_lists_what_is_seen_in_the_order_of_the_cells() -> None:
    sight = Sight(FIELD, within(hex_at(1, 1), 1))
    seen = sight.seen_from(ORIGIN)
    assert seen == tuple(h for h in FIELD.cells if sight.sees(ORIGIN, h))
    assert sight.seen_from(ORIGIN) is seen


WOOD = [hex_at(1, 0), hex_at(2, 0)]
WALL = hex_at(3, 0)


@pytest.mark.parametrize(
    ("a", "b", "visible"),
    [
        ("0,0", "2,0", True),  # b stands in the wood
        ("0,0", "4,0", False),  # neither does
        ("1,0", "4,0", False),  # the wood is excused, the wall behind it is not
        ("2,0", "-1,0", True),
    ],
)
def test_a_patch_that_holds_an_end_may_be_excused(a: str, b: str, visible: bool) -> None:
    field = HexField.hexagon(4, {**dict.fromkeys(WOOD, "wood"), WALL: "wall"})
    sight = Sight(field, [*WOOD, WALL], ends_excuse_their_patch=True)
    assert sight.sees(from_text(a), from_text(b)) is visible


def test_without_the_excuse_a_wood_hides_those_deep_inside() -> None:
    assert not Sight(FIELD, WOOD).sees(ORIGIN, hex_at(2, 0))


@given(some_cells)
def test_patches_share_out_the_cells_and_do_not_touch(chosen: frozenset[Hex]) -> None:
    groups = patches(chosen)
    assert sorted(h for group in groups for h in group) == sorted(chosen)
    assert [group[0] for group in groups] == sorted(min(group) for group in groups)
    for i, group in enumerate(groups):
        for other in groups[:i]:
            assert all(distance(g, h) > 1 for g in group for h in other)


def test_patches_of_different_kinds_stay_apart() -> None:
    row = [hex_at(q, 0) for q in range(4)]
    assert patches(row, lambda h: axial(h)[0] < 2) == (tuple(row[:2]), tuple(row[2:]))
