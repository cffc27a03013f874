"""Where a unit can get to: moves, climbs, drops, ships on their headings, accelerating, disengaging."""

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
from gattai.games.mechastellar.ground import FACING_WORDS, FACINGS, pointing, turn_between
from gattai.games.mechastellar.state import State, Unit, UnitId
from gattai.tabletop.hexes import DIRECTIONS, DISTANCE, Hex, difference, to_text, within
from gattai.tabletop.movement import path

STEPS = tuple(difference(*each) for each in DIRECTIONS)
Ways = dict[Hex, tuple[int, int]]
"""Where a move can end: its hexes of movement, and the Momentum it costs."""


def can_stand(state: State, unit: Unit, at: Hex) -> bool:
    """MS.HEX.OCCUPANCY: on the board, one model to a hex, not on a wreck, not in water unasked."""
    if at not in state.ground.field.hexes or at in state.ground.wrecks:
        return False
    if state.standing.get(at) is not None and state.units[state.standing[at]] is not unit:
        return False
    return at not in state.ground.water or swims(unit)


def zones(state: State, unit_id: UnitId) -> dict[Hex, tuple[UnitId, ...]]:
    """MS.ENGAGE.ZONE: by hex, the enemies that would engage a unit there."""
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
    """MS.HIGH.DROP: what it costs to come down as a part of a longer move."""
    fee = state.rules.high_ground.drop_cost_m
    return max(0, fee - state.rules.orders.reduction) if unit.orders else fee


