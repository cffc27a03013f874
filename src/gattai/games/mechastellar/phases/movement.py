"""The hexes a unit can reach: moves, climbs, drops, headings of ships, accelerating, disengaging."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.mechastellar.figures import (
    can_engage,
    elevation,
    engaging,
    flies,
    is_ship,
    max_move,
    moves_by_heading,
    reach_bars,
    swims,
)
from gattai.games.mechastellar.ground import FACING_WORDS, FACINGS, Edge, pointing, turn_between
from gattai.games.mechastellar.state import State, Unit, UnitId
from gattai.tabletop.hexes import DIRECTIONS, DISTANCE, Hex, difference, to_text, within
from gattai.tabletop.movement import path

STEPS = tuple(difference(*each) for each in DIRECTIONS)
Ways = dict[Hex, tuple[int, int]]
"""Where a move can end: its length in hexes, and the Momentum it costs."""


def can_stand(state: State, unit: Unit, at: Hex) -> bool:
    """MS.HEX.OCCUPANCY: on the board, one model per hex, not on a wreck, not in water unless chosen."""
    if at not in state.ground.field.hexes or at in state.ground.wrecks:
        return False
    if state.standing.get(at) is not None and state.units[state.standing[at]] is not unit:
        return False
    return at not in state.ground.water or swims(unit)


def zones(state: State, unit_id: UnitId) -> dict[Hex, tuple[UnitId, ...]]:
    """MS.ENGAGE.ZONE: for each hex, the enemies that would engage a unit there."""
    known: dict[Hex, tuple[UnitId, ...]] | None = state.found.get(("zones", unit_id))
    if known is not None:
        return known
    unit = state.units[unit_id]
    known = {}
    levels = state.ground.levels
    near = state.rules.hexes(state.rules.engage.range_in)
    for foe_id, foe, there in state.leaders:
        if foe.seat == unit.seat or not can_engage(state, foe, unit):
            continue
        high = levels.get(there, 0)
        for h in within(there, near):
            level = levels.get(h, 0)
            if level == high or not reach_bars(state, foe, unit, high, level):
                known[h] = (*known.get(h, ()), foe_id)
    state.found["zones", unit_id] = known
    return known


def drop_fee(state: State, unit: Unit) -> int:
    """MS.HIGH.DROP: the cost of dropping down during a longer move."""
    fee = state.rules.high_ground.drop_cost_m
    return max(0, fee - state.rules.orders.reduction) if unit.orders else fee


def reach(state: State, unit_id: UnitId) -> Ways:
    """MS.MOVE.DISTANCE: the hexes where one Move Action can end. Cached for each state.

    MS.WATER.SUBMERGED: a submerged unit cannot leave the water.
    """
    known: Ways | None = state.found.get(("reach", unit_id))
    if known is None:
        unit = state.units[unit_id]
        steps = max_move(state, unit)
        if unit.at is None:
            known = {}
        elif moves_by_heading(unit):
            known = {at: (price, 0) for at, price, _ in _ahead(state, unit_id, steps)}
        else:
            known = (_flown if flies(unit) else _on_foot)(state, unit_id, unit.at, steps)
        if unit_id in state.squads:
            known = {at: way for at, way in known.items() if formation(state, unit_id, at, steps)}
        state.found["reach", unit_id] = known
    return known


def headings(state: State, unit: Unit) -> tuple[int, ...]:
    """MS.MOVE.WARSHIP: never into the rear arc; on hexes straight ahead or one facing to the side."""
    most = state.rules.warship_move.turn_limit_deg // 60
    return tuple(f for f in FACINGS if turn_between(f, unit.facing) <= most)


def _ahead(state: State, unit_id: UnitId, steps: int) -> Iterator[tuple[Hex, int, int]]:
    """Straight lines: (end, price, heading)."""
    unit = state.units[unit_id]
    zone, field = zones(state, unit_id), state.ground.field.hexes
    flying = flies(unit)
    for heading in headings(state, unit):
        at = unit.at
        assert at is not None
        for price in range(1, steps + 1):
            step = Hex(at + STEPS[heading])
            if step not in field or not _may_pass(state, unit, step, flying or is_ship(unit)):
                break
            if unit.submerged and step not in state.ground.water:
                break
            if _breaks_off(zone, at, step):
                break
            at = step
            paid = price - 1 + _landing(state, unit, at)
            if (
                paid <= steps
                and can_stand(state, unit, at)
                and (flying or at not in state.ground.levels)
            ):
                yield at, paid, heading


def heading_to(state: State, unit: Unit, to: Hex) -> int:
    """The heading on which a ship or aircraft reaches a hex ahead of it."""
    assert unit.at is not None
    far = DISTANCE[to - unit.at]
    for heading in FACINGS:
        if unit.at + STEPS[heading] * far == to:
            return heading
    return unit.facing


def _may_pass(state: State, unit: Unit, at: Hex, flying: bool) -> bool:
    """MS.HEX.OCCUPANCY: through friends, never through enemies; over wrecks and water with Fly."""
    standing = state.standing.get(at)
    if standing is not None and state.units[standing].seat != unit.seat:
        return False
    if flying:
        return True
    if at in state.ground.wrecks:
        return False
    return at not in state.ground.water or swims(unit)


def _landing(state: State, unit: Unit, at: Hex) -> int:
    """MS.HIGH.CLIMB: 4 in for each level gained; with Fly from anywhere (1 for level ground)."""
    level = state.ground.levels.get(at, 0)
    if level <= elevation(state, unit):
        return 1
    gained = level if flies(unit) else level - elevation(state, unit)
    return max(1, gained * state.rules.hexes(state.rules.high_ground.cost_per_level_in))


def _barred(state: State, unit: Unit) -> dict[Hex, int]:
    """MS.HEX.OCCUPANCY: the hexes of enemies; MS.WATER.SUBMERGED: under water also all dry land."""
    barred = {at: 0 for _, each, at in state.on_table if each.seat != unit.seat}
    if unit.submerged:
        water = state.ground.water
        barred |= {at: 0 for at in state.ground.field.hexes.cells if at not in water}
    return barred


def _breaks_off(zone: dict[Hex, tuple[UnitId, ...]], at: Hex, to: Hex) -> bool:
    """MS.ENGAGE.STRAFE: whether a step leads away from an engaging enemy."""
    held = zone.get(at)
    if not held:
        return False
    near = zone.get(to, ())
    return any(foe not in near for foe in held)


def _strafing(
    zone: dict[Hex, tuple[UnitId, ...]], at: Hex, edges: tuple[Edge, ...]
) -> tuple[Edge, ...]:
    """MS.ENGAGE.STRAFE: these steps without those away from engaging enemies."""
    if at not in zone:
        return edges
    return tuple([each for each in edges if not _breaks_off(zone, at, each[0])])


def _on_foot(state: State, unit_id: UnitId, start: Hex, steps: int) -> Ways:
    """MS.MOVE.DIRECTION: any path; MS.HIGH.DROP: only a drop with the first step costs nothing."""
    unit, zone = state.units[unit_id], zones(state, unit_id)
    edges, barred = state.ground.edges(False, swims(unit)), _barred(state, unit)
    full = state.standing.keys() | barred.keys()
    fee_down = drop_fee(state, unit)
    unpaid = (0, state.momentum[unit.seat] + 1)  # not reached, or only for a fee that is too high
    first = _strafing(zone, start, edges[start])
    ends = {at: way for at, way in _first_step(state, unit, first, steps) if at not in full}
    owed = {**barred, start: 0}
    edge = [start]
    for price in range(1, steps + 1):
        found: list[Hex] = []
        for h in edge:
            for near, _, enters, rise in _strafing(zone, h, edges[h]):
                if enters or rise > 0:
                    continue
                fee = fee_down if rise < 0 else owed[h]
                if near not in full and fee < ends.get(near, unpaid)[1]:
                    ends[near] = (price, fee)
                if near not in owed:
                    owed[near] = fee
                    found.append(near)
        edge = found
    return ends


def _first_step(
    state: State, unit: Unit, first: tuple[Edge, ...], steps: int
) -> Iterator[tuple[Hex, tuple[int, int]]]:
    """MS.HIGH.CLIMB: a climb begins next to the piece and ends on top.

    MS.OBSCURE.INSIDE: entering a thicket is a whole Move Action from the hex beside it.
    """
    for near, _, enters, _ in first:
        price = max(1, steps) if enters else _landing(state, unit, near)
        if price <= steps:
            yield near, (price, 0)


def _flown(state: State, unit_id: UnitId, start: Hex, steps: int) -> Ways:
    """MS.MOVE.DIRECTION: any path; MS.HIGH.CLIMB: with Fly it climbs at any point of the move.

    MS.OBSCURE.INSIDE: a thicket can be flown over, or entered from the hex beside it.
    """
    unit, zone, ground = state.units[unit_id], zones(state, unit_id), state.ground
    edges, barred = ground.edges(True, True), _barred(state, unit)
    full = state.standing.keys() | ground.wrecks.keys() | barred.keys()
    high, thickets = elevation(state, unit), ground.thickets
    seen = {**barred, start: 0}
    above: set[Hex] = set()  # thickets flown over: a unit above one is not inside it
    ends: Ways = {}
    edge = [start]
    for price in range(1, steps + 1):
        found: list[Hex] = []
        for h in edge:
            for near, level, enters, _ in _strafing(zone, h, edges[h]):
                into_thicket = enters or (h in above and near in thickets)
                paid = price if level <= high else price - 1 + _landing(state, unit, near)
                if into_thicket:
                    paid = steps + (h != start)  # the whole move, from the hex beside it
                if paid <= steps and near not in full:
                    ends.setdefault(near, (paid, 0))
                if near not in seen:
                    seen[near] = 0
                    found.append(near)
                    if into_thicket:
                        above.add(near)
                elif near in above and not into_thicket:
                    above.discard(near)  # this way passes through the thicket itself
                    found.append(near)
        edge = found
    return ends


def accelerations(state: State, unit_id: UnitId) -> dict[Hex, int]:
    """MS.ACCEL.ACTION: the hexes reached by one or two Accelerates, and the number needed.

    MS.WATER.SUBMERGED: a submerged unit cannot leave the water.
    """
    known: dict[Hex, int] | None = state.found.get(("accelerations", unit_id))
    if known is not None:
        return known
    unit = state.units[unit_id]
    assert unit.at is not None
    high = elevation(state, unit)
    reach_of_one = state.rules.hexes(state.rules.accelerate.move_in)
    climb = state.rules.hexes(state.rules.high_ground.cost_per_level_in)
    known = {}
    for at, steps in _flight(state, unit_id, reach_of_one).items():
        if unit_id in state.squads and not formation(state, unit_id, at, steps):
            continue
        gained = state.ground.levels.get(at, 0) - high
        price = steps - 1 + max(1, gained * climb)
        known[at] = -(-price // reach_of_one)
    state.found["accelerations", unit_id] = known
    return known


def _flight(state: State, unit_id: UnitId, most: int) -> dict[Hex, int]:
    """MS.ACCEL.ACTION: the hexes a unit can reach by flying this many hexes, and the number needed.

    MS.ENGAGE.STRAFE: never away from engaging enemies.
    """
    unit = state.units[unit_id]
    assert unit.at is not None
    zone, barred, ends = zones(state, unit_id), _barred(state, unit), {}
    straight = moves_by_heading(unit)
    ahead = headings(state, unit) if straight else FACINGS
    edge = [(unit.at, heading) for heading in ahead]
    seen = {unit.at: None}
    for steps in range(1, most + 1):
        found: list[tuple[Hex, int]] = []
        for h, heading in edge:
            at = Hex(h + STEPS[heading])
            if at not in state.ground.field.hexes or at in seen or at in barred:
                continue
            if _breaks_off(zone, h, at):
                continue
            seen[at] = None
            if _can_fly_to(state, unit, at):
                ends[at] = steps
            found += [(at, heading)] if straight else [(at, each) for each in FACINGS]
        edge = found
    return ends


def _can_fly_to(state: State, unit: Unit, at: Hex) -> bool:
    free = at in state.ground.field.hexes and at not in state.standing
    return free and at not in state.ground.wrecks


def disengagements(state: State, unit_id: UnitId, *, flying: bool) -> tuple[Hex, ...]:
    """MS.ENGAGE.DISENGAGE: hexes 4 in away where none of the engaging enemies would engage it."""
    unit = state.units[unit_id]
    held = engaging(state, unit_id)
    if not held or unit.at is None or not state.rules.hexes(state.rules.engage.disengage_move_in):
        return ()
    zone = zones(state, unit_id)
    ahead = headings(state, unit) if moves_by_heading(unit) else FACINGS
    aside = [Hex(unit.at + STEPS[heading]) for heading in ahead]
    return tuple(
        at
        for at in aside
        if not any(foe in held for foe in zone.get(at, ()))
        and _may_step_aside(state, unit, at, flying or flies(unit))
        and (unit_id not in state.squads or formation(state, unit_id, at, 1))
    )


def _may_step_aside(state: State, unit: Unit, at: Hex, flying: bool) -> bool:
    """MS.WATER.SUBMERGED: a submerged unit cannot leave the water."""
    if unit.submerged and at not in state.ground.water:
        return False
    if flying:
        return _can_fly_to(state, unit, at)
    return can_stand(state, unit, at) and _landing(state, unit, at) == 1


def formation(state: State, leader: UnitId, at: Hex, steps: int) -> bool:
    """MS.SQUAD.COHESION: whether every member finds a place next to the squad with this many steps."""
    members = state.squads[leader][1:]
    return _places(state, leader, (at,), members, steps)


def _places(
    state: State, leader: UnitId, taken: tuple[Hex, ...], members: tuple[UnitId, ...], steps: int
) -> bool:
    if not members:
        return True
    return any(
        _places(state, leader, (*taken, at), members[1:], steps)
        for at in following(state, leader, members[0], taken, steps)
    )


def following(
    state: State, leader: UnitId, member: UnitId, taken: tuple[Hex, ...], steps: int
) -> Iterator[Hex]:
    """Hexes next to the models already placed where a member can follow (MS.SQUAD.COHESION).

    On High Ground all members have to fit; on the ground none climbs.
    """
    levels = state.ground.levels
    level = levels.get(taken[0], 0)
    unit = state.units[member]
    squad = state.squads[leader]
    lead = state.units[leader]
    seen: dict[Hex, None] = {}
    for beside in taken:
        for at in state.ground.field.hexes.neighbours[beside]:
            if at in seen or at in taken or levels.get(at, 0) != level:
                continue
            seen[at] = None
            standing = state.standing.get(at)
            if standing is not None and standing not in squad:
                continue
            if unit.at is not None and DISTANCE[at - unit.at] > steps:
                continue
            if at in state.ground.wrecks or (
                at in state.ground.water and not swims(unit) and not flies(lead)
            ):
                continue
            yield at


def way_to(state: State, unit: Unit, to: Hex) -> tuple[Hex, ...]:
    """A possible way of a unit for drawing, around enemies, including both ends."""
    if unit.at is None or to not in state.ground.field.hexes:
        return ()
    foes = [at for _, each, at in state.on_table if each.seat != unit.seat and at != to]
    found = path(state.ground.field.hexes, unit.at, to, blocked=foes)
    return () if found is None else tuple(found.hexes)


def place_words(state: State, unit_id: UnitId, to: Hex) -> str:
    """`4 in north-east to 3,-1: High Ground, beside Argonaut`."""
    unit = state.units[unit_id]
    if unit.at is None or unit.at == to:
        return f"to {to_text(to)}"
    far = DISTANCE[to - unit.at] * state.rules.hex.inches
    way = FACING_WORDS[pointing(unit.at, unit.facing, to)]
    there = ", ".join(_there(state, unit_id, to))
    return f"{far} in {way} to {to_text(to)}" + (f": {there}" if there else "")


def _there(state: State, unit_id: UnitId, to: Hex) -> Iterator[str]:
    unit, names, ground = state.units[unit_id], state.names, state.ground
    if to not in ground.field.hexes:
        yield "off the map"
        return
    card = ground.terrain.get(to)
    if card is not None:
        yield f"High Ground {card.level} ({card.kind})" if card.level else card.kind
    if any(at in ground.covers for at in ground.field.hexes.neighbours[to]):
        yield "cover beside it"
    for number, point in enumerate(ground.field.points):
        if DISTANCE[point - to] <= state.rules.hexes(state.rules.hex.inches):
            yield f"Control Point {ground.field.control_point[number].id}"
    foes = [
        (DISTANCE[at - to], names[foe.name])
        for _, foe, at in state.leaders
        if foe.seat != unit.seat
    ]
    beside = [name for far, name in foes if far == 1]
    if beside:
        yield f"beside {' and '.join(beside)}"
    elif foes:
        far, name = min(foes)
        yield f"{far * state.rules.hex.inches} in from {name}"
