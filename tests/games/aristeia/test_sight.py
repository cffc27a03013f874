"""Sight and Cover: counted corner by corner, against the scenarios and against brute force."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from gattai.games.aristeia.roll.sight import condition, has_cover, reached, sees
from gattai.games.aristeia.state import State
from gattai.tabletop.hexes import Hex, axial, hex_at
from tests.games.aristeia.table import BOX, find, laid, put

Point = tuple[int, int]
CORNERS = ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1))
CELLS = [h for h in BOX.board.hexes.cells if h not in BOX.shut]


def corners(space: Hex) -> list[Point]:
    """The six corners of a space, in a drawing of whole numbers that keeps straight lines straight."""
    q, r = axial(space)
    return [(3 * q + x, 2 * r + q + y) for x, y in CORNERS]


def side(a: Point, b: Point, of: Point) -> int:
    return (b[0] - a[0]) * (of[1] - a[1]) - (b[1] - a[1]) * (of[0] - a[0])


def is_stopped(start: Point, end: Point, space: Hex) -> bool:
    """Whether a line passes through a space, or meets two of its corners."""
    hexagon = corners(space)
    xs, ys = sorted((start[0], end[0])), sorted((start[1], end[1]))
    met = [
        c
        for c in hexagon
        if side(start, end, c) == 0 and xs[0] <= c[0] <= xs[1] and ys[0] <= c[1] <= ys[1]
    ]
    if len(met) >= 2:
        return True
    q, r = axial(space)
    middle = (3 * q, 2 * r + q)
    first, last = Fraction(0), Fraction(1)
    for a, b in zip(hexagon, hexagon[1:] + hexagon[:1], strict=True):
        sign = 1 if side(a, b, middle) > 0 else -1
        before, after = sign * side(a, b, start), sign * side(a, b, end)
        if before == after:
            if before <= 0:
                return False
            continue
        crossing = Fraction(-before, after - before)
        if after > before:
            first = max(first, crossing)
        else:
            last = min(last, crossing)
    return first < last


def by_force(state: State, viewer: Hex, seen: Hex) -> tuple[int, ...]:
    """The corners reached from each corner, with every line tried against every space."""
    opaque = [h for h in (*state.box.board.walls, *state.standing) if h not in (viewer, seen)]
    return tuple(
        sum(not any(is_stopped(a, b, h) for h in opaque) for b in corners(seen))
        for a in corners(viewer)
    )


def crowd(*spaces: Hex) -> State:
    """Maximus, 8-Ball and so on, on these spaces."""
    state = laid()
    for name, at in zip(("maximus", "8-ball", "lunah", "gata"), spaces, strict=False):
        state = put(state, name, axial(at))
    return state


@pytest.mark.rule(
    "ARISTEIA.LOS.DEFINITION", "ARISTEIA.LOS.OBSTRUCTION", "ARISTEIA.LOS.TWO-VERTICES"
)
@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(CELLS), min_size=2, max_size=4, unique=True))
def test_sight_is_what_every_line_against_every_space_gives(spaces: list[Hex]) -> None:
    state = crowd(*spaces)
    assert sorted(reached(state, spaces[0], spaces[1])) == sorted(
        by_force(state, spaces[0], spaces[1])
    )
    best = max(reached(state, spaces[0], spaces[1]))
    assert sees(state, spaces[0], spaces[1]) == (best >= 2)


@pytest.mark.rule(
    "ARISTEIA.LOS.CLEAR", "ARISTEIA.LOS.LIMITED", "ARISTEIA.LOS.BLOCKED", "ARISTEIA.SETUP.SCENARIO"
)
def test_the_three_conditions() -> None:
    state = crowd()
    state = replace(state, box=replace(state.box))  # one that remembers no lines
    assert condition(state, hex_at(0, 0), hex_at(2, -1)) == "clear"
    assert condition(state, hex_at(5, -6), hex_at(0, -6)) == "limited"
    assert condition(state, hex_at(1, 0), hex_at(5, 0)) == "blocked"


@pytest.mark.rule("ARISTEIA.AMB.LOS-SYMMETRY")
def test_each_looks_from_its_own_space() -> None:
    state = crowd()
    spaces = CELLS[::9]
    differ = [
        (a, b)
        for a in spaces
        for b in spaces
        if max(reached(state, a, b)) != max(reached(state, b, a))
    ]
    assert differ, "somewhere the two counts differ, and each holds for its own side"


@pytest.mark.rule("ARISTEIA.OBSTACLE.COVER", "ARISTEIA.COVER.CONDITION")
def test_an_obstacle_hides_nothing_but_gives_cover() -> None:
    state = put(put(laid(), "maximus", (0, -1)), "8-ball", (0, -3))
    without = replace(state, box=replace(state.box, scenario=_no_barriers(state)))
    one, two = find(state, "maximus"), find(state, "8-ball")
    there, here = hex_at(0, -3), hex_at(0, -1)
    assert reached(state, there, here) == reached(without, there, here)
    assert has_cover(state, one, two)


def _no_barriers(state: State) -> object:
    return replace(state.box.scenario, id="bare", barriers=())


@pytest.mark.rule("ARISTEIA.COVER.DISTANCE")
def test_neighbours_have_no_cover_from_each_other() -> None:
    state = put(put(laid(), "maximus", (1, 0)), "8-ball", (2, 0))
    state = put(state, "gata", (2, -1))
    assert not has_cover(state, find(state, "maximus"), find(state, "8-ball"))


@pytest.mark.rule("ARISTEIA.COVER.DISTANCE")
def test_what_would_give_cover_from_afar_gives_none_from_the_space_beside() -> None:
    state = put(put(laid(), "maximus", (1, 0)), "8-ball", (2, 0))
    state = put(put(state, "gata", (2, -1)), "lunah", (1, 1))
    one, two = find(state, "maximus"), find(state, "8-ball")
    at, enemy = state.characters[one].at, state.characters[two].at
    assert at is not None and enemy is not None
    # From every corner of the enemy's space a line meets a shelter: only the distance forbids it.
    shelter = (hex_at(2, -1), hex_at(1, 1))
    assert all(
        any(is_stopped(start, end, space) for end in corners(at) for space in shelter)
        for start in corners(enemy)
    )
    assert not has_cover(state, one, two)
    assert not has_cover(state, two, one)


@pytest.mark.rule("ARISTEIA.COVER.DISTANCE", "ARISTEIA.COVER.CONDITION")
def test_one_space_further_away_the_same_shelter_gives_cover() -> None:
    state = put(put(laid(), "maximus", (1, 0)), "8-ball", (3, -1))
    state = put(put(state, "gata", (2, -1)), "lunah", (2, 0))
    assert has_cover(state, find(state, "maximus"), find(state, "8-ball"))