def reach(state: State, unit_id: UnitId) -> Ways:
    """MS.MOVE.DISTANCE: where one Move Action can end. Kept for the table.

    MS.WATER.SUBMERGED: under water no farther than the water.
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
            known = _walk(state, unit_id, steps)
        if unit_id in state.squads:
            known = {at: way for at, way in known.items() if formation(state, unit_id, at, steps)}
        state.found["reach", unit_id] = known
    return known


def headings(state: State, unit: Unit) -> tuple[int, ...]:
    """MS.MOVE.WARSHIP: never into the rear arc; on hexes straight on or one facing aside."""
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
            if any(foe not in zone.get(step, ()) for foe in zone.get(at, ())):
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
    """The heading on which a ship or aircraft gets to a hex ahead of it."""
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


def _walk(state: State, unit_id: UnitId, steps: int) -> Ways:
    """Any path: MS.MOVE.DIRECTION; MS.ENGAGE.STRAFE: never away from those who engage it.

    MS.HIGH.CLIMB: a climb begins next to the piece and ends on top; with Fly at any point of the
    move. MS.OBSCURE.INSIDE: entering a thicket is a whole Move Action from the hex beside it.
    """
    unit = state.units[unit_id]
    start = unit.at
    assert start is not None
    ground, standing, units = state.ground, state.standing, state.units
    flying, high, seat = flies(unit), elevation(state, unit), unit.seat
    dived = unit.submerged  # MS.WATER.SUBMERGED: it stays in the water all the way
    edges = ground.edges(flying, swims(unit))
    zone = zones(state, unit_id)
    fee_down = drop_fee(state, unit)
    dear = fee_down > state.momentum[seat]
    dropped: dict[Hex, bool] = {start: False}
    above: set[Hex] = set()  # thickets flown over: who is above one is not inside it
    ends: Ways = {}
    edge = [start]
    for price in range(1, steps + 1):
        found: list[Hex] = []
        for h in edge:
            held = zone.get(h)
            for near, level, enters, rise in edges[h]:
                into_thicket = enters or (h in above and near in ground.thickets)
                if held and any(foe not in zone.get(near, ()) for foe in held):
                    continue
                if dived and near not in ground.water:
                    continue
                there = standing.get(near)
                if there is not None and units[there].seat != seat:
                    continue
                down = dropped[h] or rise < 0
                goes_on, paid, fee = True, price, 0
                if into_thicket:
                    goes_on = flying
                    paid = steps if h == start else steps + 1
                elif level > high if flying else rise > 0:
                    goes_on = flying
                    paid = price - 1 + _landing(state, unit, near)
                    paid = paid if flying or h == start else steps + 1
                elif down and not flying and price > 1:
                    fee = fee_down
                if there is None and paid <= steps and not (fee and dear):
                    if near not in ends or ends[near][1] > fee:
                        ends[near] = (paid, fee)
                if goes_on and near not in dropped:
                    dropped[near] = down
                    found.append(near)
                    if into_thicket:
                        above.add(near)
                elif near in above and not into_thicket:
                    above.discard(near)  # this way leads through the thicket itself
                    found.append(near)
        edge = found
    return {at: way for at, way in ends.items() if at not in ground.wrecks}


def accelerations(state: State, unit_id: UnitId) -> dict[Hex, int]:
    """MS.ACCEL.ACTION: where one or two Accelerates lead, and how many are needed.

    MS.WATER.SUBMERGED: under water no farther than the water.
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
    """MS.ACCEL.ACTION: where a unit can fly with so many hexes, and how many are needed.

    MS.ENGAGE.STRAFE: never away from those who engage it.
    """
    unit = state.units[unit_id]
    assert unit.at is not None
    zone, ends = zones(state, unit_id), {}
    straight = moves_by_heading(unit)
    ahead = headings(state, unit) if straight else FACINGS
    edge = [(unit.at, heading) for heading in ahead]
    seen = {unit.at: None}
    for steps in range(1, most + 1):
        found: list[tuple[Hex, int]] = []
        for h, heading in edge:
            held = zone.get(h, ())
            at = Hex(h + STEPS[heading])
            if at not in state.ground.field.hexes or at in seen:
                continue
            if unit.submerged and at not in state.ground.water:
                continue
            if any(foe not in zone.get(at, ()) for foe in held):
                continue
            if not _may_pass(state, unit, at, flying=True):
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
    """MS.ENGAGE.DISENGAGE: hexes 4 in away where none of those who engage it would.

    MS.WATER.SUBMERGED: under water no farther than the water.
    """
    unit = state.units[unit_id]
    held = engaging(state, unit_id)
    if not held or unit.at is None or not state.rules.hexes(state.rules.engage.disengage_move_in):
        return ()
    zone = zones(state, unit_id)
    ahead = headings(state, unit) if moves_by_heading(unit) else FACINGS
    found = []
    for heading in ahead:
        at = Hex(unit.at + STEPS[heading])
        if at in zone and any(foe in zone[at] for foe in held):
            continue
        if unit.submerged and at not in state.ground.water:
            continue
        if flying or flies(unit):
            fits = _can_fly_to(state, unit, at)
        else:
            fits = can_stand(state, unit, at) and _landing(state, unit, at) == 1
        if fits and (unit_id not in state.squads or formation(state, unit_id, at, 1)):
            found.append(at)
    return tuple(found)


def formation(state: State, leader: UnitId, at: Hex, steps: int) -> bool:
    """MS.SQUAD.COHESION: whether every member finds a place beside the squad with so many steps."""
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
    """Hexes beside the models already placed where a member can follow (MS.SQUAD.COHESION).

    On High Ground all of them have to fit; on the ground none climbs.
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
    """A way that a unit could take, for the eye: round enemies, with both ends."""
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
    near = ground.field.hexes.neighbours[to]
    if any(at in ground.covers for at in near):
        yield "cover beside it"
    for number, point in enumerate(ground.field.points):
        if DISTANCE[point - to] <= state.rules.hexes(state.rules.hex.inches):
            yield f"Control Point {ground.field.control_point[number].id}"
    beside = [
        names[foe.name] for _, foe, at in state.leaders if foe.seat != unit.seat and at in near
    ]
    if beside:
        yield f"beside {' and '.join(beside)}"
    foes = [
        (DISTANCE[at - to], names[foe.name])
        for _, foe, at in state.leaders
        if foe.seat != unit.seat
    ]
    if foes and not beside:
        far, name = min(foes)
        yield f"{far * state.rules.hex.inches} in from {name}"
