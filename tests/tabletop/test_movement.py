"""Movement: reach and path, against a naive search."""

from collections.abc import Collection, Mapping
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gattai.tabletop.hexes import DIRECTIONS, Hex, HexField, axis, distance, hex_at
from gattai.tabletop.movement import Path, path, reach

FIELD = HexField.hexagon(3)
CENTRE = hex_at(0, 0)

cells = st.sampled_from(FIELD.cells)
some_cells = st.frozensets(cells, max_size=15)
costs = st.dictionaries(cells, st.integers(0, 4))
budgets = st.integers(0, 9)


def naive_prices(
    start: Hex, budget: int, cost: Mapping[Hex, int], blocked: Collection[Hex]
) -> dict[Hex, int]:
    """Go over all steps again and again until no price falls any more."""
    prices = {start: 0}
    changed = True
    while changed:
        changed = False
        for h in list(prices):
            for near in FIELD.neighbours[h]:
                price = prices[h] + cost.get(near, 1)
                if near in blocked or price > budget or price >= prices.get(near, 10**6):
                    continue
                prices[near] = price
                changed = True
    return prices


@given(cells, budgets, costs, some_cells, some_cells)
def test_reach_equals_a_naive_search(
    start: Hex,
    budget: int,
    cost: dict[Hex, int],
    blocked: frozenset[Hex],
    passable: frozenset[Hex],
) -> None:
    prices = naive_prices(start, budget, cost, blocked)
    ends = {h: price for h, price in prices.items() if h == start or h not in passable}
    assert reach(FIELD, start, budget, cost=cost, blocked=blocked, passable=passable) == ends


@given(cells, budgets, some_cells, some_cells)
def test_equal_costs_of_1_change_neither_prices_nor_order(
    start: Hex, budget: int, blocked: frozenset[Hex], passable: frozenset[Hex]
) -> None:
    plain = reach(FIELD, start, budget, blocked=blocked, passable=passable)
    ones = dict.fromkeys(FIELD.cells, 1)
    priced = reach(FIELD, start, budget, cost=ones, blocked=blocked, passable=passable)
    assert list(plain.items()) == list(priced.items())


@given(cells, budgets, costs, some_cells)
def test_reach_is_ordered_by_price_from_the_start(
    start: Hex, budget: int, cost: dict[Hex, int], blocked: frozenset[Hex]
) -> None:
    found = reach(FIELD, start, budget, cost=cost, blocked=blocked)
    assert next(iter(found)) == start
    assert list(found.values()) == sorted(found.values())


def test_on_open_ground_the_price_is_the_distance() -> None:
    found = reach(FIELD, CENTRE, 2)
    assert found == {h: distance(CENTRE, h) for h in FIELD.cells if distance(CENTRE, h) <= 2}


def test_without_budget_one_stays() -> None:
    assert reach(FIELD, CENTRE, 0) == {CENTRE: 0}
    assert reach(FIELD, CENTRE, -1) == {CENTRE: 0}
    assert reach(FIELD, CENTRE, -1, cost={hex_at(1, 0): 0}) == {CENTRE: 0}


def test_a_boundless_budget_reaches_the_whole_field() -> None:
    assert len(reach(FIELD, CENTRE, 10**12)) == len(FIELD.cells)


def test_one_who_stands_on_a_blocked_hex_may_leave_it() -> None:
    found = reach(FIELD, CENTRE, 1, blocked=[CENTRE], passable=[CENTRE])
    assert list(found) == [CENTRE, *FIELD.neighbours[CENTRE]]


def test_a_hex_that_is_blocked_and_passable_is_blocked() -> None:
    row = HexField.rectangle(3, 1)
    middle = row.cells[1:2]
    assert reach(row, row.cells[0], 5, blocked=middle, passable=middle) == {row.cells[0]: 0}


def test_a_hex_may_be_named_twice_among_the_blocked() -> None:
    wall = hex_at(1, 0)
    assert wall not in reach(FIELD, CENTRE, 3, blocked=[wall, wall])


