"""Movement: the hexes a unit can reach, their cost, and the path.

All functions take the same three descriptions of the ground:

* `blocked`: hexes that cannot be entered at all (walls, enemies);
* `passable`: hexes that may be passed over but not ended on (friends; everyone, when flying).
  A hex that is both is blocked;
* `cost`: the price of entering a hex where it is not 1. The start is never paid for.
"""

from collections.abc import Collection, Container, Mapping
from functools import cache
from heapq import heappop, heappush

import msgspec

from gattai.tabletop.hexes import DIRECTIONS, Hex, HexField, apart, difference, to_text

_NOWHERE: frozenset[Hex] = frozenset()


class Path(msgspec.Struct, frozen=True):
    """A path across the field: its hexes with both ends, its price, and the hexes passed over."""

    hexes: tuple[Hex, ...]
    price: int
    passed: tuple[Hex, ...] = ()


def reach(
    field: HexField,
    start: Hex,
    budget: int,
    *,
    cost: Mapping[Hex, int] | None = None,
    blocked: Collection[Hex] = _NOWHERE,
    passable: Collection[Hex] = _NOWHERE,
) -> dict[Hex, int]:
    """Return every hex where a move within the budget can end, with its lowest price.

    The start is the first of them, at price 0. The order is by price, then as found going round
    in the order of DIRECTIONS.

    >>> from gattai.tabletop.hexes import HexField, hex_at
    >>> row = HexField.rectangle(4, 1)
    >>> friend, far = hex_at(1, 0), hex_at(3, 0)
    >>> [to_text(h) for h in reach(row, row.cells[0], 3, passable=[friend], cost={far: 2})]
    ['0,0', '2,0']
    """
    neighbours = field.neighbours
    if start not in neighbours:
        raise ValueError(f"hex {to_text(start)} is not on the field")
    prices = (
        _steps(field, start, budget, blocked)
        if not cost
        else _prices(neighbours, start, budget, blocked, cost)
    )
    for h in passable:
        if h in prices and h != start:
            del prices[h]
    return prices


def _steps(field: HexField, start: Hex, budget: int, blocked: Collection[Hex]) -> dict[Hex, int]:
    """Search breadth first, for ground where every step costs 1: the hot loop of every bot.

    If nothing blocked is near, the answer is that of the empty field, which is cached.
    """
    free = field.free_reach.get((start, budget))
    if free is None:
        free = field.free_reach[start, budget] = _spread(field.neighbours, start, budget, ())
    near = [h for h in blocked if h in free and h != start]
    return _spread(field.neighbours, start, budget, near) if near else free.copy()


def _spread(
    neighbours: Mapping[Hex, tuple[Hex, ...]], start: Hex, budget: int, blocked: Collection[Hex]
) -> dict[Hex, int]:
    # Blocked hexes are entered as if already priced: then each look round is one look-up.
    prices = dict.fromkeys(blocked, -1)
    prices[start] = 0
    edge = [start]
    for price in range(1, budget + 1):
        found = []
        for h in edge:
            for near in neighbours[h]:
                if near not in prices:
                    prices[near] = price
                    found.append(near)
        if not found:
            break
        edge = found
    for h in blocked:
        prices.pop(h, None)
    return prices


def _prices(
    neighbours: Mapping[Hex, tuple[Hex, ...]],
    start: Hex,
    budget: int,
    blocked: Collection[Hex],
    cost: Mapping[Hex, int],
) -> dict[Hex, int]:
    """Search cheapest first (Dijkstra), for ground of varying cost."""
    _refuse_negative(cost)
    closed = set(blocked)
    settled: dict[Hex, int] = {}
    best = {start: 0}
    queue = [(0, 0, start)]  # the second number keeps equal prices in the order found
    found = 0
    while queue:
        price, _, h = heappop(queue)
        if h in settled:
            continue
        settled[h] = price
        for near in neighbours[h]:
            if near in closed:
                continue
            total = price + cost.get(near, 1)
            if total <= budget and total < best.get(near, total + 1):
                best[near] = total
                found += 1
                heappush(queue, (total, found, near))
    return settled


def is_direct(
    start: Hex,
    goal: Hex,
    cells: Container[int],
    taken: Container[int],
    closed: Container[int] = (),
) -> bool:
    """Return whether a path of exactly `distance` steps is open: cheaper than a whole `reach`.

    Such a path uses only the two directions that lead from start to goal. `cells` are the existing
    hexes; `taken` and `closed` are in the way.

    >>> from gattai.tabletop.hexes import HexField, hex_at
    >>> field = HexField.hexagon(2)
    >>> is_direct(hex_at(0, 0), hex_at(1, 1), field, [hex_at(1, 0)])
    True
    >>> is_direct(hex_at(0, 0), hex_at(2, 0), field, [hex_at(1, 0)])
    False
    """
    one, rows, two, columns = _two_ways(goal - start)
    ways = [False] * (columns + 1)  # for the row so far: is this hex reachable?
    ways[0] = True
    row_start: int = start
    for row in range(rows + 1):
        at = row_start
        come = False
        for column in range(columns + 1):
            if row or column:
                come = (
                    (come or ways[column]) and at in cells and at not in taken and at not in closed
                )
                ways[column] = come
            else:
                come = True
            at += two
        row_start += one
    return ways[columns]


@cache
def _two_ways(d: int) -> tuple[int, int, int, int]:
    """Return a difference as numbers of steps in two neighbouring directions."""
    dq, dr = apart(d)
    for number, (q, r) in enumerate(DIRECTIONS):
        q2, r2 = DIRECTIONS[(number + 1) % 6]
        # Solve dq = a q + b q2, dr = a r + b r2; neighbouring directions have determinant 1 or -1.
        determinant = q * r2 - q2 * r
        a = (dq * r2 - q2 * dr) // determinant
        b = (q * dr - dq * r) // determinant
        if a >= 0 and b >= 0:
            return difference(q, r), a, difference(q2, r2), b
    raise AssertionError("every difference lies between two directions")


def path(
    field: HexField,
    start: Hex,
    goal: Hex,
    budget: int | None = None,
    *,
    cost: Mapping[Hex, int] | None = None,
    blocked: Collection[Hex] = _NOWHERE,
    passable: Collection[Hex] = _NOWHERE,
) -> Path | None:
    """Return the cheapest path from start to goal, or None if none is within the budget.

    Tie rule: of equally cheap paths the one with the fewest steps; then the one whose first
    differing step comes first in DIRECTIONS.

    >>> from gattai.tabletop.hexes import HexField, hex_at
    >>> field = HexField.hexagon(2)
    >>> found = path(field, hex_at(-1, 0), hex_at(1, 0), passable=[hex_at(0, 0)])
    >>> [to_text(h) for h in found.hexes], found.price, [to_text(h) for h in found.passed]
    (['-1,0', '0,0', '1,0'], 2, ['0,0'])
    """
    for end in (start, goal):
        if end not in field:
            raise ValueError(f"hex {to_text(end)} is not on the field")
    if start == goal:
        return Path((start,), 0)
    if goal in blocked or goal in passable:
        return None
    costs = cost or {}
    _refuse_negative(costs)
    left = _prices_left(field, start, goal, costs, {*blocked} - {start})
    if start not in left or (budget is not None and left[start][0] > budget):
        return None
    hexes = [start]
    while (h := hexes[-1]) != goal:
        price, steps = left[h]
        for near in field.neighbours[h]:  # the first that keeps to a best path wins the tie
            if left.get(near) == (price - costs.get(near, 1), steps - 1):
                hexes.append(near)
                break
    passed = tuple(h for h in hexes[1:-1] if h in passable)
    return Path(tuple(hexes), left[start][0], passed)


def _prices_left(
    field: HexField, start: Hex, goal: Hex, cost: Mapping[Hex, int], blocked: Collection[Hex]
) -> dict[Hex, tuple[int, int]]:
    """Return the price and steps left to the goal, computed backwards until start is met.

    Backwards, because then a walk from the start can apply the tie rule from the table.
    """
    left = {goal: (0, 0)}
    queue = [(0, 0, goal)]
    while queue:
        price, steps, h = heappop(queue)
        if h == start:
            break
        if left[h] != (price, steps):
            continue
        total = (price + cost.get(h, 1), steps + 1)
        for near in field.neighbours[h]:
            if near not in blocked and (near not in left or total < left[near]):
                left[near] = total
                heappush(queue, (*total, near))
    return left


def _refuse_negative(cost: Mapping[Hex, int]) -> None:
    for h, price in cost.items():
        if price < 0:
            raise ValueError(f"hex {to_text(h)} costs {price}: a cost cannot be negative")