def test_a_costly_hex_is_walked_round_when_that_is_cheaper() -> None:
    swamp = hex_at(1, 0)
    found = reach(FIELD, CENTRE, 4, cost={swamp: 4})
    assert (found[swamp], found[hex_at(2, 0)]) == (4, 3)


def test_a_start_off_the_field_is_refused() -> None:
    with pytest.raises(ValueError, match="hex 9,9 is not on the field"):
        reach(FIELD, hex_at(9, 9), 1)
    with pytest.raises(ValueError, match="hex 9,9 is not on the field"):
        path(FIELD, CENTRE, hex_at(9, 9))


def test_a_negative_cost_is_refused() -> None:
    with pytest.raises(ValueError, match="hex 1,0 costs -1: a cost cannot be negative"):
        reach(FIELD, CENTRE, 1, cost={hex_at(1, 0): -1})


@given(cells, cells, budgets, costs, some_cells, some_cells)
def test_a_path_exists_just_where_reach_says_and_at_its_price(
    start: Hex,
    goal: Hex,
    budget: int,
    cost: dict[Hex, int],
    blocked: frozenset[Hex],
    passable: frozenset[Hex],
) -> None:
    found = path(FIELD, start, goal, budget, cost=cost, blocked=blocked, passable=passable)
    prices = reach(FIELD, start, budget, cost=cost, blocked=blocked, passable=passable)
    assert (found.price if found else None) == prices.get(goal)
    if found:
        assert (found.hexes[0], found.hexes[-1]) == (start, goal)
        assert all(distance(here, there) == 1 for here, there in pairwise(found.hexes))
        assert sum(cost.get(h, 1) for h in found.hexes[1:]) == found.price
        assert not blocked.intersection(found.hexes[1:])
        assert found.passed == tuple(h for h in found.hexes[1:-1] if h in passable)


@given(cells, cells, some_cells, st.dictionaries(cells, st.integers(0, 2)))
def test_of_equal_paths_the_shortest_then_the_first_in_directions_is_taken(
    start: Hex, goal: Hex, blocked: frozenset[Hex], cost: dict[Hex, int]
) -> None:
    found = path(FIELD, start, goal, 3, cost=cost, blocked=blocked)
    if found is None or len(found.hexes) > 5:
        return

    def key(walk: tuple[Hex, ...]) -> tuple[int, int, list[int | None]]:
        price = sum(cost.get(h, 1) for h in walk[1:])
        return price, len(walk), [axis(*pair) for pair in pairwise(walk)]

    walks: list[tuple[Hex, ...]] = [(start,)]
    ends = list(walks)
    for _ in range(len(found.hexes) - 1):
        walks = [(*w, n) for w in walks for n in FIELD.neighbours[w[-1]] if n not in blocked]
        ends += walks
    best = min((walk for walk in ends if walk[-1] == goal), key=key)
    assert found.hexes == best


def test_the_tie_rule_follows_the_directions() -> None:
    found = path(FIELD, CENTRE, hex_at(1, 1))
    assert found == Path((CENTRE, hex_at(1, 0), hex_at(1, 1)), 2)
    assert DIRECTIONS.index((1, 0)) < DIRECTIONS.index((0, 1))


def test_a_path_to_where_one_stands_is_free() -> None:
    assert path(FIELD, CENTRE, CENTRE, 0, blocked=[CENTRE], passable=[CENTRE]) == Path((CENTRE,), 0)


def test_a_path_names_whom_it_passed_over() -> None:
    friend = hex_at(1, 0)
    found = path(FIELD, CENTRE, hex_at(2, 0), passable=[friend])
    assert found == Path((CENTRE, friend, hex_at(2, 0)), 2, passed=(friend,))


def test_no_path_ends_on_a_hex_that_may_only_be_passed() -> None:
    assert path(FIELD, CENTRE, hex_at(1, 0), passable=[hex_at(1, 0)]) is None


def test_there_is_no_path_out_of_a_ring_of_walls() -> None:
    assert path(FIELD, CENTRE, hex_at(3, 0), blocked=FIELD.neighbours[CENTRE]) is None
